import { InvalidArgumentError } from 'commander'
import { changesText } from '../src/admin/rules/config-version.ts'
import type { Version } from '../src/records/rules/setting.ts'
import type { ListColumn } from './list.ts'
import { when } from './record.ts'

export const VERSION_COLUMNS: ListColumn<Version>[] = [
  { name: 'VERSION', of: (it) => it.version, right: true },
  { name: 'TIME (UTC)', of: (it) => it.created_at, shown: (it) => when(it.created_at) },
  { name: 'BY', of: (it) => it.changed_by?.email },
  { name: 'REASON', of: (it) => it.reason },
  { name: 'CHANGES', of: changesText },
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
