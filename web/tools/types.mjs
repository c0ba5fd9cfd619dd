// Writes src/lib/protocol.gen.ts from the server's schema of the protocol (docs/generated/protocol.schema.json).
// With --check it writes nothing, and fails where what stands there is not what would be written.
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const from = new URL('../../docs/generated/protocol.schema.json', import.meta.url)
const to = new URL('../src/lib/protocol.gen.ts', import.meta.url)
const schema = JSON.parse(readFileSync(from, 'utf8'))

/** A schema in the dialect that the compiler reads: tuples as `items`, and no titles, which would name types twice. */
function plain(node, name) {
  if (Array.isArray(node)) return node.map((one) => plain(one))
  if (node === null || typeof node !== 'object') return node
  const { prefixItems, title: _, ...rest } = node
  const out = {}
  for (const [key, value] of Object.entries(rest)) {
    const names = key === 'properties' || key === '$defs'
    out[key] = names
      ? Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, plain(one, inner)]))
      : plain(value)
  }
  if (prefixItems) Object.assign(out, { items: plain(prefixItems), additionalItems: false })
  if (out.type === 'object' && out.properties && out.additionalProperties === undefined) out.additionalProperties = false
  return out
}

const { $defs } = plain(schema)
const root = { title: 'Message', oneOf: [{ $ref: '#/$defs/ClientMessage' }, { $ref: '#/$defs/ServerMessage' }], $defs }
const text = await compile(root, 'Message', {
  bannerComment: '/* Written by `npm run types` from docs/generated/protocol.schema.json. Do not edit. */',
  additionalProperties: false,
  ignoreMinAndMaxItems: false,
  strictIndexSignatures: false,
  unreachableDefinitions: true,
  style: { semi: false, singleQuote: true, printWidth: 120 },
})
if (!process.argv.includes('--check')) writeFileSync(to, text)
else if (readFileSync(to, 'utf8') !== text) {
  console.error("src/lib/protocol.gen.ts is older than the server's schema of the protocol: run 'npm run types' in web/.")
  process.exit(1)
}
