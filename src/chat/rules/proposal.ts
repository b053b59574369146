import type { Clarification, EditedResult, OfferedReading } from '#analyst/rules/answer.ts'
import type { Reading } from '#analyst/rules/chips/part.ts'
import { shortened } from '#base/text.ts'
import type { DefinitionInput } from '#definitions/rules/definition.ts'

/** Letters of a question that become the name of a term. */
const LONGEST_NAME = 100
export const fromSql = (question: string, { sql, source }: EditedResult): DefinitionInput => ({
  ...{ kind: 'query', name: shortened(question, 500), description: '', source, sql },
})

export const fromChip = (word: string, { chips, tables }: Reading, id: string): DefinitionInput | null => {
  const chip = chips.find((one) => one.id === id && one.kind !== 'other')
  const of = [...new Set(tables.map(({ table }) => table))].join(', ')
  return chip ? { kind: 'term', name: word, synonyms: [], meaning: shortened(`${chip.text} (${of})`, 2000) } : null
}

/** What a word means, from the reading that somebody chose; null where that says nothing of a word. */
export const fromReading = (readings: OfferedReading[]): DefinitionInput | null => {
  const { word, means } = readings.find(({ chosen }) => chosen) ?? {}
  return word && means ? { kind: 'term', name: word, synonyms: [], meaning: means } : null
}

/** What is to be followed for such a question, from what somebody found wrong with an answer. */
export const fromReason = (question: string, reason: string): DefinitionInput => ({
  ...{ kind: 'term', name: shortened(question, LONGEST_NAME), synonyms: [], meaning: reason },
})

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*/gu) ?? []

/**
 * What a word means that was asked back about: the words of the question that the question back repeats, in their order, or the whole
 * question where it repeats none but small ones.
 * @param choice what the person answered
 */
export function fromClarification(question: string, asked: Clarification, choice: string): DefinitionInput {
  const back = new Set(wordsOf(asked.question.toLowerCase()))
  const words = wordsOf(question).filter(
    (word) => word.length > 2 && back.has(word.toLowerCase()) && !SMALL.has(word.toLowerCase()),
  )
  const name = shortened(words.length > 0 ? words.join(' ') : question, LONGEST_NAME)
  return { kind: 'term', name, synonyms: [], meaning: shortened(choice, 2000) }
}

/** Words by which questions are asked, which are none of a workspace. */
const SMALL = new Set(
  'about after before does each from give have many mean much please show than that their them then these they this those total were what when where which with would your'.split(
    ' ',
  ),
)
