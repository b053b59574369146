import { eq, inArray } from 'drizzle-orm'
import { IDS } from '#base/ids.ts'
import { organizationMembers, organizations, users, workspaceMembers, workspaces } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'
import type { Names } from './rules/names.ts'

/** So many ids of one page are looked up at most: more of them stand in a single entry about very many things. */
const MOST = 2000

/** The names of the people, organizations and workspaces whose ids stand anywhere in `values`; memberships have that of their person. */
export async function namesIn({ db }: Pick<Ctx, 'db'>, values: unknown): Promise<Names> {
  const ids = [...new Set(JSON.stringify(values).match(IDS) ?? [])].slice(0, MOST)
  if (ids.length === 0) return {}
  const person = { name: users.name, email: users.email }
  const [places, rooms, ...people] = await Promise.all([
    db
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .where(inArray(organizations.id, ids)),
    db.select({ id: workspaces.id, name: workspaces.name }).from(workspaces).where(inArray(workspaces.id, ids)),
    db
      .select({ id: users.id, ...person })
      .from(users)
      .where(inArray(users.id, ids)),
    ...[organizationMembers, workspaceMembers].map((member) =>
      db
        .select({ id: member.id, ...person })
        .from(member)
        .innerJoin(users, eq(users.id, member.userId))
        .where(inArray(member.id, ids)),
    ),
  ])
  return Object.fromEntries([
    ...[...places, ...rooms].map(({ id, name }) => [id, name]),
    ...people.flat().map(({ id, name, email }) => [id, name || email]),
  ])
}
