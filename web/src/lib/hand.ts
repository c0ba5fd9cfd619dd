// What may be done in a hand, read out of what the server shows.
import type { RulesShown } from './protocol'
import type { Hand, Table } from './protocol'
import type { Trumps } from './cards'

interface RuleObject {
  deck?: { jick?: boolean; jokers?: string }
  deal?: { at_a_time?: number; players?: number[] }
  auction?: { minimum?: number; maximum?: number; forfeit?: number; all_pass?: string; may_match?: string }
  shoot?: { allowed?: boolean; failure?: string; smucks?: number }
  trump?: { made?: string }
  exchange?: { protect?: string; discards?: string }
  scoring?: { set_costs?: string; set_smucks?: number; counting?: Record<string, number> }
  match?: { target?: number }
}

export function ruleObject(game: RulesShown | null): RuleObject {
  const rules = game?.rules
  return rules && typeof rules === 'object' ? (rules as RuleObject) : {}
}

export function trumpsOf(game: RulesShown | null, suit: string | null | undefined): Trumps {
  const deck = ruleObject(game).deck ?? {}
  return {
    suit: (suit ?? null) as Trumps['suit'],
    jick: deck.jick ?? Boolean(game && 'jick' in game.points),
    jokers: (deck.jokers ?? 'none') as Trumps['jokers'],
  }
}

export interface Calls {
  pass: boolean
  bids: number[]
  shoot: boolean
  forfeit: boolean
}

/** The calls that are open to the player. */
export function callsOf(legal: readonly string[]): Calls {
  return {
    pass: legal.includes('pass'),
    bids: legal.filter((call) => call.startsWith('bid ')).map((call) => Number(call.slice(4))),
    shoot: legal.includes('shoot'),
    forfeit: legal.includes('forfeit'),
  }
}

/** The cards of the actions that begin with a word: `play`, `call`. */
export function cardsFor(legal: readonly string[], verb: string): string[] {
  return legal.filter((action) => action.startsWith(`${verb} `)).map((action) => action.slice(verb.length + 1))
}

export function isMyTurn(table: Table | null): boolean {
  const seat = table?.you.seat ?? null
  return seat !== null && !table?.paused && (table?.hand?.asked.includes(seat) ?? false)
}

/** How many tricks each seat has taken. */
export function tricksTaken(hand: Hand, players: number): number[] {
  const taken = new Array<number>(players).fill(0)
  for (const { winner } of hand.tricks) if (winner !== null) taken[winner] = (taken[winner] ?? 0) + 1
  return taken
}

/** Whether an action wants a second yes: a first lead that fixes trump, a bid of everything, the moon, a forfeit. */
export function grave(table: Table, game: RulesShown | null, action: string): 'lead' | 'all' | 'shoot' | 'forfeit' | null {
  const hand = table.hand
  if (!hand) return null
  if (action === 'shoot' || action === 'forfeit') return action
  if (game && action === `bid ${game.total}`) return 'all'
  const fixes = hand.contract?.trump == null && ruleObject(game).trump?.made !== 'named'
  return action.startsWith('play ') && fixes ? 'lead' : null
}

/** The last call of each seat in the auction, while it matters. */
export function callOf(hand: Hand, seat: number): string | null {
  const own = hand.calls.filter(([who]) => who === seat)
  return own.length ? (own[own.length - 1]?.[1] ?? null) : null
}

/** Discards that suggest themselves: all that must go, then the lowest of the rest, counting cards kept last. */
export function suggestedDiscards(cards: readonly string[], size: number, must: readonly string[], counts: string): string[] {
  const chosen = [...must]
  const order = '23456789JQKAT'
  const worth = (card: string): number => (card.endsWith('J') ? 20 : order.indexOf(card[0] ?? '') + (counts.includes(card[0] ?? '') ? 3 : 0))
  const rest = cards.filter((card) => !must.includes(card)).sort((a, b) => worth(a) - worth(b))
  return [...chosen, ...rest.slice(0, Math.max(0, size - chosen.length))]
}
