import { AppError } from '../../src/base/errors.ts'
import type { Definition, Import } from '../../src/definitions/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import type { Client } from '../client.ts'
import { commandOf, groupOf } from '../command.ts'
import { allOf } from '../list.ts'
import { named } from '../named.ts'
import { say, sayJson } from '../print.ts'
import { sayItems, sayList } from '../record.ts'
import { save } from '../save.ts'

type Options = {
  workspace?: string
  kind?: string
  proposals?: boolean
  reason?: string
  output?: string
  mode?: string
}

const listed = (client: Client, id: string, { kind, proposals }: Options): Promise<Definition[]> =>
  allOf(client, href(urls.apiDefinitions, { id }, { kind, state: proposals ? 'proposed' : undefined }))

const saidOf = (one: Definition): string =>
  one.kind === 'metric'
    ? `${one.content.expression} over ${one.content.table}${one.content.filters ? ` where ${one.content.filters}` : ''}`
    : one.kind === 'term'
      ? one.content.meaning
      : one.kind === 'query'
        ? one.content.sql
        : one.content.text

const list = commandOf('list', 'list metrics, terms, verified queries and instructions', [
  'tabletalk definitions -w Sales',
  'tabletalk definitions list --kind metric --json',
  'tabletalk definitions list --proposals',
])
  .option('--kind <kind>', 'metric, term, query or instructions')
  .option('--proposals', 'those that wait for an owner')
  .doesIn(async ({ client, json, id }, options: Options) => {
    const all = await listed(client, id, options)
    sayList(json, all, options.proposals ? 'Nothing waits.' : 'Nothing is defined yet.', {
      NAME: (it) => it.name,
      KIND: (it) => it.kind,
      DEFINITION: saidOf,
      STATE: (it) => (it.stale ? 'stale' : it.state),
    })
  })

const deciding = (verb: 'approve' | 'reject', about: string, example: string) =>
  commandOf(verb, about, [example])
    .argument('<name>', 'name or question of the proposal')
    .option('--reason <reason>', 'why')
    .doesIn(async ({ client, json, id }, name: string, options: Options) => {
      const all = await listed(client, id, { proposals: true })
      const found = named('proposal', name, all, (it) => ({ id: it.version_id, name: it.name }))
      const decided = await client.json<Definition>(href(urls.apiDefinitionDecision, { id, definitionId: found.id }), {
        method: 'POST',
        body: { version_id: found.version_id, approve: verb === 'approve', reason: options.reason ?? '' },
      })
      if (json) sayJson(decided)
      else say(`${decided.name}: ${decided.state}.`)
    })

const exporting = commandOf('export', 'save all definitions as YAML', [
  'tabletalk definitions export -w Sales -o sales.yaml',
])
  .option('-o, --output <file>', 'the file; - prints it', '-')
  .doesIn(async ({ client, id }, options: Options) => {
    await save(await client.call(href(urls.apiDefinitionsExport, { id })), options.output ?? '-')
  })

const importing = commandOf('import', 'take over a manifest.json of dbt or an exported YAML file', [
  'tabletalk definitions import target/manifest.json -w Sales',
  'tabletalk definitions import sales.yaml -w Sales --mode approve',
])
  .argument('<file>', 'the file')
  .option('--mode <mode>', 'preview, propose or approve', 'preview')
  .doesIn(async ({ client, json, id }, path: string, options: Options) => {
    if (!(await Bun.file(path).exists())) throw new AppError('not_found', `There is no file ${path}.`)
    const address = href(urls.apiDefinitionsImport, { id }, { mode: options.mode ?? 'preview' })
    const bytes = new Uint8Array(await Bun.file(path).arrayBuffer())
    const answer = await client.json<Import>(address, { method: 'POST', bytes })
    if (json) return sayJson(answer)
    sayItems(answer.entries, {
      NAME: (it) => it.name,
      KIND: (it) => it.kind,
      ACTION: (it) => it.action,
      WHY: (it) => it.why,
    })
    if (!answer.applied) say('Nothing was changed: add --mode propose or --mode approve.')
  })

export const definitions = groupOf('definitions', 'what a workspace means by its words', [
  list,
  deciding('approve', 'approve a proposal (owners)', 'tabletalk definitions approve net_revenue -w Sales'),
  deciding(
    'reject',
    'reject a proposal (owners)',
    'tabletalk definitions reject net_revenue -w Sales --reason "We say sales."',
  ),
  exporting,
  importing,
])
