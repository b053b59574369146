/** A small mistake in the code of money; `tests` must notice it, the quickest first. */
export type Mutant = { file: string; from: string; to: string; tests: string[] }

const LEDGER = ['src/billing/credits.test.ts', 'src/billing/ledger.property.test.ts']
const PAID = ['src/billing/payments.test.ts', 'src/billing/tampering.test.ts']
const REFUNDED = ['src/billing/refunds.test.ts']
const FAILED = ['src/billing/failed-refunds.test.ts']
const PLANS = ['src/billing/subscriptions.property.test.ts']
const RULES = ['src/billing/rules/refund.test.ts']
const LOTS = ['src/billing/rules/lot.test.ts']
const PRICES = ['src/billing/rules/price.test.ts']
/** What only shows when things truly happen at once. */
const AT_ONCE = ['tests/faults/ledger.test.ts']
const STORM = ['tests/faults/payments.test.ts']

const ledger = (from: string, to: string, tests = LEDGER): Mutant => ({ file: 'billing/ledger.ts', from, to, tests })
const credits = (from: string, to: string, tests = LEDGER): Mutant => ({ file: 'billing/credits.ts', from, to, tests })
const clawback = (from: string, to: string): Mutant => ({ file: 'billing/clawback.ts', from, to, tests: LEDGER })
const deduction = (from: string, to: string): Mutant => ({
  file: 'billing/deduction.ts',
  from,
  to,
  tests: [LEDGER[1]!],
})
const payments = (from: string, to: string, tests = PAID): Mutant => ({ file: 'billing/payments.ts', from, to, tests })
const refunds = (from: string, to: string): Mutant => ({ file: 'billing/refunds.ts', from, to, tests: REFUNDED })
const failed = (from: string, to: string): Mutant => ({ file: 'billing/failed-refunds.ts', from, to, tests: FAILED })
const billing = (file: string, from: string, to: string, tests = PAID): Mutant => ({
  file: `billing/${file}`,
  from,
  to,
  tests,
})

export const MUTANTS: Mutant[] = [
  ledger('{ lotId, side: from, amount: -amount }', '{ lotId, side: from, amount }'),
  ledger('{ lotId, side: to, amount }', '{ lotId, side: from, amount }'),
  ledger('held = lot.held + change.held', 'held = lot.held'),
  ledger('remaining = lot.remaining + change.free', 'remaining = lot.remaining'),
  ledger('balance = account.balance + moved.free', 'balance = account.balance'),
  ledger('held = account.held + moved.held', 'held = account.held'),
  ledger('.onConflictDoNothing({ target: creditTransactions.idempotencyKey })', ''),
  ledger(
    'before?.userId !== transaction.userId || before.kind !== transaction.kind',
    'before?.kind !== transaction.kind',
  ),
  ledger(
    'before?.userId !== transaction.userId || before.kind !== transaction.kind',
    'before?.userId !== transaction.userId',
  ),
  ledger("eq(creditAccounts.userId, userId)).for('update')", 'eq(creditAccounts.userId, userId))', AT_ONCE),

  credits("held', to === 'settled' ? 'spent' : 'free'", "held', 'spent'"),
  credits("held', to === 'settled' ? 'spent' : 'free'", "held', 'free'"),
  credits("held.state === 'open' ? to : held.state", 'to'),
  credits("if (held.state === 'open') {", 'if (true as boolean) {'),
  credits("if (held?.state !== 'open')", 'if (!held)'),
  credits("charged: state === 'settled' ? held.amount : 0", 'charged: held.amount'),
  credits("moves(shares, 'free', 'held')", "moves(shares, 'free', 'spent')"),
  credits('if (!shares) throw insufficient(amount, total(lots), account.held)', 'if (!shares) return { id, amount }'),
  credits(
    'eq(creditHolds.id, holdId), eq(creditHolds.userId, userId)))\n    const',
    'eq(creditHolds.id, holdId)))\n    const',
  ),
  credits('return lots.filter((lot) => !hasExpired(lot, now))', 'return lots'),
  credits("amount: lot.remaining }], 'free', 'expired'", "amount: lot.granted }], 'free', 'expired'"),
  credits('lot.remaining + lot.held}`', '0}`'),
  credits('lt(creditHolds.heartbeatAt,', 'gt(creditHolds.heartbeatAt,'),
  credits('- HOLD_LIFETIME)', '- 2 * HOLD_LIFETIME)'),
  credits("if (still) await close(ctx, userId, id, 'released')", "if (still) await close(ctx, userId, id, 'settled')"),
  billing('grants.ts', 'if (!id) return false', '', LEDGER),
  billing('grants.ts', 'granted: credits, remaining: 0', 'granted: credits, remaining: credits', LEDGER),
  billing('grants.ts', "'issued', 'free'", "'issued', 'held'", LEDGER),
  credits('HAS_FREE, gt(creditLots.expiresAt, ctx.now())', 'HAS_FREE'),
  credits('lte(creditLots.expiresAt, now)', 'gt(creditLots.expiresAt, now)'),
  credits('{userId}`,\n', '{crypto.randomUUID()}`,\n', AT_ONCE),

  clawback('if (before) return takenBy(ctx, before.id)', ''),
  clawback('Math.min(lot.remaining, wanted)', 'lot.remaining'),
  clawback('wanted -= amount', ''),
  clawback("moves(shares, 'free', 'returned')", "moves(shares, 'free', 'spent')"),
  clawback('.filter((lot) => ours.has(lot.id))', ''),
  clawback('.sort(burnOrder)', '.sort((a, b) => burnOrder(b, a))'),
  clawback("eq(creditEntries.side, 'returned')", "eq(creditEntries.side, 'free')"),

  clawback('{key}:restored`', '{crypto.randomUUID()}`'),
  clawback("if (before?.kind !== 'clawback') continue", ''),
  clawback("moves(shares, 'returned', 'free')", "moves(shares, 'returned', 'spent')"),

  deduction('if (!id) return false', 'if (!id) return true'),
  deduction("moves(shares, 'free', 'returned')", "moves(shares, 'free', 'spent')"),
  deduction('burn(lots, credits)', 'burn(lots.slice(-1), credits)'),
  deduction('burn(lots, credits)', 'burn(lots, Math.min(credits, lots.reduce((sum, lot) => sum + lot.remaining, 0)))'),
  deduction('idempotencyKey: key, note', 'idempotencyKey: crypto.randomUUID(), note'),
  deduction('const { held } = await ensureAccount(ctx, userId)', 'const { balance: held } = await open(ctx, userId)'),

  billing(
    'rules/lot.ts',
    'Number(a.expiresAt) - Number(b.expiresAt)',
    'Number(b.expiresAt) - Number(a.expiresAt)',
    LOTS,
  ),
  billing('rules/lot.ts', 'RANK[a.kind] - RANK[b.kind]', 'RANK[b.kind] - RANK[a.kind]', LOTS),
  billing(
    'rules/lot.ts',
    'Number(a.createdAt) - Number(b.createdAt)',
    'Number(b.createdAt) - Number(a.createdAt)',
    LOTS,
  ),
  billing('rules/lot.ts', 'lot.expiresAt <= now', 'lot.expiresAt < now', LOTS),
  billing('rules/lot.ts', 'missing === 0 ? shares : null', 'shares', LOTS),
  billing('rules/price.ts', '* 100 + 99', '* 100 + 98', PRICES),
  billing('rules/price.ts', '+ 5_000) / 10_000', ') / 10_000', PRICES),
  billing('rules/price.ts', 'credits > MOST_CREDITS', 'credits >= MOST_CREDITS', PRICES),
  billing('rules/price.ts', 'credits % CREDIT_STEP !== 0', 'false', PRICES),
  billing('rules/refund.ts', 'Math.min(purchased, used)', 'used', RULES),
  billing('rules/refund.ts', '+ BigInt(amount) - 1n)', ')', RULES),

  payments("if (order!.state === 'paid') {", 'if (false as boolean) {'),
  payments(
    'payment.amount !== order.amount || payment.currency !== order.currency',
    'payment.currency !== order.currency',
  ),
  payments('payment.amount !== order.amount || payment.currency !== order.currency', 'payment.amount !== order.amount'),
  payments("payment.status === 'authorized' && order.state !== 'paid'", "payment.status === 'authorized'"),
  payments("payment.status === 'authorized' && order.state !== 'paid'", 'false as boolean'),
  payments("if (payment.status === 'captured') return credit", 'if (true as boolean) return credit'),
  payments("if (payment.status === 'failed') await write(ctx, order, payment, 'failed')", ''),
  payments('if (ours) return', 'if (false as boolean) return'),
  payments("      await sendBack(ctx, payment, 'surplus')\n", ''),
  payments("if (payment.status === 'captured') await sendBack(ctx, payment, 'refused')", ''),
  payments('if (!first) return', ''),
  payments("eq(payments.state, 'failed'), ne(payments.state, state)", 'ne(payments.state, state)'),
  payments('await fulfil(ctx, order!, payment.id)', ''),
  payments("eq(orders.id, id)).for('update')", 'eq(orders.id, id))', STORM),
  payments(".onConflictDoNothing({ target: refunds.paymentId, where: sql`cause in ('surplus', 'refused')` })", ''),

  billing('fulfil.ts', 'key: keys.purchased', 'key: keys.bonus'),
  billing('fulfil.ts', 'credits: baseCredits', 'credits: baseCredits + bonusCredits'),
  billing('fulfil.ts', 'const LIFETIME = 12', 'const LIFETIME = 11'),
  billing('purchases.ts', 'pairs.every(', 'pairs.some('),
  billing('purchases.ts', 'razorpay_signature)) return', 'razorpay_signature) || order) return'),
  billing('purchases.ts', "throw refused(paymentId, 'amount_mismatch', PAYMENT_TEXTS.paymentRefused)", 'return'),
  billing('purchases.ts', "if (outcome === 'surplus' || ", 'if ('),
  billing('purchases.ts', "(outcome === 'failed' && order?.state === 'paid')", '(false as boolean)'),
  billing('purchases.ts', "outcomes.every((outcome) => outcome === 'failed')", '(true as boolean)'),
  billing(
    'orders.ts',
    'eq(orders.gatewayOrderId, gatewayOrderId), eq(orders.userId, ctx.user.id)',
    'eq(orders.gatewayOrderId, gatewayOrderId)',
  ),
  billing('orders.ts', '(kind && order.kind !== kind)', '(false as boolean)'),
  billing('orders.ts', 'if (!error.unknown) await', 'await'),
  billing('reconcile.ts', "if (payment.status !== 'created')", "if (payment.status === 'captured')"),
  billing('reconcile.ts', 'if (found) await confirmCreated(world, order.id, found.id)', 'if (found) {}'),
  billing('webhooks.ts', 'gt(webhookSecrets.supersededAt, since)', 'undefined'),
  billing('webhooks.ts', '!isSigned(webhookSecret, body, headers.signature) && ', 'false && '),
  billing('webhooks.ts', '.onConflictDoNothing({ target: webhookEvents.eventId })', ''),

  refunds('totalCredits - (await', 'baseCredits - (await'),
  refunds('if (amount === 0) return { amount, credits: 0 }', ''),
  refunds('- monthsLeft(period) * period.monthlyCredits', ''),
  refunds(
    'const credits = await clawBack(ctx, order.userId, { grants: keys',
    'const credits = await clawBack(ctx, order.userId, { grants: keys.slice(0, 1)',
  ),
  refunds('paymentId, amount, id)', 'paymentId, amount, crypto.randomUUID())'),
  refunds('  await subscriptions.cutShort(ctx, userId, paymentId, refundId)\n', ''),
  refunds('grants: [main], most, key', 'grants: [main], key'),
  refunds('return taken + (await clawBack', 'return taken || (await clawBack'),
  refunds('if (stored) {\n      await finish(ctx, stored.id, seen)\n      return\n    }', ''),
  failed("if (refund.state === 'failed') return", ''),
  failed('const credits = await giveBack(', 'const credits = await (async (..._: unknown[]) => 0)('),
  failed('await subscriptions.resume(ctx, order.userId, refund.id)', ''),
  failed(".set({ state: 'approved', updatedAt: ctx.now() })", '.set({ updatedAt: ctx.now() })'),
  failed(
    "eq(refundRequests.id, requestId), eq(refundRequests.state, 'refunded')",
    "eq(refundRequests.state, 'refunded')",
  ),
  billing(
    'refunds.ts',
    'stored ? fail(ctx, order, stored, seen) : rememberFailed(ctx, seen)',
    'stored && fail(ctx, order, stored, seen)',
    FAILED,
  ),
  billing('webhooks.ts', "type === 'refund.failed' ? { ...seen, status: 'failed' } : seen", 'seen', FAILED),
  billing('webhooks.ts', 'else if (payload.order)', 'else if (false as boolean)', FAILED),
  billing('disputes.ts', "if (state === 'lost') await", 'await', FAILED),
  billing('credit-notes.ts', 'counters.last} + 1`', 'counters.last} + 2`', FAILED),
  billing('credit-notes.ts', 'if (found?.invoice.userId !== ctx.user.id)', 'if (!found)', FAILED),
  billing('rules/invoice.ts', '* 2n + BigInt(gross))', '* 2n)', ['src/billing/rules/invoice.test.ts']),
  billing('grants.ts', 'if (expiresAt > now) {', 'if (true as boolean) {', REFUNDED),
  billing('subscriptions.ts', 'freeFrom(await periodsOf(ctx, userId), now)', 'now', PLANS),
  billing('subscriptions.ts', 'const isLive = and(isNull(subscriptionPeriods.endedAt), ', 'const isLive = and(', PLANS),
  billing('subscriptions.ts', 'it.endedBy === by', 'it.endedBy !== null', PLANS),
  billing('subscriptions.ts', 'expiryOf(nextGrantAt ?? endsAt, period)', 'expiryOf(endsAt, period)', PLANS),
  billing('rules/plan.ts', 'const live = periods.filter((it) => it.endedAt === null)', 'const live = periods', PLANS),
  billing('refunds.ts', '!period || period.endedAt', '!period', PLANS),
]
