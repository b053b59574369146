import type { AgentContent } from './agent.ts'

/** An agent as its form holds it: whatever was typed, also what is not fit yet. */
export type AgentDraft = Record<'name' | 'colour' | 'description' | 'instructions' | 'model' | 'effort', string> &
  Record<'sources' | 'tables' | 'starters', string[]> & {
    queries: { question: string; sql: string; source?: string }[]
    asked_by: 'everybody' | 'writers' | 'owners'
  }

export const NO_DRAFT: AgentDraft = {
  ...{ name: '', colour: 'blue', description: '', instructions: '', model: '', effort: '' },
  ...{ sources: [], tables: [], starters: [], queries: [], asked_by: 'everybody' },
}

const ROLES_OF = { everybody: [], writers: ['owner', 'member'], owners: ['owner'] } as const

/** What the form shows of an agent. */
export const draftOf = ({ roles, ...agent }: AgentContent & { name: string }): AgentDraft => ({
  ...agent,
  asked_by:
    roles.length === 0 || roles.includes('viewer') ? 'everybody' : roles.includes('member') ? 'writers' : 'owners',
})

/** What was typed into the form. @param typed its fields, lists by names that end in [] */
export function draftTyped(typed: Record<string, unknown>): AgentDraft {
  const text = (name: string) => (typeof typed[name] === 'string' ? typed[name] : '')
  const list = (name: string) => [typed[`${name}[]`] ?? []].flat().filter((one) => typeof one === 'string')
  const numbers = Object.keys(typed).flatMap((name) => /^queries\.(\d{1,3})\.question$/.exec(name)?.[1] ?? [])
  const queries = numbers
    .map((at) => ({ question: text(`queries.${at}.question`).trim(), sql: text(`queries.${at}.sql`).trim() }))
    .filter(({ question, sql }) => question || sql)
  const by = text('asked_by')
  return {
    ...{ name: text('name'), colour: text('colour') || 'blue', description: text('description') },
    ...{ instructions: text('instructions'), model: text('model'), effort: text('effort') },
    ...{ sources: list('sources'), tables: list('tables'), queries },
    starters: text('starters')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    asked_by: by === 'writers' || by === 'owners' ? by : 'everybody',
  }
}

/** The same as the API takes it. */
export const inputOf = ({ asked_by, ...draft }: AgentDraft) => ({ ...draft, roles: [...ROLES_OF[asked_by]] })
