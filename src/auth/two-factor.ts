import { createHash, randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { conflict, invalidFields } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { seal, unseal } from '#base/seal.ts'
import { SITE } from '#base/site.ts'
import { DAY, MINUTE } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { twoFactors, users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { securityMail } from './account-mails.ts'
import type { SessionCtx } from './identify.ts'
import { demandPassword } from './reauthentication.ts'
import { trustNone } from './second-factor.ts'
import * as totp from './totp.ts'

const BACKUP_CODES = 10
/** Two groups of five of these: nothing that looks like something else. 50 bits, so that a plain digest is enough. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Wrong codes that cost nothing; each one more locks the second step, a minute first and twice as long each time. */
const FREE_FAILURES = 4
const FIRST_LOCK = MINUTE
const LONGEST_LOCK = DAY

export type TwoFactor = { enabled: boolean; backupCodesLeft: number; since: Date | null }
export type Enrolment = { secret: string; uri: string }

/** How the person's second factor stands. */
export async function status(ctx: UserCtx): Promise<TwoFactor> {
  const [row] = await ctx.db.select().from(twoFactors).where(eq(twoFactors.userId, ctx.user.id))
  if (!row?.verified) return { enabled: false, backupCodesLeft: 0, since: null }
  return { enabled: true, backupCodesLeft: digestsOf(row).length, since: row.createdAt }
}

/**
 * Begins with an authenticator app; nothing counts until a code of it has been typed. Beginning again makes another secret.
 * @throws AppError conflict when it is on already; whatever `demandPassword` throws
 */
export async function begin(ctx: SessionCtx, password: string | undefined): Promise<Enrolment> {
  await demandPassword(ctx, password)
  const id = newId()
  const secret = totp.newSecret()
  const values = {
    id,
    userId: ctx.user.id,
    secret: seal(ctx.config.sealKeys, placeOf(id), secret),
    backupCodes: '[]',
    verified: false,
    createdAt: ctx.now(),
  }
  const stored = await ctx.db
    .insert(twoFactors)
    .values(values)
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { ...values, lastStep: 0 },
      setWhere: eq(twoFactors.verified, false),
    })
    .returning({ id: twoFactors.id })
  if (stored.length === 0) throw isOn()
  return enrolmentOf(ctx, secret)
}

/** A set-up that was started and not confirmed yet, or null. */
export async function pendingEnrolment(ctx: UserCtx): Promise<Enrolment | null> {
  const [row] = await ctx.db.select().from(twoFactors).where(eq(twoFactors.userId, ctx.user.id))
  return row && !row.verified ? enrolmentOf(ctx, secretOf(ctx, row)) : null
}

/**
 * Turns two-factor on with a code from the app.
 * @returns the backup codes, which cannot be read again
 */
export const confirm = (ctx: UserCtx, code: string): Promise<string[]> =>
  inTransaction(ctx, async (ctx) => {
    const row = await load(ctx, ctx.user.id)
    if (!row) throw conflict('Begin with two-factor first.', 'not_begun')
    if (row.verified) throw isOn()
    const step = totp.stepOf(secretOf(ctx, row), tidy(code), ctx.now(), row.lastStep)
    if (step === null)
      throw invalidFields({
        code: 'This code is not right. Codes change every 30 seconds; check the clock of your device.',
      })
    const codes = newCodes()
    await ctx.db
      .update(twoFactors)
      .set({ verified: true, lastStep: step, backupCodes: JSON.stringify(codes.map(digest)), createdAt: ctx.now() })
      .where(eq(twoFactors.id, row.id))
    await switchTo(ctx, true)
    await audit.record(ctx, 'two_factor.enable', ctx.user.id)
    await mails.post(ctx, 'two_factor_changed', securityMail(ctx, 'two_factor_on'))
    return codes
  })

export async function abandon(ctx: UserCtx): Promise<void> {
  await ctx.db.delete(twoFactors).where(and(eq(twoFactors.userId, ctx.user.id), eq(twoFactors.verified, false)))
}

/** Turns two-factor off, and trusts no browser any more. */
export async function disable(ctx: SessionCtx, password: string | undefined): Promise<void> {
  await demandPassword(ctx, password)
  await inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .delete(twoFactors)
      .where(eq(twoFactors.userId, ctx.user.id))
      .returning({ id: twoFactors.id })
    if (gone.length === 0) throw isOff()
    await switchTo(ctx, false)
    await trustNone(ctx, ctx.user.id)
    await audit.record(ctx, 'two_factor.disable', ctx.user.id)
    await mails.post(ctx, 'two_factor_changed', securityMail(ctx, 'two_factor_off'))
  })
}

export async function newBackupCodes(ctx: SessionCtx, password: string | undefined): Promise<string[]> {
  await demandPassword(ctx, password)
  const codes = newCodes()
  await inTransaction(ctx, async (ctx) => {
    const changed = await ctx.db
      .update(twoFactors)
      .set({ backupCodes: JSON.stringify(codes.map(digest)) })
      .where(and(eq(twoFactors.userId, ctx.user.id), eq(twoFactors.verified, true)))
      .returning({ id: twoFactors.id })
    if (changed.length === 0) throw isOff()
    await audit.record(ctx, 'two_factor.new_backup_codes', ctx.user.id)
    await mails.post(ctx, 'two_factor_changed', securityMail(ctx, 'backup_codes'))
  })
  return codes
}

/** How a code was: `locked` for so many seconds after too many wrong ones. */
export type Verdict = { right: true; by: 'app' | 'backup_code'; left: number } | { right: false; lockedFor: number }

/**
 * Judges a code of the app, or a backup code, which is used up by it. Counts wrong ones; call it in a transaction that is kept even
 * when the code is wrong. Of two concurrent attempts with one code, one succeeds.
 */
export async function judge(ctx: Ctx, userId: string, code: string): Promise<Verdict> {
  const row = await load(ctx, userId)
  if (!row?.verified) return { right: false, lockedFor: 0 }
  const locked = Number(row.lockedUntil ?? 0) - Number(ctx.now())
  if (locked > 0) return { right: false, lockedFor: Math.ceil(locked / 1000) }
  const typed = tidy(code)
  const step = totp.stepOf(secretOf(ctx, row), typed, ctx.now(), row.lastStep)
  const digests = digestsOf(row)
  const rest = digests.filter((stored) => stored !== digest(typed))
  if (step === null && rest.length === digests.length) return fail(ctx, row)
  await ctx.db
    .update(twoFactors)
    .set({
      failedVerificationCount: 0,
      lockedUntil: null,
      ...(step === null ? { backupCodes: JSON.stringify(rest) } : { lastStep: step }),
    })
    .where(eq(twoFactors.id, row.id))
  return { right: true, by: step === null ? 'backup_code' : 'app', left: step === null ? rest.length : digests.length }
}

type Row = typeof twoFactors.$inferSelect

async function fail(ctx: Ctx, row: Row): Promise<Verdict> {
  const failures = row.failedVerificationCount + 1
  const lock = failures > FREE_FAILURES ? Math.min(FIRST_LOCK * 2 ** (failures - FREE_FAILURES - 1), LONGEST_LOCK) : 0
  await ctx.db
    .update(twoFactors)
    .set({ failedVerificationCount: failures, lockedUntil: lock > 0 ? new Date(Number(ctx.now()) + lock) : null })
    .where(eq(twoFactors.id, row.id))
  return { right: false, lockedFor: lock / 1000 }
}

/** The person's row, locked until the transaction ends. */
async function load(ctx: Ctx, userId: string): Promise<Row | undefined> {
  const [row] = await ctx.db.select().from(twoFactors).where(eq(twoFactors.userId, userId)).for('update')
  return row
}

const switchTo = (ctx: UserCtx, twoFactorEnabled: boolean) =>
  ctx.db.update(users).set({ twoFactorEnabled, updatedAt: ctx.now() }).where(eq(users.id, ctx.user.id))

const placeOf = (id: string) => `two_factors:${id}:secret`
const secretOf = (ctx: Ctx, row: Row): string => unseal(ctx.config.sealKeys, placeOf(row.id), row.secret)
const digestsOf = (row: Row) => JSON.parse(row.backupCodes) as string[]
const enrolmentOf = (ctx: UserCtx, secret: string): Enrolment => ({
  secret,
  uri: totp.enrolment(SITE.name, ctx.user.email, secret),
})

/** As people type codes: with blanks and dashes, in capitals. */
const tidy = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()
const digest = (code: string): string => createHash('sha256').update(tidy(code)).digest('base64url')
const five = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
const newCodes = (): string[] => Array.from({ length: BACKUP_CODES }, () => `${five()}-${five()}`)

const isOn = () => conflict('Two-factor authentication is on already.', 'two_factor_on')
const isOff = () => conflict('Two-factor authentication is not on.', 'two_factor_off')
