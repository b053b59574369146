import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { differenceText } from './config-field.ts'
import { listOf } from './list.ts'
import { person } from './names.ts'

const configVersion = z.object({
  version: count.describe('0, the last one, is what held before the first was saved: the defaults.'),
  reason: z.string(),
  changed_by: person.nullable(),
  created_at: moment.nullable().describe('Null for version 0.'),
  changes: z
    .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
    .describe('Against the one before.'),
})
export type Version = z.infer<typeof configVersion>

/** What a version changed in one line: `site.name: Tabletalk → Rowspeak; credits.trial: 25 → 40`. */
const changesText = ({ changes }: Pick<Version, 'changes'>): string =>
  changes.map(({ field, before, after }) => `${field}: ${differenceText(before)} → ${differenceText(after)}`).join('; ')

const columns = {
  version: { type: 'count' },
  created_at: { type: 'moment' },
  changed_by: { of: (it: Version) => it.changed_by?.email },
  reason: {},
  changes: { of: changesText },
} as const
/** The versions of a configuration. @param name of the file */
export const versionList = (name: string) =>
  listOf(configVersion, {
    name,
    filters: {},
    columns,
    cli: { VERSION: 'version', 'TIME (UTC)': 'created_at', BY: 'changed_by', REASON: 'reason', CHANGES: 'changes' },
  })
