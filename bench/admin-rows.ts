import { sql } from 'drizzle-orm'
import type { Db } from '#db/connect.ts'
import * as auditChain from '#records/audit-chain.ts'

/** What everything that the bench makes lies before: its clock stands still here, in the past, so that who signs in comes later. */
export const END = '2026-11-01T00:00:00Z'
/** Lines of the log are kept for two weeks, everything else is spread over a year. */
const YEAR = { begin: '2025-11-01', days: 365 }
const FORTNIGHT = { begin: '2026-10-18', days: 14 }

/** So many rows of everything that the panel lists, made by the database itself. */
export async function fill(db: Db, rows: number): Promise<void> {
  await write(db, rows)
  await db.execute(sql`analyze`)
  while ((await auditChain.seal({ db })) > 0);
  await db.execute(sql`vacuum analyze`)
}

/** Everything but the seals of the audit log. */
export async function write(db: Db, rows: number): Promise<void> {
  for (const setting of ["max_wal_size = '8GB'", 'full_page_writes = off', "checkpoint_timeout = '1h'"])
    await db.execute(sql.raw(`alter system set ${setting}`))
  await db.execute(sql`select pg_reload_conf()`)
  await db.transaction(async (tx) => {
    // No trigger looks at rows that nothing would ever add up to, and indexes are built once, of everything.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
    const indexes = (await tx.execute(sql`
      select indexname as name, indexdef as made from pg_indexes where schemaname = 'public'
        and indexname not in (select conname from pg_constraint)`)) as unknown as { name: string; made: string }[]
    for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`)
    await tx.execute(sql.raw(`create temporary table n on commit drop as ${numbers(rows)}`))
    await tx.execute(sql`create index on n (i)`)
    await tx.execute(sql`analyze n`)
    for (const [table, columns, query] of tables(rows))
      await tx.execute(sql`insert into ${sql.raw(table)} (${sql.raw(columns)}) select ${sql.raw(query)}`)
    for (const { made } of indexes) await tx.execute(sql.raw(made))
  })
}

/**
 * Numbers from 1 with the moment of the row and what its ids begin and end with; the same for lines of the log.
 * `padded` has as many digits however many rows there are: a word of one row is the beginning of no other.
 * An id is `begins || kind || ends`, with a kind of three digits in hex.
 */
const numbers = (rows: number) => `
  select i, at, logged_at, ${beginsWith('at')} as begins, ${beginsWith('logged_at')} as log_begins,
    '-8000-' || lpad(to_hex(i), 12, '0') as ends, lpad(i::text, 7, '0') as padded
  from (select i, timestamptz '${YEAR.begin}' + i * interval '1 second' * ${(YEAR.days * 86_400) / rows}::float8 as at,
      timestamptz '${FORTNIGHT.begin}' + i * interval '1 second' * ${(FORTNIGHT.days * 86_400) / rows}::float8 as logged_at
    from generate_series(1, ${rows}) i) moments`
const beginsWith = (at: string) =>
  `(select substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' from lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') h)`

type Table = [name: string, columns: string, query: string]

function tables(rows: number): Table[] {
  const all = 'from n'
  const at = 'at'
  const id = (kind: string, of = 'n') => `${of}.begins || '${kind}0' || ${of}.ends`
  const person = id('01')
  const giver = `(array(select ${id('01')} from n where i <= 20))[i % 20 + 1]`
  const paid = 'i % 10 <> 0'
  return [
    [
      'users',
      'id, name, email, email_verified, admin_roles, disabled_at, last_seen_at, created_at, updated_at',
      `${person}, case when i <= 20 then 'Giver' || chr(96 + i) else 'Person' || padded end || ' Surname' || i % 1000, 'mail' || padded || '@example.com', i % 50 <> 0,
        case when i < 20 then array['support'] else '{}'::text[] end,
        case when i % 100 = 0 then now() end, ${at} + (i % 97) * interval '1 hour', ${at}, ${at} ${all}`,
    ],
    ['credit_accounts', 'user_id, balance', `${person}, i::bigint * 7919 % 5000 ${all}`],
    [
      'subscriptions',
      'id, user_id, plan_type, is_annual, monthly_credits, current_period_end',
      `${id('02')}, ${person}, 'premium', false, 100, timestamptz '${END}' + interval '400 days' ${all} where i % 20 = 0`,
    ],
    [
      'organizations',
      'id, name, status, created_at, updated_at',
      `${id('03')}, 'Trading' || padded || ' House', case when i % 100 = 0 then 'suspended' else 'active' end, ${at}, ${at} ${all}`,
    ],
    [
      'organization_members',
      'id, organization_id, user_id, role',
      `${id('04')}, ${id('03')}, ${person}, 'owner' ${all}`,
    ],
    [
      'workspaces',
      'id, organization_id, name, created_at, updated_at',
      `${id('05')}, ${id('03')}, 'Room' || padded || ' Ledgers', ${at}, ${at} ${all}`,
    ],
    [
      'security_events',
      'id, kind, actor_id, ip, request_id, details, acknowledged_at, created_at',
      `${id('06')}, case when i % 100 = 0 then 'payment_tampered' else 'sign_in_failed' end, case when i % 2 = 0 then ${person} end,
        '10.' || i % ${rows / 200} / 250 || '.' || i % ${rows / 200} % 250 || '.1', 'r' || i, jsonb_build_object('email', 'guest' || i || '@example.com'),
        case when i % 10 <> 0 then now() end, ${at} ${all}`,
    ],
    [
      'audit_events',
      'id, actor_id, action, subject, details, created_at',
      `${id('07')}, ${person}, case when i % 100 = 0 then 'user.disable' when i % 3 = 0 then 'user.update' else 'session.begin' end,
        'subject-' || i, jsonb_build_object('device', 'Chrome'), ${at} ${all}`,
    ],
    [
      'orders',
      'id, user_id, gateway_order_id, kind, quote, amount, currency, state, paid_at, created_at',
      `${id('08')}, ${person}, 'order_' || i, case when i % 100 = 1 then 'plan' else 'credits' end,
        '{"baseCredits":100,"bonusCredits":5,"totalCredits":105}', 9900, case when i % 9 = 0 then 'USD' else 'INR' end,
        case when ${paid} then 'paid' when i % 100 = 0 then 'failed' else 'open' end, case when ${paid} then ${at} end, ${at} ${all}`,
    ],
    [
      'payments',
      'id, order_id, user_id, amount, currency, state, method, created_at, updated_at',
      `'pay_' || i, ${id('08')}, ${person}, 9900, case when i % 9 = 0 then 'USD' else 'INR' end,
        case when ${paid} then 'credited' else 'failed' end, 'upi', ${at}, ${at} ${all}`,
    ],
    [
      'payments',
      'id, order_id, user_id, amount, currency, state, method, created_at, updated_at',
      `'pay_twice' || i, ${id('08')}, ${person}, 9900, 'INR', 'surplus', 'upi', ${at}, ${at} ${all} where i % ${rows / 50} = 1`,
    ],
    [
      'invoices',
      'id, number, financial_year, sequence, user_id, payment_id, currency, gross, cgst, sgst, igst, line, customer, issued_at',
      `${id('09')}, 'TT/' || y || '/' || padded, y, i, ${person}, 'pay_' || i, 'INR', 9900, 755, 755, 0, '105 credits',
        '{"name":"Somebody","state_code":"27"}', ${at}
        from n, lateral (select case when i <= ${rows / 4} then '25-26' else '26-27' end y) year where ${paid}`,
    ],
    ['invoice_counters', 'financial_year, last', `y, ${rows} from unnest(array['25-26', '26-27']) y`],
    [
      'webhook_events',
      'id, event_id, type, body, payment_id, gateway_order_id, state, last_error, attempts, processed_at, created_at',
      `${id('0a')}, 'evt_' || i, (array['payment.captured', 'payment.authorized', 'payment.failed', 'order.paid', 'refund.processed'])[1 + i / 1000 % 5], repeat('x', 500), 'pay_' || i, 'order_' || i,
        case when i % ${rows / 50} = 1 then 'failed' else 'done' end, case when i % ${rows / 50} = 1 then 'Broken' end, 1, ${at}, ${at} ${all}`,
    ],
    [
      'refund_requests',
      'id, user_id, payment_id, reason, state, decided_at, created_at, updated_at',
      `${id('0b')}, ${person}, 'pay_' || i, 'It was not what I needed',
        case when i % ${rows / 50} = 1 then 'requested' when i % 3 = 0 then 'rejected' else 'refunded' end,
        case when i % ${rows / 50} <> 1 then ${at} end, ${at}, ${at} ${all}`,
    ],
    [
      'refunds',
      'id, payment_id, request_id, cause, amount, currency, credits, state, attempts, refunded_at, created_at',
      `${id('0c')}, 'pay_' || i, ${id('0b')}, 'request', 4000, 'INR', 50, 'refunded', 1, ${at}, ${at} ${all} where i % ${rows / 50} <> 1 and i % 3 <> 0`,
    ],
    [
      'refunds',
      'id, payment_id, cause, amount, currency, state, attempts, refunded_at, created_at',
      `${id('0d')}, 'pay_twice' || i, 'surplus', 9900, 'INR', 'refunded', 1, ${at}, ${at} ${all} where i % ${rows / 50} = 1`,
    ],
    [
      'credit_allocation_files',
      'id, name, hash, lines, credits, allocated_by, created_at',
      `${id('0e')}, 'credits' || i || '.csv', 'hash' || i, 10, 100, ${giver}, ${at} ${all} where i % 100 = 0`,
    ],
    [
      'credit_allocations',
      'id, key, user_id, kind, credits, expires_at, reason, file_id, allocated_by, created_at',
      `${id('0f')}, 'key' || n.i, ${person}, case when n.i % 100 = 1 then 'deduct' else 'grant' end, 10,
        case when n.i % 100 <> 1 then n.at + interval '1 year' end, 'A gift',
        case when n.i % 10 = 0 and n.i > 100 then ${id('0e', 'file')} end, ${giver.replace('[i %', '[n.i %')}, n.at
        from n left join n file on file.i = n.i - n.i % 100`,
    ],
    [
      'credit_lots',
      'id, user_id, kind, granted, remaining, expires_at, created_at',
      `${id('10')}, ${person}, case when i % 2 = 0 then 'purchased' else 'trial' end, 100, case when i % 10 = 0 then 40 else 0 end,
        ${at} + interval '1 year', ${at} ${all}`,
    ],
    [
      'credit_transactions',
      'id, user_id, kind, idempotency_key, created_at',
      `${id('11')}, ${person}, case when i % 20 = 0 then 'expire' else 'grant' end, 'key' || i, ${at} ${all}`,
    ],
    [
      'credit_entries',
      'id, transaction_id, user_id, side, lot_id, amount',
      `${id('12')}, ${id('11')}, ${person}, case when i % 20 = 0 then 'expired' else 'free' end, ${id('10')}, 5 ${all}`,
    ],
    [
      'credit_usage',
      'id, user_id, organization_id, workspace_id, message_id, model, credits, input_tokens, output_tokens, created_at',
      `${id('13')}, ${id('01', 'who')}, ${id('03', 'place')}, ${id('05', 'place')}, ${id('14')},
        'model-' || n.i % 3, 1 + n.i % 4, 900, 120, n.at
        from n join n who on who.i = greatest(1, n.i - n.i % 7) join n place on place.i = greatest(1, n.i - n.i % 11)`,
    ],
    [
      'messages',
      'id, conversation_id, role, text, status, answer, rating, rating_reason, created_at',
      `${id('14')}, ${id('15')}, 'assistant', 'The answer', case when i % 10 = 0 then 'failed' else 'answered' end,
        jsonb_build_object('receipt', jsonb_build_object('elapsed_ms', 500 + i % 3000)),
        case when i % 5 = 0 then 'up' when i % 100 = 1 then 'down' end, case when i % 100 = 1 then 'Wrong column' end, ${at} ${all}`,
    ],
    [
      'tracking_events',
      'id, name, visitor_id, created_at',
      `${id('16')}, (array['visit', 'sign_up', 'login', 'connect_data', 'purchase'])[1 + i % 5], 'visitor' || i / 5, ${at} ${all}`,
    ],
    [
      'files',
      'id, workspace_id, name, format, size_bytes, status, store_key, uploaded_by, created_at, updated_at',
      `${id('17')}, ${id('05')}, 'sales' || i || '.csv', 'csv', 1000 + i % 5000, 'ready', 'key' || i, ${person}, ${at}, ${at} ${all}`,
    ],
    [
      'connections',
      'id, workspace_id, kind, engine, name, settings, status, error, created_by, last_synced_at, created_at, updated_at',
      `${id('18')}, ${id('05')}, 'database', case when i % 100 = 1 then 'mysql' else 'postgres' end, 'Store' || padded || ' sales',
        '{"engine":"postgres","host":"db.example","port":5432,"database":"shop","username":"app"}',
        case when i % 100 = 2 then 'failed' else 'ready' end, case when i % 100 = 2 then 'It refused' end, ${person}, ${at}, ${at}, ${at} ${all}`,
    ],
    [
      'log_lines',
      'id, level, message, request_id, server, fields, created_at',
      `log_begins || '190' || ends, case when i % 100 = 1 then 'error' when i % 50 = 2 then 'warn' else 'info' end,
        'answered batch' || padded || ' in time', 'request' || i / 3, 'server1', '{"method":"GET","path":"/api/organizations","ms":12}',
        logged_at ${all}`,
    ],
  ]
}
