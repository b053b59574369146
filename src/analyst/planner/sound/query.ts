import type { Condition, Form, Measure, Output } from '../../built-in/form.ts'
import { type Column, placesOf, type Schema } from '../../built-in/schema.ts'

type Query = { form: Form; question: string; schema: Schema; conditions: Condition[]; measures: Measure[] }

/** Each tells of a query that it cannot be what its question asks, whatever the words are linked to. */
export type Rule = (query: Query) => boolean

/** What asks for groups by a length of time. */
export const PER_TIME = /\b(?:per|by|each|every) (?:day|week|month|quarter|year)\b/i

/** Numbers that say which, and are averaged as little as added up. */
export const isLabel = ({ role, made, words }: Column): boolean =>
  role === 'dimension' && !made && /^(?:no|nr|num|number|code|key|zip|postcode|phone)$/.test(words.at(-1) ?? '')

const isYear = ({ role, made, min, max }: Column): boolean =>
  role === 'dimension' && !made && Number(min ?? 0) > 1500 && Number(max ?? 0) <= 2100

export const isNumberOf = (column: Column): boolean => isLabel(column) || isYear(column)

/** Words by which what was added last has the highest number. */
export const IN_ORDER = /\b(?:ids?|numbers?|no|codes?|new\w*|latest|last|recent\w*|first|old\w*|earliest)\b/i

/** Whether a column says of what kind its rows are, or where: there are as many as it has values, and not as many as rows. */
export const isKind = (column: Column): boolean =>
  column.role === 'dimension' &&
  (column.distinct <= MANY || placesOf(column) !== null) &&
  !column.unique &&
  !column.nulls &&
  !column.numeric &&
  !column.temporal

/** So many values make no groups, nor do those of which nearly each row has its own. */
export const MANY = 30

/** The column that a query shows or ranks by as it stands. */
export const keysIn = (output: Output): Column[] => ('key' in output && !output.key.grain ? [output.key.column] : [])
