// The server's refusals in the reader's language, found by their form. docs/generated/sentences.json lists them all, and
// a test compares.
import { RANKS, SUITS } from './cards'
import { en } from './i18n/en'
import { type Key, RANK_KEYS, type Values, capital, cardName, has, listed, suitName, t } from './i18n/index.svelte'
import { type Form, Sentences } from './sentences'
import { callWords } from './speak'

export const REFUSALS: readonly Form<Key>[] = [
  // Playing a card
  ['you hold a {suit} and must follow', 'refused.follow'],
  ['you hold a {suit} and must play a {suit} or a trump', 'refused.follow_or_trump'],
  ['you hold no {suit} but a trump, and must play it', 'refused.must_trump'],
  ['the first lead may not be a joker, for it makes trump', 'refused.joker_lead'],
  ['you hold the called {card}, which has to be played in the first trick', 'refused.called'],
  ['you do not hold the {card}', 'refused.not_held'],

  // The auction
  ['nobody can overcall a shooter, you may only pass', 'refused.overcall'],
  ['everybody passed, and you as dealer have to bid {n} or more', 'refused.dealer_bids'],
  ['everybody passed, and you as dealer choose: {choices}', 'refused.dealer_chooses'],
  ['there is no shooting in this game', 'refused.no_moon'],
  ['you may not shoot: it takes the first hand of the match or a score of {n}', 'refused.moon_first'],
  ['you may not shoot: it takes a score of {n}', 'refused.moon_score'],
  ['the highest bid is {n}, you may not bid {bid}', 'refused.bid_high'],
  ['the lowest bid is {n}, you may not bid {bid}', 'refused.bid_low'],
  ['you have to bid {n} or more, or pass', 'refused.bid_match'],
  ['you have to bid more than {n}, or pass', 'refused.bid_more'],
  ['after a bid of {n}, the highest there is, you may not bid', 'refused.bid_top'],

  // Trump, discards, the called card
  ['you have to name trump: C, D, H or S', 'refused.name_trump'],
  ['you have to discard {n} cards, not {m}', 'refused.discard_size'],
  ['you hold more trumps than may be kept; you have to discard every card that is not trump', 'discard.must'],
  ['{cards} is trump, and you may not discard it', 'refused.trump_stays'],
  ['a card is discarded twice', 'refused.discard_twice'],
  ['there is no {card} in this deck', 'refused.not_in_deck'],
  ['the {card} may not be called', 'refused.not_callable'],
  ['you were dealt the {card} and may not call it', 'refused.call_own'],
  ['you do not hold {cards}', 'refused.not_held'],
  ['it is time {what}, you may not {action}', 'refused.not_time'],

  // The table
  ['it is not your turn', 'refused.not_your_turn'],
  ['the table is paused', 'paused'],
  ['no hand is being played', 'say.no_hand'],
  ['the hand is over', 'refused.hand_over'],
  ['the match is not over', 'refused.not_over'],
  ['that was about an earlier moment; the table has moved on', 'refused.stale'],
  ['that hand is not being prepared', 'refused.stale'],
  ['others were faster, again and again; look at the table and try once more', 'refused.faster'],
  ['you have already mixed in for this hand', 'refused.mixed'],
  ['there is nothing to take back in this hand', 'refused.no_undo'],
  ['nothing is taken back while other people play', 'refused.undo_people'],
  ['that is past taking back: you have seen something new since', 'refused.undo_late'],
  ['there are no hints where other people play', 'refused.hint_people'],
  ['the host has switched hints off at this table', 'refused.hint_off'],
  ['the bot is still thinking about what you asked before', 'refused.hint_busy'],
  ['a bot says why when the hand is over, for its cards are hidden until then', 'refused.why_later'],
  ['nobody did that in this hand', 'refused.why_nobody'],
  ['that was done by a person', 'refused.why_person'],
  ['{what} before a match, not in it', 'refused.before_match'],

  // Seats
  ['{name} has that seat', 'refused.seat_taken'],
  ['every seat is taken; you can watch', 'refused.full'],
  ['you already have a seat; leave it first', 'refused.has_seat'],
  ['you have no seat at this table', 'refused.no_own_seat'],
  ['you are watching; take a seat first', 'refused.watching'],
  ['you have seen the cards of another seat; sit down here when this hand is over', 'refused.seen_cards'],
  ['spectators could see all cards of this hand; sit down when it is over', 'refused.all_open'],
  ['there is no seat {seat}; seats run from 0 to {last}', 'refused.no_seat'],
  ['there are no bots of level {level}; there are {levels}', 'refused.no_bots'],
  ['you cannot send yourself away; leave the seat instead', 'refused.not_self'],
  ['nobody sits there who could be the host', 'refused.no_heir'],
  ['only the host of the table may do that', 'refused.host_only'],
  ['the seat has changed hands since the link was made', 'refused.link_late'],
  ['this device already has a seat at the table', 'refused.link_seated'],
  ['this link has been used, or is too old; ask for a new one on the other device', 'refused.link_used'],

  // Talking
  ['the host has switched chat off at this table', 'refused.chat_off'],
  ['at a public table people speak by quick reactions only', 'chat.public'],
  ['there is nothing in that message that can be shown', 'refused.empty'],
  ['you have muted 50 people here, which is as many as a table keeps', 'refused.muted'],
  ['you are talking too fast; wait a moment', 'refused.talking'],

  // Places that are not there
  ['no table has this code', 'closed.no_table'],
  ['there is no game named {name}', 'refused.no_game'],
  ['there is no match at this address', 'refused.no_match'],
  ['this match could not be reviewed', 'refused.no_review'],
  ['many matches are being reviewed; try again in a minute', 'refused.many_reviews'],
  ['matches of more than {n} hands are not reviewed here', 'refused.long_review'],
  ['there is no page at this address', 'not_found'],
  ['you have made as many tables in this hour as one may', 'refused.many_tables'],

  // The server
  ['The table cannot be saved just now: {why}. Nothing is lost; it goes on by itself.', 'notice.trouble'],
  ['The table can be saved again.', 'say.resumed'],
  ['The server is being stopped. Nothing is lost.', 'notice.closing'],
  ['that could not be saved: {why}. Nothing has changed; try again in a moment', 'refused.not_saved'],
  ['something went wrong on the server', 'refused.defect'],
  ['too many messages; wait a moment', 'refused.too_fast'],
  ['too many requests; wait a moment', 'refused.too_fast'],
  ['this request comes from another site', 'closed.forbidden'],
  ['this server speaks version {server}, not {page}', 'closed.version'],
  ['{what} is no action', 'refused.bad'],
  ['a {kind} message is not for a table', 'refused.bad'],
  ['a message has at most {n} bytes', 'refused.bad'],
  ['messages are JSON text, not binary', 'refused.bad'],
  ['the message cannot be read', 'refused.bad'],
  ['say hello first', 'refused.bad'],
  ['you have said hello already', 'refused.bad'],
  ['what was sent is nested too deeply', 'refused.bad'],
  ['{why}; try again in a moment', 'refused.not_saved'],
]

const known = new Sentences(REFUSALS)
const SUIT: Readonly<Record<string, string>> = { club: 'C', diamond: 'D', heart: 'H', spade: 'S' }

/** The cards by the server's names for them: `ace of spades`. */
let cards: Map<string, string> | null = null
function named(card: string): string {
  cards ??= new Map([
    ['Big Joker', 'BJ'],
    ['Little Joker', 'LJ'],
    ...SUITS.flatMap((suit) =>
      RANK_KEYS.map((rank, i) => [`${String(en[`rank.${rank}`])} of ${String(en[`suit.${suit}`])}`, `${RANKS[i]}${suit}`] as const),
    ),
  ])
  const found = cards.get(card)
  return found ? cardName(found) : card
}

/** What was filled into a sentence, in the reader's language. */
function words(values: Record<string, string>): Values {
  const out: Values = { ...values }
  const { suit, card, cards: some, choices } = values
  if (suit) out['suit'] = SUIT[suit] ? suitName(SUIT[suit]) : suit
  if (card) out['card'] = out['cards'] = named(card)
  if (some) out['cards'] = listed(some.split(' ').map((one) => (/^([2-9TJQKA][CDHS]|[BL]J)$/.test(one) ? cardName(one) : one)))
  if (choices) out['choices'] = choices.split(' or ').map(callWords).join(' · ')
  return out
}

/** A refusal as a sentence of the catalogue; the server's own with a capital letter where it is not known. */
export function refusal(said: string): string {
  const found = known.find(said)
  if (!found) {
    const text = capital(said)
    return /[.!?…]$/.test(text) || !text ? text : `${text}.`
  }
  const { means, values } = found
  const ofTrump = `${means}_trump`
  const key = values['suit'] === 'trump' && has(ofTrump) ? ofTrump : means
  return capital(t(key, words(values)))
}
