import { AppError } from '../src/base/errors.ts'
import type { Organization, Workspace } from '../src/organizations/rules/answers.ts'
import { urls } from '../src/urls.ts'
import type { Client } from './client.ts'

export const organizations = (client: Client) => client.json<Organization[]>(urls.apiUserOrganizations)

export const NO_ORGANIZATION = 'You have no organization yet. Create one with: tabletalk organizations create <name>'
export const NO_WORKSPACE = 'You have no workspace yet. Create one with: tabletalk workspaces create <name>'

/** Finds an organization of the person by id or name; without a name, the only one there is. */
export async function findOrganization(client: Client, wanted: string | undefined): Promise<Organization> {
  const all = await organizations(client)
  const found =
    wanted === undefined
      ? all
      : all.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase())
  if (found.length === 1) return found[0]!
  if (all.length === 0) throw new AppError('not_found', NO_ORGANIZATION)
  const choices = all.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  if (wanted === undefined)
    throw new AppError('invalid', `Name the organization with --organization, by id or by name:\n${choices}`)
  if (found.length === 0) throw new AppError('not_found', `There is no organization ${wanted}. You have:\n${choices}`)
  throw new AppError('invalid', `${wanted} names more than one organization. Use the id:\n${choices}`)
}

/** Finds a workspace by id, by name or as `organization/name`; without a name, the only one there is. */
export async function findWorkspace(client: Client, wanted: string | undefined): Promise<Workspace> {
  const all = (await organizations(client)).flatMap((organization) =>
    organization.workspaces.map((workspace) => ({ workspace, path: `${organization.name}/${workspace.name}` })),
  )
  const same = (text: string) => text.toLowerCase() === wanted?.toLowerCase()
  const found =
    wanted === undefined
      ? all
      : all.filter(({ workspace, path }) => workspace.id === wanted || same(workspace.name) || same(path))
  if (found.length === 1) return found[0]!.workspace
  const choices = all.map(({ workspace, path }) => `  ${workspace.id}  ${path}`).join('\n')
  if (all.length === 0) throw new AppError('not_found', NO_WORKSPACE)
  if (wanted === undefined)
    throw new AppError('invalid', `Name the workspace with --workspace, by id or by name:\n${choices}`)
  if (found.length === 0) throw new AppError('not_found', `There is no workspace ${wanted}. You have:\n${choices}`)
  throw new AppError('invalid', `${wanted} names more than one workspace. Use the id:\n${choices}`)
}
