// What the server says of a game in one line, and of its bots, in the reader's language.
import { en } from './i18n/en'
import { type Key, capital, has, language, listed, pointName, t } from './i18n/index.svelte'
import { POINTS } from './points'

const PARTNERS: readonly Key[] = ['about.none', 'about.across', 'about.drawn', 'about.called', 'about.high_low']
const PARTS: readonly Key[] = ['about.named', 'about.first_lead', 'about.moon']

/** A game's summary: `High, Low and Game. Each player alone; the first card led makes trump; to 11.` */
export function gameWords(said: string): string {
  if (language() === 'en') return said
  const found = /^(.+?)\. (.+?); (.+); to (\d+)\.$/.exec(said)
  if (!found) return said
  const [, points = '', partners = '', parts = '', target = ''] = found
  const sides = PARTNERS.find((key) => capital(String(en[key])) === partners)
  if (!sides) return said
  const names = points.split(/, | and /).map((word) => POINTS.find((point) => en[`point.${point}`] === word))
  const about = parts.split(', ').map((part) => {
    const kitty = /^(\d+) cards in the (?:kitty|widow)$/.exec(part)
    if (kitty) return t('about.kitty', { n: Number(kitty[1]) })
    const key = PARTS.find((one) => en[one] === part)
    return key ? t(key) : null
  })
  if (names.includes(undefined) || about.includes(null)) return said
  const what = listed(names.map((point) => pointName(point ?? '')))
  return `${what}. ${capital(t(sides))}; ${[...about, t('to', { n: target })].join('; ')}.`
}

/** A level of bots. */
export function levelWords({ name, title }: { name: string; title: string }): string {
  const key = `level.${name}`
  return has(key) ? t(key) : title
}
