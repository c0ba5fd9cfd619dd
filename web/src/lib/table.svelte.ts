// One table over its socket: what it shows now, what happened, and how to say something to it.
import { api } from './api'
import { freshNonce } from './fair'
import {
  type Advice,
  CLOSED,
  type ClientMessage,
  type Done,
  type Happened,
  type Notice,
  type ServerError,
  type ServerMessage,
  type SheetRow,
  type Spoken,
  type Table,
  type Update,
  VERSION,
  type Welcome,
  wholeTable,
} from './protocol'
import { settings } from './settings.svelte'

export type Status = 'connecting' | 'open' | 'lost' | 'closed'
type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never
export type Request = WithoutId<Exclude<ClientMessage, { type: 'hello' | 'ping' | 'hint' | 'explain' }>>
type Question = WithoutId<Extract<ClientMessage, { type: 'hint' | 'explain' }>>

/** What a server refused to do. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly code: ServerError['code'] | 'lost',
    readonly clause: string | null = null,
    /** Whether it is asked again by itself as soon as that can be done. */
    readonly again = false,
  ) {
    super(message)
  }
}

export interface Step {
  before: Table | null
  after: Table
  events: Happened[]
  /** Whether the table is only to be shown as it stands: the first update of a connection, or too much happened. */
  still: boolean
}

/** What a table waits for: it is asked again where it could not be sent or stored. */
const WAITED_FOR: readonly Request['type'][] = ['act', 'mix_in', 'ready', 'rematch']
const WAITS = [250, 700, 1500, 3000, 5000]
const SILENCE = 40_000

export class LiveTable {
  status: Status = $state('connecting')
  closed: (typeof CLOSED)[number] | 'closing' | null = $state(null)
  welcome: Welcome | null = $state.raw(null)
  table: Table | null = $state.raw(null)
  sheet: SheetRow[] = $state.raw([])
  chat: Spoken[] = $state.raw([])
  notice: Notice | null = $state.raw(null)
  /** The action that was chosen and is not yet stored. */
  pending: string | null = $state(null)
  /** When the connection was lost, by the server's clock. */
  lostAt: number | null = $state(null)

  #socket: WebSocket | null = null
  #seq: number | null = null
  #offset = 0
  #tries = 0
  #ids = 0
  /** The commitment that this player's chance was last added to. */
  #mixed = ''
  #asked = new Map<number, { done: (answer: Done | Advice) => void; refused: (why: Refused) => void }>()
  /** What could not be sent or stored, to be asked again. */
  #unsaid = new Map<Request['type'], Request>()
  #heard = 0
  #timers: Record<'again' | 'beat', ReturnType<typeof setTimeout> | undefined> = { again: undefined, beat: undefined }
  #before = new Set<(update: Update) => void>()
  #after = new Set<(step: Step) => void>()
  #over = false

  constructor(readonly code: string) {
    this.#connect()
    addEventListener('online', this.#wake)
    document.addEventListener('visibilitychange', this.#wake)
    this.#timers.beat = setInterval(() => this.#beat(), 10_000)
  }

  /** Seconds since 1970 by the server's clock. */
  now(): number {
    return Date.now() / 1000 + this.#offset
  }

  /** Called before an update is shown, while the page still stands as it was. */
  beforeUpdate(hear: (update: Update) => void): () => void {
    this.#before.add(hear)
    return () => this.#before.delete(hear)
  }

  afterUpdate(hear: (step: Step) => void): () => void {
    this.#after.add(hear)
    return () => this.#after.delete(hear)
  }

  /**
   * Ask for something; resolves once it is done and stored. What the table waits for, and could not be sent or stored,
   * is refused too, but asked again by itself when the table can take it, if it then still answers what is asked.
   */
  async ask(request: Request): Promise<Done> {
    this.#unsaid.delete(request.type)
    let waits = false
    try {
      return (await this.#say(request)) as Done
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { code, message, clause } = error
      const away = code === 'lost' || (code === 'trouble' && this.notice?.kind === 'trouble')
      waits = away && WAITED_FOR.includes(request.type) && this.table !== null && stillAnswers(request, this.table)
      if (!waits) throw error
      this.#unsaid.set(request.type, request)
      throw new Refused(message, code, clause, true)
    } finally {
      if (request.type === 'act' && !waits) this.pending = null
    }
  }

  /** Ask what an expert would do, or a bot why it did something. */
  async advise(question: Question): Promise<Advice> {
    return (await this.#say(question)) as Advice
  }

  #say(request: Request | Question): Promise<Done | Advice> {
    return new Promise((done, refused) => {
      const id = ++this.#ids
      if (this.#socket?.readyState !== WebSocket.OPEN || !this.table) {
        refused(new Refused('', 'lost'))
        return
      }
      this.#asked.set(id, { done, refused })
      this.#socket.send(JSON.stringify({ ...request, id }))
    })
  }

  /** Answer the question that is open with an action. */
  async act(action: string): Promise<void> {
    const hand = this.table?.hand
    if (!hand || this.pending !== null) return
    this.pending = action
    await this.ask({ type: 'act', answers: hand.question, action })
  }

  /** Ask again for what could not be sent or stored. */
  #again(): void {
    for (const request of [...this.#unsaid.values()]) {
      this.ask(request).catch(() => {
        // It waits on, or the table has moved on.
      })
    }
  }

  /** Forget what waits to be asked again and is asked for no more. */
  #forget(table: Table): void {
    for (const [type, request] of this.#unsaid) {
      if (stillAnswers(request, table)) continue
      this.#unsaid.delete(type)
      if (type === 'act') this.pending = null
    }
  }

  connectAgain(): void {
    this.closed = null
    this.#over = false
    this.#tries = 0
    this.#connect()
  }

  leave(): void {
    this.#over = true
    removeEventListener('online', this.#wake)
    document.removeEventListener('visibilitychange', this.#wake)
    clearInterval(this.#timers.beat)
    clearTimeout(this.#timers.again)
    this.#socket?.close(1000)
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#timers.again)
    if (this.#over) return
    if (!navigator.onLine) {
      // Nothing can be reached; the browser says when it can.
      this.#lost(false)
      return
    }
    try {
      await api.me()
    } catch {
      this.#lost()
      return
    }
    if (this.#over) return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.code)}`)
    this.#socket = socket
    socket.onopen = () => {
      const hello = { type: 'hello', v: VERSION, ...(this.#seq !== null && { since: this.#seq }) }
      socket.send(JSON.stringify(settings.name ? { ...hello, name: settings.name } : hello))
    }
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(data)) as ServerMessage)
    }
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#close(code)
    }
  }

  #hear(message: ServerMessage): void {
    this.#heard = Date.now()
    switch (message.type) {
      case 'welcome':
        this.#offset = message.now - Date.now() / 1000
        this.welcome = message
        // What was said of the server before is over; what still holds is said anew.
        this.notice = null
        break
      case 'update':
        this.#update(message)
        break
      case 'done':
      case 'advice':
        this.#asked.get(message.re ?? 0)?.done(message)
        this.#asked.delete(message.re ?? 0)
        break
      case 'error': {
        const re = message.re ?? null
        const asked = re === null ? undefined : this.#asked.get(re)
        if (re !== null) this.#asked.delete(re)
        asked?.refused(new Refused(message.message, message.code, message.clause ?? null))
        break
      }
      case 'notice':
        this.notice = message.kind === 'well' ? null : message
        if (message.kind === 'well') this.#again()
        break
      case 'pong':
        this.#offset = message.now - Date.now() / 1000
    }
  }

  #update(update: Update): void {
    for (const hear of this.#before) hear(update)
    const before = this.table
    const first = this.status !== 'open'
    const after = wholeTable(update.table)
    this.#seq = update.seq
    this.#tries = 0
    this.status = 'open'
    this.lostAt = null
    this.table = after
    if (after.sheet) this.sheet = after.sheet
    if (after.chat) this.chat = after.chat
    this.#forget(after)
    if (first) this.#again()
    this.#mix(after)
    const still = before === null || (first && update.events.length > 12) || (update.missed ?? false)
    for (const hear of this.#after) hear({ before, after, events: update.events, still })
  }

  /** Add this player's chance to the next deal, once its commitment is here. */
  #mix(table: Table): void {
    const next = table.next
    if (!next || table.you.seat === null || next.commitment === this.#mixed) return
    if (next.nonces.some(([seat]) => seat === table.you.seat)) return
    this.#mixed = next.commitment
    this.ask({ type: 'mix_in', hand: next.hand, nonce: freshNonce() }).catch(() => {
      // Asked again if it could not be sent or stored; else too late, and it is dealt without this chance.
    })
  }

  #close(code: number): void {
    const why = CLOSED[code]
    this.#drop()
    if (why && why !== 'bad') {
      this.status = 'closed'
      this.closed = why
      this.#over = true
      return
    }
    this.#lost()
  }

  #drop(): void {
    for (const { refused } of this.#asked.values()) refused(new Refused('', 'lost'))
    this.#asked.clear()
    this.#socket = null
  }

  #lost(again = true): void {
    if (this.#over) return
    if (this.status === 'open') this.lostAt = this.now()
    this.status = this.table ? 'lost' : 'connecting'
    if (!this.table && this.#tries > 1) this.lostAt ??= this.now()
    if (!again) return
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)] as number
    clearTimeout(this.#timers.again)
    this.#timers.again = setTimeout(() => void this.#connect(), wait * (0.8 + 0.4 * Math.random()))
  }

  #beat(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    if (this.#heard && Date.now() - this.#heard > SILENCE) {
      const socket = this.#socket
      this.#drop()
      socket.close()
      this.#lost()
    } else if (this.table && Date.now() - this.#heard > 8000) {
      this.#socket.send('{"type":"ping"}')
    }
  }

  #wake = (): void => {
    if (document.visibilityState === 'hidden' || this.#over) return
    if (!this.#socket) {
      this.#tries = 0
      void this.#connect()
    } else this.#beat()
  }
}

/** Whether something asked for earlier is asked for still. */
function stillAnswers(request: Request, table: Table): boolean {
  const { seat } = table.you
  if (seat === null) return false
  const { next } = table
  switch (request.type) {
    case 'act':
      return table.phase === 'playing' && table.hand?.question === request.answers && table.hand.asked.includes(seat)
    case 'mix_in':
      return next?.hand === request.hand && !next.nonces.some(([who]) => who === seat)
    case 'ready':
      return next?.hand === request.hand && !table.seats[seat]?.ready
    case 'rematch':
      return table.phase === 'over' && !table.seats[seat]?.rematch
    default:
      return false
  }
}
