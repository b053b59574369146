import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { TableFacts } from '#analyst/rules/tools.ts'
import { SAMPLE_TABLES } from '#files/ingest/sample.ts'
import { measure, relation } from './tables.ts'

/** A small online store with three years of orders, the same at every call: `hash` stands in for chance. */
const STORE = `
create table customers as select
  i as customer_id,
  list_extract(['Ava', 'Ben', 'Chloe', 'Dev', 'Elena', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jonas'], 1 + (hash(i, 1) % 10)::int) || ' ' ||
    list_extract(['Adams', 'Brown', 'Costa', 'Dubois', 'Evans', 'Fischer', 'Garcia', 'Haas', 'Ito', 'Jensen', 'Kaur', 'Lopez'], 1 + (hash(i, 2) % 12)::int) as name,
  'person' || i || '@example.com' as email,
  list_extract(['United States', 'Germany', 'France', 'India', 'United Kingdom', 'Japan'], 1 + least(hash(i, 3) % 9, 5)::int) as country,
  list_extract(['Consumer', 'Small business', 'Enterprise'], 1 + (hash(i, 4) % 3)::int) as segment,
  date '2022-01-01' + (hash(i, 5) % 1000)::int as signup_date
from range(1, 301) t(i);
create table products as select
  i as product_id,
  list_extract(['Oak', 'Steel', 'Linen', 'Cedar', 'Glass', 'Copper'], 1 + (i % 6)::int) || ' ' ||
    list_extract(['Lamp', 'Chair', 'Desk', 'Vase', 'Rug', 'Mirror', 'Shelf'], 1 + (i % 7)::int) as name,
  list_extract(['Furniture', 'Lighting', 'Decor', 'Textiles'], 1 + (hash(i, 6) % 4)::int) as category,
  (10 + hash(i, 7) % 190)::decimal(10, 2) as price,
  (5 + hash(i, 8) % 80)::decimal(10, 2) as cost
from range(1, 43) t(i);
create table orders as select
  i as order_id,
  1 + (hash(i, 9) % 280)::int as customer_id,
  date '2022-01-01' + (hash(i, 10) % 1096)::int as order_date,
  list_extract(['completed', 'completed', 'completed', 'completed', 'shipped', 'cancelled', 'pending'], 1 + (hash(i, 11) % 7)::int) as status,
  list_extract(['web', 'mobile', 'store'], 1 + (hash(i, 12) % 3)::int) as channel,
  (20 + hash(i, 13) % 480 + (hash(i, 14) % 100) / 100.0)::decimal(12, 2) as total_amount
from range(1, 2001) t(i);
create table order_items as select
  i as order_item_id,
  1 + (hash(i, 15) % 2000)::int as order_id,
  1 + (hash(i, 16) % 40)::int as product_id,
  1 + (hash(i, 17) % 5)::int as quantity,
  (10 + hash(i, 18) % 190)::decimal(10, 2) as unit_price
from range(1, 4501) t(i);
create table returns as select
  i as return_id,
  1 + (hash(i, 19) % 2000)::int as order_id,
  date '2022-02-01' + (hash(i, 20) % 1060)::int as return_date,
  list_extract(['damaged', 'wrong item', 'changed mind', 'late'], 1 + (hash(i, 21) % 4)::int) as reason,
  (5 + hash(i, 22) % 200)::decimal(10, 2) as refund_amount
from range(1, 221) t(i);`

const JAFFLE = `
create table raw_customers as select i as id,
  list_extract(['Michael', 'Shawn', 'Kathleen', 'Jimmy', 'Katherine', 'Sarah'], 1 + (hash(i, 1) % 6)::int) as first_name,
  list_extract(['P.', 'M.', 'C.', 'R.', 'T.'], 1 + (hash(i, 2) % 5)::int) as last_name
from range(1, 101) t(i);
create table raw_orders as select i as id, 1 + (hash(i, 3) % 70)::int as user_id,
  date '2018-01-01' + (i * 0.98)::int as order_date,
  list_extract(['completed', 'completed', 'completed', 'placed', 'shipped', 'returned', 'return_pending'], 1 + (hash(i, 4) % 7)::int) as status
from range(1, 100) t(i);
create table raw_payments as select i as id, 1 + ((i * 99) // 114)::int as order_id,
  list_extract(['credit_card', 'credit_card', 'coupon', 'bank_transfer', 'gift_card'], 1 + (hash(i, 5) % 5)::int) as payment_method,
  (hash(i, 6) % 31 * 100)::bigint as amount
from range(0, 113) t(i);`

export type Shop = { duck: DuckDBConnection; facts: TableFacts[]; now: string; close(): void }

const statements = (script: string) => script.split(';').filter((part) => part.trim())

async function open(script: string[], relations: ReturnType<typeof relation>[], now: string): Promise<Shop> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const duck = await instance.connect()
  for (const statement of script) await duck.run(statement)
  return {
    duck,
    facts: await measure(duck, relations),
    now,
    close: () => {
      duck.closeSync()
      instance.closeSync()
    },
  }
}

export const openStore = () =>
  open(
    statements(STORE),
    [
      relation('orders.customer_id', 'customers.customer_id'),
      relation('order_items.order_id', 'orders.order_id'),
      relation('order_items.product_id', 'products.product_id'),
      relation('returns.order_id', 'orders.order_id'),
    ],
    '2024-11-15',
  )

/** Customers, orders and payments with the table prefix and the bare `id` keys of a warehouse's raw layer. */
export const openJaffle = () =>
  open(
    statements(JAFFLE),
    [relation('raw_orders.user_id', 'raw_customers.id'), relation('raw_payments.order_id', 'raw_orders.id')],
    '2024-11-15',
  )

/** The sample data of the product, made by the same statements, some months after its last order. */
export const openSample = () =>
  open(
    SAMPLE_TABLES.flatMap((table) => table.create),
    [
      relation('order_items.order_id', 'orders.order_id'),
      relation('order_items.product_id', 'products.product_id'),
      relation('orders.customer_id', 'customers.customer_id'),
      relation('returns.order_id', 'orders.order_id'),
    ],
    '2026-04-10',
  )
