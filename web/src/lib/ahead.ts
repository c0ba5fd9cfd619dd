// A card chosen before one's turn: played when the turn comes, if it may be; dropped when the trick turns.
import { isMyTurn } from './hand'
import type { Table } from './protocol'

export interface Ahead {
  card: string
  /** Match and hand that it was chosen in. */
  hand: string
  /** How many tricks were finished, and who was winning the next one, when it was last looked at. */
  tricks: number
  winner: number | null
}

const handOf = (table: Table): string => `${table.match?.number}/${table.hand?.number}`

/** Choose a card ahead of one's turn; null where nothing can be chosen. */
export function chooseAhead(table: Table, card: string): Ahead | null {
  const hand = table.hand
  if (!hand || hand.phase !== 'play' || isMyTurn(table) || !hand.holding.includes(card)) return null
  return { card, hand: handOf(table), tricks: hand.tricks.length, winner: hand.trick?.winner ?? null }
}

export type Next =
  | { do: 'wait'; ahead: Ahead }
  /** It is gone without a word: the hand is over, or the card has left it. */
  | { do: 'drop' }
  /** Somebody else wins the trick now, so that it has to be chosen anew. */
  | { do: 'turned'; card: string }
  | { do: 'play'; card: string }
  | { do: 'refuse'; card: string; why: string | null }

/** What becomes of a card chosen ahead when the table has moved on. */
export function nextAhead(ahead: Ahead, table: Table): Next {
  const { hand } = table
  const { card } = ahead
  if (!hand || hand.phase !== 'play' || ahead.hand !== handOf(table) || !hand.holding.includes(card)) return { do: 'drop' }
  const tricks = hand.tricks.length
  if (tricks < ahead.tricks) return { do: 'drop' }
  const now = hand.trick?.winner ?? null
  let winner = ahead.winner
  if (tricks > ahead.tricks) {
    // The trick that was looked at has ended meanwhile: with another winner, it has turned too.
    const ended = hand.tricks[ahead.tricks]?.winner ?? null
    if (winner !== null && ended !== winner) return { do: 'turned', card }
    winner = null
  }
  if (winner !== null && now !== winner) return { do: 'turned', card }
  if (!isMyTurn(table)) return { do: 'wait', ahead: { ...ahead, tricks, winner: now } }
  if (hand.legal.includes(`play ${card}`)) return { do: 'play', card }
  return { do: 'refuse', card, why: hand.refused[card] ?? null }
}
