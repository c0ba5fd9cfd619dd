import { describe, expect, it } from 'vitest'
import type { Decided, Frame, Review, Verdict } from '../src/lib/api'
import { didBots } from '../src/lib/did'
import { type RulesShown, wholeHand, wholeTable } from '../src/lib/protocol'
import { chances, decisionsAt, isMistake, momentsOf, nextMistake, pointAt } from '../src/lib/review'

const trick = { leader: 0, cards: ['AS', 'KS'], winner: 0 }
const hand = (number: number, more = {}) => ({ number, dealer: 1, phase: 'play' as const, asked: [], question: 0, ...more })
const frame = (number: number, seq: number | null, more: { hand?: object; event?: object } = {}): Frame => ({
  hand: hand(number, more.hand),
  ...(seq !== null && { event: { seq, at: 0, what: 'acted' as const, seat: seq % 2, ...more.event } }),
})
const over = { hand: { result: {} as never } }

/** Two hands of two players: dealt, a call each, a card each; the last card ends the hand. */
const frames = [1, 2].flatMap((n) => [frame(n, null), frame(n, 1), frame(n, 2), frame(n, 3), frame(n, 4, { ...over, event: { trick } })])

const decided = (number: number, seat: number, verdict: Verdict, win: number): Decided => ({
  number,
  seat,
  kind: 'call',
  chosen: 'pass',
  best: 'bid 2',
  verdict,
  loss: 0.1,
  loss_error: 0,
  points_loss: 0,
  open_loss: null,
  open_figure: null,
  options: [
    { action: 'bid 2', win: win + 0.1, points: 1, made: null, open: null },
    { action: 'pass', win, points: 1, made: null, open: null },
  ],
})
const review = {
  sides: [[0], [1]],
  hands: [
    { number: 1, before: [0.5, 0.5], after: [0.4, 0.6], decisions: [decided(0, 0, 'mistake', 0.45), decided(3, 1, 'good', 0.6)] },
    { number: 2, before: [0.4, 0.6], after: [1, 0], decisions: [decided(1, 1, 'blunder', 0.5)] },
  ],
} as unknown as Review

describe('the moments of a match', () => {
  const moments = momentsOf(frames)
  const decisions = decisionsAt(moments, review)
  it('show the last trick before the result', () => {
    expect(moments.map(({ end }) => end)).toEqual([false, false, false, false, false, true, false, false, false, false, false, true])
  })
  it('have the decision that led to them', () => {
    expect(decisions.map((one) => one?.verdict ?? null)).toEqual([null, 'mistake', null, null, 'good', null, null, null, 'blunder', null, null, null])
    expect(decisionsAt(moments, null).every((one) => one === null)).toBe(true)
  })
  it('lead from mistake to mistake, of one player or of all', () => {
    expect(nextMistake(decisions, 0, 1, null)).toBe(1)
    expect(nextMistake(decisions, 1, 1, null)).toBe(8)
    expect(nextMistake(decisions, 8, 1, null)).toBeNull()
    expect(nextMistake(decisions, 8, -1, null)).toBe(1)
    expect(nextMistake(decisions, 0, 1, 1)).toBe(8)
    expect(nextMistake(decisions, 0, -1, null)).toBeNull()
    expect(isMistake(decided(0, 0, 'inaccuracy', 0))).toBe(true)
  })
  it('have a chance to win: by the score between hands, as the players could know it within them', () => {
    const points = chances(moments, decisions, review, 0)
    expect(points.map(({ at, win }) => [at, win])).toEqual([
      [0, 0.5],
      [1, 0.45],
      [4, 0.4],
      [5, 0.4],
      [6, 0.4],
      [8, 0.5],
      [11, 1],
    ])
    expect([0, 3, 5, 99].map((at) => pointAt(points, at))).toEqual([0, 1, 3, 6])
    const three = { ...review, sides: [[0], [1], [2]] }
    expect(chances(moments, decisions, three, 0).map(({ at }) => at)).toEqual([0, 1, 5, 6, 11])
  })
})

describe('what bots did', () => {
  const game = (made: string): RulesShown => ({
    name: '',
    title: '',
    line: '',
    players: 2,
    target: 11,
    points: {},
    total: 4,
    low_to: null,
    rules: { trump: { made } },
  })
  const table = wholeTable({
    phase: 'dealing',
    seats: [{ kind: 'person' }, { kind: 'bot', name: 'Alder' }],
    you: { who: 'x', seat: 0 },
    settings: { public: false, chat: true, pace: 'normal', clock: 0, watch: true, watch_delay: 0, hints: true, grace: 90 },
    hand: wholeHand(
      hand(1, {
        calls: [[1, 'bid 2'], [0, 'pass']],
        contract: { bidder: 1, bid: 2, points: 2, trump: 'S', called: 'AH', partner: 0 },
        tricks: [trick],
        result: { discards: [['2C'], ['3C', '4C']] },
      }) as never,
    ),
  })
  it('is named as the server knows it', () => {
    const did = (made: string): string[] => didBots(table, game(made)).flatMap((group) => group.did.map(({ seat, action }) => `${seat} ${action}`))
    expect(did('named')).toEqual(['1 bid 2', '1 trump S', '1 discard 3C 4C', '1 call AH', '1 play KS'])
    expect(did('first-lead')).not.toContain('1 trump S')
  })
})
