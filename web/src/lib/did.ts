// What bots did in a hand that is over, each action by its text.
import { ruleObject } from './hand'
import { t } from './i18n/index.svelte'
import type { RulesShown, Table } from './protocol'

export interface Did {
  seat: number
  action: string
}

/** What bots did in a finished hand: the auction, what came before the play, and trick after trick. */
export function didBots(table: Table, game: RulesShown): { title: string; did: Did[] }[] {
  const { hand } = table
  const result = hand?.result
  if (!hand || !result) return []
  const players = table.seats.length
  const before: Did[] = []
  const { contract } = hand
  if (contract?.trump && ruleObject(game).trump?.made === 'named') before.push({ seat: contract.bidder, action: `trump ${contract.trump}` })
  result.discards.forEach((cards, seat) => {
    if (cards.length) before.push({ seat, action: `discard ${cards.join(' ')}` })
  })
  if (contract?.called) before.push({ seat: contract.bidder, action: `call ${contract.called}` })
  const groups = [
    { title: t('why.auction'), did: hand.calls.map(([seat, action]) => ({ seat, action })) },
    { title: t('why.before'), did: before },
    ...hand.tricks.map(({ leader, cards }, i) => ({
      title: t('why.trick', { n: i + 1 }),
      did: cards.map((card, place) => ({ seat: (leader + place) % players, action: `play ${card}` })),
    })),
  ]
  return groups
    .map(({ title, did }) => ({ title, did: did.filter(({ seat }) => table.seats[seat]?.kind === 'bot') }))
    .filter(({ did }) => did.length)
}
