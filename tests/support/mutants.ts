import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Shows that the tests of money would notice: each of these small mistakes is made in a copy of the source, and the tests must fail.
 * Run by hand, it takes a while: `bun tests/support/mutants.ts [part of a name]`. Ends with 1 when a mutant survives.
 */
type Mutant = { file: string; from: string; to: string; tests: string[] }

const LEDGER = ['src/billing/credits.test.ts', 'src/billing/ledger.property.test.ts']
const PAYMENTS = ['src/billing/payments.test.ts', 'src/billing/refunds.test.ts']
const RULES = ['src/billing/rules']

const MUTANTS: Mutant[] = [
  {
    file: 'billing/ledger.ts',
    from: "moves = (shares: { lotId: string; amount: number }[], from: Entry['side'], to: Entry['side']): Entry[] =>\n  shares.flatMap(({ lotId, amount }) => [\n    { lotId, side: from, amount: -amount },",
    to: "moves = (shares: { lotId: string; amount: number }[], from: Entry['side'], to: Entry['side']): Entry[] =>\n  shares.flatMap(({ lotId, amount }) => [\n    { lotId, side: from, amount },",
    tests: LEDGER,
  },
  { file: 'billing/ledger.ts', from: 'held = lot.held + change.held', to: 'held = lot.held', tests: LEDGER },
  {
    file: 'billing/ledger.ts',
    from: '.onConflictDoNothing({ target: creditTransactions.idempotencyKey })',
    to: '',
    tests: LEDGER,
  },
  {
    file: 'billing/ledger.ts',
    from: "eq(creditAccounts.userId, userId)).for('update')",
    to: 'eq(creditAccounts.userId, userId))',
    tests: ['tests/faults/payments.test.ts'],
  },
  { file: 'billing/credits.ts', from: "to === 'settled' ? 'spent' : 'free'", to: "'spent'", tests: LEDGER },
  { file: 'billing/credits.ts', from: "held.state === 'open' ? to : held.state", to: 'to', tests: LEDGER },
  { file: 'billing/credits.ts', from: "if (held?.state !== 'open')", to: 'if (!held)', tests: LEDGER },
  {
    file: 'billing/credits.ts',
    from: 'return lots.filter((lot) => !hasExpired(lot, now))',
    to: 'return lots',
    tests: LEDGER,
  },
  { file: 'billing/credits.ts', from: 'lt(creditHolds.heartbeatAt,', to: 'gt(creditHolds.heartbeatAt,', tests: LEDGER },
  { file: 'billing/credits.ts', from: 'if (!id) return false', to: '', tests: LEDGER },
  { file: 'billing/clawback.ts', from: 'if (before) return takenBy(ctx, before.id)', to: '', tests: LEDGER },
  { file: 'billing/clawback.ts', from: 'Math.min(lot.remaining, wanted)', to: 'lot.remaining', tests: LEDGER },
  {
    file: 'billing/clawback.ts',
    from: "moves(shares, 'free', 'returned')",
    to: "moves(shares, 'free', 'spent')",
    tests: LEDGER,
  },
  { file: 'billing/clawback.ts', from: '.filter((lot) => ours.has(lot.id))', to: '', tests: LEDGER },
  {
    file: 'billing/rules/lot.ts',
    from: 'Number(a.expiresAt) - Number(b.expiresAt)',
    to: 'Number(b.expiresAt) - Number(a.expiresAt)',
    tests: RULES,
  },
  { file: 'billing/rules/lot.ts', from: 'lot.expiresAt <= now', to: 'lot.expiresAt < now', tests: RULES },
  { file: 'billing/rules/lot.ts', from: 'missing === 0 ? shares : null', to: 'shares', tests: RULES },
  { file: 'billing/rules/price.ts', from: '* 100 + 99', to: '* 100 + 98', tests: RULES },
  { file: 'billing/rules/price.ts', from: '+ 5_000) / 10_000', to: ') / 10_000', tests: RULES },
  { file: 'billing/rules/refund.ts', from: 'Math.min(purchased, used)', to: 'used', tests: RULES },
  {
    file: 'billing/payments.ts',
    from: "if (order!.state === 'paid') {",
    to: 'if (false as boolean) {',
    tests: PAYMENTS,
  },
  { file: 'billing/payments.ts', from: 'payment.amount !== order.amount || ', to: '', tests: PAYMENTS },
  {
    file: 'billing/payments.ts',
    from: "if (payment.status === 'captured') return credit",
    to: 'if (true as boolean) return credit',
    tests: PAYMENTS,
  },
  { file: 'billing/payments.ts', from: "      await sendBack(ctx, payment, 'surplus')\n", to: '', tests: PAYMENTS },
  { file: 'billing/payments.ts', from: "eq(payments.state, 'failed'), ne", to: 'ne', tests: PAYMENTS },
  { file: 'billing/purchases.ts', from: 'pairs.every(', to: 'pairs.some(', tests: PAYMENTS },
  {
    file: 'billing/purchases.ts',
    from: 'signed(razorpay_order_id, razorpay_payment_id, razorpay_signature)) return',
    to: 'signed(razorpay_order_id, razorpay_payment_id, razorpay_signature) || order) return',
    tests: PAYMENTS,
  },
  { file: 'billing/webhooks.ts', from: 'gt(webhookSecrets.supersededAt, since)', to: 'undefined', tests: PAYMENTS },
  { file: 'billing/refunds.ts', from: 'totalCredits - (await', to: 'baseCredits - (await', tests: PAYMENTS },
  { file: 'billing/subscriptions.ts', from: 'if (expiresAt > now) {', to: 'if (true as boolean) {', tests: PAYMENTS },
]

const ROOT = join(import.meta.dir, '../..')
const wanted = process.argv[2] ?? ''
let survivors = 0
for (const mutant of MUTANTS.filter(({ file, from }) => `${file} ${from}`.includes(wanted))) {
  const killed = await isKilled(mutant)
  if (!killed) survivors += 1
  process.stdout.write(
    `${killed ? 'killed  ' : 'SURVIVED'} ${mutant.file}: ${mutant.from.split('\n').at(-1)!.trim()}\n`,
  )
}
process.exit(survivors > 0 ? 1 : 0)

/** Whether the tests fail on a copy of the source with this mistake in it. */
async function isKilled({ file, from, to, tests }: Mutant): Promise<boolean> {
  const copy = mkdtempSync(join(tmpdir(), 'tabletalk-mutant-'))
  try {
    for (const part of ['src', 'tests', 'drizzle', 'public', 'package.json', 'tsconfig.json', 'bunfig.toml'])
      cpSync(join(ROOT, part), join(copy, part), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    const path = join(copy, 'src', file)
    const source = readFileSync(path, 'utf8')
    if (source.split(from).length !== 2) throw new Error(`${file} does not hold this once: ${from}`)
    writeFileSync(
      path,
      source.replace(from, () => to),
    )
    const child = Bun.spawn(
      [process.execPath, 'test', '--bail', '--timeout', '120000', ...tests.map((it) => `./${it}`)],
      {
        cwd: copy,
        stdio: ['ignore', 'ignore', 'ignore'],
      },
    )
    return (await child.exited) !== 0
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
