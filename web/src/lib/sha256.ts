// SHA-256 and HMAC without the browser's crypto.subtle, which plain http on a home network does not have.

const K = /* @__PURE__ */ constants()

function constants(): Uint32Array {
  const found = new Uint32Array(64)
  let count = 0
  for (let number = 2; count < 64; number++) {
    let prime = true
    for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) prime = false
    if (prime) found[count++] = fraction(Math.cbrt(number))
  }
  return found
}

function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) >>> 0
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from([2, 3, 5, 7, 11, 13, 17, 19], (prime) => fraction(Math.sqrt(prime)))
  const padded = new Uint8Array(((message.length + 8) >> 6) * 64 + 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor((message.length * 8) / 2 ** 32))
  view.setUint32(padded.length - 4, (message.length * 8) >>> 0)
  const w = new Uint32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i)
    for (let i = 16; i < 64; i++) {
      const early = w[i - 15]!
      const late = w[i - 2]!
      const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
      const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = state[i]! + word
    })
  }
  const out = new Uint8Array(32)
  const words = new DataView(out.buffer)
  state.forEach((word, i) => {
    words.setUint32(4 * i, word)
  })
  return out
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  const inner = block.map((byte) => byte ^ 0x36)
  const outer = block.map((byte) => byte ^ 0x5c)
  return sha256(joined(outer, sha256(joined(inner, message))))
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const out = new Uint8Array(first.length + second.length)
  out.set(first)
  out.set(second, first.length)
  return out
}
