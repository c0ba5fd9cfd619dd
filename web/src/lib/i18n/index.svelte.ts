// Words in the player's language: `t('key', {…})`, with plurals by the language's own rules.
import { RANKS, suitOf } from '../cards'
import { settings } from '../settings.svelte'
import { en } from './en'

export type Plural = { one?: string; few?: string; many?: string; other: string }
export type Words = string | Plural
export type Key = keyof typeof en
export type Catalogue = Record<Key, Words>
export type Values = Record<string, string | number>
type Language = 'en' | 'de' | 'tr'

export const LANGUAGES: Record<Language, string> = { en: 'English', de: 'Deutsch', tr: 'Türkçe' }

const loaded: Partial<Record<Language, Catalogue>> = { en }
let lang: Language = $state('en')
let words: Catalogue = $state.raw(en)
const plurals = $derived(new Intl.PluralRules(lang))

export function language(): Language {
  return lang
}

/** Speak the language that is chosen, or else the browser's where there is a catalogue for it. */
export async function speakLanguage(): Promise<void> {
  const wanted = settings.lang === 'auto' ? navigator.languages.map((tag) => tag.slice(0, 2)) : [settings.lang]
  const found = (wanted.find((tag) => tag in LANGUAGES) ?? 'en') as Language
  if (!loaded[found]) {
    try {
      loaded[found] = found === 'de' ? (await import('./de')).de : (await import('./tr')).tr
    } catch {
      return
    }
  }
  lang = found
  words = loaded[found] as Catalogue
  document.documentElement.lang = found
}

/** Fill a text's `{names}` in; `{n}` also chooses the plural. */
export function filled(text: Words, values: Values, rules: Intl.PluralRules): string {
  const n = values['n']
  const form = typeof text === 'string' ? text : ((text[rules.select(Number(n)) as keyof Plural] ?? text.other) as string)
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export function t(key: Key, values: Values = {}): string {
  return filled(words[key] ?? en[key] ?? key, values, plurals)
}

/** A sentence about a seat: the form for "you" where it is one's own. */
export function tSeat(key: Key, mine: boolean, values: Values = {}): string {
  const yours = `${key}_you`
  return t((mine && yours in en ? yours : key) as Key, values)
}

export function has(key: string): key is Key {
  return key in en
}

export const RANK_KEYS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king', 'ace'] as const

/** A card as one says it: `queen of hearts`. */
export function cardName(card: string): string {
  const suit = suitOf(card)
  if (suit === null) return t(card === 'BJ' ? 'card.BJ' : 'card.LJ')
  const rank = t(`rank.${RANK_KEYS[RANKS.indexOf(card[0] ?? '2')] ?? '2'}`)
  return t('card', { rank, suit: t(`suit.in_card.${suit}`) })
}

export function suitName(suit: string): string {
  return t(`suit.${suit}` as Key)
}

export function pointName(point: string): string {
  const key = `point.${point}`
  return has(key) ? t(key) : point
}

/** Some words in a row: `North and you`. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(parts)
}

/** A sentence with a capital letter at its beginning. */
export function capital(text: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase(lang) + rest.join('')
}

/** A number with a true minus sign. */
export function count(n: number): string {
  return n < 0 ? `−${-n}` : String(n)
}

/** A share of 1 as one says it: `43 %`. */
export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: digits, minimumFractionDigits: digits }).format(share).replace('-', '−')
}

/** A number with one digit after the point. */
export function tenths(n: number): string {
  return new Intl.NumberFormat(lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(n)
}

/** A change of score with its sign: `+3`, `−2`. */
export function signed(change: number): string {
  return change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0'
}
