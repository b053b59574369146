import type { CreditBalance, LedgerLine } from '../../src/billing/rules/answers.ts'
import { creditText } from '../../src/billing/rules/credit.ts'
import { lineText } from '../../src/billing/rules/history.ts'
import { urls } from '../../src/urls.ts'
import { clientOf, commandOf, groupOf } from '../command.ts'
import { listCommand } from '../list.ts'
import { say, sayJson } from '../print.ts'
import { number, when } from '../record.ts'
import { allocations, bulk, deduct, grant, plan } from './allocations.ts'

const balanceCommand = (name: string) =>
  commandOf(name, 'show your credits', [
    `tabletalk ${name === 'balance' ? 'balance' : 'credits'}`,
    'tabletalk credits --json',
  ]).action(async (_options, command) => {
    const { client, json } = clientOf(command)
    const credit = await client.json<CreditBalance>(urls.apiCreditBalance)
    if (json) return sayJson(credit)
    say(
      `${creditText(credit.balance)}${credit.held > 0 ? `, ${credit.held} more set aside for running questions` : ''}`,
    )
    for (const { credits, expires_at } of credit.expiring)
      say(`  ${creditText(credits)} until ${expires_at.slice(0, 10)}`)
    if (credit.low) say('Your credits are running low: see Billing & Credits in the browser.')
  })
/** `tabletalk balance`, for those who are used to it. */
export const balance = balanceCommand('balance')
const own = balanceCommand('show')

const signed = (value: number): string => (value > 0 ? `+${number(value)}` : number(value))

const history = listCommand<LedgerLine>(
  'history',
  'list what your credits were spent on and came from',
  ['tabletalk credits history --limit 20', 'tabletalk credits history --all --csv > ledger.csv'],
  {
    path: urls.apiCreditHistory,
    columns: [
      { name: 'TIME (UTC)', of: (it) => it.created_at, text: (it) => when(it.created_at) },
      { name: 'WHAT', of: (it) => it.kind, text: (it) => lineText(it) },
      { name: 'CREDITS', of: (it) => it.credits, text: (it) => signed(it.credits), right: true },
      { name: 'SET ASIDE', of: (it) => it.held, text: (it) => (it.held === 0 ? '' : signed(it.held)), right: true },
      { name: 'FOR', of: (it) => it.note },
      { name: 'EXPIRES', of: (it) => it.expires_at, text: (it) => it.expires_at?.slice(0, 10) ?? '' },
    ],
    empty: 'Nothing yet.',
  },
)

export const credits = groupOf(
  'credits',
  'your credits, and those that finance gives and takes',
  [own, history, grant, deduct, bulk, plan, allocations],
  own,
)
