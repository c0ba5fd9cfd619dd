// The server's plain HTTP: games, rules, tables, records.
import type { Happened, HandShown, RulesShown, SheetRow } from './protocol'

export interface Game {
  name: string
  title: string
  line: string
  summary: string
  players: number[]
  usual: number
  target: number
  total: number
  minutes: [number, number]
}

export interface Games {
  games: Game[]
  bots: { name: string; title: string }[]
}

export interface Book {
  name: string
  title: string
  line: string
  players: number
  book: string
  toml: string
}

export type RulesObject = Record<string, unknown>

export interface CheckedRules {
  name: string
  title: string
  line: string
  players: number
  counts: number[]
  rules: RulesObject
  toml: string
  book: string
  differences: string[]
}

export interface Knob {
  key: string
  label: string
  help?: string
  kind: 'choice' | 'int' | 'bool' | 'text' | 'list' | 'map'
  /** Whether it may differ by the number of players. */
  by_players?: boolean
  values?: { value: string; words: string }[]
  least?: number
  most?: number
  default?: unknown
}

export interface Form {
  groups: { name: string; title: string; knobs: Knob[] }[]
  /** Every point that there may be; each has the fields of the group `points`. */
  points: { value: string; words: string }[]
}

export interface OpenTable {
  code: string
  title: string
  line: string
  players: number
  people: number
  open: number
  phase: string
  changed: number
}

export interface NewTable {
  game?: string
  toml?: string
  line?: string
  rules?: RulesObject
  players?: number
  bots?: string
  pace?: string
  public?: boolean
  name?: string
  sit?: boolean
  start?: boolean
}

/** One moment of a match, and what led to it; nothing did where the hand has just been dealt. */
export interface Frame {
  hand: HandShown
  event?: Happened
}

export interface Replay {
  names: string[]
  game: RulesShown
  sides: number[][]
  frames: Frame[]
  sheet: SheetRow[]
  scores: number[]
  winners: number[] | null
}

export type Verdict = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'

/** One decision under review; `number` is its place among the actions of the hand, chances are those of its side. */
export interface Decided {
  number: number
  seat: number
  kind: 'call' | 'trump' | 'discard' | 'partner' | 'card'
  chosen: string
  best: string
  verdict: Verdict
  loss: number
  loss_error: number
  points_loss: number
  open_loss: number | null
  open_figure: 'ahead' | 'taken' | null
  options: { action: string; win: number; points: number; made: number | null; open: number | null }[]
}

/** `loss` of the match on the average of `decisions`, of which `accurate` were best or good. */
export interface Tally {
  decisions: number
  total: number
  loss: number | null
  accurate: number
}

export interface Review {
  names: string[]
  sides: number[][]
  worlds: number
  players: {
    seat: number
    name: string
    all: Tally
    verdicts: Record<Verdict, number>
    account: { change: number; deal: number; own: number; partner: number; others: number; cards: number }
  }[]
  hands: { number: number; before: number[]; after: number[]; decisions: Decided[] }[]
}

export interface ReviewAnswer {
  state: 'waiting' | 'working' | 'done'
  ready: number
  hands: number
  review?: Review
}

/** What the server refused, in its words; `status` 0 means that the server could not be reached. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly key: string | null = null,
    readonly allowed: string | null = null,
  ) {
    super(message)
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    const init: RequestInit = { method, headers: { accept: 'application/json' } }
    if (body !== undefined) {
      init.body = JSON.stringify(body)
      init.headers = { ...init.headers, 'content-type': 'application/json' }
    }
    answer = await fetch(`/api/v1${path}`, init)
  } catch {
    throw new ApiError('', 0)
  }
  const text = await answer.text()
  let data: unknown = null
  try {
    data = text ? JSON.parse(text) : null
  } catch {
    // A proxy's page in place of an answer.
  }
  if (!answer.ok || data === null) {
    const error = (data as { error?: { message?: string; key?: string; allowed?: string } } | null)?.error
    const status = answer.status >= 502 || data === null ? 0 : answer.status
    throw new ApiError(error?.message ?? '', answer.ok ? 0 : status, error?.key ?? null, error?.allowed ?? null)
  }
  return data as T
}

const at = encodeURIComponent

let greeted: Promise<{ who: string }> | null = null

export const api = {
  games: () => call<Games>('GET', '/games'),
  book: (name: string, players?: number) =>
    call<Book>('GET', `/games/${at(name)}/rules${players ? `?players=${players}` : ''}`),
  checkRules: (body: { toml?: string; line?: string; rules?: RulesObject; players?: number }) =>
    call<CheckedRules>('POST', '/rules', body),
  form: () => call<Form>('GET', '/rules/form'),
  /** Be known to the server: sets the cookie that keeps one's seat. Asked once a page. */
  me: () => {
    greeted ??= call<{ who: string }>('GET', '/me').catch((error: unknown) => {
      greeted = null
      throw error
    })
    return greeted
  },
  newTable: async (body: NewTable) => {
    await api.me()
    return call<{ code: string; url: string }>('POST', '/tables', body)
  },
  tables: () => call<{ tables: OpenTable[] }>('GET', '/tables'),
  table: (code: string) => call<OpenTable>('GET', `/tables/${at(code)}`),
  moveLink: (code: string) => call<{ url: string; expires: number }>('POST', `/tables/${at(code)}/move`, {}),
  move: async (token: string) => {
    await api.me()
    return call<{ code: string }>('POST', '/move', { token })
  },
  replay: (id: string) => call<Replay>('GET', `/matches/${at(id)}/replay`),
  review: (id: string) => call<ReviewAnswer>('GET', `/matches/${at(id)}/review`),
  recordUrl: (id: string) => `/api/v1/matches/${at(id)}?download=1`,
}
