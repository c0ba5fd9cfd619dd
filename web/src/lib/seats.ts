// Seats as they are named and as they lie around the table.
import { t } from './i18n/index.svelte'
import type { Table } from './protocol'

/** A seat's name; "You" for one's own. */
export function seatName(table: Table, seat: number): string {
  if (seat === table.you.seat) return t('you')
  return plainName(table, seat)
}

export function plainName(table: Table, seat: number): string {
  return nameWords(table.seats[seat]?.name ?? '') || t('seat.number', { n: seat + 1 })
}

/** A name as it is shown: what the server calls somebody who gave none, in the reader's language. */
export function nameWords(name: string): string {
  const found = /^(Player|Spectator)( \d+)?$/.exec(name)
  return found ? t(found[1] === 'Player' ? 'name.player' : 'name.spectator') + (found[2] ?? '') : name
}

/** Where a seat lies, seen from a seat that looks from below: x and y from -1 to 1, clockwise. */
export function around(seat: number, from: number, players: number): { x: number; y: number } {
  const angle = Math.PI / 2 + (2 * Math.PI * ((seat - from + players) % players)) / players
  return { x: Math.cos(angle), y: Math.sin(angle) }
}

/** The other seats clockwise from one's left. */
export function others(from: number, players: number): number[] {
  return Array.from({ length: players - 1 }, (_, place) => (from + 1 + place) % players)
}

/** The seats in groups that share one score: sides with several seats, or each alone. */
export function scoringSides(table: Table): number[][] {
  return table.match?.sides ?? table.seats.map((_, seat) => [seat])
}

/** A side by name: `You and North`, shortened to initials where it is long. */
export function sideName(table: Table, side: readonly number[]): string {
  return side.map((seat) => seatName(table, seat)).join(' + ')
}
