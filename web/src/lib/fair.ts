// The proof of a fair deal, checked here: the commitment, the shuffle that follows from secret and nonces, the deal.
import { inDeckOrder } from './cards'
import type { HandResultShown, Proof } from './protocol'
import { hmacSha256, sha256 } from './sha256'

export interface Checked {
  commitment: boolean
  deal: boolean
}

type Hmac = (message: Uint8Array) => Promise<Uint8Array>

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(text.length / 2)
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16)
  return out
}

/** 16 random bytes in hexadecimal: this player's own chance for the next deal. */
export function freshNonce(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)))
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes)
}

async function hmacWith(key: Uint8Array<ArrayBuffer>): Promise<Hmac> {
  const subtle = globalThis.crypto?.subtle
  if (!subtle) return async (message) => hmacSha256(key, message)
  const made = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return async (message) => new Uint8Array(await subtle.sign('HMAC', made, message as Uint8Array<ArrayBuffer>))
}

/** The stream of 32-bit numbers of a purpose, and whole numbers below n drawn from it without bias. */
export async function stream(secret: string, nonces: Proof['nonces'], purpose: string) {
  const hmac = await hmacWith(bytesOf(secret))
  const mixed = [...nonces].sort(([a], [b]) => a - b).map(([seat, nonce]) => `${seat}:${nonce}\n`)
  const head = `shmear-fair-1\n${purpose}\n${mixed.join('')}`
  const words: number[] = []
  let block = 0
  const next = async (): Promise<number> => {
    if (!words.length) {
      const view = new DataView((await hmac(new TextEncoder().encode(head + String(block++)))).slice().buffer)
      for (let i = 0; i < 8; i++) words.push(view.getUint32(4 * i))
    }
    return words.shift() as number
  }
  return async (n: number): Promise<number> => {
    const limit = 2 ** 32 - (2 ** 32 % n)
    let number = await next()
    while (number >= limit) number = await next()
    return number % n
  }
}

export async function shuffled(cards: readonly string[], secret: string, nonces: Proof['nonces']): Promise<string[]> {
  const deck = inDeckOrder(cards)
  const below = await stream(secret, nonces, 'deal')
  for (let i = deck.length - 1; i > 0; i--) {
    const j = await below(i + 1)
    ;[deck[i], deck[j]] = [deck[j] as string, deck[i] as string]
  }
  return deck
}

/** Deal a shuffled deck from the dealer's left, so many cards at a time: a list a seat, and what is left. */
export function dealt(deck: readonly string[], players: number, each: number, packet: number, dealer: number) {
  const hands: string[][] = Array.from({ length: players }, () => [])
  let place = 0
  for (let had = 0; had < each; ) {
    const size = Math.min(packet, each - had)
    for (let turn = 1; turn <= players; turn++) {
      hands[(dealer + turn) % players]?.push(...deck.slice(place, place + size))
      place += size
    }
    had += size
  }
  return { hands, undealt: deck.slice(place) }
}

/** Whether the secret fits the commitment, and whether secret and nonces give the very cards that were dealt. */
export async function check(
  result: Pick<HandResultShown, 'dealt' | 'undealt'>,
  proof: Proof,
  dealer: number,
  packet: number,
): Promise<Checked> {
  if (!proof.secret) return { commitment: false, deal: false }
  const commitment = hex(await digest(bytesOf(proof.secret))) === proof.commitment
  const deck = await shuffled([...result.dealt.flat(), ...result.undealt], proof.secret, proof.nonces)
  const again = dealt(deck, result.dealt.length, result.dealt[0]?.length ?? 0, packet, dealer)
  const same = (one: readonly string[], other: readonly string[]): boolean =>
    [...one].sort().join() === [...other].sort().join()
  const deal = again.hands.every((hand, seat) => same(hand, result.dealt[seat] ?? []))
  return { commitment, deal: deal && same(again.undealt, result.undealt) }
}
