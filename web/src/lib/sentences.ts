// Sentences of the server, found again by their form: what is filled in has a name in braces.

export type Form<T> = readonly [form: string, means: T]

/** A form as a pattern: each name stands for some words, and for the same ones wherever it comes again. */
function pattern(form: string): RegExp {
  const seen = new Set<string>()
  const parts = form.split(/\{(\w+)\}/).map((part, i) => {
    if (i % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (seen.has(part)) return `\\k<${part}>`
    seen.add(part)
    return `(?<${part}>.+)`
  })
  return new RegExp(`^${parts.join('')}$`)
}

export class Sentences<T> {
  #patterns: [RegExp, T][] | null = null

  constructor(readonly forms: readonly Form<T>[]) {}

  /** What a sentence means, and what was filled in; null where no form fits. The first that fits counts. */
  find(said: string): { means: T; values: Record<string, string> } | null {
    this.#patterns ??= this.forms.map(([form, means]) => [pattern(form), means])
    for (const [one, means] of this.#patterns) {
      const found = one.exec(said)
      if (found) return { means, values: { ...found.groups } }
    }
    return null
  }
}
