import { type ConnectionHealth, healthList } from '../../src/admin/rules/source-health.ts'
import { AppError } from '../../src/base/errors.ts'
import type { DatabaseEntity, ExternalEntity } from '../../src/connections/rules/answers.ts'
import { type DataSource, offeredLabel, unavailableText } from '../../src/connections/rules/data-source.ts'
import { href, urls } from '../../src/urls.ts'
import { confirm } from '../action.ts'
import type { Client } from '../client.ts'
import { type Command, commandOf, groupOf } from '../command.ts'
import { askFields, bodyOf, givenFields, readSecrets } from '../form.ts'
import { allOf, declared, listCommand } from '../list.ts'
import { named } from '../named.ts'
import { note, plain, say, sayJson } from '../print.ts'
import { number, sayItems, when } from '../record.ts'

type Entity = DatabaseEntity | ExternalEntity
type Kind = 'database' | 'external'
type Source = { kind: Kind; it: Entity }
type Options = { workspace?: string; set?: string[]; secretsStdin?: boolean; wait?: boolean }

const PATHS = {
  database: {
    all: urls.apiDatabaseConnections,
    one: urls.apiDatabaseConnection,
    test: urls.apiDatabaseConnectionTest,
    refresh: urls.apiDatabaseConnectionRefresh,
  },
  external: {
    all: urls.apiExternalConnections,
    one: urls.apiExternalConnection,
    test: urls.apiExternalConnectionTest,
    refresh: urls.apiExternalConnectionRefresh,
  },
} as const

async function sourcesIn(client: Client, id: string): Promise<Source[]> {
  const of = async (kind: Kind) =>
    (await allOf<Entity>(client, href(PATHS[kind].all, { id }))).map((it) => ({ kind, it }))
  return [...(await of('database')), ...(await of('external'))]
}

const findSource = async (client: Client, id: string, wanted: string): Promise<Source> =>
  named('source', wanted, await sourcesIn(client, id), ({ it }) => it)

const tablesText = (tables: number) => (tables === 1 ? '1 table' : `${number(tables)} tables`)
const engineOf = (it: Entity): string => ('engine' in it ? it.engine : it.kind)
const lookedAt = (it: Entity): string | null => ('last_synced_at' in it ? it.last_synced_at : it.refreshed_at)

const list = commandOf('list', 'list the connected sources of a workspace', ['tabletalk sources -w Sales']).doesIn(
  async ({ client, json, id }) => {
    const all = await sourcesIn(client, id)
    if (json) return sayJson(all.map(({ it }) => it))
    if (all.length === 0) return say('Nothing is connected yet. Connect something with: tabletalk sources connect')
    sayItems(all, {
      '*ID': ({ it }) => it.id,
      NAME: ({ it }) => it.name,
      KIND: ({ it }) => engineOf(it),
      STATUS: ({ it }) => it.status,
      '#TABLES': ({ it }) => it.tables,
      'READ (UTC)': ({ it }) => when(lookedAt(it)),
      ERROR: ({ it }) => it.error,
    })
  },
)

const kinds = commandOf('kinds', 'list what can be connected', ['tabletalk sources kinds']).does(
  async ({ client, json }) => {
    const all = await connectable(client)
    if (json) return sayJson(all)
    sayItems(all, {
      KIND: (it) => it.engine,
      NAME: offeredLabel,
      HERE: (it) => it.available,
      FIELDS: (it) => it.fields.map(({ name }) => name),
    })
  },
)

async function connectable(client: Client): Promise<DataSource[]> {
  const { dataSources } = await client.json<{ dataSources: DataSource[] }>(urls.apiDataSourceConfig)
  return dataSources.filter(({ kind }) => kind !== 'file')
}

/** What was given and, on a terminal, asked for, as the body that the API takes. */
async function described(
  client: Client,
  engine: string,
  options: Options,
): Promise<{ source: DataSource; body: object }> {
  const all = await connectable(client)
  const source = all.find((it) => it.engine === engine)
  if (!source)
    throw new AppError('invalid', `There is no kind ${engine}. There are: ${all.map((it) => it.engine).join(', ')}.`)
  if (!source.available) throw new AppError('unprocessable', unavailableText(source))
  const given = {
    ...givenFields(source, options.set ?? []),
    ...(options.secretsStdin ? readSecrets(source, await Bun.stdin.text()) : {}),
  }
  const values = process.stdin.isTTY && !options.secretsStdin ? await askFields(source, given) : given
  const missing = source.fields.filter(({ name, required, default: usual }) => required && !values[name] && !usual)
  if (missing.length > 0)
    throw new AppError(
      'invalid',
      `Give ${missing.map(({ name }) => name).join(', ')} with --set, secrets with --secrets-stdin.`,
    )
  const kind = source.kind === 'database' ? { engine } : { kind: engine }
  const usual = Object.fromEntries(
    source.fields.flatMap((it) => (it.default && it.required ? [[it.name, it.default]] : [])),
  )
  return { source, body: { ...kind, ...bodyOf({ ...usual, ...values }) } }
}

const describing = (command: Command) =>
  command
    .argument('<kind>', 'as `sources kinds` lists it: postgres, mysql, url, s3 …')
    .option('--set <field=value...>', 'fields of the source, but no secrets')
    .option('--secrets-stdin', 'read secrets as a JSON object from standard input')

const test = describing(
  commandOf('test', 'try a source without keeping it', [
    'tabletalk sources test postgres -w Sales',
    'echo \'{"password":"…"}\' | tabletalk sources test mysql -w Sales --set name=Shop host=db database=shop username=reader --secrets-stdin',
  ]),
).doesIn(async ({ client, json, id }, engine: string, options: Options) => {
  const { source, body } = await described(client, engine, options)
  const outcome = await tried(() =>
    client.json<Tested>(href(PATHS[source.kind as Kind].test, { id }), { method: 'POST', body }),
  )
  if (json) return sayJson(outcome)
  say(`It works: ${tablesText(outcome.tables)}, ${outcome.latency_ms} ms, ${plain(outcome.server_version)}`)
})
type Tested = { ok: true; server_version: string; latency_ms: number; tables: number }

/** Says at which step a connection failed and what to do about it. */
async function tried<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.details?.step) throw error
    const { step, hint } = error.details
    throw new AppError(error.kind, `${error.message}\n  Failed at: ${step}${hint ? `\n  ${hint}` : ''}`, {
      cause: error,
    })
  }
}

const connect = describing(
  commandOf('connect', 'connect a database or an address; on a terminal everything is asked for', [
    'tabletalk sources connect postgres -w Sales',
    'tabletalk sources connect url -w Sales --set name=Rates url=https://example.com/rates.csv',
  ]),
)
  .option('--wait', 'wait until its tables are there')
  .doesIn(async ({ client, json, id }, engine: string, options: Options) => {
    const { source, body } = await described(client, engine, options)
    const kind = source.kind as Kind
    const path = href(PATHS[kind].all, { id })
    const made = await tried(() => client.json<Entity>(path, { method: 'POST', body }))
    await finish(client, { id, kind, it: made, wait: options.wait ?? false, json })
  })

type Finish = Source & { id: string; wait: boolean; json: boolean }

/** Waits for a look at a source when asked to, and says how it went. */
async function finish(client: Client, { id, kind, it, wait, json }: Finish): Promise<void> {
  let now = it
  while (wait && now.status === 'syncing') {
    await Bun.sleep(500)
    now = await client.json<Entity>(href(PATHS[kind].one, { id, connId: it.id }))
  }
  if (json) sayJson(now)
  else if (now.status !== 'failed') note(`${plain(now.name)}: ${now.status}, ${tablesText(now.tables)}. ${now.id}`)
  if (now.status === 'failed')
    throw new AppError('unprocessable', `${now.name}: ${now.error ?? 'it could not be read.'}`)
}

const refresh = commandOf('refresh', 'read a source again', ['tabletalk sources refresh Shop -w Sales --wait'])
  .argument('<source>', 'id or name')
  .option('--wait', 'wait until it is read')
  .doesIn(async ({ client, json, id }, wanted: string, options: Options) => {
    const { kind, it } = await findSource(client, id, wanted)
    await client.call(href(PATHS[kind].refresh, { id, connId: it.id }), { method: 'POST' })
    const now = await client.json<Entity>(href(PATHS[kind].one, { id, connId: it.id }))
    await finish(client, { id, kind, it: now, wait: options.wait ?? false, json })
  })

const remove = commandOf('remove', 'disconnect a source: its tables go', [
  'tabletalk sources remove Shop -w Sales --yes',
])
  .argument('<source>', 'id or name')
  .option('-y, --yes', 'do not ask whether to go on')
  .doesIn(async ({ client, id, command }, wanted: string) => {
    const { kind, it } = await findSource(client, id, wanted)
    await confirm(command, `Disconnect ${plain(it.name)} with ${tablesText(it.tables)}`)
    await client.call(href(PATHS[kind].one, { id, connId: it.id }), { method: 'DELETE' })
    note(`${plain(it.name)}: disconnected.`)
  })

/** Those of everybody: how they fare, and nothing of what is in them. */
const all = listCommand<ConnectionHealth>(
  'all',
  'list the connections of all organizations (support)',
  ['tabletalk sources all --status failed', 'tabletalk sources all --engine postgres --csv'],
  { path: urls.apiAdminDataSources, ...declared(healthList), empty: 'No connection fits.' },
)

const commands = [list, kinds, connect, test, refresh, remove, all]
export const sources = groupOf('sources', 'databases and addresses that a workspace reads', commands)
