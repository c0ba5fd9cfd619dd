import { describe, expect, it } from 'vitest'
import { alternating, inDeckOrder, isRed, isTrump, short, sorted, trumpOrder } from '../src/lib/cards'

const plain = { suit: null, jick: false, jokers: 'none' } as const
const sixPoint = { suit: 'H', jick: false, jokers: 'low' } as const
const tenPoint = { suit: 'H', jick: true, jokers: 'equal' } as const

describe('the order of a holding', () => {
  it('puts trumps first, from the highest down', () => {
    expect(sorted(['2S', 'TH', 'AC', 'KH', '9D'], { ...plain, suit: 'H' }).slice(0, 2)).toEqual(['KH', 'TH'])
  })
  it('puts low jokers last among the trumps, Big over Little', () => {
    expect(sorted(['LJ', 'AH', 'BJ', 'TH', 'AS'], sixPoint)).toEqual(['AH', 'TH', 'BJ', 'LJ', 'AS'])
  })
  it('puts Jick and equal jokers between jack and ten', () => {
    expect(sorted(['TH', 'LJ', 'JD', 'JH', 'BJ', 'JS'], tenPoint)).toEqual(['JH', 'JD', 'BJ', 'LJ', 'TH', 'JS'])
  })
  it('keeps jokers at the end while trump is unknown', () => {
    expect(sorted(['BJ', '2C', 'AS'], { ...sixPoint, suit: null })).toEqual(['AS', '2C', 'BJ'])
  })
  it('lets colours alternate where they can', () => {
    for (const present of [['C', 'D', 'H', 'S'], ['C', 'D', 'H'], ['C', 'S', 'H'], ['D', 'S']] as const) {
      const order = alternating(present, null)
      expect([...order].sort()).toEqual([...present].sort())
      order.slice(1).forEach((suit, i) => expect(isRed(suit)).not.toBe(isRed(order[i] as 'C')))
    }
  })
  it('begins with the other colour after the trumps', () => {
    expect(alternating(['C', 'D', 'S'], 'H')).toEqual(['S', 'D', 'C'])
    expect(alternating(['C', 'D', 'H'], 'S')).toEqual(['H', 'C', 'D'])
  })
  it('loses and doubles no card', () => {
    const cards = ['AS', 'KS', 'BJ', 'LJ', 'JD', 'JH', '2C', '3D', '9H', 'TC']
    for (const trumps of [plain, sixPoint, tenPoint]) expect([...sorted(cards, trumps)].sort()).toEqual([...cards].sort())
  })
})

describe('trumps', () => {
  it('are the suit, the Jick and the jokers', () => {
    expect(isTrump('JD', tenPoint)).toBe(true)
    expect(isTrump('JD', sixPoint)).toBe(false)
    expect(isTrump('BJ', sixPoint)).toBe(true)
    expect(isTrump('BJ', { ...sixPoint, suit: null })).toBe(false)
  })
  it('rank as the rules say', () => {
    expect(trumpOrder(tenPoint).slice(0, 8)).toEqual(['AH', 'KH', 'QH', 'JH', 'JD', 'BJ', 'LJ', 'TH'])
    expect(trumpOrder(sixPoint).slice(-2)).toEqual(['BJ', 'LJ'])
  })
})

it('writes cards short', () => {
  expect(['TD', 'AS', 'BJ'].map(short)).toEqual(['10♦', 'A♠', 'BJ'])
})
it('orders a deck as the record does', () => {
  expect(inDeckOrder(['BJ', 'AS', '2C', 'LJ', '3C', 'AH'])).toEqual(['2C', '3C', 'AH', 'AS', 'LJ', 'BJ'])
})
