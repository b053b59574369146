import { InvalidArgumentError } from 'commander'
import { differenceText } from '../src/admin/rules/config-field.ts'
import type { Difference } from '../src/records/rules/setting.ts'
import type { ListColumn } from './list.ts'
import { when } from './record.ts'

/** A version of settings as the API answers it. */
export type Version = {
  version: number
  reason: string
  changed_by: { id: string; name: string; email: string } | null
  created_at: string | null
  changes: Difference[]
}

export const VERSION_COLUMNS: ListColumn<Version>[] = [
  { name: 'VERSION', of: (it) => it.version, right: true },
  { name: 'TIME (UTC)', of: (it) => it.created_at, shown: (it) => when(it.created_at) },
  { name: 'BY', of: (it) => it.changed_by?.email },
  { name: 'REASON', of: (it) => it.reason },
  {
    name: 'CHANGES',
    of: (it) =>
      it.changes
        .map(({ field, before, after }) => `${field}: ${differenceText(before)} → ${differenceText(after)}`)
        .join('; '),
  },
]

/** The number of a version, from 0: the defaults. */
export function versionNumber(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('Give the number of a version; 0 are the defaults.')
  return number
}

/** "3", or "0 (the defaults)". */
export const versionText = (version: number): string => `${version}${version === 0 ? ' (the defaults)' : ''}`
