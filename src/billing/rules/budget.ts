import { z } from 'zod'
import { creditText } from './credit.ts'

const MOST_BUDGET = 100_000_000

/** A calendar month of UTC: budgets renew where `to` stands. */
export type CalendarMonth = { key: string; from: Date; to: Date }

export function calendarMonth(moment: Date): CalendarMonth {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()]
  const from = new Date(Date.UTC(year, month, 1))
  return { key: from.toISOString().slice(0, 7), from, to: new Date(Date.UTC(year, month + 1, 1)) }
}

const SHARES = [100, 80] as const

/** The highest share that is reached: 0, 80 or 100. */
export const shareReached = (used: number, monthly: number): number =>
  SHARES.find((share) => used * 100 >= monthly * share) ?? 0

/** How far a budget is used, for a bar: whole percent, never rounded up to what is not reached. */
export const percentUsed = (used: number, monthly: number): number => Math.min(100, Math.floor((used * 100) / monthly))

/** The share that owners are to be told of now, or null: each of a month once, and none that is below what they know. */
export function noticeDue(
  { used, monthly }: { used: number; monthly: number },
  lastNotice: { month: string; share: number },
  month: CalendarMonth,
): number | null {
  const share = shareReached(used, monthly)
  const alreadyTold = lastNotice.month === month.key ? lastNotice.share : 0
  return share > alreadyTold ? share : null
}

/** A budget with what is used of it this month, and what running questions have set aside. */
export type BudgetUsage = { monthly: number; used: number; held: number }

/** Whether `amount` more fits. */
export const fits = ({ monthly, used, held }: BudgetUsage, amount: number): boolean => used + held + amount <= monthly

/** Whose budget it is, in words: the workspace's, or the asker's own in an organization. */
export type BudgetOf = { kind: 'workspace' | 'member'; name: string; organization: string }

const MONTH = { month: 'long', timeZone: 'UTC' } as const
const DATE = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** "November" */
export const monthText = ({ from }: CalendarMonth): string => from.toLocaleDateString('en-GB', MONTH)
/** "1 December 2026" */
export const renewalText = ({ to }: CalendarMonth): string => to.toLocaleDateString('en-GB', DATE)

/** Why a question is not asked: which budget, and what can be done. */
export function exceededText(of: BudgetOf, { monthly, used, held }: BudgetUsage, month: CalendarMonth): string {
  const whose = of.kind === 'workspace' ? `The workspace ${of.name}` : 'You'
  const has = of.kind === 'workspace' ? 'has' : 'have'
  const where = of.kind === 'workspace' ? '' : ` in ${of.organization}`
  const when = `It renews on ${renewalText(month)}; an owner of ${of.organization} can raise it.`
  if (used >= monthly)
    return `${whose} ${has} used the budget of ${creditText(monthly)}${where} for ${monthText(month)}. ${when}`
  return `What is left of the budget of ${creditText(monthly)} for ${monthText(month)} of ${
    of.kind === 'workspace' ? `the workspace ${of.name}` : `yours in ${of.organization}`
  } is set aside for running questions (${creditText(held)}). Wait for them, or ask an owner of ${of.organization} to raise it; it renews on ${renewalText(month)}.`
}

const subject = {
  workspace_id: z.string().min(1).max(100).optional(),
  user_id: z.string().min(1).max(100).optional(),
}
const ofOne = ({ workspace_id, user_id }: { workspace_id?: string | undefined; user_id?: string | undefined }) =>
  (workspace_id === undefined) !== (user_id === undefined)
const OF_ONE = { message: 'Name either workspace_id or user_id.' }

const WHOLE = 'Please give a whole number of credits.'
const LEAST = 'A budget is at least 1 credit. Remove it to set no limit.'
const MOST = 'A budget is at most 100,000,000 credits.'

export const budgetBody = z
  .object({ ...subject, monthly_credits: z.number(WHOLE).int(WHOLE).min(1, LEAST).max(MOST_BUDGET, MOST) })
  .refine(ofOne, OF_ONE)
export const budgetSubject = z.object(subject)
export const isOfOne = ofOne
export type BudgetSubject = z.infer<typeof budgetSubject>

/** The forms of the page: a new budget of a member names them by their address. */
export const budgetForm = z.object({
  ...subject,
  email: z.string().trim().min(1, 'Please give the email address of a member.').max(320).optional(),
  monthly_credits: z.coerce.number(WHOLE).int(WHOLE).min(1, LEAST).max(MOST_BUDGET, MOST),
})
