import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import type { ServerMessage, TableShown } from '../src/lib/protocol.gen'
import { LiveTable, type Refused } from '../src/lib/table.svelte'

/** A socket whose other end is this test. */
class Line {
  static OPEN = 1
  static all: Line[] = []
  readyState = 1
  sent: Record<string, unknown>[] = []
  onopen?: () => void
  onmessage?: (message: { data: string }) => void
  onclose?: (closed: { code: number }) => void
  constructor() {
    Line.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.readyState = 3
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  break(): void {
    this.readyState = 3
    this.onclose?.({ code: 1006 })
  }
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((one) => one['type'] === type)
  }
}

const shown = (change: Partial<TableShown> = {}): TableShown => ({
  phase: 'playing',
  seats: [
    { kind: 'person', name: 'Ada', who: 'x' },
    { kind: 'bot', name: 'Elm' },
  ],
  you: { who: 'x', seat: 0 },
  settings: { public: false, chat: true, pace: 'normal', clock: 0, watch: true, watch_delay: 0, hints: true, grace: 90 },
  match: { number: 1, scores: [0, 0], smucks: [0, 0], hands: 0, sides: [[0], [1]] },
  ...change,
})
const asked = (question: number, seat = 0): TableShown =>
  shown({ hand: { number: 1, dealer: 0, phase: 'play', asked: [seat], question, legal: ['play AS'], holding: ['AS'] } })
const between = (change: { hand?: number; commitment?: string; nonces?: [number, string][]; ready?: boolean } = {}): TableShown =>
  shown({
    phase: 'dealing',
    seats: [
      { kind: 'person', name: 'Ada', who: 'x', ready: change.ready ?? false },
      { kind: 'bot', name: 'Elm' },
    ],
    next: { hand: change.hand ?? 2, commitment: change.commitment ?? 'c2', nonces: change.nonces ?? [] },
  })
const trouble: ServerMessage = { type: 'notice', kind: 'trouble', message: 'The table cannot be saved just now.' }
const well: ServerMessage = { type: 'notice', kind: 'well', message: 'The table can be saved again.' }

let live: LiveTable
let seq = 0

/** Wait until what is due at once is done. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)
const line = (): Line => Line.all.at(-1) as Line
const update = (table: TableShown): void => line().say({ type: 'update', seq: ++seq, events: [], table })
const last = (type: string): Record<string, unknown> => line().of(type).at(-1) ?? {}
const refuse = (type: string): void =>
  line().say({ type: 'error', code: 'trouble', message: 'that could not be saved', re: last(type)['id'] as number })
const done = (type: string): void => line().say({ type: 'done', re: last(type)['id'] as number, seq })

async function connected(table: TableShown): Promise<void> {
  await settle()
  line().onopen?.()
  update(table)
  await settle()
}

async function comesBack(table: TableShown): Promise<void> {
  await vi.advanceTimersByTimeAsync(1000)
  await connected(table)
}

beforeEach(() => {
  vi.useFakeTimers()
  Line.all = []
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {}, visibilityState: 'visible' })
  vi.stubGlobal('navigator', { onLine: true, languages: ['en'] })
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
  vi.stubGlobal('fetch', async () => new Response('{"who":"x"}'))
  live = new LiveTable('ABC234')
})
afterEach(() => {
  live.leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a server that could store nothing and is well again', () => {
  it('is told the chance for the next deal again, and the same one', async () => {
    await connected(between())
    const first = last('mix_in')
    expect(first['hand']).toBe(2)
    line().say(trouble)
    refuse('mix_in')
    await settle()
    expect(line().of('mix_in')).toHaveLength(1)
    line().say(well)
    await settle()
    expect(line().of('mix_in')).toHaveLength(2)
    expect(last('mix_in')['nonce']).toBe(first['nonce'])
  })

  it('is told again that the player is ready', async () => {
    await connected(between())
    line().say(trouble)
    const said = live.ask({ type: 'ready', hand: 2 }).catch((why: Refused) => why)
    refuse('ready')
    expect(await said).toMatchObject({ code: 'trouble', again: true })
    line().say(well)
    await settle()
    expect(line().of('ready').map(({ hand }) => hand)).toEqual([2, 2])
  })

  it('is given the action again, which stays chosen until it is stored', async () => {
    await connected(asked(7))
    line().say(trouble)
    const said = live.act('play AS').catch((why: Refused) => why)
    refuse('act')
    expect(await said).toMatchObject({ again: true })
    expect(live.pending).toBe('play AS')
    line().say(well)
    await settle()
    expect(line().of('act').map(({ answers, action }) => [answers, action])).toEqual([
      [7, 'play AS'],
      [7, 'play AS'],
    ])
    done('act')
    await settle()
    expect(live.pending).toBeNull()
  })

  it('is not told what has been answered otherwise meanwhile', async () => {
    await connected(asked(7))
    line().say(trouble)
    const said = live.act('play AS').catch(() => {})
    refuse('act')
    await said
    update(asked(8, 1))
    expect(live.pending).toBeNull()
    line().say(well)
    await settle()
    expect(line().of('act')).toHaveLength(1)
  })

  it('is not told again what met a defect while all was well', async () => {
    await connected(asked(7))
    const said = live.act('play AS').catch((why: Refused) => why)
    refuse('act')
    expect(await said).toMatchObject({ code: 'trouble', again: false })
    expect(live.pending).toBeNull()
    line().say(well)
    await settle()
    expect(line().of('act')).toHaveLength(1)
  })

  it('says so no longer', async () => {
    await connected(asked(7))
    line().say(trouble)
    expect(live.notice?.kind).toBe('trouble')
    line().say(well)
    expect(live.notice).toBeNull()
  })
})

describe('a connection that broke', () => {
  it('is followed by what it may have lost, where that still answers', async () => {
    await connected(asked(7))
    const said = live.act('play AS').catch((why: Refused) => why)
    line().break()
    expect(await said).toMatchObject({ code: 'lost', again: true })
    expect(live.pending).toBe('play AS')
    await comesBack(asked(7))
    expect(Line.all).toHaveLength(2)
    expect(last('act')).toMatchObject({ answers: 7, action: 'play AS' })
  })

  it('is not followed by an action that had arrived', async () => {
    await connected(asked(7))
    const said = live.act('play AS').catch(() => {})
    line().break()
    await said
    await comesBack(asked(8, 1))
    expect(line().of('act')).toHaveLength(0)
    expect(live.pending).toBeNull()
  })

  it('keeps what is chosen while there is none', async () => {
    await connected(asked(7))
    line().break()
    await live.act('play AS').catch(() => {})
    await comesBack(asked(7))
    expect(last('act')).toMatchObject({ answers: 7, action: 'play AS' })
  })

  it('does not keep what can wait for a better moment', async () => {
    await connected(asked(7))
    line().break()
    const why = await live.ask({ type: 'chat', text: 'hello' }).catch((refused: Refused) => refused)
    expect(why).toMatchObject({ code: 'lost', again: false })
    await comesBack(asked(7))
    expect(line().of('chat')).toHaveLength(0)
  })

  it('ends what its server had said of itself', async () => {
    await connected(asked(7))
    line().say({ type: 'notice', kind: 'closing', message: 'The server is being stopped.' })
    expect(live.notice?.kind).toBe('closing')
    line().break()
    await vi.advanceTimersByTimeAsync(1000)
    line().onopen?.()
    line().say({
      type: 'welcome',
      v: 1,
      server: '0',
      code: 'ABC234',
      url: '',
      you: { who: 'x', seat: 0 },
      now: 0,
      game: { name: '', title: '', line: '', players: 2, target: 1, points: {}, total: 1, low_to: 'player', rules: {} },
    })
    expect(live.notice).toBeNull()
  })
})

describe('the chance for a deal', () => {
  it('is mixed into each deal once, also where another match begins with the same number', async () => {
    await connected(between({ hand: 1, commitment: 'a' }))
    update(between({ hand: 1, commitment: 'a' }))
    expect(line().of('mix_in')).toHaveLength(1)
    done('mix_in')
    update(between({ hand: 1, commitment: 'b' }))
    expect(line().of('mix_in')).toHaveLength(2)
    expect(new Set(line().of('mix_in').map(({ nonce }) => nonce)).size).toBe(2)
  })
})
