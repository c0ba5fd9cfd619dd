import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Happened, type Table, type TrickShown, wholeTable } from '../src/lib/protocol'
import { Stage } from '../src/lib/stage.svelte'

function table(trick: TrickShown | null, tricks: TrickShown[] = []): Table {
  return wholeTable({
    phase: 'playing',
    seats: ['A', 'B', 'C'].map((name) => ({ kind: 'person' as const, name })),
    you: { who: 'x', seat: 0 },
    settings: { public: false, chat: true, pace: 'normal', clock: 0, watch: true, watch_delay: 0, hints: true, grace: 90 },
    match: { number: 1, scores: [0, 0, 0], smucks: [0, 0, 0], hands: 0, sides: [[0], [1], [2]] },
    hand: { number: 1, dealer: 0, phase: 'play', asked: [0], question: 1, trick, tricks },
  })
}
let seq = 0
const play = (seat: number, card: string, trick?: TrickShown): Happened => ({
  seq: seq++,
  at: 0,
  what: 'acted',
  seat,
  action: `play ${card}`,
  ...(trick && { trick }),
})
const step = (after: Table, events: Happened[], still = false) => ({ before: null, after, events, still })

describe('the trick as it is shown', () => {
  let stage: Stage
  beforeEach(() => {
    vi.useFakeTimers()
    stage = new Stage({ hold: () => 1000, gather: () => 300 })
  })
  const full: TrickShown = { leader: 1, cards: ['AS', '2S', '3S'], winner: 1 }

  it('shows at once how a table stands that one comes to', () => {
    stage.show(step(table({ leader: 1, cards: ['AS', '2S'], winner: 1 }), [], true))
    expect(stage.trick?.plays).toEqual([
      { seat: 1, card: 'AS' },
      { seat: 2, card: '2S' },
    ])
    expect(stage.busy).toBe(false)
  })
  it('lets a full trick lie, then gathers it, then goes on with what fell meanwhile', () => {
    stage.show(step(table({ leader: 1, cards: ['AS', '2S'], winner: 1 }), [], true))
    stage.show(step(table(null, [full]), [play(0, '3S', full)]))
    expect(stage.trick).toMatchObject({ full: true, winner: 1, gathering: false })
    stage.show(step(table({ leader: 1, cards: ['KD'], winner: 1 }, [full]), [play(1, 'KD')]))
    vi.advanceTimersByTime(999)
    expect(stage.trick?.plays).toHaveLength(3)
    vi.advanceTimersByTime(2)
    expect(stage.trick?.gathering).toBe(true)
    expect(stage.busy).toBe(true)
    vi.advanceTimersByTime(301)
    expect(stage.trick?.plays).toEqual([{ seat: 1, card: 'KD' }])
    expect(stage.busy).toBe(false)
  })
  it('goes on at a click', () => {
    stage.show(step(table(null, [full]), [play(1, 'AS'), play(2, '2S'), play(0, '3S', full)]))
    stage.hurry()
    expect(stage.trick?.gathering).toBe(true)
    vi.advanceTimersByTime(301)
    expect(stage.trick).toBeNull()
  })
  it('catches up where it is far behind', () => {
    const many = Array.from({ length: 20 }, (_, i) => play(i % 3, 'AS'))
    stage.show(step(table({ leader: 2, cards: ['9D'], winner: 2 }), many))
    expect(stage.trick?.plays).toEqual([{ seat: 2, card: '9D' }])
  })
  it('takes a card back that was undone', () => {
    stage.show(step(table({ leader: 0, cards: ['AS'], winner: 0 }), [play(0, 'AS')]))
    stage.show(step(table(null), [{ seq: 9, at: 0, what: 'undone', seat: 0 }]))
    expect(stage.trick).toBeNull()
  })
})
