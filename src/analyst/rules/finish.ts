import { z } from 'zod'
import type { BoundNumber } from './answer.ts'
import { figuresNamed } from './typed.ts'

/** Readings that an answer tells at most, and questions that it offers; and characters of one of them. */
const MOST_LINES = 5
const MOST_FOLLOW_UPS = 3
export const LONGEST_LINE = 400
const LONGEST_FOLLOW_UP = 160

/**
 * How a model ends its turn. What does not fit the form is left out rather than refused: its text may have been streamed by then, and a
 * model that is asked for it again writes all of it once more.
 */
export const finishInput = z.object({
  status: z.enum(['answered', 'cannot']).catch('answered').describe('cannot: the data do not hold what was asked.'),
  text: z
    .string()
    .nullish()
    .catch(null)
    .describe('The whole answer; left out only when you wrote it right before this call.'),
  main_result: z.string().nullish().catch(null).describe('The result that answers.'),
  assumptions: z
    .array(z.string())
    .nullish()
    .catch(null)
    .describe(`What the question left open and you chose; at most ${MOST_LINES} short sentences.`),
  follow_ups: z
    .array(
      z.object({
        question: z.string(),
        columns: z.array(z.string()).describe('It needs, as table.column.'),
      }),
    )
    .nullish()
    .catch(null)
    .describe(`Up to ${MOST_FOLLOW_UPS} next questions that these data answer, as the person would ask.`),
})
export type FinishInput = z.infer<typeof finishInput>
export type FollowUp = { question: string; columns: string[]; numbers: BoundNumber[] }

/** The first lines of a list, each in one line however it was written; what is too long to be a line is left out. */
export const linesOf = <T>(list: T[], textOf: (one: T) => string): { of: T; text: string }[] =>
  list
    .map((of) => ({ of, text: textOf(of).replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text.length > 0 && text.length <= LONGEST_LINE)
    .slice(0, MOST_LINES)

/**
 * The questions of a model that may be offered: they name tables or columns that the person may see and no others, claim no number that
 * stands nowhere, and are not what was just asked. Whether the words ask for these columns is not looked at.
 * @param tables all that are visible, with their columns @param strict no number at all may stand there that is found nowhere
 */
export function answerable(
  followUps: FollowUp[],
  question: string,
  tables: { name: string; columns: string[] }[],
  strict: boolean,
): string[] {
  const columnNames = new Set(
    tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column}`)]).map(plain),
  )
  const isGrounded = ({ columns }: FollowUp) =>
    columns.length > 0 && columns.every((name) => columnNames.has(plain(name)))
  const names = tables.flatMap(({ name, columns }) => [name, ...columns])
  const claims = ({ numbers, question: asked }: FollowUp) => {
    const loose = numbers.filter(({ state }) => state === 'unbound')
    if (loose.length === 0) return false
    const figures = new Set(figuresNamed(asked, [question], names))
    return loose.some(({ gap, text }) => strict || gap !== undefined || figures.has(text))
  }
  const seen = new Set([spoken(question)])
  return followUps
    .filter(
      (one) => one.question.length > 0 && one.question.length <= LONGEST_FOLLOW_UP && isGrounded(one) && !claims(one),
    )
    .map((one) => one.question)
    .filter((text) => !seen.has(spoken(text)) && seen.add(spoken(text)))
    .slice(0, MOST_FOLLOW_UPS)
}

const plain = (name: string): string => name.toLowerCase().replace(/["`\s]/g, '')
const spoken = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
