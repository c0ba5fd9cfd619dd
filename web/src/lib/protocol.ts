// The messages of the table as the client uses them: the generated types, with left-out fields filled in.
import type * as gen from './protocol.gen'

export type {
  Advice,
  ClientMessage,
  ContractShown,
  DiscardAsked,
  Done,
  Error as ServerError,
  Happened,
  HandResultShown,
  HandShown,
  Notice,
  PointShown,
  PointStanding,
  Proof,
  RulesShown,
  ServerMessage,
  SettingsShown,
  SheetRow,
  Spoken,
  TrickShown,
  Update,
  Weighed,
  Welcome,
} from './protocol.gen'

export const VERSION = 1

export type Seat = Required<gen.SeatShown>
export type You = Required<gen.You>
export type Hand = Required<gen.HandShown>
export type MatchState = Required<gen.MatchShown>
export type Reaction = gen.React['what']
export type Pace = gen.SettingsShown['pace']
export type Table = Omit<Required<gen.TableShown>, 'seats' | 'you' | 'hand' | 'match'> & {
  seats: Seat[]
  you: You
  hand: Hand | null
  match: MatchState | null
}

export const REACTIONS: readonly Reaction[] = [
  'well played',
  'thanks',
  'nice try',
  'hurry',
  'thinking',
  'laugh',
  'wow',
  'sorry',
  'hello',
  'bye',
]

/** Why a socket was closed for good; other codes mean: connect again. */
export const CLOSED: Readonly<Record<number, 'bad' | 'version' | 'no_table' | 'forbidden' | 'moved'>> = {
  4400: 'bad',
  4406: 'version',
  4404: 'no_table',
  4403: 'forbidden',
  4409: 'moved',
}

export function wholeYou(you: gen.You): Required<gen.You> {
  return { seat: null, host: false, muted: [], can_undo: false, advice: false, ...you }
}

export function wholeHand(hand: gen.HandShown): Hand {
  return {
    deadline: null,
    may_shoot: [],
    calls: [],
    contract: null,
    trick: null,
    tricks: [],
    counts: [],
    holding: [],
    dealt: [],
    kitty: [],
    discards: [],
    legal: [],
    discard: null,
    refused: {},
    standing: [],
    game: [],
    hands: null,
    result: null,
    ...hand,
  }
}

export function wholeTable(table: gen.TableShown): Table {
  return {
    paused: false,
    watchers: 0,
    next: null,
    waiting: null,
    sheet: null,
    chat: null,
    ...table,
    you: wholeYou(table.you),
    seats: table.seats.map((seat) => ({
      name: '',
      who: null,
      level: null,
      away: null,
      standin: false,
      ready: false,
      rematch: false,
      shows: false,
      ...seat,
    })),
    hand: table.hand ? wholeHand(table.hand) : null,
    match: table.match ? { winners: null, record: null, taken_back: 0, ...table.match } : null,
  }
}
