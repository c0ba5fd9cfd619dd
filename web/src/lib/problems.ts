// What is wrong with house rules, in the reader's language: the server says what would be right, and its forms are found
// again here. English is the server's own. docs/generated/sentences.json lists them all, and a test compares.
import { language, t } from './i18n/index.svelte'
import { type Form, Sentences } from './sentences'

interface Said {
  de: string
  tr: string
}

export const PROBLEMS: readonly Form<Said>[] = [
  ['true or false', { de: 'ja oder nein', tr: 'evet ya da hayır' }],
  ['a whole number from {least} to {most}', { de: 'eine ganze Zahl von {least} bis {most}', tr: '{least} ile {most} arasında bir tam sayı' }],
  ['a text like {example}', { de: 'ein Text wie {example}', tr: 'şöyle bir yazı: {example}' }],
  ['a text of sensible length', { de: 'ein Text von vernünftiger Länge', tr: 'makul uzunlukta bir yazı' }],
  ['a list, each a whole number from {least} to {most}', { de: 'eine Liste, darin ganze Zahlen von {least} bis {most}', tr: '{least} ile {most} arasında tam sayılardan bir liste' }],
  ['a list, each a text like {example}', { de: 'eine Liste, darin Texte wie {example}', tr: 'şöyle yazılardan bir liste: {example}' }],
  ['a list, each {choices}', { de: 'eine Liste aus {choices}', tr: 'şunlardan bir liste: {choices}' }],
  ['a table with the keys {keys}, joker, each a whole number from {least} to {most}', { de: 'je Karte ({keys}, joker) eine ganze Zahl von {least} bis {most}', tr: 'her kart için ({keys}, joker) {least} ile {most} arasında bir tam sayı' }],
  ['a list with each number once, ascending', { de: 'eine Liste, in der jede Zahl einmal vorkommt, aufsteigend', tr: 'her sayının bir kez geçtiği, küçükten büyüğe bir liste' }],
  ['a list with each step once', { de: 'eine Liste, in der jeder Schritt einmal vorkommt', tr: 'her adımın bir kez geçtiği bir liste' }],
  ['a table with a value for {n} players too, since deal.players allows it', { de: 'auch für {n} Spieler ein Wert, denn so viele dürfen spielen', tr: '{n} oyuncu için de bir değer, çünkü o kadar kişi oynayabiliyor' }],
  ['written with the lower rank first, not {text}', { de: 'mit dem niedrigeren Rang zuerst geschrieben, nicht {text}', tr: 'küçük kart önce yazılmalı, {text} değil' }],
  ['at least 3 cards for each player', { de: 'mindestens 3 Karten für jeden', tr: 'herkese en az 3 kart' }],
  ['at most {most}: {n} players, {cards} cards each and a kitty of {kitty} need {need} cards, and the deck has {deck}', { de: 'höchstens {most}: {n} Spieler mit je {cards} Karten und ein Stock von {kitty} brauchen {need} Karten, und es gibt nur {deck}', tr: 'en çok {most}: {n} oyuncuya {cards} kart ve ortada {kitty} kart için {need} kart gerekir, destede {deck} kart var' }],
  ['an even number of players from 4, for {n} cannot sit across', { de: 'eine gerade Zahl von Spielern ab 4, denn {n} können sich nicht gegenübersitzen', tr: '4 ya da daha çok, çift sayıda oyuncu: {n} kişi karşılıklı oturamaz' }],
  ['an even number of players from 4, for {n} cannot sit drawn in pairs', { de: 'eine gerade Zahl von Spielern ab 4, denn aus {n} werden keine Paare', tr: '4 ya da daha çok, çift sayıda oyuncu: {n} kişi eşlere bölünemez' }],
  ['at least 3 players; {n} players leave nobody to play against', { de: 'mindestens 3 Spieler: bei {n} bleibt kein Gegner', tr: 'en az 3 oyuncu: {n} kişide rakip kalmaz' }],
  ['at least one point, such as game = { card = "counting" }', { de: 'mindestens ein Punkt, zum Beispiel Game', tr: 'en az bir puan, örneğin Game' }],
  ['another card, or deck.jick = true: there is no Jick in this deck', { de: 'eine andere Karte, oder ein Jick: In diesem Spiel gibt es keinen', tr: 'başka bir kart, ya da Jick de olmalı: bu destede yok' }],
  ['another card, or deck.jokers: there are no jokers in this deck', { de: 'eine andere Karte, oder Joker: In diesem Spiel gibt es keine', tr: 'başka bir kart, ya da joker de olmalı: bu destede yok' }],
  ['a card of the deck: at {n} players {point} is for {card}, and the deck has the ranks {ranks}', { de: 'eine Karte, die dabei ist: Bei {n} Spielern gibt es die Ränge {ranks}', tr: 'destede olan bir kart: {n} oyuncuda destede şunlar var: {ranks}' }],
  ['a table in which some card counts, for {point}', { de: 'mindestens eine Karte, die zählt, wegen {point}', tr: 'sayı getiren en az bir kart, nedeni: {point}' }],
  ['at most the maximum, {n}', { de: 'höchstens so viel wie das höchste Gebot, {n}', tr: 'en çok en yüksek söz kadar, {n}' }],
  ['at most {n}, which is all the points of a hand', { de: 'höchstens {n}: Mehr Punkte hat ein Spiel nicht', tr: 'en çok {n}: bir dağıtımda daha çok puan yok' }],
  ['another value, unless there are points "high" and "low" for cards: they make the partners', { de: 'ein anderer Wert, solange es nicht High und Low für Karten gibt: Sie machen die Partner', tr: 'başka bir değer, kartlar için High ve Low yoksa: ortakları onlar belirler' }],
  ['false, since shooting is not allowed', { de: 'nein, denn den Mond gibt es hier nicht', tr: 'hayır, çünkü aya çıkılmıyor' }],
  ['false, unless sides.partners is "high-low"', { de: 'nein, außer High und Low machen die Partner', tr: 'hayır, ortakları High ve Low belirlemiyorsa' }],
  ['false: there is no kitty', { de: 'nein: Es gibt keinen Stock', tr: 'hayır: ortada kart yok' }],
  ['zero, or discards = "bidder": who takes cards must discard as many', { de: 'null, oder der Bieter legt ab: Wer Karten nimmt, muss ebenso viele ablegen', tr: 'sıfır, ya da sözü alan kart atmalı: kart alan o kadar kart atar' }],
  ['{n}, as many as the others hold, for only the bidder discards', { de: '{n}, so viele wie die anderen haben, denn nur der Bieter legt ab', tr: '{n}, ötekilerin elindeki kadar, çünkü yalnızca sözü alan kart atar' }],
  ['at most {most}, as many as are dealt at {n} players', { de: 'höchstens {most}, so viele werden bei {n} Spielern gegeben', tr: 'en çok {most}, {n} oyuncuda o kadar dağıtılır' }],
  ['at least 3', { de: 'mindestens 3', tr: 'en az 3' }],
  ['none, unless trump.made is "named": trump is not known yet', { de: 'keine, außer der Trumpf wird angesagt: Sonst kennt man ihn noch nicht', tr: 'hiçbiri, koz söylenmiyorsa: koz henüz belli değil' }],
  ['no-joker: the first lead makes trump, and a joker has no suit', { de: 'kein Joker: Die erste Karte bestimmt den Trumpf, und ein Joker hat keine Farbe', tr: 'joker olmadan: ilk açılan kart kozu belirler, jokerin rengi yok' }],
  ['an empty list, unless trump.made is "named": trump is not known yet', { de: 'eine leere Liste, außer der Trumpf wird angesagt: Sonst kennt man ihn noch nicht', tr: 'boş bir liste, koz söylenmiyorsa: koz henüz belli değil' }],
  ['without the step "partner", unless sides.partners is "called"', { de: 'ohne den Schritt „partner“, außer der Partner wird gerufen', tr: '“partner” adımı olmadan, ortak çağrılmıyorsa' }],
]

const known = new Sentences(PROBLEMS)

/** What would be right, in the reader's language; as the server says it where the form is not known. */
export function allowedWords(allowed: string): string {
  // A number may also be a table by numbers of players, which the form offers in a way of its own.
  const [first = allowed] = allowed.split(', or a table from numbers of players')
  const lang = language()
  const found = lang === 'en' ? null : known.find(first)
  if (!found || lang === 'en') return first
  return found.means[lang].replace(/\{(\w+)\}/g, (hole, name: string) => found.values[name] ?? hole)
}

/** What is wrong at a knob. */
export function problemWords(what: string, allowed: string): string {
  return t('rules.must', { what, allowed: allowedWords(allowed) })
}
