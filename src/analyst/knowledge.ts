import type { Definition } from '#definitions/rules/answers.ts'
import type { Instructions } from '#definitions/rules/definition.ts'
import { definitionIndex, type Found, type KnownDefinition } from './rules/definitions.ts'

/** What an answer knows beside the data: approved metrics and terms that name nothing hidden and need nothing that is gone. */
export type Knowledge = {
  definitions: KnownDefinition[]
  instructions: Instructions | null
  /** Those that fit what is asked, best first. */
  fitting(asked: { query: string; question: string }): Found
}

/**
 * @param approved definitions that name nothing hidden
 * @param isTable whether a table may be asked in this answer, by its name in small letters
 */
export function knowledgeOf(approved: Definition[], isTable: (name: string) => boolean): Knowledge {
  const all = approved.filter(({ stale }) => stale === null)
  const found = all.flatMap((one): KnownDefinition[] => {
    if (one.kind === 'term') return [{ kind: 'term', name: one.name, ...one.content }]
    // As the catalog calls its table.
    const table = one.checked?.tables[0]
    if (one.kind !== 'metric' || !table || !isTable(table.toLowerCase())) return []
    return [{ kind: 'metric', name: one.name, ...one.content, table }]
  })
  let index: ReturnType<typeof definitionIndex> | undefined
  return {
    definitions: found,
    instructions: all.find((one) => one.kind === 'instructions')?.content ?? null,
    fitting: (asked) => {
      index ??= definitionIndex(found)
      return index(asked)
    },
  }
}
