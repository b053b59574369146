import { type Case, made } from '../case.ts'
import { col, days, flags, key, minutes, NUMBERED, POSITION, part12, texts, without, words } from '../columns.ts'
import { type Column, plain } from '../truth.ts'
import { objects, parquet } from '../write.ts'

const stored = (kind: string, name: string, columns: Column[], select: string, content = objects(columns)): Case =>
  made(`${kind}: ${name}`, 'parquet', [columns], (dir) => parquet(content, select, dir))

const trips: Column[] = [
  minutes('pickup_at', 790),
  without(
    col('passengers', 'integer', (row) => 1 + (row % 5), plain, NUMBERED),
    '',
    (row) => row % 6 === 4,
  ),
  words('RateCode', ['standard', 'JFK', 'negotiated']),
  part12('fare', 791, 3, 90, 2),
  { ...part12('pickup_lon', 792, 70, 74, 5), roles: POSITION },
  flags('store_and_fwd', 'true', 'false'),
]
const ledger: Column[] = [
  col('entry', 'integer', (row) => String(9_007_199_254_740_993n + BigInt(row) * 31n), plain, ['id', 'code']),
  key('IBAN', (row) => `DE${10 + row}0012 ${3400 + row}`),
  texts('Purpose of use', ['Rent "May"', 'Salary,\nbonus']),
  days('value date'),
  part12('Betrag (€)', 793, 10, 9000, 2),
]
export const COLUMNAR: Case[] = [
  stored(
    'lakes',
    'trips with small numbers and moments of a zone',
    trips,
    "select pickup_at::timestamptz as pickup_at, passengers::utinyint as passengers, \"RateCode\"::enum('standard', 'JFK', 'negotiated') as \"RateCode\", fare::decimal(9, 2) as fare, pickup_lon::double as pickup_lon, store_and_fwd from $rows",
  ),
  stored(
    'lakes',
    'a ledger with spaces in names and long ids',
    ledger,
    'select entry::bigint as entry, "IBAN", "Purpose of use", "value date"::date as "value date", "Betrag (€)"::double as "Betrag (€)" from $rows',
  ),
]
