import type { QueryResult } from '#query/rules/answers.ts'

/**
 * What a statement gave at a moment, with its first rows. `tables`: those that it read, with the columns that could be seen then.
 */
export type Remembered = { page: QueryResult; at: string; tables: Record<string, string[]> }
