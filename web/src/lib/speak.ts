// What happened, in sentences such as a caller would say: for the live region and the log.
import { type Key, capital, cardName, listed, suitName, t, tSeat } from './i18n/index.svelte'
import type { Happened, Table } from './protocol'
import { nameWords, seatName } from './seats'

/** One event as a sentence; null where there is nothing to say. */
export function sentence(event: Happened, table: Table, before: Table | null): string | null {
  const seat = event.seat ?? null
  const mine = seat !== null && seat === table.you.seat
  const name = nameWords(event.name ?? '') || (seat === null ? '' : seatName(table, seat))
  const say = (key: Key, values = {}): string => tSeat(key, mine, { name, ...values })
  switch (event.what) {
    case 'acted':
      return acted(event, table, before, say)
    case 'dealt': {
      const hand = table.hand
      if (!hand) return null
      const dealer = hand.dealer
      return tSeat('say.dealt', dealer === table.you.seat, { name: seatName(table, dealer), n: hand.number })
    }
    case 'sat':
      return say('say.sat')
    case 'stood':
    case 'removed':
      return mine ? null : say('say.stood')
    case 'stood_in':
      return say('say.stood_in')
    case 'returned':
      return say('say.returned')
    case 'paused':
      return t(event.on ? 'say.paused' : 'say.resumed')
    case 'undone':
      return say('say.undone')
    case 'rematch':
      return say('say.rematch')
    case 'hand_over':
      return verdict(table)
    case 'match_over':
      return winners(table)
    case 'spoke':
      if (mine || !event.spoken || table.you.muted.includes(event.spoken.who)) return null
      return event.spoken.text
        ? t('say.spoke', { name: nameWords(event.spoken.name), text: event.spoken.text })
        : t('say.spoke', { name: nameWords(event.spoken.name), text: t(`react.${event.spoken.reaction ?? 'hello'}`) })
    default:
      return null
  }
}

type Say = (key: Key, values?: Record<string, string | number>) => string

function acted(event: Happened, table: Table, before: Table | null, say: Say): string | null {
  const [verb, ...rest] = (event.action ?? 'discard').split(' ')
  const what = rest[0] ?? ''
  switch (verb) {
    case 'bid':
      return say('say.bid', { bid: what })
    case 'pass':
      return say('say.pass')
    case 'shoot':
      return say('say.shoot')
    case 'forfeit':
      return say('say.forfeit')
    case 'trump':
      return say('say.trump', { suit: suitName(what) })
    case 'discard':
      return say('say.discard')
    case 'call': {
      const contract = table.hand?.contract ?? null
      const called = say('say.call', { card: cardName(what) })
      if (!contract) return called
      if (contract.partner === null) return `${called} ${say('say.alone')}`
      const partner = contract.partner
      return `${called} ${tSeat('say.partner', partner === table.you.seat, { name: seatName(table, partner) })}`
    }
    case 'play': {
      const fixed = !before?.hand?.contract?.trump && table.hand?.contract?.trump
      const lines = [say('say.play', { card: cardName(what) })]
      if (fixed && table.hand?.tricks.length === (event.trick ? 1 : 0)) {
        lines.push(capital(t('say.are_trump', { suit: suitName(fixed) })))
      }
      const winner = event.trick?.winner
      if (winner !== null && winner !== undefined) {
        lines.push(tSeat('say.takes', winner === table.you.seat, { name: seatName(table, winner) }))
      }
      return lines.join(' ')
    }
    default:
      return null
  }
}

/** How the bid of a finished hand came out. */
export function verdict(table: Table): string | null {
  const result = table.hand?.result
  if (!result) return null
  const { row } = result
  if (row.outcome === 'redeal') return t('verdict.redeal')
  const who = row.outcome === 'forfeit' ? row.dealer : row.bidder
  if (who === null) return null
  const mine = who === table.you.seat
  const name = seatName(table, who)
  if (row.outcome === 'forfeit') return tSeat('verdict.forfeit', mine, { name })
  const side = result.sides.findIndex((seats) => seats.includes(who))
  const n = result.side_points[side] ?? 0
  if (row.bid === 'shoot') return tSeat(row.made ? 'verdict.moon' : 'verdict.moon_missed', mine, { name, n })
  return tSeat(row.made ? 'verdict.made' : 'verdict.set', mine, { name, n, bid: row.bid ?? 0 })
}

/** Who won the match. */
export function winners(table: Table): string | null {
  const won = table.match?.winners
  if (!won?.length) return null
  const sides = new Set(won.map((seat) => table.match?.sides.findIndex((side) => side.includes(seat))))
  const mine = table.you.seat !== null && won.includes(table.you.seat)
  const names = listed(won.map((seat) => seatName(table, seat)))
  if (sides.size > 1) return t('match.draw', { names })
  return won.length === 1 ? tSeat('match.won_one', mine, { name: names }) : t('match.won_many', { names })
}

/** The whole moment in words, for whoever asks to be told everything: trump, bid, trick, score, own cards. */
export function everything(table: Table): string {
  const { hand, match } = table
  if (!hand || !match) return t('say.no_hand')
  const parts: string[] = []
  const { contract } = hand
  if (contract) {
    const bid = contract.bid === 'shoot' ? t('bid.moon') : String(contract.bid)
    parts.push(t('read.contract', { name: seatName(table, contract.bidder), bid }))
    parts.push(contract.trump ? t('read.trump', { suit: suitName(contract.trump) }) : t('read.no_trump'))
  } else {
    for (const [seat, call] of hand.calls) parts.push(`${seatName(table, seat)}: ${callWords(call)}.`)
  }
  const trick = hand.trick
  if (trick?.cards.length) {
    const players = match.scores.length
    trick.cards.forEach((card, place) => {
      parts.push(`${seatName(table, (trick.leader + place) % players)}: ${cardName(card)}.`)
    })
    if (trick.winner !== null) parts.push(t('read.winning', { name: seatName(table, trick.winner) }))
  }
  if (hand.holding.length) parts.push(t('read.hand', { cards: hand.holding.map(cardName).join(', ') }))
  parts.push(t('read.score', { scores: match.scores.map((score, seat) => `${seatName(table, seat)} ${score}`).join(', ') }))
  if (hand.asked.length) parts.push(turnWords(table))
  return parts.join(' ')
}

/** A call in short, as a seat shows it. */
export function callWords(call: string): string {
  const [verb, number] = call.split(' ')
  if (verb === 'bid') return t('call.bid', { bid: number ?? '' })
  if (verb === 'shoot') return t('bid.moon')
  return t(verb === 'forfeit' ? 'bid.forfeit' : 'bid.pass')
}

/** An action in words: `bid 3`, `queen of hearts`, `hearts as trump`. */
export function actionWords(action: string): string {
  const [verb, ...rest] = action.split(' ')
  const what = rest[0] ?? ''
  switch (verb) {
    case 'play':
      return cardName(what)
    case 'trump':
      return t('do.trump', { suit: suitName(what) })
    case 'discard':
      return t('do.discard', { cards: listed(rest.map(cardName)) })
    case 'call':
      return t('do.call', { card: cardName(what) })
    default:
      return callWords(action)
  }
}

/** Whose turn it is, in words. */
export function turnWords(table: Table): string {
  const hand = table.hand
  if (!hand?.asked.length) return ''
  if (table.you.seat !== null && hand.asked.includes(table.you.seat)) return t(`turn.you.${hand.phase}`)
  return t('turn.other', { name: listed(hand.asked.map((seat) => seatName(table, seat))) })
}
