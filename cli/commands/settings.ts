import { folded } from '../../src/admin/rules/config-field.ts'
import type { SettingsView } from '../../src/admin/rules/config-request.ts'
import { AppError } from '../../src/base/errors.ts'
import { urls } from '../../src/urls.ts'
import { reasonFor } from '../action.ts'
import { assigned, valueAt } from '../assignments.ts'
import { commandOf, groupOf } from '../command.ts'
import { note, plain, sayJson } from '../print.ts'
import { sayRecord } from '../record.ts'
import { versionCommands } from '../versions.ts'

const show = commandOf('show', 'show the settings that hold, or one of them', [
  'tabletalk settings',
  'tabletalk settings show credits',
  'tabletalk settings show credits.per_answer',
])
  .argument('[name]', 'a setting or a group of them')
  .does(async ({ client, json }, name: string | undefined) => {
    const view = await client.json<SettingsView>(urls.apiAdminSettings)
    const value = name === undefined ? view.effective : valueAt(view.effective, name)
    if (value === undefined) throw new AppError('not_found', `There is no setting ${name}.`)
    if (json) return sayJson(name === undefined ? view : value)
    const fields = Object.entries(folded(value, name ?? ''))
    sayRecord(
      Object.fromEntries(
        fields.map(([field, text]) => {
          const variable = view.by_environment[field]
          return [field, (text === '' ? '–' : text.replaceAll('\n', ', ')) + (variable ? `  (by ${variable})` : '')]
        }),
      ),
    )
    note(`Version ${view.version}.`)
  })

const set = commandOf('set', 'change settings as a new version', [
  'tabletalk settings set credits.per_answer=2 --reason "New price list"',
  'tabletalk settings set maintenance.text="Back at 9" maintenance.read_only=yes --reason "Moving" --yes',
])
  .acting()
  .argument('<name=value...>', 'names as `settings show` prints them; lists and null as JSON')
  .does(async ({ client, json, command }, pairs: string[]) => {
    const { version, settings } = await client.json<SettingsView>(urls.apiAdminSettings)
    const change = assigned(pairs, settings)
    const reason = await reasonFor(command, `Set ${pairs.join(', ')}`)
    const body = { settings: change, reason, version }
    const view = await client.json<SettingsView>(urls.apiAdminSettings, { method: 'PUT', body })
    if (json) sayJson(view)
    else note(`Saved as version ${view.version}; every server follows within 10 s.`)
    for (const pair of pairs) {
      const variable = view.by_environment[pair.split('=')[0]!]
      if (variable) note(`${plain(pair.split('=')[0]!)} stays as ${variable} says.`)
    }
  })

const versions = versionCommands({
  group: 'settings',
  path: urls.apiAdminSettingVersions,
  what: 'settings',
  empty: 'Nothing was changed yet.',
  rollback: {
    about: 'go back to an earlier version, as a new one',
    example: '3 --reason "Too generous"',
    zero: 'are the defaults',
  },
})

export const settings = groupOf('settings', 'System Settings (superadmin)', [show, set, ...versions])
