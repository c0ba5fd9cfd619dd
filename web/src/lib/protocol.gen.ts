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
  | Ping
export type ServerMessage = Welcome | Update | Done | Error | Notice | Pong

/**
 * The first message of a connection. `since` is the last `Update.seq` seen, if the client was here before.
 */
export interface Hello {
  type: 'hello'
  v: number
  since?: number | null
  name?: string | null
  id?: number | null
}
/**
 * Take a seat: the one named, else the first that is free. A bot may be displaced before the match begins.
 */
export interface Sit {
  type: 'sit'
  seat?: number | null
  name?: string | null
  id?: number | null
}
/**
 * Leave the seat. During a match a bot plays on in it, and anybody may take it over.
 */
export interface Stand {
  type: 'stand'
  id?: number | null
}
/**
 * Change the name one is shown by.
 */
export interface Rename {
  type: 'rename'
  name: string
  id?: number | null
}
/**
 * The host exchanges who sits in two seats, before the match begins.
 */
export interface Swap {
  type: 'swap'
  /**
   * A seat, counted clockwise from 0.
   */
  a: number
  /**
   * A seat, counted clockwise from 0.
   */
  b: number
  id?: number | null
}
/**
 * The host sets a bot of a level in a seat that no person has, or with no level clears it again.
 */
export interface SeatBot {
  type: 'seat_bot'
  /**
   * A seat, counted clockwise from 0.
   */
  seat: number
  level?: string | null
  id?: number | null
}
/**
 * The host takes a player out of a seat before the match begins.
 */
export interface Remove {
  type: 'remove'
  /**
   * A seat, counted clockwise from 0.
   */
  seat: number
  id?: number | null
}
/**
 * The host begins the match; free seats get bots.
 */
export interface Start {
  type: 'start'
  id?: number | null
}
/**
 * The host hands the table over to the player in a seat.
 */
export interface MakeHost {
  type: 'make_host'
  /**
   * A seat, counted clockwise from 0.
   */
  seat: number
  id?: number | null
}
/**
 * The host changes settings of the table; what is left out stays.
 */
export interface Change {
  type: 'change'
  chat?: boolean | null
  public?: boolean | null
  pace?: ('fast' | 'instant' | 'normal' | 'slow') | null
  clock?: number | null
  watch?: boolean | null
  watch_delay?: number | null
  id?: number | null
}
/**
 * Bid, name trump, discard, call or play. `answers` is the `HandShown.question` that this is the answer to.
 */
export interface Act {
  type: 'act'
  answers: number
  /**
   * Such as 'bid 3', 'pass', 'discard 2C 3D', 'play AS'.
   */
  action: string
  id?: number | null
}
/**
 * A client's own chance for the next deal, sent once the commitment was seen.
 */
export interface MixIn {
  type: 'mix_in'
  hand: number
  /**
   * 16 random bytes in hexadecimal.
   */
  nonce: string
  id?: number | null
}
/**
 * The player has seen the last hand and wants the next one dealt. `hand` is the number of the hand to deal.
 */
export interface Ready {
  type: 'ready'
  hand: number
  id?: number | null
}
/**
 * After a match: the player wants another. It begins when everybody present does.
 */
export interface Rematch {
  type: 'rematch'
  id?: number | null
}
/**
 * Say something to the table.
 */
export interface Chat {
  type: 'chat'
  text: string
  id?: number | null
}
/**
 * A quick reaction.
 */
export interface React {
  type: 'react'
  what: 'bye' | 'hello' | 'hurry' | 'laugh' | 'nice try' | 'sorry' | 'thanks' | 'thinking' | 'well played' | 'wow'
  id?: number | null
}
/**
 * Hear no more (or again) what a person at the table says; only oneself knows of it.
 */
export interface Mute {
  type: 'mute'
  who: string
  on?: boolean
  id?: number | null
}
/**
 * Allow spectators to see one's hand. They see all hands once every person in a seat allows it.
 */
export interface ShowHands {
  type: 'show_hands'
  on: boolean
  id?: number | null
}
/**
 * The host stops the table, or lets it go on.
 */
export interface Pause {
  type: 'pause'
  on: boolean
  id?: number | null
}
/**
 * Take back one's last action of this hand; only where all others are bots.
 */
export interface Undo {
  type: 'undo'
  id?: number | null
}
/**
 * Answered at once by a `Pong`.
 */
export interface Ping {
  type: 'ping'
  id?: number | null
}
/**
 * The answer to `Hello`; an `Update` follows at once.
 */
export interface Welcome {
  type: 'welcome'
  v: number
  server: string
  code: string
  url: string
  game: RulesShown
  you: You
  now: number
}
/**
 * The game of a table: its name and title, the one-line form, the whole rule set, and how many play.
 */
export interface RulesShown {
  name: string
  title: string
  line: string
  players: number
  target: number
  points: {
    [k: string]: number
  }
  total: number
  low_to: ('player' | 'taker') | null
  rules: string | {}
}
/**
 * Who the receiver is at this table: `seat` None watches.
 */
export interface You {
  who: string
  seat?: number | null
  host?: boolean
  muted?: string[]
  can_undo?: boolean
}
/**
 * The table after something happened: `seq` is the last entry of its log that this shows.
 *
 * `events` are what happened since the last update this client saw; `missed` is whether some are left out because
 * there were too many, so that the client should show the table as it stands and animate nothing.
 */
export interface Update {
  type: 'update'
  seq: number
  events: Happened[]
  table: TableShown
  missed?: boolean
}
/**
 * One thing that happened, for whoever animates or narrates it. Which fields are set depends on `what`.
 *
 * ``acted``: `seat`, `action` (absent for another's discard), `by` and, when the card ended a trick, `trick`.
 */
export interface Happened {
  seq: number
  at: number
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
  seat?: number | null
  other?: number | null
  name?: string | null
  action?: string | null
  by?: ('bot' | 'clock' | 'person' | 'standin') | null
  trick?: TrickShown | null
  spoken?: Spoken | null
  on?: boolean | null
}
/**
 * A trick: the cards in the order played from the leader; `winner` is who takes it as it stands.
 */
export interface TrickShown {
  leader: number
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  cards: string[]
  winner: number | null
}
/**
 * Something said at the table: `text`, or a reaction.
 */
export interface Spoken {
  seq: number
  at: number
  who: string
  name: string
  seat?: number | null
  text?: string | null
  reaction?:
    ('bye' | 'hello' | 'hurry' | 'laugh' | 'nice try' | 'sorry' | 'thanks' | 'thinking' | 'well played' | 'wow') | null
}
/**
 * The whole table as one receiver may know it.
 *
 * `phase` is ``seating`` before the first match, ``dealing`` while the next hand is being prepared (the last one is
 * still shown in `hand`), ``playing`` and ``over``. `next` is the proof of the hand that is to be dealt, secret not
 * yet; `waiting` when it is dealt at the latest. `sheet` and `chat` are there only when they have changed.
 */
export interface TableShown {
  phase: 'dealing' | 'over' | 'playing' | 'seating'
  seats: SeatShown[]
  you: You
  settings: SettingsShown
  paused?: boolean
  watchers?: number
  match?: MatchShown | null
  hand?: HandShown | null
  next?: Proof | null
  waiting?: number | null
  sheet?: SheetRow[] | null
  chat?: Spoken[] | null
}
/**
 * One seat. `kind` is ``open``, ``person`` or ``bot``.
 *
 * `who` is the handle of the person, the same for all who see it and no secret. `away` is since when the person has
 * had no connection; `standin` is whether a bot plays for the person until they are back; `ready`, `rematch` and
 * `shows` what they have asked for.
 */
export interface SeatShown {
  kind: 'bot' | 'open' | 'person'
  name?: string
  who?: string | null
  level?: string | null
  away?: number | null
  standin?: boolean
  ready?: boolean
  rematch?: boolean
  shows?: boolean
}
/**
 * How the table is run: `clock` seconds a decision (0: none), `grace` seconds until a bot stands in.
 */
export interface SettingsShown {
  public: boolean
  chat: boolean
  pace: 'fast' | 'instant' | 'normal' | 'slow'
  clock: number
  watch: boolean
  watch_delay: number
  grace: number
}
/**
 * The match: scores and smucks a seat, `hands` the number finished, `record` the id of the finished match.
 */
export interface MatchShown {
  number: number
  scores: number[]
  smucks: number[]
  hands: number
  sides: number[][]
  winners?: number[] | null
  record?: string | null
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
  number: number
  dealer: number
  phase: 'auction' | 'call' | 'dealer_choice' | 'discard' | 'over' | 'play' | 'trump'
  asked: number[]
  question: number
  deadline?: number | null
  may_shoot?: number[]
  calls?: [number, string][]
  contract?: ContractShown | null
  trick?: TrickShown | null
  tricks?: TrickShown[]
  counts?: number[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  holding?: string[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  dealt?: string[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  kitty?: string[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  discards?: string[]
  legal?: string[]
  discard?: DiscardAsked | null
  refused?: {
    [k: string]: string
  }
  standing?: PointStanding[]
  game?: number[]
  hands?: string[][] | null
  result?: HandResultShown | null
}
/**
 * The contract: `bid` is a number or ``shoot``; `trump` a suit's letter once known.
 */
export interface ContractShown {
  bidder: number
  bid: number | 'shoot'
  points: number
  trump: ('C' | 'D' | 'H' | 'S') | null
  called: string | null
  partner: number | null
}
/**
 * What discards are legal: `size` cards, all of `must` and the rest out of `pool`.
 */
export interface DiscardAsked {
  size: number
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  must: string[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  pool: string[]
}
/**
 * Where a point stands by what lies open.
 *
 * `state` is ``out`` (not seen yet), ``so_far`` (High, Low or Game as of now), ``on_table`` (in the trick that is not
 * finished) or ``won``. `seats` are those it goes to as it stands, a side's for Game (several sides' where they tie).
 */
export interface PointStanding {
  point: string
  worth: number
  state: 'on_table' | 'out' | 'so_far' | 'won'
  seats: number[]
  card: string | null
}
/**
 * What a finished hand came to, and every card that was hidden in it.
 */
export interface HandResultShown {
  row: SheetRow
  points: PointShown[]
  game: number[]
  sides: number[][]
  side_points: number[]
  dealt: string[][]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  undealt: string[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  kitty: string[]
  /**
   * Items: Rank then suit, such as TD; BJ and LJ the jokers.
   */
  sleepers: string[]
  discards: string[][]
  proof: Proof
}
/**
 * One hand on the score sheet: all lists are one entry a seat.
 */
export interface SheetRow {
  hand: number
  dealer: number
  outcome: 'forfeit' | 'played' | 'redeal'
  bidder: number | null
  bid: number | 'shoot' | null
  made: boolean | null
  points: {
    [k: string]: number | null
  }
  change: number[]
  smucks: number[]
  scores: number[]
}
/**
 * Who got a point of a finished hand. `player` played the card, `why_not` says why nobody has the point.
 */
export interface PointShown {
  point: string
  worth: number
  seat: number | null
  side: number[] | null
  card: string | null
  player: number | null
  why_not: ('asleep' | 'discarded' | 'not_played' | 'tie') | null
}
/**
 * What proves a deal (docs/fair.md): before the hand all but the secret, after it the secret too.
 */
export interface Proof {
  hand: number
  commitment: string
  nonces: [number, string][]
  secret?: string | null
}
/**
 * What was asked with an `id` has been done and is stored, as entry `seq` of the table's log.
 */
export interface Done {
  type: 'done'
  re: number
  seq: number
}
/**
 * What was asked was refused, and nothing has changed.
 *
 * `code` is for programs: ``stale`` (the action answers a question that is no longer open), ``illegal`` (the rules
 * forbid it, `clause` says by which), ``not_allowed``, ``not_now``, ``bad_message``, ``too_fast``, ``trouble`` (the
 * store cannot be written just now), ``no_table``, ``version``.
 */
export interface Error {
  type: 'error'
  code:
    'bad_message' | 'illegal' | 'no_table' | 'not_allowed' | 'not_now' | 'stale' | 'too_fast' | 'trouble' | 'version'
  message: string
  re?: number | null
  clause?: string | null
}
/**
 * News of the server itself: ``trouble`` (nothing can be stored, the table waits), ``well`` again, ``closing``.
 */
export interface Notice {
  type: 'notice'
  kind: 'closing' | 'trouble' | 'well'
  message: string
}
/**
 * The answer to `Ping`, with the server's time.
 */
export interface Pong {
  type: 'pong'
  now: number
  re?: number | null
}
