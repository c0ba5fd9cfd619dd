import { describe, expect, it } from 'vitest'
import { type Ahead, chooseAhead, nextAhead } from '../src/lib/ahead'
import type { Table } from '../src/lib/protocol'

interface Shape {
  asked?: number[]
  holding?: string[]
  legal?: string[]
  refused?: Record<string, string>
  winner?: number | null
  won?: number[]
  hand?: number
  phase?: string
}

function table({ asked = [1], holding = ['AH', '7C'], legal = [], refused = {}, winner = 1, won = [], hand = 1, phase = 'play' }: Shape = {}): Table {
  return {
    paused: false,
    you: { seat: 0 },
    match: { number: 1 },
    hand: {
      number: hand,
      phase,
      asked,
      holding,
      legal,
      refused,
      trick: { leader: 1, cards: winner === null ? [] : ['KH'], winner },
      tricks: won.map((one) => ({ leader: 0, cards: [], winner: one })),
    },
  } as unknown as Table
}

const chosen = (shape: Shape = {}): Ahead => chooseAhead(table(shape), 'AH') as Ahead

describe('a card chosen ahead of the turn', () => {
  it('may be any card held while others play', () => {
    expect(chosen()).toMatchObject({ card: 'AH', winner: 1 })
    expect(chooseAhead(table(), 'QS')).toBeNull()
    expect(chooseAhead(table({ asked: [0] }), 'AH')).toBeNull()
    expect(chooseAhead(table({ phase: 'auction' }), 'AH')).toBeNull()
  })
  it('waits while the same seat wins the trick', () => {
    expect(nextAhead(chosen(), table({ asked: [2] }))).toMatchObject({ do: 'wait' })
  })
  it('is played at the turn where it may be', () => {
    expect(nextAhead(chosen(), table({ asked: [0], legal: ['play AH'] }))).toEqual({ do: 'play', card: 'AH' })
  })
  it('is not played where it may not be, and says why', () => {
    const now = table({ asked: [0], legal: ['play 7C'], refused: { AH: 'you hold a club and must follow' } })
    expect(nextAhead(chosen(), now)).toEqual({ do: 'refuse', card: 'AH', why: 'you hold a club and must follow' })
  })
  it('is dropped when somebody else wins the trick', () => {
    expect(nextAhead(chosen(), table({ asked: [0], legal: ['play AH'], winner: 3 }))).toEqual({ do: 'turned', card: 'AH' })
    // Also where the trick has ended so, unseen.
    expect(nextAhead(chosen(), table({ asked: [2], winner: null, won: [3] }))).toEqual({ do: 'turned', card: 'AH' })
    expect(nextAhead(chosen(), table({ asked: [2], winner: null, won: [1] }))).toMatchObject({ do: 'wait', ahead: { tricks: 1, winner: null } })
  })
  it('takes the first card of a trick as no change', () => {
    const early = chosen({ winner: null })
    const next = nextAhead(early, table({ asked: [2], winner: 1 }))
    expect(next).toMatchObject({ do: 'wait', ahead: { winner: 1 } })
    expect(next.do === 'wait' && nextAhead(next.ahead, table({ asked: [3], winner: 2 }))).toEqual({ do: 'turned', card: 'AH' })
  })
  it('is gone with its hand, and where the card has left', () => {
    expect(nextAhead(chosen(), table({ hand: 2 }))).toEqual({ do: 'drop' })
    expect(nextAhead(chosen(), table({ holding: ['7C'] }))).toEqual({ do: 'drop' })
    expect(nextAhead(chosen({ won: [1, 1] }), table({ won: [1] }))).toEqual({ do: 'drop' })
  })
})
