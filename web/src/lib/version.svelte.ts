// A newer build that waits to take over: offered, never taken during a hand.
import { api } from './api'
import { store, stored } from './settings.svelte'

const KEPT = 'shmear.kept'
const DAY = 86_400_000

/** Ask once a day for all rules, so that the service worker has them when there is no network. */
async function keepRules(): Promise<void> {
  if (!navigator.serviceWorker.controller || Date.now() - stored(KEPT, 0) < DAY) return
  // The worker has fetched them all when it was installed.
  if (!stored(KEPT, 0)) return store(KEPT, Date.now())
  try {
    const { games } = await api.games()
    for (const { name } of games) await api.book(name)
    store(KEPT, Date.now())
  } catch {
    // Another time.
  }
}

class Version {
  ready = $state(false)
  #waiting: ServiceWorker | null = null

  async watch(): Promise<void> {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
    try {
      const registration = await navigator.serviceWorker.register('/sw.js')
      this.#look(registration.waiting)
      registration.addEventListener('updatefound', () => {
        const coming = registration.installing
        coming?.addEventListener('statechange', () => {
          if (coming.state === 'installed' && navigator.serviceWorker.controller) this.#look(coming)
        })
      })
      await navigator.serviceWorker.ready
      setTimeout(() => void keepRules(), 4000)
    } catch {
      // Without a service worker the page works, but not without a network.
    }
  }

  take(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    this.#waiting?.postMessage('take over')
  }

  #look(worker: ServiceWorker | null): void {
    if (!worker) return
    this.#waiting = worker
    this.ready = true
  }
}

export const version = new Version()
