import { type Form, keysOf } from '../built-in/form.ts'
import type { Token } from '../built-in/lex.ts'
import { EXACT, type Mention } from '../built-in/link.ts'
import { type Column, isId, type Schema } from '../built-in/schema.ts'
import { FILLERS, OPERATION_OF } from './words.ts'

const LENGTH = /^(?:year|month|quarter|week|weekday|day|date|hour|time)s?$/
const VERB = /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)$/
/** So much behind the best of its links a noun may still name what is shown. */
const NEAR = 0.15

/**
 * The noun that "which" or "what" asks for, where it names a table or column: "stations" of "in which of our stations". Null where the
 * question asks for something else, or the noun names a value or a time.
 */
export function subjectOf(tokens: Token[], mentions: Mention[]): Mention | null {
  const first = tokens.findIndex(({ lower }) => !/^(?:and|so|in|at|on|for|from|to|by|with|of)$/.test(lower))
  if (!/^(?:which|what)$/.test(tokens[first]?.lower ?? '')) return null
  let at = first + 1
  const mentionAt = (place: number) => mentions.find(({ start, end }) => start <= place && place < end)
  // "Which five active", "which of these".
  const isBefore = (place: number) => {
    const { kind, lower } = tokens[place]!
    const mention = mentionAt(place)
    if (mention) return mention.kind === 'value'
    return (
      kind === 'number' ||
      OPERATION_OF.get(lower)?.includes('limited') === true ||
      /^(?:of|the|these|those|our|my|your|different|other|single)$/.test(lower)
    )
  }
  while (at < tokens.length && isBefore(at)) at++
  let head = at < tokens.length && !VERB.test(tokens[at]!.lower) ? mentionAt(at) : undefined
  // "Which product category": the last of nouns that stand together.
  for (
    let next = head && mentionAt(head.end);
    next && next.kind !== 'value' && next.score >= EXACT && !/ed$/.test(tokens[next.start]!.lower);
    next = mentionAt(next.end)
  )
    head = next
  if (!head || head.kind === 'value' || head.guessed || head.deed || LENGTH.test(tokens[head.end - 1]!.lower))
    return null
  // "Which orders count": what follows is no noun that the name lacks.
  const after = tokens[head.end]
  return after?.kind === 'word' && !FILLERS.has(after.lower) && !OPERATION_OF.has(after.lower) && /s$/.test(after.lower)
    ? null
    : head
}

/** Whether a query shows what its question asks for. @param subject null where it asks for nothing of that kind */
export function showsSubject(form: Form, subject: Mention | null, { edges }: Schema): boolean {
  if (!subject) return true
  const { columns, tables } = subject
  const best = Math.max(columns[0]?.score ?? 0, tables[0]?.score ?? 0) - NEAR
  const named = columns.flatMap(({ column, score }) => (score >= best ? column : []))
  const owners = new Set(tables.flatMap(({ table, score }) => (score >= best ? table.name : [])))
  const leadsTo = (column: Column) => edges.flatMap(({ from, to }) => (from === column ? to.table : []))
  for (const column of named.filter(isId)) for (const name of leadsTo(column)) owners.add(name)
  if (form.everything) return owners.has(form.base) || named.some(({ table }) => table === form.base)
  return keysOf(form).some(
    ({ column }) =>
      column.made !== undefined ||
      named.includes(column) ||
      owners.has(column.table) ||
      leadsTo(column).some((name) => owners.has(name)),
  )
}
