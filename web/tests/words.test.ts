import { describe, expect, it } from 'vitest'
import { de } from '../src/lib/i18n/de'
import { en } from '../src/lib/i18n/en'
import { type Catalogue, type Words, capital, cardName, count, filled, t } from '../src/lib/i18n/index.svelte'
import { tr } from '../src/lib/i18n/tr'

const forms = (text: Words): string[] => (typeof text === 'string' ? [text] : Object.values(text))
const holes = (text: Words): string[] => [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort()

describe.each([
  ['de', de],
  ['tr', tr],
] as [string, Catalogue][])('the catalogue %s', (name, words) => {
  it('says everything that English says', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort())
  })
  it('fills in nothing that English does not', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      for (const hole of holes(words[key])) expect(holes(en[key]), `${name} ${key}`).toContain(hole)
    }
  })
  it('has no empty text where English has one', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      if (forms(en[key]).every(Boolean)) expect(forms(words[key]).every(Boolean), key).toBe(true)
    }
  })
})

describe('texts', () => {
  it('choose the plural by the language', () => {
    expect(t('seat.cards', { n: 1 })).toBe('1 card')
    expect(t('seat.cards', { n: 6 })).toBe('6 cards')
    expect(filled(de['seat.cards'], { n: 1 }, new Intl.PluralRules('de'))).toBe('1 Karte')
    expect(filled(tr['seat.cards'], { n: 6 }, new Intl.PluralRules('tr'))).toBe('6 kart')
  })
  it('begin with a capital letter where a name of a suit begins them', () => {
    expect(capital(t('say.are_trump', { suit: 'clubs' }))).toBe('Clubs are trump.')
    expect(capital('')).toBe('')
    expect(count(-3)).toBe('−3')
  })
  it('name cards', () => {
    expect(cardName('QH')).toBe('queen of hearts')
    expect(cardName('TD')).toBe('ten of diamonds')
    expect(cardName('BJ')).toBe('Big Joker')
  })
  it('never turn a name into a hole', () => {
    expect(t('say.spoke', { name: '{text}', text: 'x' })).toBe('{text}: x')
  })
})
