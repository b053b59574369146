import { clientOf, commandOf } from '../command.ts'
import * as places from '../places.ts'
import { say, sayJson, sayTable } from '../print.ts'

export const organizations = commandOf('organizations', 'list your organizations', ['tabletalk organizations']).action(
  async (_options, command) => {
    const { client, json } = clientOf(command)
    const all = await places.organizations(client)
    if (json) return sayJson(all)
    if (all.length === 0) return say('You have no organization yet. Create one in the browser.')
    sayTable(
      [{ name: 'ID' }, { name: 'NAME' }, { name: 'ROLE' }, { name: 'WORKSPACES', right: true }],
      all.map((it) => [it.id, it.name, it.role, String(it.workspaces.length)]),
    )
  },
)

export const workspaces = commandOf('workspaces', 'list your workspaces', [
  'tabletalk workspaces',
  'tabletalk workspaces --json',
]).action(async (_options, command) => {
  const { client, json } = clientOf(command)
  const all = await places.organizations(client)
  if (json) return sayJson(all.flatMap((organization) => organization.workspaces))
  const rows = all.flatMap((organization) =>
    organization.workspaces.map((it) => [it.id, it.name, organization.name, it.role]),
  )
  if (rows.length === 0) return say('You have no workspace yet. Create one in the browser.')
  sayTable([{ name: 'ID' }, { name: 'NAME' }, { name: 'ORGANIZATION' }, { name: 'ROLE' }], rows)
})
