// Why a point went where it went, in words.
import { cardName, pointName, t, tSeat } from './i18n/index.svelte'
import type { HandResultShown, PointShown, RulesShown, Table } from './protocol'
import { listed } from './i18n/index.svelte'
import { seatName } from './seats'

export function reason(table: Table, game: RulesShown | null, result: HandResultShown, point: PointShown): string {
  if (point.point === 'game') return gameReason(table, result, point)
  if (point.seat === null || point.card === null) {
    const card = point.card ? cardName(point.card) : pointName(point.point)
    return t(`why.${point.why_not ?? 'not_played'}`, { card })
  }
  const mine = point.seat === table.you.seat
  const values = { name: seatName(table, point.seat), card: cardName(point.card) }
  const forPlayer = point.point === 'high' || (point.point === 'low' && game?.low_to !== 'taker')
  if (forPlayer || point.player === null) return tSeat('why.played', mine, values)
  if (point.player === point.seat) return tSeat('why.kept', mine, values)
  if (point.player === table.you.seat) return t('why.took_yours', values)
  return tSeat('why.took', mine, { ...values, player: seatName(table, point.player) })
}

function gameReason(table: Table, result: HandResultShown, point: PointShown): string {
  const counts = result.sides
    .map((side) => ({ side, count: side.reduce((sum, seat) => sum + (result.game[seat] ?? 0), 0) }))
    .sort((a, b) => b.count - a.count)
  const name = (side: readonly number[]): string => listed(side.map((seat) => seatName(table, seat)))
  const best = counts[0]?.count ?? 0
  if (!point.side) {
    const tied = counts.filter(({ count }) => count === best).map(({ side }) => name(side))
    return t('why.tie', { names: tied.join(', '), n: best })
  }
  const own = counts.find(({ side }) => side.join() === point.side?.join())?.count ?? best
  const rest = counts.filter(({ side, count }) => count && side.join() !== point.side?.join())
  const others = rest.map(({ side, count }) => `${name(side)} ${count}`).join(', ')
  return t(others ? 'why.game' : 'why.game_all', { names: name(point.side), n: own, others })
}

/** A short form of each seat's name, no two the same. */
export function initials(names: readonly string[]): string[] {
  for (let size = 1; size <= 3; size++) {
    const forms = names.map((name) => [...name].slice(0, size).join(''))
    if (new Set(forms).size === forms.length) return forms
  }
  return names.map((_, seat) => String(seat + 1))
}
