import type { Organization, Workspace } from '../../src/organizations/rules/answers.ts'
import { urls } from '../../src/urls.ts'
import { clientOf, commandOf } from '../command.ts'
import * as places from '../places.ts'
import { note, plain, sayJson } from '../print.ts'

export const createOrganization = commandOf('create', 'create an organization, of which you are the owner', [
  'tabletalk organizations create Acme',
])
  .argument('<name>', 'its name')
  .option('--description <text>', 'what it is')
  .action(async (name: string, options: { description?: string }, command) => {
    const { client, json } = clientOf(command)
    const made = await client.json<Organization>(urls.apiOrganizations, { method: 'POST', body: { name, ...options } })
    if (json) sayJson(made)
    else note(`${plain(made.name)} is there: ${made.id}`)
  })

export const createWorkspace = commandOf('create', 'create a workspace in an organization that you own', [
  'tabletalk workspaces create Sales',
  'tabletalk workspaces create Sales --organization Acme --restricted',
])
  .argument('<name>', 'its name')
  .option('-o, --organization <organization>', 'id or name; left out, the only one there is')
  .option('--description <text>', 'what it is for')
  .option('--restricted', 'only people on its list may open it, and the owners')
  .action(
    async (
      name: string,
      { organization, ...about }: { organization?: string; description?: string; restricted?: boolean },
      command,
    ) => {
      const { client, json } = clientOf(command)
      const { id } = await places.findOrganization(client, organization)
      const body = { organization_id: id, name, ...about }
      const made = await client.json<Workspace>(urls.apiWorkspaces, { method: 'POST', body })
      if (json) sayJson(made)
      else note(`${plain(made.name)} is there: ${made.id}`)
    },
  )
