import { lt } from 'drizzle-orm'
import { SITE } from '#base/site.ts'
import { ago, DAY, HOUR } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { forget } from '#db/forget.ts'
import { contactMessages } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as security from '#records/security.ts'
import { mailOf } from '#ui/mail.tsx'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, User, World } from '../ctx.ts'
import { type ContactMessage, TOPICS } from './rules/contact.ts'

/** Messages of one sender, and of everybody together: the address of the site is not to be flooded either. */
const LIMITS = {
  sender: { most: 5, window: HOUR },
  everybody: { most: 200, window: HOUR },
}

/**
 * Keeps a message and mails it to the address of the site. What a machine has filled in is dropped without a word.
 * @throws AppError rate_limited
 */
export async function send(ctx: Ctx & { user: User | null }, input: ContactMessage): Promise<void> {
  const { name, email, topic, message, fax } = input
  if (fax !== '') return security.record(ctx, 'contact_refused', { email })
  await rateLimit.take(ctx, `contact:${ctx.user?.id ?? ctx.actor.ip ?? email}`, LIMITS.sender)
  await rateLimit.take(ctx, 'contact:everybody', LIMITS.everybody)
  await inTransaction(ctx, async (ctx) => {
    const [stored] = await ctx.db
      .insert(contactMessages)
      .values({ userId: ctx.user?.id ?? null, name, email, topic, message, createdAt: ctx.now() })
      .returning({ id: contactMessages.id })
    await mails.post(ctx, 'contact', {
      to: SITE.email,
      ...mailOf({
        subject: `${TOPICS[topic]}: ${name}`,
        title: TOPICS[topic],
        paragraphs: message.split(/\n\s*\n/),
        facts: { From: name, Email: email, Account: ctx.user ? ctx.user.email : 'none', Message: stored!.id },
        action: { label: `Answer ${name}`, address: `mailto:${encodeURIComponent(email)}` },
      }),
    })
    await audit.record(ctx, 'contact.send', stored!.id, { topic })
  })
}

/** As the privacy policy says. */
const KEPT = 730 * DAY

/** Forgets old messages; a job calls it. @returns how many */
export const sweep = (world: Pick<World, 'db' | 'now'>): Promise<number> =>
  forget(world, contactMessages, lt(contactMessages.createdAt, ago(world, KEPT)))
