import type { ListedUser } from '../src/admin/rules/user.ts'
import { href, urls } from '../src/urls.ts'
import type { Client } from './client.ts'
import { named } from './named.ts'

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Somebody by id or by their whole email address. @throws AppError not_found that names who is near */
export async function findUser(client: Client, wanted: string): Promise<ListedUser> {
  if (UUID.test(wanted)) return client.json<ListedUser>(href(urls.apiAdminUser, { id: wanted.toLowerCase() }))
  const near = await client.json<ListedUser[]>(href(urls.apiAdminUsers, {}, { q: wanted, limit: '20' }))
  return named('user', wanted, near, ({ id, email }) => ({ id, name: email }))
}
