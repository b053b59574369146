import type { Case } from './business.ts'

const ask =
  (data: Case['data']) =>
  (sql: string, ...turns: string[]): Case => ({ data, turns, sql })
const [sample, store, jaffle] = [ask('sample'), ask('store'), ask('jaffle')]
const part = (time: string) => `if(isodow(${time}) > 5, 'Weekend', 'Weekday')`
/** Each customer's first order, worked out by a join and no window. */
const firsts = (orders: string, whose: string, time: string) =>
  `(select ${whose} as who, min(${time}) as start from ${orders} group by 1) f join ${orders} o on o.${whose} = f.who`
const sampleFirsts = firsts('orders', 'customer_id', 'ordered_at')
const storeFirsts = firsts('orders', 'customer_id', 'order_date')
const month = (time: string) => `date_trunc('month', ${time})::date`
/** Of those who began in `length` of `start`, the share with an order `after` lengths later; null where that is not over. */
const back = (length: string, time: string, after: number, end: string) => {
  const later = `date_trunc('${length}', start) + interval '${after} ${length}'`
  const came = `count(distinct if(date_trunc('${length}', ${time}) = ${later}, who, null))`
  return `if(max(${later}) + interval '1 ${length}' > date '${end}', null, round(100.0 * ${came} / count(distinct who), 2))`
}
const so = (from: string, to: string) => `ordered_at >= '${from}' and ordered_at < '${to}'`

/** Questions of habits and spread: when things happen, how numbers are distributed, who is new, who comes back. */
export const HABITS: Case[] = [
  // Ranges
  sample(
    'select count(*) from orders where total_inr >= 0 group by least(floor(total_inr / 2000), 7) order by least(floor(total_inr / 2000), 7)',
    'distribution of order values',
  ),
  sample(
    'select count(*) from orders group by least(floor(total_inr / 5000), 3) order by least(floor(total_inr / 5000), 3)',
    'group orders by value in buckets of 5000',
  ),
  sample(
    'select count(*) from orders group by least(floor(total_inr / 5000), 3) order by least(floor(total_inr / 5000), 3)',
    'order value histogram',
    'in steps of 5000',
  ),
  sample(
    "select 'under ₹1,000', count(*) from orders where total_inr < 1000 union all select '₹1,000 to ₹5,000', count(*) from orders where total_inr >= 1000 and total_inr < 5000 union all select '₹5,000 and more', count(*) from orders where total_inr >= 5000",
    'how many orders under 1000, 1000 to 5000 and above 5000',
  ),
  sample(
    'select discount_percent, count(*) from order_items group by 1 order by discount_percent',
    'distribution of discount',
  ),
  sample('select city, count(*) from orders group by 1', 'distribution of orders by city'),
  sample(
    'select count(*) from (select (select count(*) from orders o where o.customer_id = c.customer_id) n from customers c) group by least(n // 2, 13) order by least(n // 2, 13)',
    'distribution of orders per customer',
  ),
  store(
    'select n, count(*) from (select count(i.order_id) n from orders o left join order_items i using (order_id) group by o.order_id) group by 1',
    'distribution of order items per order',
  ),
  store(
    'select count(*) from products group by floor(price / 20) order by floor(price / 20)',
    'how are product prices distributed?',
  ),
  jaffle(
    'select count(*) from raw_payments group by least(amount // 500, 6) order by least(amount // 500, 6)',
    'distribution of payment amounts',
  ),
  // Days of the week
  sample(
    `select ${part('ordered_at')}, sum(total_inr) / count(distinct ordered_at::date), sum(total_inr) from orders group by 1`,
    'do we sell more on weekends?',
  ),
  sample(
    `select ${part('ordered_at')}, round(count(*) * 1.0 / count(distinct ordered_at::date), 2), count(*) from orders group by 1`,
    'are weekends busier than weekdays?',
  ),
  store(
    `select ${part('order_date')}, avg(total_amount) from orders group by 1`,
    'average order amount on weekends vs weekdays',
  ),
  jaffle(
    `select ${part('order_date')}, sum(amount) from raw_payments join raw_orders o on order_id = o.id group by 1`,
    'do we sell more on weekends',
  ),
  sample('select count(*) from orders where dayofweek(ordered_at) = 0', 'how many orders were placed on a Sunday'),
  store('select count(*) from orders where dayofweek(order_date) = 1', 'How many orders on Mondays?'),
  store(
    'select channel, sum(total_amount) from orders where dayofweek(order_date) in (0, 6) group by 1',
    'revenue on weekends by channel',
  ),
  store(
    'select count(*) from orders where dayofweek(order_date) between 1 and 5',
    'how many orders from Monday to Friday',
  ),
  sample(
    'select round(100.0 * count(*) filter (dayofweek(ordered_at) in (0, 6)) / count(*), 2) from orders',
    'what share of orders is on weekends',
  ),
  sample(
    `select ${part('ordered_at')}, sum(total_inr) / count(distinct ordered_at::date) from orders where city = 'Pune' group by 1`,
    'do we sell more on weekends',
    'only in Pune',
  ),
  sample('select dayname(ordered_at), sum(total_inr) from orders group by 1', 'how are sales spread over the week'),
  sample(
    `select round(count(*) * 1.0 / count(distinct ordered_at::date), 2) from orders`,
    'how many orders per day on average',
  ),
  // First and last
  sample(
    'select name, f from customers join (select customer_id, min(ordered_at) f from orders group by 1) using (customer_id)',
    'first order date of each customer',
  ),
  sample(
    'select name, f from customers join (select customer_id, min(ordered_at) f from orders group by 1) using (customer_id)',
    'when did each customer first order',
  ),
  store(
    'select name, f from customers join (select customer_id, max(order_date) f from orders group by 1) using (customer_id)',
    'last order date per customer',
  ),
  store(
    'select country, max(return_date) from returns join orders using (order_id) join customers using (customer_id) group by 1',
    'last return date per country',
  ),
  jaffle(
    'select first_name, last_name, min(order_date), max(order_date) from raw_orders o join raw_customers c on o.user_id = c.id group by c.id, 1, 2',
    'first and last order date of each customer',
  ),
  store('select min(order_date) from orders', 'when was the first order?'),
  // New and returning
  sample(
    `select ${month('ordered_at')}, if(${month('start')} = ${month('ordered_at')}, 'New', 'Returning'), count(distinct who) from ${sampleFirsts} group by 1, 2`,
    'new vs returning customers',
  ),
  store(
    `select year(order_date), if(year(start) = year(order_date), 'New', 'Returning'), count(distinct who) from ${storeFirsts} group by 1, 2`,
    'new versus returning customers by year',
  ),
  sample(
    `select if(start >= '2025-01-01', 'New', 'Returning'), count(distinct who) from ${sampleFirsts} where ${so('2025-01-01', '2026-01-01')} group by 1`,
    'new vs returning customers in 2025',
  ),
  store(
    `select if(start = order_date, 'New', 'Returning'), sum(total_amount) from ${storeFirsts} group by 1`,
    'revenue from new and returning customers',
  ),
  sample(
    `select ${month('ordered_at')}, if(${month('start')} = ${month('ordered_at')}, 'New', 'Returning'), sum(total_inr) from ${sampleFirsts} group by 1, 2`,
    'revenue by month from new vs returning customers',
  ),
  sample(
    `select sum(total_inr) from ${sampleFirsts} where start = ordered_at and ${so('2025-01-01', '2026-01-01')}`,
    'revenue from new customers in 2025',
  ),
  sample(
    `select round(100.0 * sum(if(start < ordered_at, total_inr, 0)) / sum(total_inr), 2) from ${sampleFirsts}`,
    'what percentage of revenue comes from returning customers',
  ),
  jaffle(
    `select ${month('start')}, count(*) from (select user_id, min(order_date) as start from raw_orders group by 1) group by 1`,
    'new customers by month',
  ),
  store(
    'select count(*) from (select customer_id from orders group by 1 having count(*) > 1)',
    'how many customers came back',
  ),
  store(
    'select round(100.0 * count(*) filter (n > 1) / count(*), 2) from (select count(*) n from orders group by customer_id)',
    'repeat purchase rate',
  ),
  // Retention
  store(
    `select date_trunc('quarter', start)::date, count(distinct who), ${back('quarter', 'order_date', 1, '2024-12-31')}, ${back('quarter', 'order_date', 4, '2024-12-31')} from ${storeFirsts} group by 1`,
    'retention by quarter',
  ),
  jaffle(
    `select ${month('start')}, count(distinct who), ${back('month', 'order_date', 1, '2018-04-09')}, ${back('month', 'order_date', 2, '2018-04-09')} from ${firsts('raw_orders', 'user_id', 'order_date')} group by 1`,
    'customer retention',
  ),
  sample(
    `select ${month('start')}, count(distinct who), ${back('month', 'ordered_at', 1, '2026-04-01')}, ${back('month', 'ordered_at', 6, '2026-04-01')} from ${sampleFirsts} group by 1`,
    'cohort analysis by month',
  ),
  // The same days of two years
  sample(
    `select year(ordered_at), sum(total_inr) from orders where ${so('2025-01-01', '2025-04-01')} or ${so('2026-01-01', '2026-04-01')} group by 1 order by year(ordered_at)`,
    'revenue this year vs last year',
  ),
  store(
    "select year(order_date), count(*) from orders where (order_date >= '2023-01-01' and order_date < '2023-11-16') or (order_date >= '2024-01-01' and order_date < '2024-11-16') group by 1 order by year(order_date)",
    'orders ytd vs last year',
  ),
  sample(
    `select ${month('ordered_at')}, sum(total_inr) from orders where ${so('2025-01-01', '2025-04-01')} or ${so('2026-01-01', '2026-04-01')} group by 1`,
    'revenue by month',
    'compare with last year',
  ),
  sample(
    `select year(ordered_at), count(*) from orders where ${so('2025-01-01', '2025-04-01')} or ${so('2026-01-01', '2026-04-01')} group by 1 order by year(ordered_at)`,
    'orders this year',
    'compare with last year',
  ),
  // The whole and its parts, and what people say next
  sample('select reason, sum(refund_inr) from returns group by 1', 'how much did we refund, and for which reasons?'),
  sample(
    `select p.name, sum(amount_inr) s from order_items join products p using (product_id) where category = 'Electronics' group by product_id, 1 order by s limit 10`,
    'best products',
    'only electronics',
    'and the worst?',
  ),
  sample(
    "select courier, avg(date_diff('day', ordered_at, delivered_on)) s from orders group by 1 order by s desc limit 1",
    'average delivery time',
    'by courier',
    'which is the slowest?',
  ),
  sample(
    'select channel, round(100.0 * sum(total_inr) / sum(sum(total_inr)) over (), 2) from orders group by 1',
    'revenue by channel',
    'in percent',
  ),
  sample(
    `select p.name, sum(amount_inr) s from order_items join products p using (product_id) join orders using (order_id) where ${so('2025-01-01', '2026-01-01')} group by product_id, 1 order by s desc limit 10`,
    'top selling products in 2025',
  ),
  sample(
    `select month, round(100.0 * n / sum(n) over (partition by month), 2) from (select ${month('ordered_at')} as month, channel, count(*) n from orders group by 1, 2)`,
    'share of orders by channel and month',
  ),
  sample(
    `select city, sum(total_inr) from orders where ${so('2025-01-01', '2026-01-01')} group by 1`,
    'Umsatz nach Stadt',
    'nur 2025',
  ),
  sample('select channel, avg(total_inr) from orders group by 1', 'avg order valu by chanel'),
  sample(
    `select count(*) from customers c where exists (from orders o where o.customer_id = c.customer_id and ${so('2024-01-01', '2025-01-01')}) and not exists (from orders o where o.customer_id = c.customer_id and ${so('2025-01-01', '2026-01-01')})`,
    'how many customers ordered in 2024 but not in 2025',
  ),
  sample(
    'select name from customers c where (select count(*) from orders o where o.customer_id = c.customer_id) = 1',
    'customers who only ordered once',
  ),
  sample(
    `select count(*) from customers c where not exists (from orders o where o.customer_id = c.customer_id and ${so('2025-10-11', '2026-04-11')})`,
    'how many customers have not ordered in the last 6 months',
  ),
  store(
    "select count(*) from orders where order_date between '2024-12-01' and '2024-12-31'",
    'how many orders next month',
  ),
  sample(
    `select year(ordered_at), channel, sum(total_inr) from orders where ${so('2024-01-01', '2026-01-01')} group by 1, 2`,
    'revenue 2025',
    'vs 2024',
    'by channel',
  ),
]
