import * as allocations from '#admin/allocations/list.ts'
import * as analytics from '#admin/analytics/analytics.ts'
import * as audit from '#admin/audit/list.ts'
import { anomalies } from '#admin/billing/anomalies.ts'
import { invoiceList, orderList, paymentList } from '#admin/billing/lists.ts'
import { webhookList } from '#admin/billing/webhook-list.ts'
import * as dashboard from '#admin/dashboard.ts'
import * as logs from '#admin/logs/logs.ts'
import * as organizations from '#admin/organizations/list.ts'
import * as people from '#admin/people/list.ts'
import type { PeriodName } from '#admin/rules/period.ts'
import * as events from '#admin/security/events.ts'
import * as connections from '#admin/sources/health.ts'
import { quotas } from '#admin/sources/quotas.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import * as refunds from '#billing/refund-requests.ts'
import type { AdminCtx } from '../src/ctx.ts'

/** A list: a page of it. `salt` names a row that is different with each asking. */
export type Ask = (ctx: AdminCtx, page: PageRequest, salt: number) => Promise<Page<{ id: string }>>
/** Several filters of one list by what they are called in the table. */
type Filters<F> = Record<string, Partial<F> | ((salt: number) => Partial<F>)>

/** What a filter does not say is undefined, as the schemas of the panel leave it. */
function lists<F>(
  name: string,
  read: (ctx: AdminCtx, filter: F, page: PageRequest) => ReturnType<Ask>,
  of: Filters<F>,
) {
  return Object.entries(of).map(([what, filter]): [string, Ask] => [
    `${name}, ${what}`,
    (ctx, page, salt) => read(ctx, (filter instanceof Function ? filter(salt) : filter) as F, page),
  ])
}

const padded = (row: number) => String(row).padStart(7, '0')
/** A day in the middle of what there is. */
const day = { from: '2026-06-01', to: '2026-06-01' }
/** An id that nothing has, which is what makes a bad plan look through everything. */
const nobody = '01a00000-0000-7000-8000-000000000000'

export const LISTS: [string, Ask][] = [
  ...lists('users', people.list, {
    newest: {},
    oldest: { sort: 'created_asc' },
    'last seen': { sort: 'seen' },
    'most credits': { sort: 'credits' },
    'search of one': (salt) => ({ q: `person${padded(salt)}` }),
    'search of many': { q: 'example' },
    disabled: { disabled: 'yes' },
    admins: { role: 'any' },
    premium: { plan: 'premium' },
  }),
  ...lists('organizations', organizations.list, {
    newest: {},
    'search of one': (salt) => ({ q: `trading${padded(salt)}` }),
    suspended: { status: 'suspended' },
    'premium owner': { plan: 'premium' },
  }),
  ...lists('security events', events.list, {
    newest: {},
    'one kind': { kind: 'payment_tampered' },
    open: { state: 'open' },
    'one address': (salt) => ({ ip: `10.0.${salt % 100}.1` }),
    'one guest': (salt) => ({ person: `guest${salt}@example.com` }),
    'one day': day,
  }),
  ...lists('audit', audit.list, {
    newest: {},
    'one action': { action: 'user.disable' },
    'actions of a noun': { action: 'user.' },
    'one subject': (salt) => ({ subject: `subject-${salt}` }),
    'one day': day,
  }),
  ...lists('orders', orderList, {
    newest: {},
    oldest: { sort: 'created_asc' },
    'one person': (salt) => ({ q: `person${padded(salt)}` }),
    'search of many': { q: 'example' },
    'id of the gateway': (salt) => ({ q: `order_${salt}` }),
    'a payment': (salt) => ({ q: `pay_${salt}` }),
    'an id of nothing': { q: nobody },
    failed: { state: 'failed' },
    plans: { kind: 'plan' },
    'open plans of nobody': { q: 'nobody', state: 'open', kind: 'plan' },
  }),
  ...lists('payments', paymentList, {
    newest: {},
    'one person': (salt) => ({ q: `person${padded(salt)}` }),
    'search of many': { q: 'example' },
    'id of the gateway': (salt) => ({ q: `pay_${salt}` }),
    'an order': (salt) => ({ q: `order_${salt}` }),
    'an id of nothing': { q: nobody },
    'paid twice': { state: 'surplus' },
  }),
  ...lists('invoices', invoiceList, {
    newest: {},
    'one person': (salt) => ({ q: `person${padded(salt)}` }),
    'search of many': { q: 'example' },
    number: (salt) => ({ q: `TT/26-27/${padded(salt)}` }),
    'a payment': (salt) => ({ q: `pay_${salt}` }),
    'an order': (salt) => ({ q: `order_${salt}` }),
    'an id of nothing': { q: nobody },
    'the year before': { year: '25-26' },
  }),
  ...lists('webhooks', webhookList, {
    newest: {},
    'a payment': (salt) => ({ q: `pay_${salt}` }),
    'an id of nothing': { q: nobody },
    failed: { state: 'failed' },
  }),
  ...lists('refund requests', refunds.listAll, {
    newest: {},
    'one person': (salt) => ({ q: `person${padded(salt)}` }),
    'search of many': { q: 'example' },
    'a payment': (salt) => ({ q: `pay_${salt}` }),
    'an id of nothing': { q: nobody },
    requested: { state: 'requested' },
  }),
  ...lists('allocations', allocations.list, {
    newest: {},
    'one person': (salt) => ({ q: `person${padded(salt)}` }),
    'search of many': { q: 'example' },
    'an id of nothing': { q: nobody },
    'by one admin': { by: 'giverc' },
    taken: { kind: 'deduct' },
  }),
  ...lists('connections', connections.list, {
    newest: {},
    'search of one': (salt) => ({ q: `Store${padded(salt)}` }),
    'search of one place': (salt) => ({ q: `Room${padded(salt)}` }),
    'search of many': { q: 'house' },
    'search of none': { q: 'zebra' },
    failed: { status: 'failed' },
    'one kind': { engine: 'mysql' },
  }),
  ...lists('logs', logs.list, {
    newest: {},
    'oldest warnings and errors': { level: 'warn', sort: 'created_asc' },
    errors: { level: 'error' },
    'warnings and errors': { level: 'warn' },
    'one request': (salt) => ({ request: `request${salt}` }),
    'one day': { from: '2026-12-20', to: '2026-12-20' },
    'word of many': { q: 'answered' },
    'word of few': (salt) => ({ q: `batch${padded(salt)}` }),
  }),
]

/** What the panel shows of everything at once, or of a stretch of days: it takes as long as the stretch has rows. */
export const FIGURES: [string, (ctx: AdminCtx) => Promise<unknown>][] = [
  ...(['24h', '7d', '30d', '90d'] satisfies PeriodName[]).flatMap((period): typeof FIGURES => [
    [`dashboard, ${period}`, (ctx) => dashboard.read(ctx, period)],
    [`analytics, ${period}`, (ctx) => analytics.read(ctx, period)],
  ]),
  ['billing, what is wrong', anomalies],
  ['security events by address', (ctx) => events.groups(ctx, { by: 'ip', from: undefined, to: undefined })],
  ['connections by kind', connections.kinds],
  ['organizations that are nearly full', quotas],
]
