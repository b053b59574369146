import type { Form } from '../built-in/form.ts'
import type { Schema } from '../built-in/schema.ts'
import { conditionsOf, measuresOf } from './skeleton.ts'
import { OF_FIGURES } from './sound/figures.ts'
import { OF_GROUPS } from './sound/groups.ts'
import { OF_ROWS } from './sound/rows.ts'
import { OF_TIMES } from './sound/times.ts'

const RULES = [...OF_FIGURES, ...OF_GROUPS, ...OF_TIMES, ...OF_ROWS]

/** Whether a query can be what its question asks, by the types of its columns and its bounds. */
export function isSound(form: Form, question: string, schema: Schema): boolean {
  const query = { form, question, schema, conditions: conditionsOf(form), measures: measuresOf(form) }
  return !RULES.some((breaks) => breaks(query))
}
