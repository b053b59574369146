import { eq } from 'drizzle-orm'
import { normalEmail } from '#auth/rules/credentials.ts'
import { invalidFields } from '#base/errors.ts'
import { users } from '#db/schema/index.ts'
import type { AdminCtx } from '../../ctx.ts'

export type Receiver = { id: string; name: string; email: string }

/** The person with this email address or id. @throws AppError invalid with `person` */
export async function find(ctx: AdminCtx, text: string): Promise<Receiver> {
  const isEmail = text.includes('@')
  const [person] = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(isEmail ? eq(users.email, normalEmail(text)) : eq(users.id, text))
  if (!person) throw invalidFields({ person: `There is nobody with this ${isEmail ? 'address' : 'id'}.` })
  if (person.email.endsWith('@deleted.invalid')) throw invalidFields({ person: 'This account was deleted.' })
  return person
}
