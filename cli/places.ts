import { AppError } from '../src/base/errors.ts'
import type { Organization, Workspace } from '../src/organizations/rules/answers.ts'
import { urls } from '../src/urls.ts'
import type { Client } from './client.ts'
import { linesOf, named } from './named.ts'

export const organizations = (client: Client) => client.json<Organization[]>(urls.apiUserOrganizations)

export const NO_ORGANIZATION = 'You have no organization yet. Create one with: tabletalk organizations create <name>'
export const NO_WORKSPACE = 'You have no workspace yet. Create one with: tabletalk workspaces create <name>'

type Choice<T> = { item: T; id: string; name: string; other?: string }

/**
 * The one of several that was named; without a name, the only one there is.
 * @param kind what they are: `organization`, `workspace` @param none said when there is none
 */
function chosen<T>(kind: string, all: Choice<T>[], wanted: string | undefined, none: string): T {
  if (all.length === 0) throw new AppError('not_found', none)
  if (wanted !== undefined) return named(kind, wanted, all, (it) => it).item
  if (all.length > 1) throw new AppError('invalid', `Name the ${kind} with --${kind}, by id or by name:${linesOf(all)}`)
  return all[0]!.item
}

/** Finds an organization of the person by id or name; without a name, the only one there is. */
export async function findOrganization(client: Client, wanted: string | undefined): Promise<Organization> {
  const all = (await organizations(client)).map((item) => ({ item, id: item.id, name: item.name }))
  return chosen('organization', all, wanted, NO_ORGANIZATION)
}

/** Finds a workspace by id, by name or as `organization/name`; without a name, the only one there is. */
export async function findWorkspace(client: Client, wanted: string | undefined): Promise<Workspace> {
  const all = (await organizations(client)).flatMap((organization) =>
    organization.workspaces.map((item) => ({
      item,
      id: item.id,
      name: `${organization.name}/${item.name}`,
      other: item.name,
    })),
  )
  return chosen('workspace', all, wanted, NO_WORKSPACE)
}

/** The option that names a workspace. */
export const WORKSPACE = ['-w, --workspace <workspace>', 'id, name or organization/name'] as const
