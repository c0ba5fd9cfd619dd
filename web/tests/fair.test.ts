import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { bytesOf, check, dealt, freshNonce, hex, shuffled, stream } from '../src/lib/fair'
import { hmacSha256, sha256 } from '../src/lib/sha256'

const bytes = (length: number, seed = 1): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 31 + seed * 7) & 255)
const SECRET = hex(bytes(32))
const NONCES: [number, string][] = [
  [2, 'b'.repeat(32)],
  [0, 'a'.repeat(32)],
]
const DECK = ['C', 'D', 'H', 'S'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => rank + suit))

describe('SHA-256 without crypto.subtle', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('is right for %i bytes', (length) => {
    const message = bytes(length)
    expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
  })
  it.each([1, 32, 64, 65, 200])('gives the HMAC for a key of %i bytes', (length) => {
    const expected = createHmac('sha256', bytes(length)).update('shmear').digest('hex')
    expect(hex(hmacSha256(bytes(length), new TextEncoder().encode('shmear')))).toBe(expected)
  })
})

describe('the stream', () => {
  it('is the HMAC of head, nonces by seat, and block number', async () => {
    const head = `shmear-fair-1\ndeal\n0:${'a'.repeat(32)}\n2:${'b'.repeat(32)}\n`
    const block = (i: number): Buffer => createHmac('sha256', bytesOf(SECRET)).update(head + i).digest()
    const below = await stream(SECRET, NONCES, 'deal')
    for (let i = 0; i < 20; i++) expect(await below(2 ** 31)).toBe(block(i >> 3).readUInt32BE(4 * (i & 7)) % 2 ** 31)
  })
  it('is the same with and without crypto.subtle', async () => {
    const withIt = await shuffled(DECK, SECRET, NONCES)
    vi.stubGlobal('crypto', { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) })
    const without = await shuffled(DECK, SECRET, NONCES)
    vi.unstubAllGlobals()
    expect(without).toEqual(withIt)
    expect([...without].sort()).toEqual([...DECK].sort())
  })
})

describe('the check', () => {
  async function hand() {
    const deck = await shuffled(DECK, SECRET, NONCES)
    const { hands, undealt } = dealt(deck, 4, 6, 3, 1)
    const commitment = createHash('sha256').update(bytesOf(SECRET)).digest('hex')
    return { result: { dealt: hands, undealt }, proof: { hand: 1, commitment, nonces: NONCES, secret: SECRET } }
  }
  it('deals packets from the left of the dealer', () => {
    const { hands, undealt } = dealt(DECK, 4, 6, 3, 1)
    expect(hands[2]).toEqual(['2C', '3C', '4C', 'AC', '2D', '3D'])
    expect(hands[1]?.slice(0, 3)).toEqual(['JC', 'QC', 'KC'])
    expect(undealt).toHaveLength(28)
  })
  it('passes what was dealt fairly', async () => {
    const { result, proof } = await hand()
    expect(await check(result, proof, 1, 3)).toEqual({ commitment: true, deal: true })
  })
  it('finds another secret, a swapped card, another dealer', async () => {
    const { result, proof } = await hand()
    expect((await check(result, { ...proof, secret: '00'.repeat(32) }, 1, 3)).commitment).toBe(false)
    const [a, b, ...rest] = result.dealt as [string[], string[], ...string[][]]
    const swapped = { ...result, dealt: [[b[0] as string, ...a.slice(1)], [a[0] as string, ...b.slice(1)], ...rest] }
    expect(await check(swapped, proof, 1, 3)).toEqual({ commitment: true, deal: false })
    expect((await check(result, proof, 2, 3)).deal).toBe(false)
  })
  it('makes nonces of 16 bytes', () => {
    expect(freshNonce()).toMatch(/^[0-9a-f]{32}$/)
    expect(freshNonce()).not.toBe(freshNonce())
  })
})
