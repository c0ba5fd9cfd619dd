// The rule book's simple Markdown as data: headings, paragraphs, lists, tables, with bold and code inside.

export interface Piece {
  text: string
  mark: 'plain' | 'bold' | 'code'
}

export type Block =
  | { kind: 'heading'; level: number; pieces: Piece[] }
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'list'; ordered: boolean; items: Piece[][] }
  | { kind: 'table'; head: Piece[][]; rows: Piece[][][] }

export function pieces(text: string): Piece[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/)
    .filter(Boolean)
    .map((part): Piece => {
      if (part.length > 4 && part.startsWith('**') && part.endsWith('**')) return { text: part.slice(2, -2), mark: 'bold' }
      if (part.length > 2 && part.startsWith('`') && part.endsWith('`')) return { text: part.slice(1, -1), mark: 'code' }
      if (part.length > 2 && part.startsWith('*') && part.endsWith('*')) return { text: part.slice(1, -1), mark: 'bold' }
      return { text: part, mark: 'plain' }
    })
}

function cells(line: string): Piece[][] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => pieces(cell.trim()))
}

export function blocks(markdown: string): Block[] {
  const out: Block[] = []
  const lines = markdown.split('\n')
  let i = 0
  while (i < lines.length) {
    const line = lines[i] as string
    const heading = /^(#{1,6}) (.*)$/.exec(line)
    if (!line.trim()) i++
    else if (heading) {
      out.push({ kind: 'heading', level: (heading[1] as string).length, pieces: pieces(heading[2] as string) })
      i++
    } else if (line.startsWith('|')) {
      const rows: string[] = []
      while (lines[i]?.startsWith('|')) rows.push(lines[i++] as string)
      const body = rows.slice(/^\|[\s:|-]+\|?$/.test(rows[1] ?? '') ? 2 : 1)
      out.push({ kind: 'table', head: cells(rows[0] as string), rows: body.map(cells) })
    } else if (/^([-*]|\d+\.) /.test(line)) {
      const ordered = /^\d/.test(line)
      const items: string[] = []
      while (i < lines.length && lines[i]?.trim()) {
        const item = /^([-*]|\d+\.) (.*)$/.exec(lines[i] as string)
        if (item) items.push(item[2] as string)
        else items.push(`${items.pop() ?? ''} ${(lines[i] as string).trim()}`)
        i++
      }
      out.push({ kind: 'list', ordered, items: items.map(pieces) })
    } else {
      const text: string[] = []
      while (lines[i]?.trim() && !/^(#|\|)/.test(lines[i] as string)) text.push(lines[i++] as string)
      out.push({ kind: 'paragraph', pieces: pieces(text.join(' ')) })
    }
  }
  return out
}
