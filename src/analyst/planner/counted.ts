import { plural } from '#base/word-forms.ts'
import type { Token } from '../built-in/lex.ts'
import { HARD, type Mention } from '../built-in/link.ts'
import type { Schema } from '../built-in/schema.ts'
import { sayTable } from '../built-in/wording/nouns.ts'

const BEFORE = /\b(?:(?:number|count) of|how many|most|fewest|least|(?:(?:ranked|sorted) |top .+)by)(?: the)? $/
const AFTER = /^(?:per|by|each|every)$/

/**
 * A question whose counted things are said by a value alone with their rows named: "the most absences" are the most "Absent attendance
 * events", not the students that have one. Of a table alone, and of what others consist of, as goods that are sold, nothing is changed.
 */
export function counted(question: string, tokens: Token[], mentions: Mention[], { tables, edges }: Schema): string {
  const isCounted = ({ kind, start, end }: Mention) => {
    const before = tokens.slice(0, start).map(({ lower }) => `${lower} `)
    const isNoun = /s$/.test(tokens[end - 1]!.lower) && !mentions.some((one) => one.start === end)
    const isHead = start === 0 && AFTER.test(tokens[end]?.lower ?? '')
    return kind === 'value' && isNoun && (isHead || BEFORE.test(before.join('')))
  }
  const mention = tables.length > 1 ? mentions.find(isCounted) : undefined
  const hit = mention?.values[0]
  if (!mention || !hit?.column || !edges.some(({ from }) => from.table === hit.column.table)) return question
  const [from, to] = [tokens[mention.start]!.start, tokens[mention.end - 1]!.end]
  // A value that is a word of asking, as "return" is, keeps its plural.
  const value = HARD.has(hit.value.toLowerCase()) ? question.slice(from, to) : hit.value
  return `${question.slice(0, from)}${value} ${plural(sayTable(hit.column.table))}${question.slice(to)}`
}
