import { z } from 'zod'
import type { Scope } from '#catalog/rules/scope.ts'
import { instructionsText } from '#definitions/rules/definition.ts'
import { EFFORTS } from '#records/rules/xai.ts'

/** Id and name of the agent that every workspace has: all tables, no wishes. It exists without a row. */
export const DEFAULT_AGENT = { id: 'analyst', name: 'Analyst' } as const

/** Tokens that the instructions of an agent may have: each request to a model carries them. */
export const MOST_TOKENS = 1_000
export const MOST_STARTERS = 8
export const MOST_QUERIES = 20
export const COLOURS = ['blue', 'green', 'amber', 'red', 'violet', 'teal', 'pink', 'grey'] as const
/** Which of the models of the server answers; empty: the one that answers as well without an agent. */
const MODELS = ['', 'builtin', 'fallback', 'titles'] as const

const lines = (most: number, longest: number, what: string) =>
  z
    .array(z.string().trim().max(longest))
    .max(most, `At most ${most} ${what}.`)
    .default([])
    .transform((all) => [...new Set(all.filter(Boolean))])

export const agentContent = z.object({
  colour: z.enum(COLOURS).default('blue'),
  description: z.string().trim().max(300).default(''),
  instructions: instructionsText(MOST_TOKENS)
    .default('')
    .describe('What the analyst is to know and heed as this agent. The built-in analyst reads none.'),
  sources: lines(200, 300, 'sources').describe('Files and connections by their names, whose tables it may use.'),
  tables: lines(500, 300, 'tables').describe('Tables by their names. With no source and no table it may use all.'),
  model: z
    .enum(MODELS)
    .default('')
    .describe(
      'Which of the models of the server answers: `fallback` and `titles` where there are such; empty: as without an agent.',
    ),
  effort: z.enum(EFFORTS).default('').describe('How much the model thinks; empty: as the server says.'),
  starters: lines(MOST_STARTERS, 500, 'starter questions'),
  queries: z
    .array(
      z.object({
        question: z.string().trim().min(3, 'Write the question that it answers.').max(500),
        sql: z.string().trim().min(1, 'Write a statement.').max(20_000),
        source: z.string().trim().min(1).max(200).default('workspace'),
      }),
    )
    .max(MOST_QUERIES, `At most ${MOST_QUERIES} queries.`)
    .default([])
    .describe('Verified queries that only this agent knows.'),
  roles: z
    .array(z.enum(['owner', 'member', 'viewer']))
    .default([])
    .describe('Roles in the workspace that may ask it; empty: all. Owners always may.'),
})
export type AgentContent = z.infer<typeof agentContent>

export const agentInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Give it a name.')
    .max(60)
    .refine((name) => !/[@\n]/.test(name), 'A name has no @ and no line break.')
    .refine(
      (name) => name.toLowerCase() !== DEFAULT_AGENT.name.toLowerCase(),
      `“${DEFAULT_AGENT.name}” is the agent that every workspace has.`,
    ),
  ...agentContent.shape,
})
export type AgentInput = z.infer<typeof agentInput>

/** The tables that an agent may use; null for all. */
export const scopeOf = ({ sources, tables }: Scope): Scope | null =>
  sources.length + tables.length > 0 ? { sources: sources.toSorted(), tables: tables.toSorted() } : null

export const mayAsk = ({ roles }: Pick<AgentContent, 'roles'>, role: AgentContent['roles'][number]): boolean =>
  role === 'owner' || roles.length === 0 || roles.includes(role)

/** What an answer says of the agent that gave it. */
export const agentSaid = z.object({ id: z.string(), name: z.string(), version: z.number().nullable() })
export type AgentSaid = z.infer<typeof agentSaid>
export const DEFAULT_SAID: AgentSaid = { ...DEFAULT_AGENT, version: null }
