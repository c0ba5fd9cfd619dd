// Cards by their text forms (rank then suit, `TD`; jokers `BJ` and `LJ`), and a holding in the order to show it.

export type SuitLetter = 'C' | 'D' | 'H' | 'S'

export const SUITS: readonly SuitLetter[] = ['C', 'D', 'H', 'S']
export const RANKS = '23456789TJQKA'
export const SYMBOL: Readonly<Record<SuitLetter, string>> = { C: '♣', D: '♦', H: '♥', S: '♠' }
const MATE: Readonly<Record<SuitLetter, SuitLetter>> = { C: 'S', S: 'C', D: 'H', H: 'D' }
const UNNAMED: readonly SuitLetter[] = ['S', 'H', 'C', 'D']

export interface Trumps {
  suit: SuitLetter | null
  jick: boolean
  jokers: 'none' | 'low' | 'equal'
}

export function isJoker(card: string): boolean {
  return card === 'BJ' || card === 'LJ'
}

/** The printed suit; null for a joker. */
export function suitOf(card: string): SuitLetter | null {
  return isJoker(card) ? null : (card[1] as SuitLetter)
}

export function isRed(suit: SuitLetter): boolean {
  return suit === 'D' || suit === 'H'
}

/** The rank as printed: `10` for `T`. */
export function rankText(card: string): string {
  return card[0] === 'T' ? '10' : (card[0] ?? '')
}

/** A card in short: `J♥`, `10♣`. */
export function short(card: string): string {
  const suit = suitOf(card)
  return suit === null ? card : rankText(card) + SYMBOL[suit]
}

/** The trumps from the highest down, as texts. */
export function trumpOrder({ suit, jick, jokers }: Trumps): string[] {
  if (suit === null) return []
  const order: string[] = []
  for (const rank of [...RANKS].reverse()) {
    if (rank === 'T') {
      if (jick) order.push(`J${MATE[suit]}`)
      if (jokers === 'equal') order.push('BJ', 'LJ')
    }
    order.push(rank + suit)
  }
  if (jokers === 'low') order.push('BJ', 'LJ')
  return order
}

export function isTrump(card: string, trumps: Trumps): boolean {
  if (trumps.suit === null) return false
  const suit = suitOf(card)
  if (suit === null) return trumps.jokers !== 'none'
  return suit === trumps.suit || (trumps.jick && card === `J${MATE[trumps.suit]}`)
}

/** Suits present in an order whose colours alternate as far as they can, beginning unlike `after`. */
export function alternating(present: readonly SuitLetter[], after: SuitLetter | null): SuitLetter[] {
  const left = UNNAMED.filter((suit) => present.includes(suit))
  const black = left.filter((suit) => !isRed(suit))
  const red = left.filter(isRed)
  const out: SuitLetter[] = []
  let wantRed = after !== null ? !isRed(after) : red.length > black.length
  if (after !== null && Math.abs(black.length - red.length) === 2) wantRed = red.length > 0
  while (black.length || red.length) {
    const from = (wantRed && red.length) || !black.length ? red : black
    out.push(from.shift() as SuitLetter)
    wantRed = !isRed(out[out.length - 1] as SuitLetter)
  }
  return out
}

/** A holding sorted: trumps first once known, with Jick and jokers among them, then suits of alternating colours. */
export function sorted(cards: readonly string[], trumps: Trumps): string[] {
  const order = trumpOrder(trumps)
  const high = order.filter((card) => cards.includes(card))
  const rest = cards.filter((card) => !high.includes(card))
  const present = SUITS.filter((suit) => rest.some((card) => suitOf(card) === suit))
  const out = [...high]
  for (const suit of alternating(present, high.length ? trumps.suit : null)) {
    const own = rest.filter((card) => suitOf(card) === suit)
    out.push(...own.sort((a, b) => RANKS.indexOf(b[0] ?? '') - RANKS.indexOf(a[0] ?? '')))
  }
  return [...out, ...(['BJ', 'LJ'] as const).filter((card) => rest.includes(card))]
}

/** All cards of a deck in the order of the record: clubs, diamonds, hearts, spades from the two, then LJ, BJ. */
export function inDeckOrder(cards: readonly string[]): string[] {
  const place = (card: string): number => {
    const suit = suitOf(card)
    if (suit === null) return card === 'LJ' ? 52 : 53
    return SUITS.indexOf(suit) * 13 + RANKS.indexOf(card[0] ?? '')
  }
  return [...cards].sort((a, b) => place(a) - place(b))
}

/** The four suits and thirteen ranks as texts, for a card picker. */
export function cardsOfSuit(suit: SuitLetter): string[] {
  return [...RANKS].reverse().map((rank) => rank + suit)
}
