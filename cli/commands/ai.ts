import { Option } from 'commander'
import { folded } from '../../src/admin/rules/config-field.ts'
import type { TestOutcome, XaiView } from '../../src/admin/rules/config-request.ts'
import { keyField } from '../../src/admin/rules/xai-form.ts'
import { AppError } from '../../src/base/errors.ts'
import { MODEL_ROLES, type ModelRole } from '../../src/records/rules/xai.ts'
import { urls } from '../../src/urls.ts'
import { reasonFor } from '../action.ts'
import { assigned } from '../assignments.ts'
import { type Command, commandOf, groupOf } from '../command.ts'
import { note, plain, say, sayJson } from '../print.ts'
import { askSecret, firstLine } from '../prompt.ts'
import { sayDone, sayRecord } from '../record.ts'
import { versionCommands } from '../versions.ts'

type KeyOptions = { key?: boolean; keyStdin?: boolean; removeKey?: boolean; model: ModelRole }

const KEYS: Record<XaiView['key'], string> = {
  none: 'none',
  saved: 'kept, sealed',
  environment: 'from the environment',
  lost: 'cannot be opened any more: set it again',
  model: 'that of the model, at the same address',
}

/** Keys are never arguments: those stand in the list of processes and in the history of the shell. */
const keyed = (command: Command) =>
  command
    .option('--key', 'ask for a key of the model; it is not shown')
    .option('--key-stdin', 'read the key from the first line of standard input')
    .addOption(
      new Option('--model <which>', 'the model that is meant, and whose key').choices(MODEL_ROLES).default('model'),
    )

/** The field of the request for the key, empty where none was given. */
async function keyOf(options: KeyOptions): Promise<Record<string, string | null>> {
  const name = keyField(options.model)
  if (options.removeKey) return { [name]: null }
  if (options.keyStdin) return { [name]: (await firstLine()).trim() }
  return options.key ? { [name]: await askSecret('Key of the model: ', 'Give the key with --key-stdin.') } : {}
}

const show = commandOf('show', 'show the model and what it may see', ['tabletalk ai', 'tabletalk ai show --json']).does(
  async ({ client, json }) => {
    const view = await client.json<XaiView>(urls.apiAdminXaiConfig)
    if (json) return sayJson(view)
    const fields = Object.entries(folded(view.config)).map(([name, text]) => [name, text.replaceAll('\n', ', ') || '–'])
    const { health, titles, fallback } = view
    sayRecord({
      ...Object.fromEntries(fields),
      'asked at': view.address || 'this server itself',
      key: KEYS[view.key],
      ...(titles.address ? { 'titles asked at': titles.address, 'key for titles': KEYS[titles.key] } : {}),
      ...(fallback.address
        ? { 'fall-back asked at': fallback.address, 'key of the fall-back': KEYS[fallback.key] }
        : {}),
      ...(health?.failures ? { 'failures in a row': String(health.failures) } : {}),
      ...(health?.rests_until ? { 'fall-back answers alone until': health.rests_until } : {}),
    })
    note(`Version ${view.version}.`)
  },
)

const set = keyed(
  commandOf('set', 'change the configuration as a new version', [
    'tabletalk ai set model.preset=openai model.name=gpt-5 --key --reason "New contract"',
    'pass show openai | tabletalk ai set --key-stdin --reason "Key changed" --yes',
    'tabletalk ai set explain.rows=none --reason "Policy"',
    'tabletalk ai set fallback.preset=anthropic fallback.name=claude-sonnet-4-5 --model fallback --key --reason "Second provider"',
  ]).acting(),
)
  .argument('[name=value...]', 'names as `ai show` prints them')
  .option('--remove-key', 'forget the key that is kept')
  .does(async ({ client, json, command }, pairs: string[], options: KeyOptions) => {
    const { version, config } = await client.json<XaiView>(urls.apiAdminXaiConfig)
    const change = assigned(pairs, config)
    const key = await keyOf(options)
    const [given] = Object.values(key)
    if (pairs.length === 0 && given === undefined)
      throw new AppError('invalid', 'Say what to change: name=value, or --key.')
    const what = [...pairs, ...(given === undefined ? [] : [given === null ? 'no key' : 'another key'])].join(', ')
    const reason = await reasonFor(command, `Set ${what}`)
    const body = { config: change, ...key, reason, version }
    const view = await client.json<XaiView>(urls.apiAdminXaiConfig, { method: 'PUT', body })
    const saved = `Saved as version ${view.version}; every server follows within 10 s.`
    sayDone(json, view, `${saved} Try it with: tabletalk ai test`)
  })

const MARKS = { pass: '✓', note: '·', fail: '✗', skipped: '·' }

const test = keyed(
  commandOf('test', 'ask a model to call a tool and to say a few words: as it is saved, or as a change would have it', [
    'tabletalk ai test',
    'tabletalk ai test model.name=gpt-5-mini',
    'tabletalk ai test --model fallback',
  ]),
)
  .argument('[name=value...]', 'tried instead of what is saved; nothing is kept')
  .does(async ({ client, json }, pairs: string[], options: KeyOptions) => {
    const { config } = await client.json<XaiView>(urls.apiAdminXaiConfig)
    const key = await keyOf(options)
    const { model } = options
    const body = { model, ...(pairs.length > 0 ? { config: assigned(pairs, config) } : {}), ...key }
    const outcome = await client.json<TestOutcome>(urls.apiAdminXaiTest, { method: 'POST', body })
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

export const ai = groupOf('ai', 'the model and what it may see (superadmin)', [show, set, test, ...versions])
