import { AppError } from '#base/errors.ts'
import { cut } from '#base/text.ts'
import type { Inquiry } from './inquiry.ts'
import type { AnswerResult } from './rules/answer.ts'
import type { Reading } from './rules/chips/part.ts'
import { readingOf } from './rules/chips/reading.ts'
import { WORKSPACE_SOURCE } from './rules/tools.ts'
import { readStatement } from './statements.ts'

/** Characters of JSON that a reading may take whose chips can be changed, and those of the text of a chip. */
const MOST = 12_000
const LONGEST = 200

/** What the statement of a result does, as chips; null for one that cannot be read. */
export async function readingOfResult(
  inquiry: Inquiry,
  { sql, source }: Pick<AnswerResult, 'sql' | 'source'>,
): Promise<Reading | null> {
  try {
    const { tree, tables } = await readStatement(inquiry, { sql, source })
    const visible = tables.flatMap(({ table, name, schema }) => (table ? [{ ...table, name, schema }] : []))
    const reading = readingOf(tree, visible)
    const isOurs = source === WORKSPACE_SOURCE && JSON.stringify(reading).length <= MOST
    const title = cut(reading.title, LONGEST)
    const chips = reading.chips.map((chip) => ({ ...chip, text: cut(chip.text, LONGEST) }))
    if (isOurs) return { ...reading, title, chips }
    // What is in the language of a database is changed in that language.
    return { ...reading, title, editable: false, chips: chips.map((chip) => ({ ...chip, part: null, fixed: true })) }
  } catch (error) {
    if (!(error instanceof AppError)) inquiry.ctx.log.error('a statement could not be read as chips', { error })
    return null
  }
}
