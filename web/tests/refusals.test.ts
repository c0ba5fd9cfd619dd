import { afterEach, describe, expect, it } from 'vitest'
import found from '../../docs/generated/sentences.json'
import { gameWords, levelWords } from '../src/lib/about'
import { de } from '../src/lib/i18n/de'
import { en } from '../src/lib/i18n/en'
import { type Catalogue, has, speakLanguage } from '../src/lib/i18n/index.svelte'
import { tr } from '../src/lib/i18n/tr'
import { KNOBS, knobWords } from '../src/lib/knobs'
import { allowedWords, problemWords } from '../src/lib/problems'
import { REFUSALS, refusal } from '../src/lib/refusals'
import { nameWords } from '../src/lib/seats'
import { settings } from '../src/lib/settings.svelte'

const bare = (form: string): string => form.replace(/\{\w*\}/g, '{}')

async function speak(lang: 'en' | 'de' | 'tr'): Promise<void> {
  settings.lang = lang
  await speakLanguage()
}
;(globalThis as { document?: unknown }).document ??= { documentElement: {} }
afterEach(() => speak('en'))

describe('what the server refuses', () => {
  it('is said in the words of the page', () => {
    expect(refusal('you hold a heart and must follow')).toBe('You hold hearts: follow suit.')
    expect(refusal('you hold a trump and must follow')).toBe('Trump is led and you hold one: follow.')
    expect(refusal('you hold a club and must play a club or a trump')).toBe('You hold clubs: play one of them, or a trump.')
    expect(refusal('you hold no spade but a trump, and must play it')).toBe('You hold no spades but a trump: play it.')
    expect(refusal('you hold the called ace of spades, which has to be played in the first trick')).toContain('called card')
    expect(refusal('Kemal has that seat')).toBe('Kemal has that seat.')
    expect(refusal('you have to discard 1 cards, not 3')).toBe('You have to discard 1 card, not 3.')
    expect(refusal('AS KS is trump, and you may not discard it')).toBe('Trumps may not be discarded: ace of spades and king of spades.')
    expect(refusal('everybody passed, and you as dealer choose: bid 2 or forfeit or shoot')).toBe(
      'Everybody passed: as dealer you choose: bid 2 · Forfeit · the moon.',
    )
  })
  it('is said in German and Turkish, with cards and plurals', async () => {
    await speak('de')
    expect(refusal('you were dealt the jack of hearts and may not call it')).toBe(
      'Diese Karte wurde dir gegeben, also darfst du sie nicht rufen: Herz-Bube.',
    )
    expect(refusal('there is no Big Joker in this deck')).toBe('Diese Karte ist nicht dabei: Großer Joker.')
    expect(refusal('you have to discard 1 cards, not 3')).toBe('Du musst 1 Karte ablegen, nicht 3.')
    expect(refusal('you have to discard 4 cards, not 3')).toBe('Du musst 4 Karten ablegen, nicht 3.')
    expect(refusal('you do not hold 2C TD')).toBe('Das hast du nicht: Kreuz-Zwei und Karo-Zehn.')
    await speak('tr')
    expect(refusal('you hold a heart and must follow')).toBe('Elinde kupa var: rengi izle.')
    expect(refusal('you do not hold the queen of spades')).toBe('Elinde yok: maça kızı.')
    expect(refusal('the lowest bid is 2, you may not bid 1')).toBe('En düşük söz 2; 1 diyemezsin.')
    expect(refusal('that could not be saved: the disk is full. Nothing has changed; try again in a moment')).toBe(
      'Bu kaydedilemedi. Hiçbir şey değişmedi; birazdan yeniden dene.',
    )
  })
  it('is else a sentence as it comes', () => {
    expect(refusal('quite another thing is wrong')).toBe('Quite another thing is wrong.')
    expect(refusal('')).toBe('')
  })
  it('has a translation for every sentence that the server can say, and for no other', () => {
    const forms = REFUSALS.map(([form]) => bare(form))
    expect(forms.filter((form) => !found.refusals.includes(form))).toEqual([])
    expect(found.refusals.filter((form) => !forms.includes(form))).toEqual([])
    for (const [form, key] of REFUSALS) for (const words of [en, de, tr] as Catalogue[]) expect(words[key], form).toBeTruthy()
  })
  it('is found by its own form and by no other that comes before', () => {
    for (const [form, key] of REFUSALS) {
      const said = form.replace(/\{(\w+)\}/g, (_, name: string) => ({ suit: 'heart', card: 'ten of clubs', cards: '2C', n: '4', m: '5' })[name] ?? 'x y')
      expect(REFUSALS.find(([one]) => new RegExp(`^${one.replace(/[.?()]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`).test(said))?.[1], form).toBe(key)
    }
  })
})

describe('what is wrong with house rules', () => {
  it('has a translation for every sentence that the server can say', async () => {
    for (const lang of ['de', 'tr'] as const) {
      await speak(lang)
      expect(found.rules.filter((form) => allowedWords(form) === form)).toEqual([])
    }
  })
  it('is said at the knob', async () => {
    expect(problemWords('The lowest bid', 'at most the maximum, 4')).toBe('The lowest bid: must be at most the maximum, 4.')
    await speak('de')
    expect(allowedWords('a whole number from 0 to 54, or a table from numbers of players (2 to 8) to a whole number from 0 to 54')).toBe(
      'eine ganze Zahl von 0 bis 54',
    )
    await speak('tr')
    expect(allowedWords('at most 12, which is all the points of a hand')).toBe('en çok 12: bir dağıtımda daha çok puan yok')
    expect(allowedWords('"none" or "low"')).toBe('"none" or "low"')
  })
})

describe('the form for house rules', () => {
  it('has a translation for every label and value, and for no other', async () => {
    expect(Object.keys(KNOBS).sort()).toEqual([...found.knobs].sort())
    await speak('de')
    expect(knobWords('The lowest bid')).toBe('Das niedrigste Gebot')
    await speak('tr')
    expect(knobWords('who takes it')).toBe('kartı alan')
    expect(knobWords('something new')).toBe('something new')
  })
})

describe('somebody without a name', () => {
  it('is called so in the reader’s language, and everybody else by their own', async () => {
    expect(nameWords('Player 2')).toBe('Player 2')
    await speak('de')
    expect([nameWords('Player'), nameWords('Player 2'), nameWords('Spectator')]).toEqual(['Spieler', 'Spieler 2', 'Zuschauer'])
    expect([nameWords('Players'), nameWords('Ada'), nameWords('')]).toEqual(['Players', 'Ada', ''])
  })
})

describe('what the server says of games and bots', () => {
  it('is said in every language', async () => {
    const all = new Set<string>()
    for (const said of found.games) expect(gameWords(said)).toBe(said)
    for (const lang of ['de', 'tr'] as const) {
      await speak(lang)
      for (const said of found.games) {
        expect(gameWords(said), said).not.toBe(said)
        expect(gameWords(said)).not.toContain('undefined')
        all.add(gameWords(said))
      }
      for (const name of found.bots) expect(has(`level.${name}`), name).toBe(true)
    }
    expect(all.size).toBe(2 * new Set(found.games).size)
    await speak('de')
    expect(gameWords(found.games[2] ?? '')).toBe(
      'High, Low, Jack und Game. Jeder für sich; die erste ausgespielte Karte bestimmt den Trumpf; 3 Karten im Stock; der Mond darf angesagt werden; bis 15.',
    )
    expect(levelWords({ name: 'novice', title: 'Novice' })).toBe('Anfänger')
    expect(levelWords({ name: 'martian', title: 'Martian' })).toBe('Martian')
  })
})
