import type { Command } from 'commander'
import { folded } from '../../src/admin/rules/config-field.ts'
import { AppError } from '../../src/base/errors.ts'
import type { XaiConfig } from '../../src/records/rules/xai.ts'
import { urls } from '../../src/urls.ts'
import { acting, reasonFor } from '../act.ts'
import { assigned } from '../assignments.ts'
import { clientOf, commandOf, groupOf } from '../command.ts'
import { note, plain, say, sayJson } from '../print.ts'
import { askSecret, firstLine } from '../prompt.ts'
import { sayRecord } from '../record.ts'
import { versionCommands } from '../versions.ts'

type View = {
  version: number
  config: XaiConfig
  address: string
  api: string
  key: 'none' | 'saved' | 'environment' | 'lost'
}
type Outcome = {
  ok: boolean
  steps: { name: string; state: 'pass' | 'fail' | 'skipped'; note: string }[]
  first_ms: number | null
  latency_ms: number | null
}
type KeyOptions = { key?: boolean; keyStdin?: boolean; removeKey?: boolean }

const KEYS: Record<View['key'], string> = {
  none: 'none',
  saved: 'kept, sealed',
  environment: 'from the environment',
  lost: 'cannot be opened any more: set it again',
}

/** Keys are never arguments: those stand in the list of processes and in the history of the shell. */
const keyed = (command: Command) =>
  command
    .option('--key', 'ask for a key of the model; it is not shown')
    .option('--key-stdin', 'read the key from the first line of standard input')

async function keyOf(options: KeyOptions): Promise<string | null | undefined> {
  if (options.removeKey) return null
  if (options.keyStdin) return (await firstLine()).trim()
  return options.key ? askSecret('Key of the model: ', 'Give the key with --key-stdin.') : undefined
}

const show = commandOf('show', 'show the model and what it may see', [
  'tabletalk ai',
  'tabletalk ai show --json',
]).action(async (_options, command) => {
  const { client, json } = clientOf(command)
  const view = await client.json<View>(urls.apiAdminXaiConfig)
  if (json) return sayJson(view)
  const fields = Object.entries(folded(view.config)).map(([name, text]) => [name, text.replaceAll('\n', ', ') || '–'])
  sayRecord({ ...Object.fromEntries(fields), 'asked at': view.address || 'this server itself', key: KEYS[view.key] })
  note(`Version ${view.version}.`)
})

const set = keyed(
  acting(
    commandOf('set', 'change the configuration as a new version', [
      'tabletalk ai set model.preset=openai model.name=gpt-5 --key --reason "New contract"',
      'pass show openai | tabletalk ai set --key-stdin --reason "Key changed" --yes',
      'tabletalk ai set explain.rows=none --reason "Policy"',
    ]),
  ),
)
  .argument('[name=value...]', 'names as `ai show` prints them')
  .option('--remove-key', 'forget the key that is kept')
  .action(async (pairs: string[], options: KeyOptions, command) => {
    const { client, json } = clientOf(command)
    const { version, config } = await client.json<View>(urls.apiAdminXaiConfig)
    const change = assigned(pairs, config)
    const key = await keyOf(options)
    if (pairs.length === 0 && key === undefined)
      throw new AppError('invalid', 'Say what to change: name=value, or --key.')
    const what = [...pairs, ...(key === undefined ? [] : [key === null ? 'no key' : 'another key'])].join(', ')
    const reason = await reasonFor(command, `Set ${what}`)
    const body = { config: change, ...(key === undefined ? {} : { key }), reason, version }
    const view = await client.json<View>(urls.apiAdminXaiConfig, { method: 'PUT', body })
    if (json) sayJson(view)
    else note(`Saved as version ${view.version}; every server follows within 10 s. Try it with: tabletalk ai test`)
  })

const MARKS = { pass: '✓', fail: '✗', skipped: '·' }

const test = keyed(
  commandOf('test', 'ask the model one tiny question: what is saved, or what a change would make of it', [
    'tabletalk ai test',
    'tabletalk ai test model.name=gpt-5-mini',
  ]),
)
  .argument('[name=value...]', 'tried instead of what is saved; nothing is kept')
  .action(async (pairs: string[], options: KeyOptions, command) => {
    const { client, json } = clientOf(command)
    const { config } = await client.json<View>(urls.apiAdminXaiConfig)
    const key = await keyOf(options)
    const body = {
      ...(pairs.length > 0 ? { config: assigned(pairs, config) } : {}),
      ...(key === undefined ? {} : { key }),
    }
    const outcome = await client.json<Outcome>(urls.apiAdminXaiTest, { method: 'POST', body })
    if (json) sayJson(outcome)
    else {
      for (const step of outcome.steps)
        say(`${MARKS[step.state]} ${step.name.padEnd(10)}  ${plain(step.note)}`.trimEnd())
      if (outcome.latency_ms !== null)
        say(`First word after ${outcome.first_ms} ms, all of it after ${outcome.latency_ms} ms.`)
    }
    if (!outcome.ok) throw new AppError('unprocessable', 'The model does not answer.')
  })

const versions = versionCommands({
  group: 'ai',
  path: urls.apiAdminXaiVersions,
  what: 'model',
  empty: 'Nothing was changed yet: it is as the environment says.',
  rollback: {
    about: 'go back to an earlier version, with its key',
    example: '2 --reason "Slower than before"',
    zero: 'is what the environment says',
  },
})

export const ai = groupOf('ai', 'the model and what it may see (superadmin)', [show, set, test, ...versions], show)
