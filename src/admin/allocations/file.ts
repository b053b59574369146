import { createHash } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { normalEmail } from '#auth/rules/credentials.ts'
import { AppError, unprocessable } from '#base/errors.ts'
import { numberText as number } from '#base/format.ts'
import { newId } from '#base/ids.ts'
import { creditText } from '#billing/rules/credit.ts'
import { inTransaction } from '#db/connect.ts'
import { creditAllocationFiles, users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as security from '#records/security.ts'
import type { AdminCtx } from '../../ctx.ts'
import * as approvals from '../approvals/approvals.ts'
import { REASON_LENGTH } from '../rules/action.ts'
import { linesOf, type WrittenLine } from '../rules/allocation-file.ts'
import { type Approval, creditsNeedSecond } from '../rules/approval.ts'
import {
  ALLOCATION_LIMITS,
  type AllocationFile,
  type AllocationPlan,
  EXPIRY_PROBLEM,
  expiryOf,
  type PlannedLine,
} from '../rules/credit-allocation.ts'
import { write } from './actions.ts'
import type { Receiver } from './person.ts'

const { credits: MOST, fileCredits, lines: MOST_LINES } = ALLOCATION_LIMITS

/**
 * What a file would do, with every line that is wrong; nothing is given.
 * @throws AppError unprocessable `file_unreadable`
 */
export async function plan(ctx: AdminCtx, { csv, name }: AllocationFile): Promise<AllocationPlan> {
  const written = linesOf(csv)
  if (typeof written === 'string') throw unreadable(written)
  if (written.length > MOST_LINES)
    throw unreadable(`A file has at most ${number(MOST_LINES)} lines; this one has ${number(written.length)}.`)
  const people = await peopleOf(ctx, written)
  const now = ctx.now()
  const seen = new Map<string, number>()
  const lines = written.map((line) => {
    const planned = plannedOf(ctx, line, people, seen, now)
    if (!seen.has(planned.email)) seen.set(planned.email, line.line)
    return planned
  })
  const hash = createHash('sha256').update(csv).digest('hex')
  return {
    hash,
    name,
    lines,
    wrong: lines.filter(({ problem }) => problem !== null).length,
    people: new Set(lines.flatMap(({ user_id }) => user_id ?? [])).size,
    credits: lines.reduce((sum, { credits }) => sum + (credits ?? 0), 0),
    given: await givenBefore(ctx, hash),
  }
}

const unreadable = (message: string) => unprocessable(message, 'file_unreadable')

async function peopleOf(ctx: AdminCtx, lines: WrittenLine[]): Promise<Map<string, Receiver>> {
  const emails = [...new Set(lines.map(({ email }) => normalEmail(email)).filter(Boolean))]
  if (emails.length === 0) return new Map()
  const found = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.email, emails))
  return new Map(found.map((it) => [it.email, it]))
}

function plannedOf(
  ctx: AdminCtx,
  line: WrittenLine,
  people: Map<string, Receiver>,
  seen: Map<string, number>,
  now: Date,
): PlannedLine {
  const email = normalEmail(line.email)
  const person = people.get(email)
  const credits = /^\d{1,9}$/.test(line.credits) ? Number(line.credits) : null
  const expiresAt = /^\d{4}-\d\d-\d\d/.test(line.expiry) ? expiryOf(line.expiry, now) : null
  const problems = [
    email === '' && 'There is no email address.',
    email !== '' && !person && 'Nobody has this address.',
    person?.id === ctx.user.id && 'You cannot give yourself credits: another admin has to do it.',
    email.endsWith('@deleted.invalid') && 'This account was deleted.',
    seen.has(email) && `This person stands in line ${seen.get(email)} already.`,
    !credits && 'Credits must be a whole number from 1.',
    (credits ?? 0) > MOST && `One person gets at most ${number(MOST)}.`,
    !expiresAt && `${EXPIRY_PROBLEM.slice(0, -1)}, as 2027-11-21.`,
    line.reason.length < 3 && 'Say why, in a few words.',
    line.reason.length > REASON_LENGTH && `The reason has more than ${REASON_LENGTH} characters.`,
  ].filter((it): it is string => typeof it === 'string')
  return {
    line: line.line,
    email,
    user_id: person?.id ?? null,
    credits,
    expires_at: expiresAt?.toISOString() ?? null,
    reason: line.reason,
    problem: problems.length > 0 ? problems.join(' ') : null,
  }
}

async function givenBefore(ctx: AdminCtx, hash: string): Promise<AllocationPlan['given']> {
  const [file] = await ctx.db
    .select({ id: creditAllocationFiles.id, at: creditAllocationFiles.createdAt, by: users.email })
    .from(creditAllocationFiles)
    .innerJoin(users, eq(users.id, creditAllocationFiles.allocatedBy))
    .where(eq(creditAllocationFiles.hash, hash))
  return file ? { ...file, at: file.at.toISOString() } : null
}

/** A file that was given; `repeated` when it had been before, and nothing was given now. */
export type GivenFile = AllocationPlan & { id: string; repeated: boolean }

/**
 * Gives what a file says, all of it or nothing; the same file gives once, however often and from wherever it is sent. Above the limit it
 * waits for a second admin.
 * @throws AppError unprocessable `file_unreadable`, `file_wrong` with the lines, `allocation_limit`; what `approvals.ask` throws
 */
export async function give(ctx: AdminCtx, file: AllocationFile): Promise<GivenFile | Approval> {
  const planned = await readyPlan(ctx, file)
  if (planned.given || !creditsNeedSecond(ctx.settings(), planned.credits)) return giveNow(ctx, file, null)
  const { hash: subject, name, credits: amount, lines } = planned
  const what = `Give ${creditText(amount)} by the file ${name}`
  return inTransaction(ctx, async (ctx) => {
    await approvals.hold(ctx, subject)
    return approvals.ask(ctx, {
      ...{ kind: 'allocation_file', subject, userId: null, what, body: file, amount },
      reason: lines[0]!.reason,
    })
  })
}

/** What a file would do, once nothing is wrong with it. @throws AppError as `give` */
async function readyPlan(ctx: AdminCtx, file: AllocationFile): Promise<AllocationPlan> {
  const planned = await plan(ctx, file)
  if (planned.given) return planned
  const wrong = planned.lines.filter(({ problem }) => problem)
  if (wrong.length > 0)
    throw new AppError(
      'unprocessable',
      `Nothing was given: ${wrong.length === 1 ? '1 line is' : `${number(wrong.length)} lines are`} wrong. Line ${wrong[0]!.line}: ${wrong[0]!.problem}`,
      { code: 'file_wrong', details: { lines: wrong.map(({ line, email, problem }) => ({ line, email, problem })) } },
    )
  if (planned.credits <= fileCredits) return planned
  await security.record(ctx, 'allocation_refused', {
    file: file.name,
    people: planned.people,
    credits: planned.credits,
  })
  throw new AppError(
    'unprocessable',
    `One file gives at most ${number(fileCredits)} credits; this one would give ${number(planned.credits)}. The attempt was noted.`,
    { code: 'allocation_limit', details: { most: fileCredits } },
  )
}

/** Does what one admin may do alone, or two signed: neither of them may stand in the file. */
export async function giveNow(
  ctx: AdminCtx,
  file: AllocationFile,
  signed: approvals.Signed | null,
): Promise<GivenFile> {
  const planned = await readyPlan(ctx, file)
  if (planned.given) return { ...planned, id: planned.given.id, repeated: true }
  return inTransaction(ctx, async (ctx) => {
    const id = newId()
    const { hash, name, credits } = planned
    const allocatedBy = signed?.requestedBy ?? ctx.user.id
    const values = { id, hash, name, credits, lines: planned.lines.length, allocatedBy }
    // Whoever sends the same at the same time waits here until this transaction has ended.
    const [made] = await ctx.db
      .insert(creditAllocationFiles)
      .values({ ...values, createdAt: ctx.now() })
      .onConflictDoNothing({ target: creditAllocationFiles.hash })
      .returning({ id: creditAllocationFiles.id })
    if (!made) {
      const given = await givenBefore(ctx, hash)
      return { ...planned, given, id: given!.id, repeated: true }
    }
    const about = { name, credits, people: planned.people, sha256: hash, ...approvals.signedBy(signed) }
    await audit.record(ctx, 'credits.grant_file', id, about)
    // In one order of people, so that two files never wait for each other in a circle.
    for (const line of planned.lines.toSorted((a, b) => (a.user_id! < b.user_id! ? -1 : 1)))
      await giveLine(ctx, file, id, line, signed)
    return { ...planned, id, repeated: false }
  })
}

const giveLine = (
  ctx: AdminCtx,
  { note, mail }: AllocationFile,
  fileId: string,
  line: PlannedLine,
  signed: approvals.Signed | null,
) =>
  write(ctx, {
    id: newId(),
    key: `${fileId}:${line.line}`,
    kind: 'grant',
    user: { id: line.user_id!, name: '', email: line.email },
    credits: line.credits!,
    expiresAt: new Date(line.expires_at!),
    reason: line.reason,
    note,
    mail,
    fileId,
    signed,
  })
