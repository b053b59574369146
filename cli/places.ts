import { AppError } from '../src/base/errors.ts'
import type { Organization, Workspace } from '../src/organizations/rules/answers.ts'
import { urls } from '../src/urls.ts'
import type { Client } from './client.ts'

export const organizations = (client: Client) => client.json<Organization[]>(urls.apiUserOrganizations)

export const NO_ORGANIZATION = 'You have no organization yet. Create one with: tabletalk organizations create <name>'
export const NO_WORKSPACE = 'You have no workspace yet. Create one with: tabletalk workspaces create <name>'

type Choice<T> = { item: T; id: string; names: string[] }

/**
 * The one of several that was named by id or by name, whatever its case; without a name, the only one there is.
 * @param kind what they are: `organization`, `workspace` @param none said when there is none
 */
function chosen<T>(kind: string, all: Choice<T>[], wanted: string | undefined, none: string): T {
  const isWanted = ({ id, names }: Choice<T>) =>
    id === wanted || names.some((name) => name.toLowerCase() === wanted?.toLowerCase())
  const found = wanted === undefined ? all : all.filter(isWanted)
  if (found.length === 1) return found[0]!.item
  if (all.length === 0) throw new AppError('not_found', none)
  const choices = all.map(({ id, names }) => `  ${id}  ${names.at(-1)}`).join('\n')
  if (wanted === undefined)
    throw new AppError('invalid', `Name the ${kind} with --${kind}, by id or by name:\n${choices}`)
  if (found.length === 0) throw new AppError('not_found', `There is no ${kind} ${wanted}. You have:\n${choices}`)
  throw new AppError('invalid', `${wanted} names more than one ${kind}. Use the id:\n${choices}`)
}

/** Finds an organization of the person by id or name; without a name, the only one there is. */
export async function findOrganization(client: Client, wanted: string | undefined): Promise<Organization> {
  const all = (await organizations(client)).map((item) => ({ item, id: item.id, names: [item.name] }))
  return chosen('organization', all, wanted, NO_ORGANIZATION)
}

/** Finds a workspace by id, by name or as `organization/name`; without a name, the only one there is. */
export async function findWorkspace(client: Client, wanted: string | undefined): Promise<Workspace> {
  const all = (await organizations(client)).flatMap((organization) =>
    organization.workspaces.map((item) => ({
      item,
      id: item.id,
      names: [item.name, `${organization.name}/${item.name}`],
    })),
  )
  return chosen('workspace', all, wanted, NO_WORKSPACE)
}

/** The option that names a workspace. */
export const WORKSPACE = ['-w, --workspace <workspace>', 'id, name or organization/name'] as const
