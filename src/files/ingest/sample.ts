import type { Ingested, IngestedTable } from '../rules/ingest.ts'
import type { IngestEngine } from './engine.ts'
import { nothingRejected } from './job.ts'
import { measure } from './statistics.ts'
import { writeTable } from './table-file.ts'

/** A table of the sample data: statements that make it in the engine, in an order where each may use those before. */
type SampleTable = { name: string; description: string; create: string[] }

/** A number from 0 (included) to 1 (not included) that depends on a row and a purpose only; steps of a linear generator mixed twice. */
const MACROS = [
  'create macro mix(n) as (n * 1597334677) % 4294967296',
  'create macro stir(n) as xor(n, n >> 15)',
  'create macro roll(n, purpose) as (stir(mix(stir(mix(n + purpose * 7919 + 101)))) % 1000003) / 1000003.0',
  'create macro pick(list, n, purpose) as list[1 + floor(roll(n, purpose) * len(list))::int]',
]

const FIRST = `['Aarav','Aditi','Amit','Ananya','Anil','Anjali','Arjun','Asha','Deepa','Dev','Divya','Farah','Gaurav','Isha','Karan','Kavya','Kiran','Lakshmi','Manoj','Meera','Mohit','Neha','Nikhil','Nisha','Pooja','Pranav','Priya','Rahul','Ravi','Rohan','Sana','Sanjay','Shreya','Sneha','Suresh','Tara','Uma','Varun','Vikram','Zoya']`
const LAST = `['Agarwal','Bhat','Chopra','Das','Desai','Fernandes','Ghosh','Gupta','Iyer','Jain','Joshi','Kapoor','Khan','Kulkarni','Kumar','Mehta','Menon','Mishra','Nair','Patel','Pillai','Rao','Reddy','Roy','Shah','Sharma','Shetty','Singh','Verma','Yadav']`
/** Larger cities stand more often. */
const CITIES = `['Mumbai','Mumbai','Mumbai','Mumbai','Delhi','Delhi','Delhi','Delhi','Bengaluru','Bengaluru','Bengaluru','Pune','Pune','Pune','Hyderabad','Hyderabad','Chennai','Chennai','Nagpur','Nagpur','Kolkata','Ahmedabad','Jaipur','Kochi']`
const STATES = `map {'Mumbai': 'Maharashtra', 'Delhi': 'Delhi', 'Bengaluru': 'Karnataka', 'Pune': 'Maharashtra', 'Hyderabad': 'Telangana', 'Chennai': 'Tamil Nadu', 'Nagpur': 'Maharashtra', 'Kolkata': 'West Bengal', 'Ahmedabad': 'Gujarat', 'Jaipur': 'Rajasthan', 'Kochi': 'Kerala'}`
const CATEGORIES = `['Electronics','Home & Kitchen','Clothing','Beauty','Books','Sports','Toys','Groceries']`
const NOUNS = `map {
  'Electronics': ['Headphones','Speaker','Power Bank','Smart Watch','Keyboard','Webcam','Charger','Lamp'],
  'Home & Kitchen': ['Pressure Cooker','Kettle','Knife Set','Bedsheet','Curtain','Storage Jar','Pan','Mixer'],
  'Clothing': ['Kurta','T-Shirt','Jeans','Saree','Jacket','Scarf','Shirt','Socks'],
  'Beauty': ['Face Wash','Sunscreen','Lipstick','Hair Oil','Perfume','Shampoo','Serum','Soap'],
  'Books': ['Notebook','Novel','Cookbook','Atlas','Planner','Comic','Dictionary','Biography'],
  'Sports': ['Cricket Bat','Yoga Mat','Football','Dumbbell','Bottle','Racket','Cap','Gloves'],
  'Toys': ['Puzzle','Blocks','Doll','Car','Board Game','Kite','Robot','Crayons'],
  'Groceries': ['Tea','Coffee','Honey','Almonds','Spice Box','Olive Oil','Granola','Chocolate']}`
const STYLES = `['Classic','Prime','Eco','Urban','Nova','Royal','Lite','Max','Pure','Aura','Swift','Terra','Bright','Daily','Zen']`
const BASE_PRICE = `map {'Electronics': 2400, 'Home & Kitchen': 1100, 'Clothing': 900, 'Beauty': 450, 'Books': 380, 'Sports': 1200, 'Toys': 650, 'Groceries': 320}`

export const SAMPLE_TABLES: SampleTable[] = [
  {
    name: 'customers',
    description: 'People who have an account in the store.',
    create: [
      ...MACROS,
      `create table customers as
      with base as (
        select n as customer_id, pick(${FIRST}, n, 1) as first, pick(${LAST}, n, 2) as last, pick(${CITIES}, n, 3) as home,
          date '2023-01-01' + floor(1180 * pow(roll(n, 4), 1.3))::int as signed_up_on
        from range(1, 8403) t(n))
      select customer_id, first || ' ' || last as name,
        case when roll(customer_id, 5) < 0.021 then null
          else lower(first) || '.' || lower(last) || customer_id || '@example.com' end as email,
        -- A few clerks wrote the city in their own way.
        case when roll(customer_id, 6) < 0.008 then upper(home) when home = 'Bengaluru' and roll(customer_id, 6) < 0.05 then 'Bangalore' else home end as city,
        (${STATES})[home] as state, signed_up_on,
        case when roll(customer_id, 7) < 0.62 then 'Regular' when roll(customer_id, 7) < 0.9 then 'Silver' else 'Gold' end as tier,
        roll(customer_id, 8) < 0.44 as newsletter
      from base order by customer_id`,
    ],
  },
  {
    name: 'products',
    description: 'What the store sells.',
    create: [
      `create table products as
      with base as (select n as product_id, (${CATEGORIES})[1 + (n % 8)] as category from range(1, 421) t(n)),
      priced as (
        select *, greatest(49, round((${BASE_PRICE})[category] * (0.35 + 1.5 * roll(product_id, 11)), -1) - 1)::decimal(10, 2) as price_inr from base)
      select product_id, pick(${STYLES}, product_id, 12) || ' ' || pick((${NOUNS})[category], product_id, 13) || ' ' || (100 + product_id) as name, category,
        pick(['Acme','Bluebird','Coral','Deccan','Everest','Fable','Ganga'], product_id, 14) as brand, price_inr,
        case when product_id % 97 = 0 then null else round(price_inr * (0.45 + 0.25 * roll(product_id, 15)), 2)::decimal(10, 2) end as cost_inr,
        date '2022-06-01' + floor(roll(product_id, 16) * 280)::int as launched_on, roll(product_id, 17) > 0.06 as active
      from priced order by product_id`,
    ],
  },
  {
    name: 'order_items',
    description: 'The products of each order, one row a product.',
    create: [
      // Sales grow, peak before Diwali (October, November) and are higher on weekends; the day of order n is found in their running sum.
      `create temp table days as
      select day, sum(weight) over (order by day) / sum(weight) over () as share from (
        select day, (1 + 0.9 * datediff('day', date '2023-04-01', day) / 1096.0)
            * case month(day) when 10 then 1.45 when 11 then 1.35 when 12 then 1.1 when 6 then 0.88 when 7 then 0.9 else 1 end
            * case when dayofweek(day) in (0, 6) then 1.25 else 1 end as weight
        from (select unnest(generate_series(date '2023-04-01', date '2026-03-31', interval 1 day))::date as day))`,
      `create temp table placed as
      with numbered as (select n as order_id, (n - 0.5) / 50214 as share from range(1, 50215) t(n)),
      dated as (select order_id, d.day from numbered asof join days d on d.share >= numbered.share)
      select order_id, day, 1 + floor(8402 * pow(roll(order_id, 21), 1.6))::int as wanted, 1 + floor(4.65 * pow(roll(order_id, 22), 1.0))::int as lines from dated`,
      `create temp table lines as
      select order_id * 10 + line as item_id, order_id, 1 + floor(420 * pow(roll(order_id * 10 + line, 23), 1.35))::int as product_id,
        case when roll(order_id * 10 + line, 24) < 0.72 then 1 when roll(order_id * 10 + line, 24) < 0.91 then 2 else 3 + floor(roll(order_id * 10 + line, 25) * 3)::int end as quantity,
        case when roll(order_id * 10 + line, 26) < 0.68 then 0 when roll(order_id * 10 + line, 26) < 0.86 then 5 when roll(order_id * 10 + line, 26) < 0.96 then 10 else 20 end as discount_percent
      from (select order_id, unnest(range(1, lines + 1)) as line from placed)`,
      `create table order_items as
      select row_number() over (order by item_id) as order_item_id, l.order_id, l.product_id, l.quantity, p.price_inr as unit_price_inr, l.discount_percent,
        round(l.quantity * p.price_inr * (100 - l.discount_percent) / 100, 2)::decimal(12, 2) as amount_inr
      from lines l join products p using (product_id) order by item_id`,
    ],
  },
  {
    name: 'orders',
    description: 'Orders from 1 April 2023 to 31 March 2026. The total is the sum of its items; amounts in INR.',
    create: [
      `create temp table totals as select order_id, sum(amount_inr) as total from order_items group by order_id`,
      `create table orders as
      with known as (select customer_id, city, row_number() over (order by signed_up_on, customer_id) as place, signed_up_on from customers),
      counts as (select day, (select count(*) from customers c where c.signed_up_on <= day) as people from (select distinct day from placed)),
      joined as (
        select p.order_id, p.day, k.customer_id, k.city, t.total
        from placed p join counts using (day) join known k on k.place = 1 + (p.wanted % people) join totals t using (order_id)),
      sent as (
        select *, case
            when city in ('Pune', 'Nagpur') and day >= date '2026-03-01' then case when roll(order_id, 31) < 0.74 then 'BlueLine' when roll(order_id, 31) < 0.9 then 'Swift' else 'In-house' end
            when roll(order_id, 31) < 0.3 then 'BlueLine' when roll(order_id, 31) < 0.74 then 'Swift' else 'In-house' end as courier
        from joined)
      select order_id, customer_id, day + (to_seconds(floor(28800 + 50400 * roll(order_id, 32))::bigint)) as ordered_at,
        case when roll(order_id, 33) < 0.52 then 'App' when roll(order_id, 33) < 0.86 then 'Website' when roll(order_id, 33) < 0.96 then 'Marketplace' else 'Phone' end as channel,
        city, courier,
        case when roll(order_id, 34) < 0.031 then 'cancelled' when day > date '2026-03-26' then 'shipped' else 'delivered' end as status,
        case when roll(order_id, 35) < 0.55 then 'UPI' when roll(order_id, 35) < 0.8 then 'Card' when roll(order_id, 35) < 0.93 then 'Cash on delivery' else 'Wallet' end as payment_method,
        total::decimal(12, 2) as total_inr,
        case when roll(order_id, 34) < 0.031 or roll(order_id, 36) < 0.012 then null
          else day + (1 + floor((case courier when 'BlueLine' then 6 when 'Swift' then 4 else 3 end) * roll(order_id, 37))::int) end as delivered_on
      from sent order by order_id`,
      `update orders set delivered_on = null where status = 'shipped'`,
    ],
  },
  {
    name: 'returns',
    description: 'Orders that came back, with the reason. A few name orders that are not in the orders table.',
    create: [
      `create table returns as
      with chosen as (
        select o.order_id, o.courier, o.ordered_at, o.total_inr, o.delivered_on, roll(o.order_id, 41) as luck,
          case when o.courier = 'BlueLine' and o.ordered_at >= timestamp '2026-03-01' then 0.172
            when o.courier = 'BlueLine' then 0.067 + 0.03 * greatest(0, datediff('month', date '2025-11-01', o.ordered_at::date)) / 4
            when o.courier = 'Swift' then 0.063 else 0.052 end as risk
        from orders o where o.status <> 'cancelled'),
      back as (select * from chosen where luck < risk)
      select row_number() over (order by order_id)::bigint as return_id, order_id,
        least(date '2026-03-31', coalesce(delivered_on, ordered_at::date + 3) + 1 + floor(12 * roll(order_id, 42))::int) as returned_on,
        case when courier = 'BlueLine' and ordered_at >= timestamp '2026-03-01' and roll(order_id, 43) < 0.6 then 'Damaged in transit'
          when roll(order_id, 44) < 0.26 then 'Wrong size' when roll(order_id, 44) < 0.46 then 'Damaged in transit' when roll(order_id, 44) < 0.66 then 'Not as described'
          when roll(order_id, 44) < 0.82 then 'Changed mind' when roll(order_id, 44) < 0.95 then 'Arrived late' else null end as reason,
        round(total_inr * case when roll(order_id, 45) < 0.8 then 1 else 0.5 end, 2)::decimal(12, 2) as refund_inr
      from (select order_id, courier, ordered_at, total_inr, delivered_on from back
        union all select 90000 + n, 'Swift', timestamp '2025-01-01' + to_days((n * 9)::int), 499.00, null from range(1, 42) t(n))
      order by return_id`,
    ],
  },
]

/**
 * Writes the sample "online store". Every value is a hash of its row's number, so each run on each machine gives the same rows:
 * orders from 1 April 2023 to 31 March 2026, whatever today is.
 */
export async function generateSample(engine: IngestEngine): Promise<Ingested> {
  const tables: IngestedTable[] = []
  for (const { name, description, create } of SAMPLE_TABLES) {
    const path = `${engine.dir}/${name}.parquet`
    for (const statement of create) await engine.rows(statement)
    await writeTable(engine, `from ${name}`, path)
    tables.push({ part: name, path, description, ...(await measure(engine, path)) })
  }
  return {
    format: 'sample',
    dialect: { notes: ['Orders run from 1 April 2023 to 31 March 2026; amounts are in INR.'] },
    tables,
    rejected: nothingRejected(),
  }
}
