// The service worker: keeps the built page and the words of the rules, so that both open without a network.
// VERSION and FILES are written in when the page is built.
const VERSION = '__VERSION__'
const FILES = ['__FILES__']
const SHELL = `shell-${VERSION}`
const WORDS = 'words-1'

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([caches.open(SHELL).then((cache) => cache.addAll(FILES)), keepBooks()]))
})

/** Fetch the list of games and every rule book, one after the other; without them the page still works. */
async function keepBooks() {
  try {
    const cache = await caches.open(WORDS)
    const keep = async (path) => {
      const answer = await fetch(path, { headers: { accept: 'application/json' } })
      if (answer.ok) await cache.put(path, answer.clone())
      return answer
    }
    const { games } = await (await keep('/api/v1/games')).json()
    for (const { name } of games) await keep(`/api/v1/games/${encodeURIComponent(name)}/rules`)
    await keep('/api/v1/rules/form')
  } catch {
    // The server is away; what is read later is kept then.
  }
}

self.addEventListener('activate', (event) => {
  const keep = new Set([SHELL, WORDS])
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => !keep.has(name)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting()
})

/** From the network, kept for later; without a network what was kept. */
async function fresh(request) {
  const cache = await caches.open(WORDS)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    const kept = (await cache.match(request)) ?? (await cache.match(request, { ignoreSearch: true }))
    if (kept) return kept
    throw error
  }
}

async function page(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match('/')) ?? Response.error()
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') return event.respondWith(page(request))
  const words = url.pathname === '/api/v1/games' || /^\/api\/v1\/games\/[^/]+\/rules$/.test(url.pathname)
  if (words || url.pathname === '/api/v1/rules/form') return event.respondWith(fresh(request))
  if (FILES.includes(url.pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
  }
})
