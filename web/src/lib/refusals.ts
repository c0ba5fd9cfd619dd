// The server's refusals in the reader's language: those that are common, told by their sentence; others as they come.
import { type Key, capital, has, suitName, t } from './i18n/index.svelte'

const SUIT: Readonly<Record<string, string>> = { club: 'C', diamond: 'D', heart: 'H', spade: 'S' }

const KNOWN: readonly (readonly [RegExp, Key])[] = [
  [/^you hold a (\w+) and must follow$/, 'refused.follow'],
  [/^you hold a (\w+) and must play a \w+ or a trump$/, 'refused.follow_or_trump'],
  [/^you hold no (\w+) but a trump, and must play it$/, 'refused.must_trump'],
  [/^the first lead may not be a joker, for it makes trump$/, 'refused.joker_lead'],
  [/^you hold the called .+, which has to be played in the first trick$/, 'refused.called'],
  [/^it is not your turn$/, 'refused.not_your_turn'],
  [/^the table is paused$/, 'paused'],
  [/^the host has switched chat off at this table$/, 'refused.chat_off'],
  [/^at a public table people speak by quick reactions only$/, 'chat.public'],
  [/^there is nothing to take back in this hand$/, 'refused.no_undo'],
  [/^nothing is taken back while other people play$/, 'refused.undo_people'],
  [/^only the host of the table may do that$/, 'refused.host_only'],
  [/^every seat is taken; you can watch$/, 'refused.full'],
  [/^(.+) has that seat$/, 'refused.seat_taken'],
]

/** A refusal as a sentence: of the catalogue where it is known, else the server's own with a capital letter. */
export function refusal(said: string): string {
  for (const [pattern, key] of KNOWN) {
    const found = pattern.exec(said)
    if (!found) continue
    const word = found[1] ?? ''
    if (word === 'trump' && has(`${key}_trump`)) return t(`${key}_trump` as Key)
    return capital(t(key, { suit: SUIT[word] ? suitName(SUIT[word]) : word, name: word }))
  }
  const text = capital(said)
  return /[.!?…]$/.test(text) || !text ? text : `${text}.`
}
