import type { Agent } from '../../src/agents/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import type { Client } from '../client.ts'
import { type Command, commandOf, groupOf } from '../command.ts'
import { allOf } from '../list.ts'
import { named } from '../named.ts'
import { note, say, sayJson } from '../print.ts'
import { sayDone, sayItems, when } from '../record.ts'

type Options = {
  workspace?: string
  name?: string
  description?: string
  instructions?: string
  source?: string[]
  table?: string[]
  starter?: string[]
  copy?: string
  publish?: boolean
}

const agentsIn = (client: Client, id: string) => allOf<Agent>(client, href(urls.apiAgents, { id }))

/** An agent of a workspace by its id or name. */
export const findAgent = async (client: Client, id: string, wanted: string): Promise<Agent> =>
  named('agent', wanted, await agentsIn(client, id), (it) => it)

const mayUse = ({ sources, tables }: Agent) => [...sources, ...tables].join(', ') || 'all tables'

const list = commandOf('list', 'list the agents of a workspace', [
  'tabletalk agents -w Sales',
  'tabletalk agents list --json',
]).doesIn(async ({ client, json, id }) => {
  const all = await agentsIn(client, id)
  if (json) return sayJson(all)
  sayItems(all, {
    NAME: (it) => it.name,
    FOR: (it) => it.description,
    'MAY USE': mayUse,
    STATE: (it) => it.state,
    '*ID': (it) => it.id,
  })
})

const show = commandOf('show', 'show an agent and its versions', ['tabletalk agents show "Sales analyst" -w Sales'])
  .argument('<agent>', 'its name or id')
  .doesIn(async ({ client, json, id }, wanted: string) => {
    const agent = await findAgent(client, id, wanted)
    const versions = agent.default
      ? []
      : await client.json<Agent[]>(href(urls.apiAgentVersions, { id, agentId: agent.id }))
    if (json) return sayJson({ ...agent, versions })
    say(`${agent.name}: ${agent.description || 'no description'}`)
    say(`May use: ${mayUse(agent)}`)
    if (agent.instructions) say(`\n${agent.instructions}\n`)
    for (const starter of agent.starters) say(`Asks: ${starter}`)
    if (versions.length > 0)
      sayItems(versions, {
        '#VERSION': (it) => it.version,
        STATE: (it) => it.state,
        SAVED: (it) => when(it.created_at),
        BY: (it) => it.saved_by?.name,
      })
  })

const each = (value: string, all: string[] = []) => [...all, value]

/** What an agent is, as options. */
const withFields = (command: Command) =>
  command
    .option('--description <text>', 'what it is for')
    .option('--instructions <text>', 'what it is to know and heed')
    .option('--source <name>', 'a file or connection that it may use; may be given several times', each)
    .option('--table <name>', 'a table that it may use; may be given several times', each)
    .option('--starter <question>', 'a question to start with; may be given several times', each)
    .option('--publish', 'let people choose it at once; otherwise it is a draft')

const given = ({ name, description, instructions, source, table, starter, publish }: Options) => ({
  ...(name === undefined ? {} : { name }),
  ...(description === undefined ? {} : { description }),
  ...(instructions === undefined ? {} : { instructions }),
  ...(source ? { sources: source } : {}),
  ...(table ? { tables: table } : {}),
  ...(starter ? { starters: starter } : {}),
  publish: publish ?? false,
})

const told = (json: boolean, agent: Agent) =>
  sayDone(json, agent, `${agent.name}, version ${agent.version}: ${agent.state}. Its id is ${agent.id}.`)

const create = withFields(
  commandOf('create', 'create an agent', [
    'tabletalk agents create "Sales analyst" -w Sales --table orders --starter "Revenue by month" --publish',
    'tabletalk agents create "Sales EU" -w Sales --copy "Sales analyst" --instructions "Europe only."',
  ]),
)
  .argument('<name>', 'its name')
  .option('--copy <agent>', 'begin with what another one is')
  .doesIn(async ({ client, json, id }, name: string, options: Options) => {
    const from = options.copy ? await findAgent(client, id, options.copy) : {}
    const body = { ...from, ...given({ ...options, name }) }
    told(json, await client.json<Agent>(href(urls.apiAgents, { id }), { method: 'POST', body }))
  })

const update = withFields(
  commandOf('update', 'change an agent, as a new version', [
    'tabletalk agents update "Sales analyst" -w Sales --instructions "Amounts are net." --publish',
  ]),
)
  .argument('<agent>', 'its name or id')
  .option('--name <name>', 'another name')
  .doesIn(async ({ client, json, id }, wanted: string, options: Options) => {
    const agent = await findAgent(client, id, wanted)
    const body = { ...agent, ...given(options) }
    told(json, await client.json<Agent>(href(urls.apiAgent, { id, agentId: agent.id }), { method: 'PUT', body }))
  })

const remove = commandOf('delete', 'delete an agent (owners)', ['tabletalk agents delete "Sales analyst" -w Sales'])
  .argument('<agent>', 'its name or id')
  .doesIn(async ({ client, id }, wanted: string) => {
    const agent = await findAgent(client, id, wanted)
    await client.call(href(urls.apiAgent, { id, agentId: agent.id }), { method: 'DELETE' })
    note(`${agent.name} is deleted.`)
  })

export const agents = groupOf('agents', 'saved analysts of a workspace', [list, show, create, update, remove])
