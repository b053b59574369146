import { eq } from 'drizzle-orm'
import { DAY, MINUTE, SECOND } from '#base/time.ts'
import { claimWaiting } from '#db/claim.ts'
import { mails } from '#db/schema/index.ts'
import type { Attached, Mail } from '#outside/mail.ts'
import type { Ctx, World } from '../ctx.ts'
import type { MailRights } from './rules/mail-rights.ts'

export type MailKind =
  | 'verify_email'
  | 'already_registered'
  | 'reset_password'
  | 'password_changed'
  | 'change_email'
  | 'email_changed'
  | 'email_verified'
  | 'two_factor_changed'
  | 'new_sign_in'
  | 'account_deleted'
  | 'invitation'
  | 'receipt'
  | 'low_balance'
  | 'membership_reminder'
  | 'membership_ended'
  | 'plan_changed'
  | 'refund_decided'
  | 'upgrade_lapsed'
  | 'refund_failed'
  | 'second_approval'
  | 'finance_waiting'
  | 'proposals_waiting'
  | 'proposal_decided'
  | 'credit_note'
  | 'credits_allocated'
  | 'budget'
  | 'contact'
  | 'organization_status'
  | 'board'
  | 'canvas_mention'
  | 'canvas_comment'
  | 'conversation_mention'
  | 'conversation_comment'
  | 'shared'
  | 'watch'
  | 'watch_failed'
  | 'watch_paused'
  | 'digest'

/** A file that goes with a mail, named by what it is made from: that never changes, so the file is made when the mail leaves. */
export type AttachmentRef = { name: string; kind: 'invoice' | 'credit_note'; id: string }
export type MakeAttachment = (world: World, ref: AttachmentRef) => Promise<Attached>
type RightsHold = (world: World, rights: MailRights) => Promise<boolean>

/** First wait after a refusal of the SMTP server; it doubles with each, and after a day or so the mail is given up. */
const FIRST_PAUSE = 30 * SECOND
const MOST_ATTEMPTS = 12
/** Mails handed over by one run of the job. */
const BATCH = 50
/** While one process hands a mail over, no other takes it; a process that died gives it back by time. */
const CLAIM = 2 * MINUTE

/**
 * Writes down a mail to send. Call it inside the transaction of the change that it reports, so that the mail exists exactly when the change does.
 * It leaves with the next run of `deliver`; without an SMTP server it stays and the outbox page shows it.
 */
export async function post(
  ctx: Pick<Ctx, 'db' | 'now' | 'mailer'>,
  kind: MailKind,
  mail: Mail & { rights?: MailRights },
  attachments: AttachmentRef[] = [],
): Promise<void> {
  const now = ctx.now()
  const state = ctx.mailer ? ({ state: 'waiting', nextAt: now } as const) : ({ state: 'kept' } as const)
  const goesWith = attachments.length > 0 ? { attachments } : {}
  await ctx.db.insert(mails).values({ kind, ...mail, ...goesWith, ...state, createdAt: now })
}

/** Where nobody knows how to make what goes with a mail, or whose rights hold, the mail waits rather than leave. */
const cannotMake: MakeAttachment = (_world, { kind }) => Promise.reject(new Error(`Nothing makes ${kind}`))
const cannotTell: RightsHold = () => Promise.reject(new Error('Nothing tells whose rights hold'))

/**
 * Hands waiting mails to the SMTP server; a job calls it. Answers how many were sent.
 * @param make makes what goes with them
 * @param hold tells of rights that are looked up whether they still hold; where not, the mail is given up
 */
export async function deliver(world: World, make = cannotMake, hold = cannotTell): Promise<number> {
  const { mailer } = world
  if (!mailer) return 0
  let sent = 0
  for await (const mail of claimWaiting(world, mails, CLAIM, BATCH)) {
    try {
      if (mail.rights && !(await hold(world, mail.rights))) {
        await end(world, mail, { state: 'failed', lastError: 'The rights that it rests on ended before it left.' })
        continue
      }
      const attached = await Promise.all((mail.attachments ?? []).map((ref) => make(world, ref)))
      await mailer.send(mail, attached)
      await end(world, mail, { state: 'sent', sentAt: world.now() })
      sent += 1
    } catch (error) {
      await postpone(world, mail, error as Error)
    }
  }
  return sent
}

type Row = typeof mails.$inferSelect

/** What has left, or never will, is kept, but not its pictures, which are many times as large as all else. */
const end = ({ db }: World, { id, html }: Row, set: Partial<Row>) =>
  db
    .update(mails)
    .set({ ...set, nextAt: null, html: html.replace(/(?<=<img src=")data:[^"]+/g, '') })
    .where(eq(mails.id, id))

async function postpone(world: World, mail: Row, error: Error): Promise<void> {
  const over = mail.attempts >= MOST_ATTEMPTS
  const lastError = error.message.slice(0, 500)
  const nextAt = new Date(Number(world.now()) + Math.min(FIRST_PAUSE * 2 ** (mail.attempts - 1), DAY))
  await (over
    ? end(world, mail, { state: 'failed', lastError })
    : world.db.update(mails).set({ nextAt, lastError }).where(eq(mails.id, mail.id)))
  world.log[over ? 'error' : 'warn']('mail not sent', { kind: mail.kind, attempts: mail.attempts, error })
}
