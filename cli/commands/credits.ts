import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Argument, Option } from 'commander'
import {
  ALLOCATION_LIMITS,
  type Allocated,
  type Allocation,
  type AllocationPlan,
  allocationList,
  type KINDS,
} from '../../src/admin/rules/credit-allocation.ts'
import { type ChangedPlan, PLAN_CHOICES, PLAN_PERIODS } from '../../src/admin/rules/plan-change.ts'
import { AppError } from '../../src/base/errors.ts'
import type { CreditBalance, LedgerLine } from '../../src/billing/rules/answers.ts'
import { creditText } from '../../src/billing/rules/credit.ts'
import { lineText } from '../../src/billing/rules/history.ts'
import { href, urls } from '../../src/urls.ts'
import { confirm, reasonFor, saidWaiting } from '../action.ts'
import { type Command, commandOf, groupOf } from '../command.ts'
import { count, declared, listCommand } from '../list.ts'
import { note, plain, say, sayJson } from '../print.ts'
import { number, sayDone, sayItems, when } from '../record.ts'

type Mailing = { note?: string; mail?: boolean; dryRun?: boolean }
type Options = Mailing & { until?: string; key?: string }

const DRY = href(urls.apiAdminCreditAllocations, {}, { dry_run: '1' })

const allocations = listCommand<Allocation>(
  'allocations',
  'list credits that were given and taken by hand (finance)',
  ['tabletalk credits allocations --search ada', 'tabletalk credits allocations --kind deduct --all --csv'],
  { path: urls.apiAdminCreditAllocations, ...declared(allocationList), empty: 'Nothing was given or taken by hand.' },
)

const telling = (command: Command) =>
  command
    .option('--note <text>', 'told to the person in the mail of --mail, and kept with it')
    .option('--mail', 'tell the person by mail')
    .option('--dry-run', 'say what would be done, and do nothing')

const balances = (it: Allocated) => `${number(it.balance.before)} → ${number(it.balance.after)} credits`

const ofOne = (kind: keyof typeof KINDS, command: Command) =>
  telling(command.acting())
    .argument('<user>', 'id or email address')
    .argument('<credits>', `a whole number, at most ${number(ALLOCATION_LIMITS.credits)}`, count)
    .addOption(
      new Option('--key <text>', 'names the action: with the same key it is done once, however often it is run'),
    )
    .does(async ({ client, json, command }, person: string, credits: number, options: Options) => {
      const { until, key, mail = false, dryRun } = options
      const about = {
        person,
        kind,
        credits,
        mail,
        ...(until ? { expires_at: until } : {}),
        ...(options.note ? { note: options.note } : {}),
      }
      // Tried first: the question shows what it would come to.
      const body = { ...about, reason: command.opts().reason ?? 'A dry run' }
      const planned = await client.json<Allocated>(DRY, { method: 'POST', body })
      const what = `${kind === 'grant' ? 'Give' : 'Take'} ${creditText(credits)} ${kind === 'grant' ? 'to' : 'from'} ${plain(planned.user.email)} (${balances(planned)})`
      if (dryRun) return json ? sayJson(planned) : note(`${what}: nothing was done.`)
      const reason = await reasonFor(command, what)
      const order = { ...about, reason, ...(key ? { key } : {}) }
      const done = await client.json<Allocated>(urls.apiAdminCreditAllocations, { method: 'POST', body: order })
      if (saidWaiting(done, json)) return
      if (json) sayJson(done)
      else if (done.repeated) note(`${plain(done.user.email)}: done before with this key. Nothing was done now.`)
      else note(`${plain(done.user.email)}: ${balances(done)}.`)
    })

const grant = ofOne(
  'grant',
  commandOf('grant', 'give credits to somebody (finance)', [
    'tabletalk credits grant ada@example.com 100 --until 2027-11-21 --reason "Ticket 4711"',
    'tabletalk credits grant ada@example.com 100 --until 2027-11-21 --reason "Prize" --key prize-ada --yes',
  ]).requiredOption('--until <day>', 'the last day on which they can be used'),
)
const deduct = ofOne(
  'deduct',
  commandOf('deduct', 'take free credits from somebody (finance)', [
    'tabletalk credits deduct ada@example.com 100 --reason "Given twice"',
  ]),
)

const plan = commandOf('plan', 'give somebody a plan without a payment, or with free end what was given (finance)', [
  'tabletalk credits plan ada@example.com premium --reason "Ticket 4711"',
  'tabletalk credits plan ada@example.com free --reason "Given by mistake"',
])
  .acting()
  .argument('<user>', 'id or email address')
  .addArgument(new Argument('<plan>', 'the plan').choices(PLAN_CHOICES))
  .addOption(
    new Option('--period <period>', 'for a month or a year').choices(Object.keys(PLAN_PERIODS)).default('monthly'),
  )
  .does(async ({ client, json, command }, person: string, plan: string, { period }: { period: string }) => {
    const reason = await reasonFor(command, `Change the plan of ${person} to ${plan}`)
    const body = { person, plan, period, reason }
    const done = await client.json<ChangedPlan>(urls.apiAdminPlanChanges, { method: 'POST', body })
    if (saidWaiting(done, json)) return
    const until = done.until ? ` until ${done.until.slice(0, 10)}` : ''
    sayDone(json, done, `${plain(done.user.email)}: ${done.plan}${until}.`)
  })

const bulk = telling(
  commandOf('bulk', 'give credits to many from a CSV file: email, credits, expiry, reason (finance)', [
    'tabletalk credits bulk prizes.csv --dry-run',
    'tabletalk credits bulk prizes.csv --mail --yes',
  ]),
)
  .argument(
    '<file>',
    `at most ${number(ALLOCATION_LIMITS.lines)} lines and ${number(ALLOCATION_LIMITS.fileCredits)} credits`,
  )
  .option('-y, --yes', 'do not ask whether to go on')
  .does(async ({ client, json, command }, path: string, options: Mailing) => {
    if (!(await stat(path).catch(() => null))?.isFile()) throw new AppError('not_found', `There is no file ${path}.`)
    const csv = await Bun.file(path).text()
    const { mail = false, dryRun } = options
    const body = { csv, name: basename(path), mail, ...(options.note ? { note: options.note } : {}) }
    const plan = await client.json<AllocationPlan>(DRY, { method: 'POST', body })
    if (json && (dryRun || plan.wrong > 0)) sayJson(plan)
    else if (!json) sayPlan(plan)
    if (plan.wrong > 0)
      throw new AppError(
        'unprocessable',
        plan.wrong === 1
          ? 'One line cannot be done, so nothing was.'
          : `${number(plan.wrong)} lines cannot be done, so nothing was.`,
      )
    if (plan.given)
      throw new AppError('conflict', `This very file was given on ${when(plan.given.at)} by ${plan.given.by}.`)
    const what = `Give ${creditText(plan.credits)} to ${peopleText(plan.people)}`
    if (dryRun) return json ? undefined : note(`${what}: nothing was done.`)
    await confirm(command, what)
    const done = await client.json<AllocationPlan>(urls.apiAdminCreditAllocations, { method: 'POST', body })
    if (saidWaiting(done, json)) return
    sayDone(json, done, `Gave ${creditText(done.credits)} to ${peopleText(done.people)}.`)
  })

const peopleText = (people: number) => (people === 1 ? '1 person' : `${number(people)} people`)

function sayPlan({ lines, wrong }: AllocationPlan): void {
  const listed = wrong > 0 ? lines.filter(({ problem }) => problem !== null) : lines
  sayItems(listed, {
    '#LINE': (it) => String(it.line),
    EMAIL: (it) => it.email,
    '#CREDITS': (it) => it.credits,
    UNTIL: (it) => it.expires_at?.slice(0, 10),
    [wrong > 0 ? 'PROBLEM' : 'REASON']: (it) => it.problem ?? it.reason,
  })
}

const balanceCommand = (name: string) =>
  commandOf(name, 'show your credits', [
    `tabletalk ${name === 'balance' ? 'balance' : 'credits'}`,
    'tabletalk credits --json',
  ]).does(async ({ client, json }) => {
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

const commands = [own, history, grant, deduct, bulk, plan, allocations]
export const credits = groupOf('credits', 'your credits, and those that finance gives and takes', commands)
