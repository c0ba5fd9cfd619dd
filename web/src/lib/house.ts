// House rule sets that were saved in this browser, and as links.
import { store, stored } from './settings.svelte'

export interface House {
  name: string
  toml: string
  line: string
  counts: number[]
  usual: number
}

const PLACE = 'shmear.house'

export function houseRules(): House[] {
  const kept = stored<House[]>(PLACE, [])
  return Array.isArray(kept) ? kept : []
}

/** Keep a rule set under its name, in place of one of the same name. */
export function keepHouse(house: House): House[] {
  const all = [...houseRules().filter(({ name }) => name !== house.name), house]
  all.sort((a, b) => a.name.localeCompare(b.name))
  store(PLACE, all)
  return all
}

export function dropHouse(name: string): House[] {
  const all = houseRules().filter((house) => house.name !== name)
  store(PLACE, all)
  return all
}

/** A rule set's one-line form as the fragment of a link, and back. */
export function toFragment(line: string): string {
  const bytes = new TextEncoder().encode(line)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

export function fromFragment(fragment: string): string | null {
  try {
    const text = atob(fragment.replace(/^#/, '').replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
  } catch {
    return null
  }
}

/** A knob's value for each number of players: all as it was for all. */
export function split(value: unknown, counts: readonly number[]): Tree {
  return Object.fromEntries(counts.map((count) => [String(count), perPlayers(value) ? value[String(count)] : value]))
}

/** One value for all numbers of players, that of the number looked at. */
export function joined(value: unknown, players: number): unknown {
  return perPlayers(value) ? (value[String(players)] ?? Object.values(value)[0]) : value
}

/** Whether a knob's value is a table by numbers of players. */
export function perPlayers(value: unknown): value is Tree {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** The numbers of players that a table has to name: those that may play, and those that it names already. */
export function countsOf(value: Tree, counts: readonly number[]): number[] {
  return [...new Set([...counts, ...Object.keys(value).map(Number)])].sort((a, b) => a - b)
}

type Tree = Record<string, unknown>

/** What a dotted key holds: `points.jack.worth`. */
export function read(rules: Tree, key: string): unknown {
  let at: unknown = rules
  for (const part of key.split('.')) at = at && typeof at === 'object' ? (at as Tree)[part] : undefined
  return at
}

/** The rules with a dotted key set; undefined takes it out. */
export function write(rules: Tree, key: string, value: unknown): Tree {
  const [first = '', ...rest] = key.split('.')
  const inner = rest.length ? write((rules[first] as Tree) ?? {}, rest.join('.'), value) : value
  const out = { ...rules, [first]: inner }
  if (inner === undefined) delete out[first]
  return out
}
