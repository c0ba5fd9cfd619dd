// What a player has chosen, kept in this browser.

export interface Chosen {
  name: string
  lang: 'auto' | 'en' | 'de' | 'tr'
  theme: 'auto' | 'light' | 'dark'
  contrast: boolean
  look: 'green' | 'blue' | 'plum'
  fourColour: boolean
  largeIndex: boolean
  leftHanded: boolean
  speed: 'off' | 'fast' | 'normal' | 'slow'
  hold: number
  sounds: boolean
  autoLast: 'bots' | 'always' | 'never'
  twoTap: boolean
  ahead: boolean
  confirm: boolean
  keys: boolean
  points: boolean
  game: string
  players: number
  bots: string
}

const PLACE = 'shmear.settings'
const START: Chosen = {
  name: '',
  lang: 'auto',
  theme: 'auto',
  contrast: false,
  look: 'green',
  fourColour: false,
  largeIndex: false,
  leftHanded: false,
  speed: 'normal',
  hold: 1.2,
  sounds: false,
  autoLast: 'bots',
  twoTap: false,
  ahead: false,
  confirm: true,
  keys: true,
  points: true,
  game: '',
  players: 0,
  bots: '',
}

/** What is stored under a key, or the start where nothing (or nothing sensible) is. */
export function stored<T>(place: string, start: T): T {
  try {
    const text = localStorage.getItem(place)
    return text === null ? start : (JSON.parse(text) as T)
  } catch {
    return start
  }
}

export function store(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing forgets the settings, and plays on.
  }
}

export const settings: Chosen = $state({ ...START, ...stored<Partial<Chosen>>(PLACE, {}) })

const calm = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null
let reduced = $state(calm?.matches ?? false)
calm?.addEventListener('change', () => {
  reduced = calm.matches
})

/** How long movements take against the usual: 0 where nothing is to move. */
export function motion(): number {
  return reduced ? 0 : { off: 0, fast: 0.5, normal: 1, slow: 1.8 }[settings.speed]
}

/** Keep the settings and show them on the page; to be called once, in an effect. */
export function applySettings(): void {
  store(PLACE, $state.snapshot(settings))
  const root = document.documentElement
  root.dataset['theme'] = settings.theme
  root.dataset['look'] = settings.look
  root.classList.toggle('contrast', settings.contrast)
  root.classList.toggle('four-colour', settings.fourColour)
  root.classList.toggle('large-index', settings.largeIndex)
  root.classList.toggle('left-handed', settings.leftHanded)
  root.classList.toggle('still', motion() === 0)
  root.style.setProperty('--motion', String(motion()))
}
