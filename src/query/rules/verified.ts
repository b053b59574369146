import { z } from 'zod'
import type { VerifiedQuery } from './answers.ts'
import { WORKSPACE_SOURCE } from './request.ts'

export const verifiedInput = z.object({
  question: z.string().trim().min(3, 'Write the question that it answers.').max(500),
  description: z.string().trim().max(2000).default(''),
  source: z.string().trim().min(1).default(WORKSPACE_SOURCE),
  sql: z.string().trim().min(1, 'Write a statement.').max(20_000),
})
export type VerifiedInput = z.infer<typeof verifiedInput>

/** Words that say nothing of what is asked. */
const EMPTY = new Set(
  'a an and are as at be by did do does for give had has have how i in is it list me of on or our please show tell that the there they this us was we were what when where which who with you your'.split(
    ' ',
  ),
)

/** Words of a question that matter, in lower case, without plural endings. */
const wordsOf = (question: string): string[] =>
  (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !EMPTY.has(word))
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '') : word))

/** A question as it is compared with others: letters, digits and order only. */
const plainQuestion = (question: string): string => (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

/** Two questions ask the same when the words that matter are the same, in the same order: one other word may turn the meaning. */
const NOT_THE_SAME = 0.9
/** From here on a query is worth being shown to a model. */
const WORTH_SHOWING = 0.3

/** How alike two questions are, 0 to 1: the share of words that matter which both have; 1 only when they ask the same. */
export function likeness(a: string, b: string): number {
  if (plainQuestion(a) === plainQuestion(b)) return 1
  const words = [wordsOf(a), wordsOf(b)] as const
  if (words[0].length > 0 && words[0].join(' ') === words[1].join(' ')) return 1
  const [left, right] = [new Set(words[0]), new Set(words[1])]
  const both = [...left].filter((word) => right.has(word)).length
  const all = left.size + right.size - both
  return all === 0 ? 0 : Math.min(NOT_THE_SAME, both / all)
}

export type RankedQuery = Pick<VerifiedQuery, 'question' | 'description' | 'source' | 'sql'> & { likeness: number }

/** The queries that fit a question, best first, at most `most`. */
export const fitting = (queries: VerifiedQuery[], question: string, most = 3): RankedQuery[] =>
  queries
    .map(({ question: asked, description, source, sql }) => ({
      ...{ question: asked, description, source, sql },
      likeness: likeness(question, asked),
    }))
    .filter((query) => query.likeness >= WORTH_SHOWING)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most)
