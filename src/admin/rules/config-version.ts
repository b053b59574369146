import type { Version } from '#records/rules/setting.ts'
import { differenceText } from './config-field.ts'

/** What a version changed in one line: `site.name: Tabletalk → Rowspeak; credits.trial: 25 → 40`. */
export const changesText = ({ changes }: Pick<Version, 'changes'>): string =>
  changes.map(({ field, before, after }) => `${field}: ${differenceText(before)} → ${differenceText(after)}`).join('; ')

export const VERSION_COLUMNS = ['version', 'created_at', 'changed_by', 'reason', 'changes'] as const

/** A version as a line of CSV. */
export const versionLine = (version: Version) => ({
  ...version,
  changed_by: version.changed_by?.email ?? null,
  changes: changesText(version),
})
