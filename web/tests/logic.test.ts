import { describe, expect, it } from 'vitest'
import { callsOf, cardsFor, grave, suggestedDiscards } from '../src/lib/hand'
import { countsOf, fromFragment, joined, perPlayers, read, split, toFragment, write } from '../src/lib/house'
import { blocks, pieces } from '../src/lib/markdown'
import { type RulesShown, wholeHand, wholeTable } from '../src/lib/protocol'
import { initials } from '../src/lib/reasons'
import { around, others } from '../src/lib/seats'

const game = (made: string, total = 4): RulesShown => ({
  name: 'shmear',
  title: 'Shmear',
  line: '',
  players: 3,
  target: 11,
  points: { high: 1 },
  total,
  low_to: 'player',
  rules: { trump: { made } },
})
const table = (contract: object | null) =>
  wholeTable({
    phase: 'playing',
    seats: [{ kind: 'person' }, { kind: 'bot' }, { kind: 'bot' }],
    you: { who: 'x', seat: 0 },
    settings: { public: false, chat: true, pace: 'normal', clock: 0, watch: true, watch_delay: 0, hints: true, grace: 90 },
    hand: wholeHand({ number: 1, dealer: 0, phase: 'play', asked: [0], question: 3, contract: contract as never }),
  })

describe('legal actions', () => {
  it('are read as calls and cards', () => {
    expect(callsOf(['pass', 'bid 3', 'bid 4', 'shoot'])).toEqual({ pass: true, bids: [3, 4], shoot: true, forfeit: false })
    expect(cardsFor(['play AS', 'play TD'], 'play')).toEqual(['AS', 'TD'])
  })
  it('are asked once more where they cannot be made good', () => {
    const open = table({ trump: null })
    expect(grave(open, game('first-lead'), 'play AS')).toBe('lead')
    expect(grave(table({ trump: 'S' }), game('first-lead'), 'play AS')).toBeNull()
    expect(grave(table(null), game('first-lead'), 'bid 4')).toBe('all')
    expect(grave(table(null), game('first-lead'), 'bid 3')).toBeNull()
    expect(grave(table(null), game('named', 10), 'bid 10')).toBe('all')
    expect(grave(table(null), game('first-lead'), 'shoot')).toBe('shoot')
  })
  it('suggest low discards and keep the counting cards', () => {
    expect(suggestedDiscards(['AS', '2C', 'TD', '9H', '3C'], 3, [], 'TAKQJ')).toEqual(['2C', '3C', '9H'])
    expect(suggestedDiscards(['2C', '3C', '4C'], 2, ['AS'], '')).toEqual(['AS', '2C'])
  })
})

describe('seats', () => {
  it('go clockwise from the left of whoever looks', () => {
    expect(others(2, 4)).toEqual([3, 0, 1])
    const left = around(3, 2, 4)
    expect(left.x).toBeCloseTo(-1)
    expect(around(0, 2, 4).y).toBeCloseTo(-1)
    expect(around(2, 2, 4).y).toBeCloseTo(1)
  })
  it('have short names of their own', () => {
    expect(initials(['You', 'West', 'North'])).toEqual(['Y', 'W', 'N'])
    expect(initials(['Anna', 'Anton', 'Ben'])).toEqual(['Ann', 'Ant', 'Ben'])
    expect(initials(['Ann', 'Ann'])).toEqual(['1', '2'])
  })
})

describe('a rule book', () => {
  it('is read without ever becoming HTML', () => {
    const text = '# A <b>\n\nOne **two** `three`.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n1. x\n2. y\n'
    expect(blocks(text).map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'table', 'list'])
    expect(blocks(text)[0]).toEqual({ kind: 'heading', level: 1, pieces: [{ text: 'A <b>', mark: 'plain' }] })
    expect(pieces('One **two**.').map(({ mark }) => mark)).toEqual(['plain', 'bold', 'plain'])
  })
})

describe('house rules', () => {
  it('go through a link unharmed', () => {
    const line = '6-point · 4 solo · to 21 · bids 2–6, dealer stuck'
    expect(fromFragment(`#${toFragment(line)}`)).toBe(line)
    expect(toFragment(line)).toMatch(/^[\w-]+$/)
    expect(fromFragment('#%%%')).toBeNull()
  })
  it('are changed one knob at a time, and the old ones stay', () => {
    const rules = { deck: { ranks: '2-A' }, points: { low: { to: 'player' } } }
    const changed = write(rules, 'points.low.to', 'taker')
    expect(read(changed, 'points.low.to')).toBe('taker')
    expect(read(rules, 'points.low.to')).toBe('player')
    expect(read(write(rules, 'points.low', undefined), 'points.low')).toBeUndefined()
  })
  it('may give a knob a value for each number of players, and one for all again', () => {
    const rules = { deal: { players: [4, 5, 6], cards: 6 } }
    const apart = write(rules, 'deal.cards', split(read(rules, 'deal.cards'), [4, 5, 6]))
    expect(read(apart, 'deal.cards')).toEqual({ 4: 6, 5: 6, 6: 6 })
    const changed = write(apart, 'deal.cards.5', 9)
    expect(read(changed, 'deal.cards')).toEqual({ 4: 6, 5: 9, 6: 6 })
    expect(joined(read(changed, 'deal.cards'), 5)).toBe(9)
    expect(joined(6, 5)).toBe(6)
    expect(split({ 4: 6, 5: 9 }, [4, 5, 6])).toEqual({ 4: 6, 5: 9, 6: undefined })
    expect([perPlayers({ 4: 6 }), perPlayers(6), perPlayers([4]), perPlayers(null)]).toEqual([true, false, false, false])
  })
  it('ask for a value for every number of players that may play', () => {
    expect(countsOf({ 4: 6, 8: 5 }, [4, 5])).toEqual([4, 5, 8])
  })
})
