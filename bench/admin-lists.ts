import type { PeriodName } from '#admin/rules/period.ts'
import { urls } from '../src/urls.ts'

/** Address of a page; `salt` names a row that is different with each asking. */
export type Address = (salt: number) => string
type Query = Record<string, string>
/** Several filters of one list by what they are called in the table. */
type Filters = Record<string, Query | ((salt: number) => Query)>

const addressed = (page: string, query: Query) =>
  Object.keys(query).length > 0 ? `${page}?${new URLSearchParams(query)}` : page

const lists = (name: string, page: string, of: Filters) =>
  Object.entries(of).map(([what, filter]): [string, Address] => [
    `${name}, ${what}`,
    (salt) => addressed(page, filter instanceof Function ? filter(salt) : filter),
  ])

const padded = (row: number) => String(row).padStart(7, '0')
/** A day in the middle of what there is. */
const day = { from: '2026-06-01', to: '2026-06-01' }
/** An id that nothing has, which is what makes a bad plan look through everything. */
const nobody = '01a00000-0000-7000-8000-000000000000'

export const LISTS: [string, Address][] = [
  ...lists('users', urls.adminUsers, {
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
  ...lists('organizations', urls.adminOrganizations, {
    newest: {},
    'search of one': (salt) => ({ q: `trading${padded(salt)}` }),
    'search of many': { q: 'house' },
    suspended: { status: 'suspended' },
    'premium owner': { plan: 'premium' },
  }),
  ...lists('security events', urls.adminSecurity, {
    newest: {},
    'one kind': { kind: 'payment_tampered' },
    open: { state: 'open' },
    'one address': (salt) => ({ ip: `10.0.${salt % 50}.1` }),
    'one guest': (salt) => ({ person: `guest${salt}@example.com` }),
    'one day': day,
  }),
  ...lists('audit', urls.adminAuditLogs, {
    newest: {},
    'one action': { action: 'user.disable' },
    'actions of a noun': { action: 'user.' },
    'one subject': (salt) => ({ subject: `subject-${salt}` }),
    'one day': day,
  }),
  ...lists('orders', urls.adminBilling, {
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
  ...lists('payments', urls.adminBillingPayments, {
    newest: {},
    'one person': (salt) => ({ q: `person${padded(salt)}` }),
    'search of many': { q: 'example' },
    'id of the gateway': (salt) => ({ q: `pay_${salt}` }),
    'an order': (salt) => ({ q: `order_${salt}` }),
    'an id of nothing': { q: nobody },
    'paid twice': { state: 'surplus' },
  }),
  ...lists('invoices', urls.adminBillingInvoices, {
    newest: {},
    'one person': (salt) => ({ q: `person${padded(salt)}` }),
    'search of many': { q: 'example' },
    number: (salt) => ({ q: `TT/26-27/${padded(salt)}` }),
    'a payment': (salt) => ({ q: `pay_${salt}` }),
    'an order': (salt) => ({ q: `order_${salt}` }),
    'an id of nothing': { q: nobody },
    'the year before': { year: '25-26' },
  }),
  ...lists('webhooks', urls.adminBillingWebhooks, {
    newest: {},
    'a payment': (salt) => ({ q: `pay_${salt}` }),
    'an id of nothing': { q: nobody },
    failed: { state: 'failed' },
  }),
  ...lists('refund requests', urls.adminRefundRequests, {
    newest: {},
    'one person': (salt) => ({ q: `person${padded(salt)}` }),
    'search of many': { q: 'example' },
    'a payment': (salt) => ({ q: `pay_${salt}` }),
    'an id of nothing': { q: nobody },
    requested: { state: 'requested' },
  }),
  ...lists('allocations', urls.adminCreditAllocation, {
    newest: {},
    'one person': (salt) => ({ q: `person${padded(salt)}` }),
    'search of many': { q: 'example' },
    'an id of nothing': { q: nobody },
    'by one admin': { by: 'giverc' },
    taken: { kind: 'deduct' },
  }),
  ...lists('connections', urls.adminDataSources, {
    newest: {},
    'search of one': (salt) => ({ q: `Store${padded(salt)}` }),
    'search of one place': (salt) => ({ q: `Room${padded(salt)}` }),
    'search of many': { q: 'house' },
    'search of none': { q: 'zebra' },
    failed: { status: 'failed' },
    'one kind': { engine: 'mysql' },
  }),
  ...lists('logs', urls.adminLogs, {
    newest: {},
    'oldest warnings and errors': { level: 'warn', sort: 'created_asc' },
    errors: { level: 'error' },
    'warnings and errors': { level: 'warn' },
    'one request': (salt) => ({ request: `request${salt}` }),
    'one day': { from: '2026-10-20', to: '2026-10-20' },
    'word of many': { q: 'answered' },
    'word of few': (salt) => ({ q: `batch${padded(salt)}` }),
  }),
]

/** What the panel shows of everything at once, or of a stretch of days: it takes as long as the stretch has rows. */
export const FIGURES: [string, Address][] = [
  ...(['24h', '7d', '30d', '90d'] satisfies PeriodName[]).flatMap((period): [string, Address][] => [
    [`dashboard, ${period}`, () => addressed(urls.adminDashboard, { period })],
    [`analytics, ${period}`, () => addressed(urls.adminAnalytics, { period })],
  ]),
  ['billing, what is wrong', () => urls.apiAdminBilling],
  ['security events by address', () => addressed(urls.apiAdminSecurityGroups, { by: 'ip' })],
  ['connections by kind', () => urls.apiAdminDataSourceKinds],
  ['organizations that are nearly full', () => urls.apiAdminStorageQuotas],
]
