// The trick as it is shown: a little behind the table, so that every card is seen to fall and a full trick to lie.
import type { Happened, Table, TrickShown } from './protocol'
import type { Step } from './table.svelte'

export interface Lying {
  seat: number
  card: string
}

export interface ShownTrick {
  key: string
  leader: number
  plays: Lying[]
  winner: number | null
  /** Whether it is complete and only waits to be gathered. */
  full: boolean
  gathering: boolean
}

export interface Times {
  /** How long a full trick lies, in milliseconds. */
  hold: () => number
  /** How long the winner takes to gather it. */
  gather: () => number
}

/** How many cards the shown trick may be behind before it catches up at once. */
const BEHIND = 14

export class Stage {
  trick: ShownTrick | null = $state.raw(null)
  /** Whether cards are still to fall or lie, so that what comes after the hand has to wait. */
  busy: boolean = $state(false)
  #queue: { event: Happened; table: Table }[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly times: Times) {}

  show({ after, events, still }: Step): void {
    const plays = events.filter(({ what, action }) => what === 'acted' && action?.startsWith('play '))
    const turned = events.some(({ what }) => what === 'undone' || what === 'dealt' || what === 'started')
    if (still || this.#queue.length + plays.length > BEHIND || (turned && !plays.length)) {
      this.#snap(after)
      return
    }
    for (const event of plays) this.#queue.push({ event, table: after })
    this.#run()
    // Whatever was missed, the table is right once nothing more is to fall.
    if (!this.busy && !this.trick?.full) this.#settle(after)
  }

  /** Go on now: a click while a trick lies. */
  hurry(): void {
    if (this.trick?.full && !this.trick.gathering) {
      clearTimeout(this.#timer)
      this.#gather()
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#queue = []
  }

  #snap(table: Table): void {
    this.stop()
    this.busy = false
    this.trick = shownOf(table)
  }

  #settle(table: Table): void {
    const truth = shownOf(table)
    const same = (one: ShownTrick | null): string => JSON.stringify(one?.plays ?? [])
    if (same(truth) !== same(this.trick)) this.trick = truth
    else if (truth && this.trick && truth.winner !== this.trick.winner) this.trick = { ...this.trick, winner: truth.winner }
  }

  #run(): void {
    if (this.trick?.full) return
    const next = this.#queue.shift()
    if (!next) {
      this.busy = false
      return
    }
    this.busy = true
    const { event, table } = next
    const card = event.action?.slice(5) ?? ''
    const seat = event.seat ?? 0
    const hand = table.hand
    const before = this.trick
    const lying = before ? [...before.plays, { seat, card }] : [{ seat, card }]
    const trick = event.trick ?? null
    const now = hand?.trick ?? null
    this.trick = {
      key: before?.key ?? `${table.match?.number}/${hand?.number}/${card}`,
      leader: before?.leader ?? seat,
      plays: lying,
      winner: trick ? trick.winner : now && now.cards.length === lying.length ? now.winner : (before?.winner ?? seat),
      full: trick !== null,
      gathering: false,
    }
    if (trick) this.#timer = setTimeout(() => this.#gather(), Math.max(this.times.hold(), 60))
    else this.#run()
  }

  #gather(): void {
    if (!this.trick) return
    this.trick = { ...this.trick, gathering: true }
    this.#timer = setTimeout(() => {
      this.trick = null
      this.#run()
    }, this.times.gather())
  }
}

/** The trick of a table that is not finished, as it stands. */
function shownOf({ match, hand }: Table): ShownTrick | null {
  const trick: TrickShown | null = hand?.phase === 'over' ? null : (hand?.trick ?? null)
  const players = match?.scores.length ?? 0
  if (!trick?.cards.length || !players) return null
  return {
    key: `${match?.number}/${hand?.number}/${trick.cards[0]}`,
    leader: trick.leader,
    plays: trick.cards.map((card, place) => ({ seat: (trick.leader + place) % players, card })),
    winner: trick.winner,
    full: false,
    gathering: false,
  }
}
