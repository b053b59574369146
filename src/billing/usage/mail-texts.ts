import type { Config } from '#config.ts'
import type { Mail } from '#outside/mail.ts'
import { mailOf } from '#ui/mail.tsx'
import { absolute, href, urls } from '../../urls.ts'
import { type BudgetUsage, type CalendarMonth, monthText, renewalText } from '../rules/budget.ts'
import { creditText } from '../rules/credit.ts'

/** A budget has come to 80 or 100 percent. @param about `of`: whose it is, in words; `share` in percent */
export function budgetNotice(
  config: Config,
  about: {
    of: string
    organization: { id: string; name: string }
    share: number
    usage: BudgetUsage
    month: CalendarMonth
  },
): Omit<Mail, 'to'> {
  const { of, organization, share, usage, month } = about
  const spent = share >= 100
  return mailOf({
    title: spent
      ? `A budget in ${organization.name} is used up`
      : `A budget in ${organization.name} is ${share} % used`,
    paragraphs: [
      `The budget of ${of} for ${monthText(month)}: ${creditText(usage.used)} of ${creditText(usage.monthly)} are used.`,
      spent
        ? `Further questions are refused until it renews on ${renewalText(month)}. You can raise or remove it at any time.`
        : `When it is used up, further questions are refused until it renews on ${renewalText(month)}.`,
    ],
    action: {
      label: 'Usage & budgets',
      address: absolute(config, href(urls.organizationUsage, { id: organization.id })),
    },
    footnote: `You get this mail as an owner of ${organization.name}, once at 80 % and once at 100 % of a budget in a month.`,
  })
}
