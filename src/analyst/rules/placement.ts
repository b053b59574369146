import { type Expression, parseReference, Unresolved } from './reference.ts'

/**
 * The notation by which a model puts a chart, a grid or a figure between its paragraphs, on a line of its own: `{{chart c1}}`,
 * `{{grid r1, rows=10, columns=region|revenue}}`, `{{kpi r1.revenue[#1]|eur, label="Revenue", before=r1.revenue[#2]}}`.
 */
export type Placement =
  /** `of`: a chart (c1) or a result (r1). */
  | { kind: 'chart'; of: string }
  | { kind: 'grid'; result: string; rows: number | null; columns: string[] | null }
  /** `source`: as it was written. */
  | {
      kind: 'kpi'
      source: string
      value: Expression
      before: { source: string; value: Expression } | null
      label: string | null
    }

export const isPlacement = (source: string): boolean => /^\s*(?:chart|grid|kpi)\s+["\w]/i.test(source)

/** Reads what stands between the braces. @throws Unresolved for what cannot be read */
export function parsePlacement(source: string): Placement {
  const [, kind = '', rest = ''] = /^\s*(chart|grid|kpi)\s+([\s\S]*)$/i.exec(source) ?? []
  const [of = '', ...options] = partsOf(rest)
  const given = new Map(options.map(optionOf))
  const take = (name: string): string | null => {
    const value = given.get(name) ?? null
    given.delete(name)
    return value
  }
  const placement = read(kind.toLowerCase(), of, take)
  const [unknown] = given.keys()
  if (unknown !== undefined) throw new Unresolved(`A ${kind} has no option ${JSON.stringify(unknown.slice(0, 20))}.`)
  return placement
}

function read(kind: string, of: string, take: (name: string) => string | null): Placement {
  switch (kind) {
    case 'chart':
      return { kind, of: named(of, /^[rc]\d+$/i, 'A chart is called c1, or by its result, r1.') }
    case 'grid': {
      const rows = take('rows')
      if (rows !== null && !/^[1-9]\d{0,5}$/.test(rows)) throw new Unresolved('rows is a number.')
      const columns = take('columns')
      return {
        kind,
        result: named(of, /^r\d+$/i, 'A grid is of a result, r1.'),
        rows: rows === null ? null : Number(rows),
        columns: columns === null ? null : partsOf(columns, '|').map(unquoted),
      }
    }
    default: {
      const before = take('before')
      const label = take('label')
      return {
        kind: 'kpi',
        source: of,
        value: parseReference(of).value,
        before: before === null ? null : { source: before, value: parseReference(before).value },
        label: label === null ? null : unquoted(label),
      }
    }
  }
}

function named(name: string, pattern: RegExp, otherwise: string): string {
  if (!pattern.test(name)) throw new Unresolved(otherwise)
  return name.toLowerCase()
}

/** A reference as it was written, without what says how it is told. */
export const withoutFormats = (source: string): string => partsOf(source, '|')[0]!

/** Cut at `mark` where it stands outside of quotes and brackets. */
function partsOf(text: string, mark: ',' | '|' = ','): string[] {
  const pieces = text.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[\s\S]/g) ?? []
  const parts = ['']
  let depth = 0
  for (const piece of pieces) {
    if (piece === '(' || piece === '[') depth++
    if (piece === ')' || piece === ']') depth--
    if (piece === mark && depth === 0) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts.map((part) => part.trim())
}

function optionOf(part: string): [string, string] {
  const [, name = part, value = ''] = /^(\w+)\s*=\s*([\s\S]*)$/.exec(part) ?? []
  return [name.toLowerCase(), value.trim()]
}

const unquoted = (text: string): string =>
  /^(["'])[\s\S]*\1$/.test(text) && text.length > 1 ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text
