import { InvalidArgumentError } from 'commander'
import { type Version, versionList } from '../src/admin/rules/config-version.ts'
import { reasonFor } from './action.ts'
import { commandOf } from './command.ts'
import { declared, listCommand } from './list.ts'
import { sayDone } from './record.ts'

/** The number of a version, from 0: the defaults. */
function versionNumber(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('Give the number of a version; 0 are the defaults.')
  return number
}

/** "3", or "0 (the defaults)". */
const versionText = (version: number): string => `${version}${version === 0 ? ' (the defaults)' : ''}`

/** The commands `versions` and `rollback` of what is configured in versions. */
export const versionCommands = (about: {
  /** Of the commands: `settings`, `ai`. */
  group: string
  /** Of the API: answers the versions, and takes the one to go back to. */
  path: string
  what: string
  /** Said when there is no version. */
  empty: string
  rollback: { about: string; example: string; zero: string }
}) => [
  listCommand<Version>('versions', 'list what was changed, the latest first', [`tabletalk ${about.group} versions`], {
    path: about.path,
    ...declared(versionList(`${about.group}-versions`)),
    empty: about.empty,
  }),
  commandOf('rollback', about.rollback.about, [`tabletalk ${about.group} rollback ${about.rollback.example}`])
    .acting()
    .argument('<version>', `its number; 0 ${about.rollback.zero}`, versionNumber)
    .does(async ({ client, json, command }, version: number) => {
      const reason = await reasonFor(command, `Go back to version ${versionText(version)} of the ${about.what}`)
      const view = await client.json<{ version: number }>(about.path, { method: 'POST', body: { version, reason } })
      sayDone(json, view, `Version ${versionText(version)} holds again, as version ${view.version}.`)
    }),
]
