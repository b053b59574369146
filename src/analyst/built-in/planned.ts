import type { Reading } from '../planner/features.ts'
import type { TableFacts, ValueMatch, WorkspaceFacts } from '../rules/tools.ts'
import type { Form } from './form.ts'
import type { Column } from './schema.ts'

export type Facts = {
  tables: TableFacts[]
  values: ValueMatch[]
  /** ISO date or time. */
  now: string
  workspace?: WorkspaceFacts | undefined
}

export type Plan = {
  form: Form
  sql: string
  /** How probable it is that the reading is right, 0 to 1. */
  score: number
  assumptions: string[]
  /** Content words that mean nothing in this catalog. */
  unknown: string[]
  /** What the score is worked out from; absent where a query before is shown again. */
  reading?: Reading
  /** Words that name several columns equally well. `place`: where they stand in the question; `value`: a value of the columns. */
  choices: { place: [number, number]; columns: Column[]; value?: string }[]
}
export type Failure = {
  unknown: string[]
  reason: 'nothing' | 'unknown' | 'unconnected' /** What is missing, in words. */
  why?: string
}
