import { cut } from '#base/text.ts'
import type { TableFacts } from '../rules/tools.ts'
import { questionsFor } from './starters.ts'

/** Begins every answer that the data cannot give; such an answer costs nothing. */
const CANNOT = 'I cannot answer this from your data'

const quoted = (words: string[]) =>
  [...new Set(words)]
    .slice(0, 5)
    .map((word) => `“${word.length > 60 ? `${cut(word, 60)}…` : word}”`)
    .join(', ')

/** A polite refusal: the words that mean nothing in the data, or what else is missing, and three questions that can be answered. */
export function refusal(
  tables: TableFacts[],
  unknown: string[],
  reason: string,
  instead: string[] = [],
  missing?: string,
): string {
  if (reason === 'empty') return `${CANNOT}: there is no table here yet. Add a file or the sample data first.`
  if (reason === 'long') return `${CANNOT}: the question is too long for me. Please ask it in one or two sentences.`
  const isUnsure = reason === 'unsure'
  const why =
    missing ??
    (reason === 'unconnected'
      ? 'the tables it needs have no column in common'
      : unknown.length
        ? `${isUnsure ? 'I am not sure what is meant by' : 'I find nothing for'} ${quoted(unknown)}`
        : isUnsure
          ? 'I am not sure how to read the question'
          : 'I do not see which of your tables it is about')
  const examples = [...new Set([...instead, ...questionsFor(tables, 3)])].slice(0, 3).map((question) => `- ${question}`)
  return [`${CANNOT}: ${why}.`, ...(examples.length ? ['You could ask, for example:', ...examples] : [])].join('\n')
}
