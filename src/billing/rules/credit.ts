import { counted } from '#base/format.ts'
import { MINUTE } from '#base/time.ts'

/** A hold whose heartbeat is older belongs to a process that died: the sweep releases it. */
export const HOLD_LIFETIME = 2 * MINUTE

/** "1 credit", "25 credits" */
export const creditText = (credits: number, locale?: string): string => counted(credits, 'credit', 'credits', locale)

/** "25 trial credits for 90 days", as System Settings say */
export const trialText = ({ trial, trial_days }: { trial: number; trial_days: number }, locale?: string): string =>
  `${counted(trial, 'trial credit', 'trial credits', locale)} for ${counted(trial_days, 'day', 'days', locale)}`

/** Why an account with `balance` free and `held` set aside cannot pay `needed`, and what to do about it. */
export function insufficientText(needed: number, balance: number, held: number): string {
  const have = balance === 0 ? 'you have none left' : `you have ${creditText(balance)}`
  const running = held > 0 ? `wait for the running question (${creditText(held)} set aside) or ` : ''
  return `This costs ${creditText(needed)} and ${have}: ${running}get more under Billing & Credits.`
}
