/* Written by `npm run types` from docs/generated/protocol.schema.json. Do not edit. */

export type Message = ClientMessage | ServerMessage
export type ClientMessage =
  | Hello
  | Sit
  | Stand
  | Rename
  | Swap
  | SeatBot
  | Remove
  | Start
  | MakeHost
  | Change
  | Act
  | MixIn
  | Ready
  | Rematch
  | Chat
  | React
  | Mute
  | ShowHands
  | Pause
  | Undo
  | Hint
  | Explain
  | Ping
export type ServerMessage = Welcome | Update | Done | Error | Advice | Notice | Pong

/**
 * The first message of a connection. `since` is the last `Update.seq` seen, if the client was here before.
 */
export interface Hello {
  id?: number | null
  name?: string | null
  since?: number | null
  type: 'hello'
  v: number
}
/**
 * Take a seat: the one named, else the first that is free. A bot may be displaced before the match begins.
 */
export interface Sit {
  id?: number | null
  name?: string | null
  seat?: number | null
  type: 'sit'
}
/**
 * Leave the seat. During a match a bot plays on in it, and anybody may take it over.
 */
export interface Stand {
  id?: number | null
  type: 'stand'
}
/**
 * Change the name one is shown by.
 */
export interface Rename {
  id?: number | null
  name: string
  type: 'rename'
}
/**
 * The host exchanges who sits in two seats, before the match begins.
 */
export interface Swap {
  /**
   * A seat, counted clockwise from 0.
   */
  a: number
  /**
   * A seat, counted clockwise from 0.
   */
  b: number
  id?: number | null
  type: 'swap'
}
/**
 * The host sets a bot of a level in a seat that no person has, or with no level clears it again.
 */
export interface SeatBot {
  id?: number | null
  level?: string | null
  /**
   * A seat, counted clockwise from 0.
   */
  seat: number
  type: 'seat_bot'
}
/**
 * The host takes a player out of a seat before the match begins.
 */
export interface Remove {
  id?: number | null
  /**
   * A seat, counted clockwise from 0.
   */
  seat: number
  type: 'remove'
}
/**
 * The host begins the match; free seats get bots.
 */
export interface Start {
  id?: number | null
  type: 'start'
}
/**
 * The host hands the table over to the player in a seat.
 */
export interface MakeHost {
  id?: number | null
  /**
   * A seat, counted clockwise from 0.
   */
  seat: number
  type: 'make_host'
}
/**
 * The host changes settings of the table; what is left out stays.
 */
export interface Change {
  chat?: boolean | null
  clock?: number | null
  hints?: boolean | null
  id?: number | null
  pace?: ('fast' | 'instant' | 'normal' | 'slow') | null
  public?: boolean | null
  type: 'change'
  watch?: boolean | null
  watch_delay?: number | null
}
/**
 * Bid, name trump, discard, call or play. `answers` is the `HandShown.question` that this is the answer to.
 */
export interface Act {
  /**
   * Such as 'bid 3', 'pass', 'discard 2C 3D', 'play AS'.
   */
  action: string
  answers: number
  id?: number | null
  type: 'act'
}
/**
 * A client's own chance for the next deal, sent once the commitment was seen.
 */
export interface MixIn {
  hand: number
  id?: number | null
  /**
   * 16 random bytes in hexadecimal.
   */
  nonce: string
  type: 'mix_in'
}
/**
 * The player has seen the last hand and wants the next one dealt. `hand` is the number of the hand to deal.
 */
export interface Ready {
  hand: number
  id?: number | null
  type: 'ready'
}
/**
 * After a match: the player wants another. It begins when everybody present does.
 */
export interface Rematch {
  id?: number | null
  type: 'rematch'
}
/**
 * Say something to the table; at public tables there are quick reactions only.
 */
export interface Chat {
  id?: number | null
  text: string
  type: 'chat'
}
/**
 * A quick reaction.
 */
export interface React {
  id?: number | null
  type: 'react'
  what: 'bye' | 'hello' | 'hurry' | 'laugh' | 'nice try' | 'sorry' | 'thanks' | 'thinking' | 'well played' | 'wow'
}
/**
 * Hear no more (or again) what a person at the table says; only oneself knows of it.
 */
export interface Mute {
  id?: number | null
  on?: boolean
  type: 'mute'
  who: string
}
/**
 * Allow spectators to see one's hand. They see all hands once every person in a seat allows it.
 */
export interface ShowHands {
  id?: number | null
  on: boolean
  type: 'show_hands'
}
/**
 * The host stops the table, or lets it go on.
 */
export interface Pause {
  id?: number | null
  on: boolean
  type: 'pause'
}
/**
 * Take back one's last action, and what bots did since; only where all others are bots.
 *
 * Not once something has been seen that was hidden then: another trick, a kitty, who holds the called card.
 */
export interface Undo {
  id?: number | null
  type: 'undo'
}
/**
 * Ask what an expert would do in one's place; only where all others are bots. `answers` is as in `Act`.
 *
 * The answer is an `Advice`, for nobody else.
 */
export interface Hint {
  answers: number
  id?: number | null
  type: 'hint'
}
/**
 * Ask a bot why it did something in the hand that is just over, when all cards lie open; where `Hint` may be asked.
 *
 * The action is named by the number of the hand, the seat, and its text as everybody saw it or the result shows it.
 */
export interface Explain {
  action: string
  hand: number
  id?: number | null
  /**
   * A seat, counted clockwise from 0.
   */
  seat: number
  type: 'explain'
}
/**
 * Answered at once by a `Pong`.
 */
export interface Ping {
  id?: number | null
  type: 'ping'
}
/**
 * The answer to `Hello`; an `Update` follows at once.
 */
export interface Welcome {
  code: string
  game: RulesShown
  now: number
  server: string
  type: 'welcome'
  url: string
  v: number
  you: You
}
/**
 * The game of a table: its name and title, the one-line form, the whole rule set, and how many play.
 */
export interface RulesShown {
  line: string
  low_to: ('player' | 'taker') | null
  name: string
  players: number
  points: {
    [k: string]: number
  }
  rules: {}
  target: number
  title: string
  total: number
}
/**
 * Who the receiver is at this table: `seat` None watches.
 *
 * `can_undo` is whether `Undo` has something to take back now, `advice` whether `Hint` and `Explain` are answered.
 */
export interface You {
  advice?: boolean
  can_undo?: boolean
  host?: boolean
  muted?: string[]
  seat?: number | null
  who: string
}
/**
 * The table after something happened: `seq` is the last entry of its log that this shows.
 *
 * `events` are what happened since the last update this client saw; `missed` is whether some are left out because
 * there were too many, so that the client should show the table as it stands and animate nothing.
 */
export interface Update {
  events: Happened[]
  missed?: boolean
  seq: number
  table: TableShown
  type: 'update'
}
/**
 * One thing that happened, for whoever animates or narrates it. Which fields are set depends on `what`.
 *
 * ``acted``: `seat`, `action` (absent for another's discard), `by` and, when the card ended a trick, `trick`.
 */
export interface Happened {
  action?: string | null
  at: number
  by?: ('bot' | 'clock' | 'person' | 'standin') | null
  name?: string | null
  on?: boolean | null
  other?: number | null
  seat?: number | null
  seq: number
  spoken?: Spoken | null
  trick?: TrickShown | null
  what:
    | 'acted'
    | 'bot'
    | 'changed'
    | 'committed'
    | 'created'
    | 'dealt'
    | 'hand_over'
    | 'host'
    | 'match_over'
    | 'mixed_in'
    | 'moved'
    | 'paused'
    | 'ready'
    | 'rematch'
    | 'removed'
    | 'renamed'
    | 'returned'
    | 'sat'
    | 'shows'
    | 'spoke'
    | 'started'
    | 'stood'
    | 'stood_in'
    | 'swapped'
    | 'undone'
}
/**
 * Something said at the table: `text`, or a reaction.
 */
export interface Spoken {
  at: number
  name: string
  reaction?:
    ('bye' | 'hello' | 'hurry' | 'laugh' | 'nice try' | 'sorry' | 'thanks' | 'thinking' | 'well played' | 'wow') | null
  seat?: number | null
  seq: number
  text?: string | null
  who: string
}
/**
 * A trick: the cards in the order played from the leader; `winner` is who takes it as it stands.
 */
export interface TrickShown {
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  cards: string[]
  leader: number
  winner: number | null
}
/**
 * The whole table as one receiver may know it.
 *
 * `phase` is ``seating`` before the first match, ``dealing`` while the next hand is being prepared (the last one is
 * still shown in `hand`), ``playing`` and ``over``. `next` is the proof of the hand that is to be dealt, secret not
 * yet; `waiting` when it is dealt at the latest. `sheet` and `chat` are there only when they have changed.
 */
export interface TableShown {
  chat?: Spoken[] | null
  hand?: HandShown | null
  match?: MatchShown | null
  next?: Proof | null
  paused?: boolean
  phase: 'dealing' | 'over' | 'playing' | 'seating'
  seats: SeatShown[]
  settings: SettingsShown
  sheet?: SheetRow[] | null
  waiting?: number | null
  watchers?: number
  you: You
}
/**
 * One hand as one seat may know it.
 *
 * `asked` are the seats that owe a decision now (several only when discarding), `question` is what `Act.answers` must
 * say, `deadline` when the clock runs out. `holding` is in the order to show it: trump first once known. `legal` are
 * the action texts of the receiver's turn, or `discard` where it has to discard; `refused` says of each card held
 * that may not be played why. `hands` are all holdings, for a spectator whom every player allows to see them.
 */
export interface HandShown {
  asked: number[]
  calls?: [number, string][]
  contract?: ContractShown | null
  counts?: number[]
  deadline?: number | null
  dealer: number
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  dealt?: string[]
  discard?: DiscardAsked | null
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  discards?: string[]
  game?: number[]
  hands?: string[][] | null
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  holding?: string[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  kitty?: string[]
  legal?: string[]
  may_shoot?: number[]
  number: number
  phase: 'auction' | 'call' | 'dealer_choice' | 'discard' | 'over' | 'play' | 'trump'
  question: number
  refused?: {
    [k: string]: string
  }
  result?: HandResultShown | null
  standing?: PointStanding[]
  trick?: TrickShown | null
  tricks?: TrickShown[]
}
/**
 * The contract: `bid` is a number or ``shoot``; `trump` a suit's letter once known.
 */
export interface ContractShown {
  bid: number | 'shoot'
  bidder: number
  called: string | null
  partner: number | null
  points: number
  trump: ('C' | 'D' | 'H' | 'S') | null
}
/**
 * What discards are legal: `size` cards, all of `must` and the rest out of `pool`.
 */
export interface DiscardAsked {
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  must: string[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  pool: string[]
  size: number
}
/**
 * What a finished hand came to, and every card that was hidden in it.
 */
export interface HandResultShown {
  dealt: string[][]
  discards: string[][]
  game: number[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  kitty: string[]
  points: PointShown[]
  proof: Proof
  row: SheetRow
  side_points: number[]
  sides: number[][]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  sleepers: string[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  undealt: string[]
}
/**
 * Who got a point of a finished hand. `player` played the card, `why_not` says why nobody has the point.
 */
export interface PointShown {
  card: string | null
  player: number | null
  point: string
  seat: number | null
  side: number[] | null
  why_not: ('asleep' | 'discarded' | 'not_played' | 'tie') | null
  worth: number
}
/**
 * What proves a deal (docs/fair.md): before the hand all but the secret, after it the secret too.
 */
export interface Proof {
  commitment: string
  hand: number
  nonces: [number, string][]
  secret?: string | null
}
/**
 * One hand on the score sheet: all lists are one entry a seat.
 */
export interface SheetRow {
  bid: number | 'shoot' | null
  bidder: number | null
  change: number[]
  dealer: number
  hand: number
  made: boolean | null
  outcome: 'forfeit' | 'played' | 'redeal'
  points: {
    [k: string]: number | null
  }
  scores: number[]
  smucks: number[]
}
/**
 * Where a point stands by what lies open.
 *
 * `state` is ``out`` (not seen yet), ``so_far`` (High, Low or Game as of now), ``on_table`` (in the trick that is not
 * finished) or ``won``. `seats` are those it goes to as it stands, a side's for Game (several sides' where they tie).
 */
export interface PointStanding {
  card: string | null
  point: string
  seats: number[]
  state: 'on_table' | 'out' | 'so_far' | 'won'
  worth: number
}
/**
 * The match: scores and smucks a seat, `hands` the number finished, `record` the id of the finished match.
 *
 * `taken_back` is how often something was taken back in it.
 */
export interface MatchShown {
  hands: number
  number: number
  record?: string | null
  scores: number[]
  sides: number[][]
  smucks: number[]
  taken_back?: number
  winners?: number[] | null
}
/**
 * One seat. `kind` is ``open``, ``person`` or ``bot``.
 *
 * `who` is the handle of the person, the same for all who see it and no secret. `away` is since when the person has
 * had no connection; `standin` is whether a bot plays for the person until they are back; `ready`, `rematch` and
 * `shows` what they have asked for.
 */
export interface SeatShown {
  away?: number | null
  kind: 'bot' | 'open' | 'person'
  level?: string | null
  name?: string
  ready?: boolean
  rematch?: boolean
  shows?: boolean
  standin?: boolean
  who?: string | null
}
/**
 * How the table is run: `clock` seconds a decision (0: none), `grace` seconds until a bot stands in.
 *
 * `hints` is whether somebody who plays with bots alone may ask for a `Hint` and an `Explain`.
 */
export interface SettingsShown {
  chat: boolean
  clock: number
  grace: number
  hints: boolean
  pace: 'fast' | 'instant' | 'normal' | 'slow'
  public: boolean
  watch: boolean
  watch_delay: number
}
/**
 * What was asked with an `id` has been done and is stored, as entry `seq` of the table's log.
 */
export interface Done {
  re: number
  seq: number
  type: 'done'
}
/**
 * What was asked was refused, and nothing has changed.
 *
 * `code` is for programs: ``stale`` (the action answers a question that is no longer open), ``illegal`` (the rules
 * forbid it, `clause` says by which), ``not_allowed``, ``not_now``, ``bad_message``, ``too_fast``, ``trouble`` (the
 * store cannot be written just now), ``no_table``, ``version``.
 */
export interface Error {
  clause?: string | null
  code:
    'bad_message' | 'illegal' | 'no_table' | 'not_allowed' | 'not_now' | 'stale' | 'too_fast' | 'trouble' | 'version'
  message: string
  re?: number | null
  type: 'error'
}
/**
 * The answer to `Hint` and `Explain`: what a bot does in a seat, one sentence why, and what it leads to.
 *
 * `bot` is its level. `weighed` are the actions that came into question, the best first, which a bot that goes by
 * rules of thumb need not have done. `why` is left out where an older release of the bot did it.
 */
export interface Advice {
  action: string
  bot: string
  re?: number | null
  seat: number
  type: 'advice'
  weighed?: Weighed[]
  why?: string
}
/**
 * What a bot thinks that an action leads to.
 *
 * `points` are those of its side in this hand, `made` the chance that the bid is made, whoever has bid, `win` the
 * chance of its side to win the match; the last two are left out where there is nothing to say.
 */
export interface Weighed {
  action: string
  made?: number | null
  points: number
  win?: number | null
}
/**
 * News of the server itself: ``trouble`` (nothing can be stored, the table waits), ``well`` again, ``closing``.
 */
export interface Notice {
  kind: 'closing' | 'trouble' | 'well'
  message: string
  type: 'notice'
}
/**
 * The answer to `Ping`, with the server's time.
 */
export interface Pong {
  now: number
  re?: number | null
  type: 'pong'
}
