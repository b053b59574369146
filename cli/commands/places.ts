import { type ListedByAdmin, type OrganizationView, organizationList } from '../../src/admin/rules/organization.ts'
import { AppError } from '../../src/base/errors.ts'
import { counted } from '../../src/base/format.ts'
import type { Organization, Workspace } from '../../src/organizations/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import { actionCommand } from '../action.ts'
import type { Client } from '../client.ts'
import { commandOf, groupOf } from '../command.ts'
import { count, declared, listCommand } from '../list.ts'
import { named } from '../named.ts'
import { UUID } from '../people.ts'
import * as places from '../places.ts'
import { plain, say, sayJson } from '../print.ts'
import { bytesText } from '../progress.ts'
import { number, sayDone, sayItems, sayList, sayRecord, saySection, when } from '../record.ts'

const createOrganization = commandOf('create', 'create an organization, of which you are the owner', [
  'tabletalk organizations create Acme',
])
  .argument('<name>', 'its name')
  .option('--description <text>', 'what it is')
  .does(async ({ client, json }, name: string, options: { description?: string }) => {
    const made = await client.json<Organization>(urls.apiOrganizations, { method: 'POST', body: { name, ...options } })
    sayDone(json, made, `${plain(made.name)} is there: ${made.id}`)
  })

type NewWorkspace = { organization?: string; description?: string; restricted?: boolean }

const createWorkspace = commandOf('create', 'create a workspace in an organization that you own', [
  'tabletalk workspaces create Sales',
  'tabletalk workspaces create Sales --organization Acme --restricted',
])
  .argument('<name>', 'its name')
  .option('-o, --organization <organization>', 'id or name; left out, the only one there is')
  .option('--description <text>', 'what it is for')
  .option('--restricted', 'only people on its list may open it, and the owners')
  .does(async ({ client, json }, name: string, { organization, ...about }: NewWorkspace) => {
    const { id } = await places.findOrganization(client, organization)
    const body = { organization_id: id, name, ...about }
    const made = await client.json<Workspace>(urls.apiWorkspaces, { method: 'POST', body })
    sayDone(json, made, `${plain(made.name)} is there: ${made.id}`)
  })

const own = commandOf('list', 'list your organizations', [
  'tabletalk organizations',
  'tabletalk organizations --json',
]).does(async ({ client, json }) => {
  const all = await places.organizations(client)
  sayList(json, all, places.NO_ORGANIZATION, {
    '*ID': (it) => it.id,
    NAME: (it) => it.name,
    ROLE: (it) => it.role,
    '#WORKSPACES': (it) => it.workspaces.length,
  })
})

const everybody = listCommand<ListedByAdmin>(
  'all',
  'list the organizations of everybody (support)',
  ['tabletalk organizations all --search acme', 'tabletalk organizations all --status suspended --csv'],
  { path: urls.apiAdminOrganizations, ...declared(organizationList), empty: 'No organization fits.' },
)

/** An organization of anybody by id or whole name. @throws AppError not_found; invalid when the name is not the only one */
async function findAny(client: Client, wanted: string): Promise<{ id: string; name: string }> {
  if (UUID.test(wanted)) return client.json(href(urls.apiAdminOrganization, { id: wanted.toLowerCase() }))
  const near = await client.json<ListedByAdmin[]>(href(urls.apiAdminOrganizations, {}, { q: wanted, limit: '50' }))
  const namesOf = ({ id, name, owner }: ListedByAdmin) => ({ id, name, shown: [id, name, owner?.email ?? ''] })
  return named('organization', wanted, near, namesOf)
}

const show = commandOf('show', 'show an organization of yours, or of anybody (support)', [
  'tabletalk organizations show Acme',
  'tabletalk organizations show 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --json',
])
  .argument('<organization>', 'id or name')
  .does(async ({ client, json }, wanted: string) => {
    const membership = (await places.organizations(client)).find(
      ({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase(),
    )
    if (membership && json) return sayJson(membership)
    if (membership) {
      sayRecord({
        ID: membership.id,
        Name: membership.name,
        Description: membership.description,
        'Your role': membership.role,
      })
      return saySection('Workspaces', membership.workspaces, {
        '*ID': (it) => it.id,
        NAME: (it) => it.name,
        ROLE: (it) => it.role,
      })
    }
    const { id } = await findAny(client, wanted)
    const organization = await client.json<OrganizationView>(href(urls.apiAdminOrganization, { id }))
    if (json) sayJson(organization)
    else sayOrganization(organization)
  })

function sayOrganization(it: OrganizationView): void {
  sayRecord({
    ID: it.id,
    Name: it.name,
    Status: it.status,
    Suspended: it.suspended
      ? `${when(it.suspended.at)} by ${it.suspended.by ?? 'somebody'}: ${it.suspended.reason}`
      : '',
    Owner: it.owner ? `${it.owner.name} <${it.owner.email}>` : '',
    Plan: it.plan,
    Storage: `${bytesText(it.usage.bytes)} in ${number(it.usage.files)} files`,
    'Last 30 days': `${number(it.usage.questions_30d)} questions, ${number(it.usage.credits_30d)} credits`,
    Created: when(it.created_at),
  })
  saySection('Members', it.people, {
    '*ID': (person) => person.id,
    NAME: (person) => person.name,
    EMAIL: (person) => person.email,
    ROLE: (person) => person.role,
  })
  saySection('Workspaces', it.rooms, {
    '*ID': (room) => room.id,
    NAME: (room) => room.name,
    '#FILES': (room) => room.files,
    '#SIZE': (room) => bytesText(room.bytes),
    '#CREDITS 30 D': (room) => room.credits_30d,
  })
}

const statusAction = (name: string, title: string, about: string, url: `${string}/:id/${string}`) =>
  actionCommand<OrganizationView, { id: string; name: string }>({
    ...{ name, about, url },
    example: `organizations ${name} Acme --reason "Ticket 4711" --yes`,
    of: ['<organization>', 'id or name'],
    find: findAny,
    title: (found) => `${title} ${found.name}`,
    done: (it) => `${plain(it.name)} is ${it.status}.`,
  })
const suspend = statusAction(
  'suspend',
  'Suspend',
  'close an organization to its people (superadmin)',
  urls.apiAdminOrganizationSuspend,
)
const restore = statusAction(
  'restore',
  'Restore',
  'open a suspended organization again (superadmin)',
  urls.apiAdminOrganizationRestore,
)

const organizationCommands = [own, show, createOrganization, everybody, suspend, restore]
export const organizations = groupOf(
  'organizations',
  'your organizations, and for support those of everybody',
  organizationCommands,
)

const listWorkspaces = commandOf('list', 'list your workspaces', [
  'tabletalk workspaces',
  'tabletalk workspaces --json',
]).does(async ({ client, json }) => {
  const all = await places.organizations(client)
  if (json) return sayJson(all.flatMap((organization) => organization.workspaces))
  const rows = all.flatMap(({ name, workspaces }) => workspaces.map((it) => ({ ...it, organization: name })))
  if (rows.length === 0) return say(places.NO_WORKSPACE)
  sayItems(rows, {
    '*ID': (it) => it.id,
    NAME: (it) => it.name,
    ORGANIZATION: (it) => it.organization,
    ROLE: (it) => it.role,
  })
})

/** What a model may see, as people name it. */
const SEES = { none: 'schema', samples: 'samples', all: 'results' } as const

const privacy = commandOf('privacy', 'choose what a model outside may see of a workspace (owners)', [
  'tabletalk workspaces privacy Acme/Sales schema',
  'tabletalk workspaces privacy Acme/Sales results --rows 10',
])
  .argument('<workspace>', 'id, name or organization/name')
  .argument('<mode>', 'schema, samples or results; where the server allows less, that holds')
  .option('--rows <count>', 'rows of a result that it sees at most', count)
  .does(async ({ client, json }, wanted: string, mode: string, { rows }: { rows?: number }) => {
    const chosen = Object.entries(SEES).find(([, word]) => word === mode)?.[0]
    if (!chosen) throw new AppError('invalid', 'Choose schema, samples or results.')
    const { id } = await places.findWorkspace(client, wanted)
    const body = { model_sees: chosen, model_rows: rows ?? null }
    const workspace = await client.json<Workspace>(href(urls.apiWorkspace, { id }), { method: 'PUT', body })
    const most = rows ? `, at most ${counted(rows, 'row')}` : ''
    sayDone(json, workspace, `A model may see ${mode} of ${plain(workspace.name)}${most}.`)
  })

const showWorkspace = commandOf('show', 'show a workspace', ['tabletalk workspaces show Acme/Sales'])
  .argument('<workspace>', 'id, name or organization/name')
  .does(async ({ client, json }, wanted: string) => {
    const { id } = await places.findWorkspace(client, wanted)
    const it = await client.json<Workspace>(href(urls.apiWorkspace, { id }))
    if (json) return sayJson(it)
    sayRecord({
      ID: it.id,
      Name: it.name,
      Description: it.description,
      Organization: it.organization_id,
      'Your role': it.role,
      Status: it.status,
      Restricted: it.restricted,
      'A model sees': SEES[it.model_sees],
      'Rows of a result': it.model_rows === null ? '' : `at most ${it.model_rows}`,
      Created: when(it.created_at),
    })
  })

const workspaceCommands = [listWorkspaces, showWorkspace, createWorkspace, privacy]
export const workspaces = groupOf('workspaces', 'your workspaces', workspaceCommands)
