import { inArray, sql } from 'drizzle-orm'
import { AppError, conflict } from '#base/errors.ts'
import { users } from '#db/schema/index.ts'
import { answerOtp, pay, proofOf, TEST_CARDS } from '#outside/sandbox/checkout.ts'
import { createApp } from './app.ts'
import type { World } from './ctx.ts'
import { href, urls } from './urls.ts'
import { runInWorld } from './world.ts'

/**
 * `bun run seed`: fills a new data folder with an organization as one that is in use: people of every role, two workspaces with data,
 * answered questions, definitions, a purchase, a plan, a request for a refund, a budget and a pending invitation. Everything but proving addresses and naming the
 * platform admin goes through the API, as people do it. With the embedded database the server must be stopped.
 */
const PASSWORD = 'correct horse battery staple'
const PEOPLE = {
  asha: { name: 'Asha Rao', email: 'asha@example.com', role: 'owner' },
  ben: { name: 'Ben Ortiz', email: 'ben@example.com', role: 'member' },
  chen: { name: 'Chen Li', email: 'chen@example.com', role: 'viewer' },
} as const
type Who = keyof typeof PEOPLE

const QUESTIONS: [Who, string][] = [
  ['asha', 'Order value by month in 2025'],
  ['asha', 'Top 5 products by quantity sold'],
  ['ben', 'How many customers are there in each city?'],
  ['ben', 'What is the average order value?'],
]
const EXPENSES = `day,team,category,amount
2026-01-07,Sales,Travel,412.50
2026-01-19,Support,Software,89.00
2026-02-03,Sales,Meals,64.20
2026-02-24,Engineering,Hardware,1299.00
2026-03-11,Sales,Travel,530.75
2026-03-28,Engineering,Software,240.00
`
/** What the Shop means by its words; the last one waits for an owner. */
const DEFINITIONS: [Who, { definition: object; note?: string; approve?: true }][] = [
  [
    'asha',
    {
      definition: {
        ...{ kind: 'instructions', time_zone: 'Asia/Kolkata', fiscal_year_start: 4, currency: 'INR' },
        text: 'Amounts include taxes. Orders of the last days of March 2026 are still on their way: say so where delivery is asked for.',
      },
      approve: true,
    },
  ],
  [
    'asha',
    {
      definition: {
        ...{ kind: 'metric', name: 'net_revenue', synonyms: ['net sales'], owner: 'Asha Rao' },
        description: 'What customers paid for orders that were not cancelled.',
        ...{ table: 'orders', expression: 'sum(total_inr)', filters: "status <> 'cancelled'", grain: 'one order' },
      },
      approve: true,
    },
  ],
  [
    'asha',
    {
      definition: { kind: 'term', name: 'festive season', synonyms: ['Diwali'], meaning: 'October and November.' },
      approve: true,
    },
  ],
  [
    'asha',
    {
      definition: { kind: 'term', name: 'repeat customer', meaning: 'A customer with two orders or more.' },
      approve: true,
    },
  ],
  [
    'ben',
    {
      definition: {
        ...{ kind: 'metric', name: 'cancellation_rate', table: 'orders', grain: 'one order' },
        expression: "avg(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END)",
      },
      note: 'We compute it in three ways today.',
    },
  ],
]
/** What the API answers to making something; more of it where that is needed. */
type Made = { id: string }
type Call = <T = Made>(method: string, path: string, input?: object) => Promise<T>

async function seed(world: World): Promise<void> {
  if (world.config.production)
    throw new AppError('misconfigured', 'Example people have a known password: they are not for production.')
  const emails = Object.values(PEOPLE).map(({ email }) => email)
  const [existing] = await world.db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.email, emails))
    .orderBy(users.email)
    .limit(1)
  if (existing) throw conflict(`${existing.email} is there already. Choose another DATA_DIR to begin anew.`)

  const app = createApp(world)
  const tokens = new Map<Who, string>()
  async function call<T = Made>(who: Who | null, method: string, path: string, input?: object): Promise<T> {
    const body = input instanceof FormData ? input : input && JSON.stringify(input)
    const headers = {
      ...(who && { authorization: `Bearer ${tokens.get(who)}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    }
    const answer = await app.request(path, { method, headers, ...(body && { body }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text || 'null')
  }

  for (const [who, { name, email }] of Object.entries(PEOPLE) as [Who, (typeof PEOPLE)[Who]][]) {
    const { token } = await call<{ token: string }>(null, 'POST', urls.apiRegister, { name, email, password: PASSWORD })
    tokens.set(who, token)
  }
  await world.db.update(users).set({ emailVerified: true }).where(inArray(users.email, emails))
  await world.db
    .update(users)
    .set({ adminRoles: sql`array['superadmin']` })
    .where(inArray(users.email, [PEOPLE.asha.email]))

  const organization = await call('asha', 'POST', urls.apiOrganizations, { name: 'Harbour Books' })
  for (const who of ['ben', 'chen'] as const) {
    const { email, role } = PEOPLE[who]
    const { id } = await call('asha', 'POST', href(urls.apiOrganizationInvite, organization), { email, role })
    await call(who, 'POST', href(urls.apiInvitationAccept, { id }))
  }
  await call('asha', 'POST', href(urls.apiOrganizationInvite, organization), {
    email: 'dana@example.com',
    role: 'member',
  })

  const place = { organization_id: organization.id }
  const shop = await call('asha', 'POST', urls.apiWorkspaces, { ...place, name: 'Shop' })
  const finance = await call('asha', 'POST', urls.apiWorkspaces, { ...place, name: 'Finance' })
  await call('asha', 'POST', href(urls.apiFileSample, shop))
  const upload = new FormData()
  upload.set('file', new File([EXPENSES], 'expenses.csv'))
  await call('asha', 'POST', href(urls.apiFileUpload, finance), upload)
  for (const [who, message] of QUESTIONS) await call(who, 'POST', href(urls.apiQueryData, shop), { message })
  await call('asha', 'POST', href(urls.apiQueryData, finance), { message: 'total amount by category' })
  for (const [who, input] of DEFINITIONS) await call(who, 'POST', href(urls.apiDefinitions, shop), input)
  await call('asha', 'PUT', href(urls.apiOrganizationBudgets, organization), {
    workspace_id: shop.id,
    monthly_credits: 500,
  })
  await buy(world, (method, path, input) => call('asha', method, path, input))
}

type Pack = {
  order: { id: string; amount: number; currency: string }
  credits: { base: number; bonus: number; total: number }
}

/** A pack and a plan, paid with the test card of the sandbox, and a refund asked for. Nothing where payments are real or off. */
async function buy({ sandbox }: World, call: Call) {
  if (!sandbox) return
  const paid = async (orderId: string) => {
    const card = { number: TEST_CARDS.success, expiry: '12/34', cvv: '123', name: PEOPLE.asha.name }
    const payment = await pay(sandbox, orderId, card)
    return proofOf(
      sandbox.keySecret,
      payment.status === 'created' ? await answerOtp(sandbox, payment.id, '1234') : payment,
    )
  }
  const { order, credits } = await call<Pack>('POST', urls.apiCreditOrder, { credits: 1000, currency: 'INR' })
  const proof = await paid(order.id)
  await call('POST', urls.apiCreditPurchase, {
    ...proof,
    ...{ credits: credits.base, bonus_credits: credits.bonus, total_credits: credits.total },
    ...{ amount_paid: order.amount, currency: order.currency },
  })
  const reason = 'We bought more than the team needs.'
  await call('POST', urls.apiRefundRequests, { payment_id: proof.razorpay_payment_id, reason })
  const plan = await call<Pick<Pack, 'order'>>('POST', urls.apiSubscribe, { plan_type: 'premium', period: 'monthly' })
  await call('POST', urls.apiSubscribeConfirm, await paid(plan.order.id))
}

await runInWorld(async (world) => {
  await seed(world)
  const roles = Object.values(PEOPLE).map(({ name, email, role }) => `  ${email}  ${name}, ${role}\n`)
  process.stdout.write(`Harbour Books is there. Everybody's password is "${PASSWORD}".\n${roles.join('')}`)
  process.stdout.write('Asha is the platform admin, too. `bun start` serves it.\n')
})
