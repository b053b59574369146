/**
 * The notation by which a model refers to cells instead of typing numbers: `{{r1.revenue[North]}}`,
 * `{{change(r1.revenue[2024], r1.revenue[2025])}}`, `{{r1.revenue[#1]|eur}}`. Whatever is no attempt at it is text.
 */

/** Which rows: all, those from one place to another (from 1; -1 is the last), or those whose cells have these values. */
export type RowPick =
  | { by: 'all' }
  | { by: 'place'; from: number; to: number }
  /** `column` is null where only the value is given; `raw` is all that stands between the brackets. */
  | { by: 'value'; where: { column: string | null; value: string }[]; raw: string }

export type Cells = { kind: 'cells'; result: string; column: string | null; rows: RowPick }
const CALLS = ['diff', 'change', 'share', 'ratio', 'sum', 'mean', 'min', 'max', 'count'] as const
type CallName = (typeof CALLS)[number]
export type Call = { kind: 'call'; name: CallName; given: Expression[] }
export type Expression = Cells | Call
export type Reference = { value: Expression; formats: string[] }

/** What keeps a reference from having a value, in a sentence for the model and for people. */
export class Unresolved extends Error {}

/** Characters between the braces. */
export const LONGEST = 400
const DEEPEST = 3

/** Whether the words between braces are meant as a reference: they begin with a result or a computation. */
export const isReference = (source: string): boolean =>
  new RegExp(`^\\s*(?:r\\d+\\s*(?:[.[|]|$)|(?:${CALLS.join('|')})\\s*\\()`, 'i').test(source)

/** A value or name in quotes, as far as it has come: where one may stand, so that the sign in O'Neil is none. */
const QUOTED = /(?<=[[=,.(]\s*)(?:"(?:[^"\\]|\\(?:.|$)|"")*(?:"|$)|'(?:[^']|'')*(?:'|$))/g

/** Where the braces of a reference close; below 0 where they do not. What stands in quotes closes none. */
export const closingAt = (source: string): number =>
  source
    .slice(0, LONGEST + 4)
    .replace(QUOTED, (quoted) => ' '.repeat(quoted.length))
    .indexOf('}}')

/** Reads what stands between the braces. @throws Unresolved for what cannot be read */
export function parseReference(source: string): Reference {
  let at = 0
  const skip = () => {
    while (/\s/.test(source[at] ?? '')) at++
  }
  const take = (pattern: RegExp): string | null => {
    skip()
    const sticky = new RegExp(pattern.source, `${pattern.flags}y`)
    sticky.lastIndex = at
    const [found] = sticky.exec(source) ?? []
    if (found === undefined) return null
    at += found.length
    return found
  }
  const quoted = (): string | null => {
    const found = take(/"(?:[^"\\]|\\.|"")*"|'(?:[^']|'')*'/)
    if (!found) return null
    const inside = found.slice(1, -1).replaceAll(found[0]! + found[0]!, found[0]!)
    // Values that are no plain text are shown to models as JSON strings.
    return found[0] === '"' ? inside.replace(/\\(["\\])/g, '$1') : inside
  }
  const need = (pattern: RegExp, what: string) => {
    if (take(pattern) === null) throw new Unresolved(`It cannot be read: ${what} is missing.`)
  }
  const expression = (depth: number): Expression => {
    if (depth > DEEPEST) throw new Unresolved('Computations stand too deep within each other.')
    const result = take(/r\d+(?!\w)/i)
    if (result) return cells(result.toLowerCase())
    const name = take(/[a-z]+(?=\s*\()/i)?.toLowerCase()
    const call = CALLS.find((call) => call === name)
    if (!call) throw new Unresolved(`It begins neither with a result (r1) nor with one of ${CALLS.join(', ')}.`)
    need(/\(/, 'the opening bracket')
    const given = [expression(depth + 1)]
    while (take(/,/)) given.push(expression(depth + 1))
    need(/\)/, 'the closing bracket')
    return { kind: 'call', name: call, given }
  }
  const cells = (result: string): Cells => {
    const column = take(/\./) ? (quoted() ?? take(/[^[\](),|"'{}]+/)?.trim() ?? null) : null
    return { kind: 'cells', result, column, rows: take(/\[/) ? rows() : { by: 'all' } }
  }
  const rows = (): RowPick => {
    const start = at
    const place = take(/(?:#\s*\d+|first|last)(?:\s*\.\.\s*(?:#?\s*\d+|last))?(?=\s*\])/i)
    if (place) {
      need(/\]/, 'the bracket after the row')
      const [from, to = from] = place.split('..').map(placeOf)
      return { by: 'place', from: from!, to: to! }
    }
    const where: { column: string | null; value: string }[] = []
    do {
      const first = quoted() ?? take(/[^[\],="']+/)?.trim() ?? ''
      const second = take(/=/) ? (quoted() ?? take(/[^\],"']+/)?.trim() ?? '') : null
      where.push(second === null ? { column: null, value: first } : { column: first, value: second })
    } while (take(/,/))
    const raw = source.slice(start, at).trim()
    need(/\]/, 'the bracket after the row')
    return { by: 'value', where, raw }
  }
  const value = expression(0)
  const formats: string[] = []
  while (take(/\|/)) formats.push(take(/[^|\s]+/)?.toLowerCase() ?? '')
  skip()
  if (at < source.length) throw new Unresolved(`It cannot be read from "${source.slice(at, at + 40)}" on.`)
  return { value, formats }
}

const placeOf = (words: string): number => {
  const word = words.trim().toLowerCase()
  return word === 'first' ? 1 : word === 'last' ? -1 : Number(word.replace('#', ''))
}
