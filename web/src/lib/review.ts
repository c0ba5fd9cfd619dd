// A review beside the moments of a replay: which decision led to which moment, and how the chances ran.
import type { Decided, Frame, Review, Verdict } from './api'

export interface Moment {
  frame: Frame
  /** Whether the result of the hand is shown: a moment of its own after the last trick. */
  end: boolean
}

/** The moments of a match from its frames: the last trick of a hand is seen before the result. */
export function momentsOf(frames: readonly Frame[]): Moment[] {
  return frames.flatMap((frame): Moment[] => {
    const end = frame.hand.result != null
    return end && frame.event?.trick ? [{ frame, end: false }, { frame, end }] : [{ frame, end }]
  })
}

/** A sign for each verdict, so that none depends on its colour. */
export const MARKS: Readonly<Record<Verdict, string>> = { best: '✓', good: '·', inaccuracy: '?!', mistake: '?', blunder: '??' }

export const WRONG: readonly Verdict[] = ['inaccuracy', 'mistake', 'blunder']

export function isMistake({ verdict }: Decided): boolean {
  return WRONG.includes(verdict)
}

/** The decision that led to each moment; null where nobody had a choice. */
export function decisionsAt(moments: readonly Moment[], review: Review | null): (Decided | null)[] {
  const hands = new Map(review?.hands.map(({ number, decisions }) => [number, new Map(decisions.map((one) => [one.number, one]))]))
  return moments.map(({ frame, end }) => {
    if (!frame.event || (end && frame.event.trick)) return null
    return hands.get(frame.hand.number)?.get(frame.event.seq - 1) ?? null
  })
}

/** The next moment after one (or before it) at which somebody of interest made a mistake; null where there is none. */
export function nextMistake(decisions: readonly (Decided | null)[], at: number, by: 1 | -1, seat: number | null): number | null {
  for (let i = at + by; i >= 0 && i < decisions.length; i += by) {
    const one = decisions[i]
    if (one && isMistake(one) && (seat === null || one.seat === seat)) return i
  }
  return null
}

export interface Point {
  at: number
  /** The chance of the side to win the match. */
  win: number
  decided: Decided | null
  /** Whether a hand begins or ends here. */
  edge: boolean
}

/** How the chance of a side to win ran: between hands by the score, within them as its players could know it. */
export function chances(moments: readonly Moment[], decisions: readonly (Decided | null)[], review: Review, side: number): Point[] {
  const seats = review.sides[side] ?? []
  const two = review.sides.length === 2
  const found: Point[] = []
  moments.forEach(({ frame, end }, at) => {
    const hand = review.hands.find(({ number }) => number === frame.hand.number)
    if (!hand) return
    const one = decisions[at] ?? null
    if (!frame.event) found.push({ at, win: hand.before[side] ?? 0, decided: null, edge: true })
    else if (one && (two || seats.includes(one.seat))) {
      const win = one.options.find(({ action }) => action === one.chosen)?.win
      if (win !== undefined) found.push({ at, win: seats.includes(one.seat) ? win : 1 - win, decided: one, edge: false })
    }
    if (end) found.push({ at, win: hand.after[side] ?? 0, decided: null, edge: true })
  })
  return found
}

/** The place of the point at a moment, or of the last one before it. */
export function pointAt(points: readonly Point[], at: number): number {
  return Math.max(0, points.findLastIndex((point) => point.at <= at))
}
