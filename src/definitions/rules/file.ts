import { z } from 'zod'
import type { Imported } from './dbt.ts'
import { definitionInput, instructionsContent, metricContent, queryContent, termContent } from './definition.ts'

const MOST = 500

export const definitionsFile = z
  .object({
    version: z.literal(1, 'Files of version 1 are read.'),
    instructions: instructionsContent.optional(),
    metrics: z
      .array(z.object({ name: z.string(), ...metricContent.shape }))
      .max(MOST)
      .default([]),
    terms: z
      .array(z.object({ name: z.string(), ...termContent.shape }))
      .max(MOST)
      .default([]),
    queries: z
      .array(z.object({ question: z.string(), ...queryContent.shape }))
      .max(MOST)
      .default([]),
  })
  .transform(({ instructions, metrics, terms, queries }): Imported => {
    const all = [
      ...metrics.map((one) => ({ kind: 'metric', ...one })),
      ...terms.map((one) => ({ kind: 'term', ...one })),
      ...queries.map(({ question, ...one }) => ({ kind: 'query', name: question, ...one })),
      ...(instructions ? [{ kind: 'instructions', ...instructions }] : []),
    ].map((one) => ({ name: 'name' in one ? String(one.name) : 'Instructions', read: definitionInput.safeParse(one) }))
    return {
      ...{ format: 'yaml', descriptions: [], relations: [] },
      definitions: all.flatMap(({ read }) =>
        read.success
          ? { input: read.data, table: read.data.kind === 'metric' ? { name: read.data.table, schema: '' } : null }
          : [],
      ),
      unusable: all.flatMap(({ name, read }) =>
        read.success ? [] : { name, why: read.error.issues[0]?.message ?? 'It cannot be read.' },
      ),
    }
  })
