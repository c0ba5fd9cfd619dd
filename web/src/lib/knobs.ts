// The form for house rules in the reader's language: the server's labels and values, and what they are in German and
// Turkish. docs/generated/sentences.json lists them all, and a test compares.
import { language } from './i18n/index.svelte'

export const KNOBS: Readonly<Record<string, readonly [de: string, tr: string]>> = {
  // The cards
  'The cards': ['Die Karten', 'Kartlar'],
  'Ranks in the deck': ['Ränge im Blatt', 'Destedeki kartlar'],
  Jokers: ['Joker', 'Jokerler'],
  'no jokers': ['keine Joker', 'joker yok'],
  'a Big and a Little Joker, the two lowest trumps, Big over Little': ['ein Großer und ein Kleiner Joker, die beiden niedrigsten Trümpfe, der Große über dem Kleinen', 'Büyük ve Küçük Joker, en küçük iki koz, Büyük Küçükten üstün'],
  'two jokers, equal trumps just above the ten; of two in one trick the first played is the higher': ['zwei Joker, gleich hohe Trümpfe direkt über der Zehn; von zweien in einem Stich ist der zuerst gespielte höher', 'iki joker, onlunun hemen üstünde eşit koz; aynı elde ikisi de çıkarsa ilk oynanan üstündür'],
  "The jack of trump's colour is the Jick, a trump next below the jack": ['Der andere Bube in der Farbe des Trumpfs ist der Jick, ein Trumpf direkt unter dem Buben', 'Kozla aynı renkteki öteki vale Jick olur, valenin hemen altında bir koz'],

  // Players and the deal
  'Players and the deal': ['Spieler und Geben', 'Oyuncular ve dağıtım'],
  'Numbers of players': ['Spielerzahlen', 'Oyuncu sayıları'],
  'Cards dealt to each player': ['Karten für jeden Spieler', 'Her oyuncuya dağıtılan kart'],
  'Cards dealt at a time': ['Karten auf einmal gegeben', 'Bir seferde verilen kart'],

  // Bidding
  Bidding: ['Bieten', 'Söz söyleme'],
  'The lowest bid': ['Das niedrigste Gebot', 'En düşük söz'],
  'The highest bid': ['Das höchste Gebot', 'En yüksek söz'],
  'Matching the highest bid': ['Gleichziehen mit dem höchsten Gebot', 'En yüksek söze eşitleme'],
  'every bid must be higher than the last': ['jedes Gebot muss höher sein als das letzte', 'her söz sonuncudan yüksek olmalı'],
  'the dealer may take the bid by matching the highest': ['der Geber darf mit dem höchsten Gebot gleichziehen und es übernehmen', 'dağıtan, en yüksek söze eşitleyerek sözü alabilir'],
  'A bid of the maximum ends the auction at once': ['Das höchste Gebot beendet das Bieten sofort', 'En yüksek söz söylenince ihale hemen biter'],
  'When nobody bids': ['Wenn niemand bietet', 'Kimse söz söylemezse'],
  'the dealer may not pass and has to take the bid': ['der Geber darf nicht passen und muss das Gebot nehmen', 'dağıtan pas geçemez, sözü almak zorundadır'],
  'the dealer plays at the minimum, shoots where that is allowed, or forfeits': ['der Geber spielt um das Mindeste, sagt den Mond an, wo das geht, oder gibt auf', 'dağıtan en düşük sözle oynar, izin varsa aya çıkar ya da bırakır'],
  'the cards are thrown in before the dealer calls, and dealt again': ['die Karten werden zusammengeworfen, bevor der Geber etwas sagt, und neu gegeben', 'dağıtan söz söylemeden kartlar toplanır ve yeniden dağıtılır'],
  'the cards are thrown in after the dealer too has passed, and dealt again': ['die Karten werden zusammengeworfen, wenn auch der Geber gepasst hat, und neu gegeben', 'dağıtan da pas geçince kartlar toplanır ve yeniden dağıtılır'],
  'Who deals again after a throw-in': ['Wer nach dem Zusammenwerfen gibt', 'Kartlar toplanınca kim dağıtır'],
  'the same dealer deals again': ['derselbe Geber gibt noch einmal', 'aynı oyuncu yeniden dağıtır'],
  'the next player deals': ['der Nächste gibt', 'sıradaki oyuncu dağıtır'],
  'Points a forfeit costs': ['Punkte, die das Aufgeben kostet', 'Bırakmanın puan bedeli'],
  'Smucks a forfeit brings': ['Smucks für das Aufgeben', 'Bırakmanın getirdiği smuck'],
  'Who pays a forfeit': ['Wer für das Aufgeben zahlt', 'Bırakmanın bedelini kim öder'],
  "each player of the dealer's side": ['jeder auf der Seite des Gebers', 'dağıtanın tarafındaki her oyuncu'],
  'the dealer alone': ['der Geber allein', 'yalnızca dağıtan'],
  'A forfeited hand is a hand, and the next is no longer the first': ['Ein aufgegebenes Spiel zählt als Spiel, das nächste ist nicht mehr das erste', 'Bırakılan dağıtım sayılır, sonraki artık ilk değildir'],

  // The moon
  'Shooting the moon': ['Der Mond', 'Aya çıkma'],
  'A player may shoot the moon': ['Der Mond darf angesagt werden', 'Aya çıkılabilir'],
  'The least score from which to shoot': ['Der Stand, ab dem man den Mond ansagen darf', 'Aya çıkmak için en az puan'],
  'Everyone may shoot on the first hand of a match': ['Im ersten Spiel einer Partie darf es jeder', 'Maçın ilk dağıtımında herkes çıkabilir'],
  'The shooter takes the kitty': ['Wer den Mond ansagt, nimmt den Stock', 'Aya çıkan ortadaki kartları alır'],
  'A hand that is shot has no partners by High and Low': ['Beim Mond gibt es keine Partner durch High und Low', 'Aya çıkılan dağıtımda High ve Low ortak yapmaz'],
  'What a shooter has to take': ['Was dafür zu holen ist', 'Aya çıkan ne almalı'],
  'every point of the list': ['jeder Punkt der Liste', 'listedeki her puan'],
  'every point of the list, and every trick': ['jeder Punkt der Liste und jeder Stich', 'listedeki her puan ve her el'],
  'What a shot that succeeds brings': ['Was ein geglückter Mond bringt', 'Başarılan ayın getirisi'],
  'it wins the match at once': ['er gewinnt sofort die Partie', 'maçı hemen kazandırır'],
  'it wins the match at once, but a score below zero only becomes zero': ['er gewinnt sofort die Partie, aber ein Stand unter null wird nur null', 'maçı hemen kazandırır, ama sıfırın altındaki puan yalnızca sıfır olur'],
  'What a failed shot costs': ['Was ein verfehlter Mond kostet', 'Tutmayan ayın bedeli'],
  'the score becomes zero': ['der Stand wird null', 'puan sıfırlanır'],
  'the score falls by the target': ['der Stand fällt um die Punkte, die zum Gewinn nötig sind', 'puandan hedef kadar düşülür'],
  'Smucks a failed shot brings': ['Smucks für einen verfehlten Mond', 'Tutmayan ayın getirdiği smuck'],

  // Trump
  'Making trump': ['Wie Trumpf entsteht', 'Kozun belirlenmesi'],
  'How trump is made': ['Wie der Trumpf bestimmt wird', 'Koz nasıl belirlenir'],
  "the suit of the bidder's first lead is trump": ['die Farbe, die der Bieter zuerst ausspielt, ist Trumpf', 'sözü alanın ilk açtığı renk kozdur'],
  'the bidder names trump before leading': ['der Bieter sagt den Trumpf an, bevor er ausspielt', 'sözü alan, açmadan önce kozu söyler'],
  'What may be led first': ['Was zuerst ausgespielt werden darf', 'İlk ne açılabilir'],
  'any card': ['jede Karte', 'her kart'],
  'any card but a joker': ['jede Karte außer einem Joker', 'joker dışında her kart'],

  // Kitty and discards
  'Kitty or widow, and discards': ['Stock und Ablegen', 'Ortadaki kartlar ve atılanlar'],
  'Cards of the kitty or widow': ['Karten im Stock', 'Ortadaki kart sayısı'],
  'Who takes the kitty': ['Wer den Stock nimmt', 'Ortadaki kartları kim alır'],
  'the bidder takes it': ['der Bieter nimmt ihn', 'sözü alan alır'],
  'Who discards': ['Wer ablegt', 'Kim kart atar'],
  'nobody discards': ['niemand legt ab', 'kimse atmaz'],
  'the bidder discards': ['der Bieter legt ab', 'sözü alan atar'],
  'every player discards': ['jeder legt ab', 'her oyuncu atar'],
  'Cards kept after the discards': ['Karten, die man nach dem Ablegen behält', 'Attıktan sonra elde kalan kart'],
  'Cards that may not be discarded': ['Karten, die nicht abgelegt werden dürfen', 'Atılamayan kartlar'],
  'any card may be discarded': ['jede Karte darf abgelegt werden', 'her kart atılabilir'],
  'no trump may be discarded unless the player holds more trumps than cards to keep': ['kein Trumpf darf abgelegt werden, außer man hat mehr Trümpfe, als man behalten darf', 'koz atılamaz, elde kalacak karttan çok koz yoksa'],
  'For whom discards count': ['Für wen die abgelegten Karten zählen', 'Atılanlar kime sayılır'],
  'discards count for nobody': ['sie zählen für niemanden', 'kimseye sayılmaz'],
  "the bidder's discards count as if taken in a trick by the bidder": ['die des Bieters zählen, als hätte er sie in einem Stich genommen', 'sözü alanın attıkları, bir elde almış gibi ona sayılır'],

  // Sides
  'Who scores together': ['Wer zusammen zählt', 'Kim birlikte puan alır'],
  Partners: ['Partner', 'Ortaklar'],
  'each player alone': ['jeder für sich', 'herkes tek başına'],
  'partners sit across the table': ['Partner sitzen sich gegenüber', 'ortaklar karşılıklı oturur'],
  'pairs are drawn at random when the match starts': ['die Paare werden zu Beginn der Partie ausgelost', 'ortaklar maçın başında kurayla belirlenir'],
  'each hand the bidder calls a card, and who holds it is the partner': ['in jedem Spiel ruft der Bieter eine Karte, und wer sie hat, ist sein Partner', 'her dağıtımda sözü alan bir kart çağırır, kart kimdeyse ortağı odur'],
  'each hand the player with High and the player with Low are partners': ['in jedem Spiel sind der Spieler mit High und der Spieler mit Low Partner', 'her dağıtımda High ve Low kimlerdeyse onlar ortaktır'],
  'sides as the players set them when the match starts': ['Seiten, wie die Spieler sie zu Beginn der Partie festlegen', 'taraflar, maçın başında oyuncuların kararlaştırdığı gibi'],
  'The called card': ['Die gerufene Karte', 'Çağrılan kart'],
  'must be played in the first trick, even where another suit was led and can be followed': ['muss in den ersten Stich, auch wenn eine andere Farbe ausgespielt ist und bedient werden könnte', 'ilk elde oynanmalı, başka renk açılıp ona uyulabilecek olsa bile'],
  'must be played in the first trick if the follow rule allows it': ['muss in den ersten Stich, wenn das Bedienen es zulässt', 'renge uyma kuralı izin veriyorsa ilk elde oynanmalı'],
  'Ranks of trump that may not be called': ['Trümpfe, die nicht gerufen werden dürfen', 'Çağrılamayan kozlar'],

  // Tricks
  Tricks: ['Stiche', 'Eller'],
  Following: ['Bedienen', 'Renge uyma'],
  'play the suit led or a trump; only a player with neither may play anything': ['die ausgespielte Farbe oder Trumpf spielen; nur wer beides nicht hat, spielt irgendetwas', 'açılan renk ya da koz oynanır; yalnızca ikisi de olmayan istediğini oynar'],
  'follow the suit led and do not trump it; a player without it may play anything': ['die ausgespielte Farbe bedienen und nicht stechen; wer sie nicht hat, spielt irgendetwas', 'açılan renge uyulur, kozla alınmaz; o rengi olmayan istediğini oynar'],

  // Points
  'One point': ['Ein Punkt', 'Bir puan'],
  'What it is given for': ['Wofür es ihn gibt', 'Ne için verilir'],
  'the highest trump played in the hand': ['den höchsten gespielten Trumpf', 'oynanan en büyük koz'],
  'the lowest trump played in the hand': ['den niedrigsten gespielten Trumpf', 'oynanan en küçük koz'],
  'the ace of trump': ['das Trumpf-Ass', 'koz ası'],
  'the jack of trump': ['den Trumpf-Buben', 'koz valesi'],
  'the three of trump': ['die Trumpf-Drei', 'koz üçlüsü'],
  'the two of trump': ['die Trumpf-Zwei', 'koz ikilisi'],
  'the Jick': ['den Jick', 'Jick'],
  'the Big Joker': ['den Großen Joker', 'Büyük Joker'],
  'the Little Joker': ['den Kleinen Joker', 'Küçük Joker'],
  'the most counting points in tricks': ['die meisten Augen in den Stichen', 'ellerdeki en çok sayı'],
  'Who gets it': ['Wer ihn bekommt', 'Kim alır'],
  'who plays it': ['wer die Karte spielt', 'kartı oynayan'],
  'who takes it': ['wer die Karte nimmt', 'kartı alan'],
  'What it is worth': ['Was er wert ist', 'Kaç puan eder'],

  // Scoring and the match
  'Counting points, Game, and what a hand does to the score': ['Augen, Game und was ein Spiel am Stand ändert', 'Sayılar, Game ve dağıtımın puana etkisi'],
  'Counting points of the cards': ['Augen der Karten', 'Kartların sayıları'],
  'A tie for Game': ['Gleichstand bei Game', 'Game için eşitlik'],
  nobody: ['niemand', 'kimse'],
  "the bidder's side if it is among them, else nobody": ['die Seite des Bieters, wenn sie dabei ist, sonst niemand', 'aralarındaysa sözü alanın tarafı, yoksa kimse'],
  'Trumps that may be High or Low': ['Trümpfe, die High oder Low sein können', 'High ya da Low olabilen kozlar'],
  'cards of the trump suit and the Jick, never the jokers': ['Karten der Trumpffarbe und der Jick, nie die Joker', 'koz rengindeki kartlar ve Jick, jokerler asla'],
  'only cards printed with the trump suit': ['nur Karten mit dem Zeichen der Trumpffarbe', 'yalnızca üzerinde koz rengi basılı kartlar'],
  'any trump, jokers included': ['jeder Trumpf, auch Joker', 'jokerler dahil her koz'],
  'What being set costs': ['Was ein verfehltes Gebot kostet', 'Batmanın bedeli'],
  'the number bid': ['so viel wie geboten', 'söylenen sayı'],
  'the highest bid of the game, whatever was bid': ['das höchste Gebot des Spiels, was auch geboten war', 'ne söylenmiş olursa olsun oyunun en yüksek sözü'],
  'Smucks that being set brings': ['Smucks für ein verfehltes Gebot', 'Batmanın getirdiği smuck'],
  'The floor of a score': ['Wie tief der Stand fällt', 'Puanın alt sınırı'],
  'a score never falls below zero': ['ein Stand fällt nie unter null', 'puan sıfırın altına düşmez'],
  'a score may fall below zero': ['ein Stand darf unter null fallen', 'puan sıfırın altına düşebilir'],
  'Winning the match': ['Die Partie gewinnen', 'Maçı kazanma'],
  'Points that win the match': ['Punkte, die die Partie gewinnen', 'Maçı kazandıran puan'],
  'Between sides at the target': ['Wenn mehrere Seiten am Ziel sind', 'Birden çok taraf hedefe varırsa'],
}

/** A label or value of the form; as the server says it where it is not known. */
export function knobWords(said: string): string {
  const lang = language()
  const found = lang === 'en' ? undefined : KNOBS[said]
  return found ? found[lang === 'de' ? 0 : 1] : said
}
