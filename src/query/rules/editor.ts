import { z } from 'zod'
import type { DataTree } from '#catalog/rules/catalog.ts'
import type { ResultPage, Statement, VerifiedQuery } from './answers.ts'

/** A connected database that statements can be written for in its own language. */
type EditorSource = { id: string; name: string; engine: string }

/** Why a statement did not run; `position`: character of the statement where its reader gave up. */
export type EditorError = { message: string; candidates: string[]; position: number | null }

export type EditorScreen = {
  workspaceId: string
  /** The visible tables; those beyond the first are found by their names. */
  data: DataTree
  databases: EditorSource[]
  /** `workspace`, or the name of a connected database. */
  source: string
  sql: string
  /** Whether address or form named this statement, so that it goes before kept drafts. */
  given: boolean
  result: ResultPage | null
  error: EditorError | null
  statements: Statement[]
  verified: VerifiedQuery[]
  mayVerify: boolean
  mayPin: boolean
  said: string | null
  now: string
}

export const editorQuery = z.object({
  sql: z.string().max(20_000).optional(),
  source: z.string().max(200).optional(),
  statement: z.string().optional(),
  query: z.string().optional(),
  table: z.string().optional(),
  said: z.enum(['saved', 'removed']).optional(),
})

export const editorForm = z.object({
  sql: z.string().trim().default(''),
  source: z.string().default('workspace'),
  question: z.string().default(''),
  act: z.enum(['run', 'save', 'remove']).catch('run').default('run'),
  query: z.string().default(''),
})
