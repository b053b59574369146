import { SITE } from '#base/site.ts'
import type { Config } from '#config.ts'
import type { Mail } from '#outside/mail.ts'
import { mailOf } from '#ui/mail.tsx'
import { absolute, href, urls } from '../urls.ts'
import { creditText } from './rules/credit.ts'
import { indianDay } from './rules/invoice.ts'
import { planName } from './rules/membership.ts'
import { topUp } from './rules/pack.ts'
import { type Currency, priceText } from './rules/price.ts'

/** The mails of money. Amounts are in minor units; days are those of UTC, since a mail does not know where it is read. */
type Text = Omit<Mail, 'to'>

const dayText = (moment: Date) =>
  moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const amountText = (amount: number, currency: string) => priceText(amount, currency as Currency)
const toBilling = (config: Config, choice: Record<string, string> = {}) => ({
  label: 'Billing & Credits',
  address: absolute(config, href(urls.billing, {}, choice)),
})

type Membership = { planType: string; currentPeriodEnd: Date; nextPlan: string | null; nextPeriod: string | null }

export function reminder(
  config: Config,
  { planType, currentPeriodEnd, nextPlan, nextPeriod }: Membership,
  days: number,
): Text {
  const when = days === 1 ? 'tomorrow' : `in ${days} days`
  return mailOf({
    title: `Your ${planName(planType)} membership ends ${when}`,
    paragraphs: [
      `It runs until ${dayText(currentPeriodEnd)} and is not renewed by itself.`,
      nextPlan && nextPeriod
        ? `You want to go on with ${planName(nextPlan)}, ${nextPeriod}. It begins when this one ends, once it is paid for.`
        : 'If you renew now, the new period begins when this one ends: no day is lost.',
    ],
    action: toBilling(config, nextPlan && nextPeriod ? { plan: nextPlan, period: nextPeriod } : {}),
    footnote: 'Credits that you bought stay yours until they expire, with or without a membership.',
  })
}

export const ended = (
  config: Config,
  { planType, currentPeriodEnd }: Pick<Membership, 'planType' | 'currentPeriodEnd'>,
): Text =>
  mailOf({
    title: `Your ${planName(planType)} membership has ended`,
    paragraphs: [
      `It ended on ${dayText(currentPeriodEnd)}. Your data, conversations and bought credits are as they were; no more monthly credits come.`,
    ],
    action: toBilling(config),
  })

/** An upgrade came too late, or what it was priced with had changed. Minor units. */
export const upgradeLapsed = (
  config: Config,
  { id, amount, currency }: { id: string; amount: number; currency: string },
): Text =>
  mailOf({
    title: 'Your upgrade could not be made',
    paragraphs: [
      'Your membership or its credits had changed when your payment arrived, or its price was older than a day. Nothing was taken from your membership.',
      'Your payment goes back to where it came from, by itself. The new price stands under Billing & Credits.',
    ],
    facts: { 'Goes back': amountText(amount, currency), Payment: id },
    action: toBilling(config),
  })

/** What was bought: "105 credits", "Premium, one year". */
export const receipt = (
  config: Config,
  bought: { what: string; amount: number; currency: string; paymentId: string; invoice: string; paidAt: Date },
): Text =>
  mailOf({
    subject: `Your ${SITE.name} invoice ${bought.invoice}`,
    title: 'Thank you for your payment',
    paragraphs: [`We have received your payment: ${bought.what}.`, 'The invoice is attached as a PDF.'],
    facts: {
      Amount: amountText(bought.amount, bought.currency),
      Invoice: bought.invoice,
      Payment: bought.paymentId,
      Date: indianDay(bought.paidAt),
    },
    action: toBilling(config),
  })

/** Credits have run down to the threshold that the person set. @param left free and set aside @param next what a plan brings next */
export const lowBalance = (
  config: Config,
  left: number,
  threshold: number,
  next: { credits: number; at: Date; planType: string } | null,
): Text =>
  mailOf({
    title: left > 0 ? `You have ${creditText(left)} left` : 'You have no credits left',
    paragraphs: [
      left > 0
        ? 'When they are used up, questions are not answered any more until you get new ones.'
        : 'Questions are not answered any more until you get new credits. Your data and conversations are as they were.',
      next &&
        `Your ${planName(next.planType)} plan brings the next ${creditText(next.credits)} on ${dayText(next.at)}.`,
    ],
    action: { label: 'Buy Credits', address: absolute(config, href(urls.billing, {}, topUp())) },
    alternative: {
      label: 'Change this notice, or turn it off',
      address: absolute(config, `${urls.billing}#low-balance`),
    },
    footnote: `You are told once when you have ${creditText(threshold)} or fewer, and again only after you have had more.`,
  })

const DECISIONS = {
  approved: ['Your refund was approved', 'The money is paid back soon; you get another mail when it is on its way.'],
  rejected: ['Your refund request was rejected', 'If you see it differently, please answer this mail.'],
  refunded: [
    'Your refund is on its way',
    'Banks usually take five to seven working days until it shows on your account.',
  ],
} as const

/** What became of a refund request. @param back what is paid back and which credits went for it */
export function decision(
  config: Config,
  state: keyof typeof DECISIONS,
  note: string,
  paymentId: string,
  back?: { amount: number; currency: string; credits: number },
): Text {
  const [title, text] = DECISIONS[state]
  return mailOf({
    title,
    paragraphs: [text, note],
    facts: {
      Payment: paymentId,
      Amount: back && amountText(back.amount, back.currency),
      'Credits taken back': back && creditText(back.credits),
    },
    action: { label: 'Refund requests', address: absolute(config, urls.refundRequests) },
  })
}

/** A refund that the gateway could not pay, with the credits that came back for it. */
export type FailedRefund = { amount: number; currency: string; credits: number; paymentId: string }

/** To the person: their money did not arrive, and what they had is theirs again. */
export const refundFailed = (config: Config, { amount, currency, credits, paymentId }: FailedRefund): Text =>
  mailOf({
    title: 'Your refund could not be paid back yet',
    paragraphs: [
      'The payment gateway told us that your bank did not take the money. We look into it and pay it back again; you do not have to do anything.',
      credits > 0 &&
        `Until then the ${creditText(credits)} that were taken for it are back on your account. What you use of them is not refunded.`,
    ],
    facts: { Payment: paymentId, Amount: amountText(amount, currency) },
    action: { label: 'Refund requests', address: absolute(config, urls.refundRequests) },
  })

/** To those who look after money. */
export const refundFailedForFinance = (
  config: Config,
  { amount, currency, credits, paymentId, requestId }: FailedRefund & { requestId: string | null },
): Text =>
  mailOf({
    title: `A refund of ${amountText(amount, currency)} failed`,
    paragraphs: [
      'The payment gateway could not pay it back. Please find out why in its dashboard, and pay it back again.',
      credits > 0 && `${creditText(credits)} that were taken for it were given back to the person.`,
    ],
    facts: { Payment: paymentId },
    action: requestId
      ? { label: 'Refund request', address: absolute(config, href(urls.adminRefundRequest, { id: requestId })) }
      : { label: 'Billing Management', address: absolute(config, urls.adminBilling) },
  })

/** The paper of money that went back, for the books of the person. */
export const creditNote = (
  config: Config,
  note: { number: string; invoice: string; amount: number; currency: string },
): Text =>
  mailOf({
    subject: `Your ${SITE.name} credit note ${note.number}`,
    title: 'Your refund was paid back',
    paragraphs: [
      'Banks usually take five to seven working days until it shows on your account.',
      'The credit note is attached as a PDF.',
    ],
    facts: {
      Amount: amountText(note.amount, note.currency),
      'Credit note': note.number,
      'Of invoice': note.invoice,
    },
    action: toBilling(config),
  })

/** Credits that our team gave or took. @param given note what was written to the person with it */
export const allocated = (
  config: Config,
  given: { kind: 'grant' | 'deduct'; credits: number; expiresAt: Date | null; note: string },
): Text =>
  mailOf({
    title:
      given.kind === 'grant'
        ? `You have been given ${creditText(given.credits)}`
        : `${creditText(given.credits)} ${given.credits === 1 ? 'was' : 'were'} taken back`,
    paragraphs: [
      given.kind === 'grant'
        ? `Our team has put ${creditText(given.credits)} on your account.`
        : `Our team has taken ${creditText(given.credits)} off your account.`,
      given.note,
    ],
    facts: { Expire: given.expiresAt && dayText(given.expiresAt) },
    action: toBilling(config),
  })

/** An admin gave a plan, or ended one. @param now what holds from now on; `free` for none */
export const planChanged = (config: Config, now: { plan: string; until: string | null }): Text =>
  mailOf({
    title: now.until ? `You have ${planName(now.plan)} now` : 'Your plan has ended',
    paragraphs: [
      now.until
        ? `Our team has changed your plan to ${planName(now.plan)}, until ${dayText(new Date(now.until))}. What you paid for before goes on after what was given.`
        : 'Our team has ended the plan that you were given. Your data, conversations and bought credits are as they were.',
    ],
    action: toBilling(config),
  })
