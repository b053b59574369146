import type { Case } from './business.ts'

const ask = (sql: string, ...turns: string[]): Case => ({ data: 'sample', turns, sql })
const month = (column: string) => `date_trunc('month', ${column})::date`
const in2025 = "ordered_at >= '2025-01-01' and ordered_at < '2026-01-01'"
const in2024 = "ordered_at >= '2024-01-01' and ordered_at < '2025-01-01'"
const march = "returned_on >= '2026-03-01' and returned_on < '2026-04-01'"
const lines = 'order_items i join products p using (product_id)'
const returned = 'returns r join orders o using (order_id)'
const rate = 'round(100.0 * count(*) filter (where order_id in (select order_id from returns)) / count(*), 2)'
const share = (of: string) => `round(100.0 * ${of} / sum(${of}) over (), 2)`

/** Questions over the sample data of the product. */
export const SAMPLE: Case[] = [
  ask(
    "select count(*) from orders where city in ('Pune', 'Mumbai', 'Delhi')",
    'How many orders were placed in Pune, Mumbai and Delhi?',
  ),
  ask(
    "select date_trunc('month', signed_up_on)::date, count(*) from customers where year(signed_up_on) = 2025 group by 1",
    'How many customers signed up each month in 2025?',
  ),
  ask(`select category, sum(amount_inr - quantity * cost_inr) from ${lines} group by 1`, 'Profit by category'),
  ask(
    `select brand, round(100.0 * sum(amount_inr - quantity * cost_inr) / sum(amount_inr) filter (cost_inr is not null), 2) from ${lines} group by 1`,
    'What is the profit margin of each brand?',
  ),
  ask(
    'select avg(s) from (select customer_id, sum(total_inr) s from orders group by 1)',
    'average revenue per customer',
  ),
  ask(
    'select tier, avg(s) from (select customer_id, tier, sum(total_inr) s from orders join customers using (customer_id) group by 1, 2) group by 1',
    'average spend per customer by tier',
  ),
  // Counts, totals, periods
  ask(`select count(*) from orders where ${in2025}`, 'How many orders were there in 2025?'),
  ask('select sum(total_inr) from orders', 'What is our total revenue?'),
  ask(`select sum(total_inr) from orders where ${in2025}`, 'total sales in 2025'),
  ask(
    "select sum(total_inr) from orders where ordered_at >= '2025-01-01' and ordered_at < '2025-04-01'",
    'Revenue from January to March 2025',
  ),
  ask("select sum(total_inr) from orders where ordered_at >= '2026-03-01'", 'revenue last month'),
  ask("select count(*) from orders where ordered_at::date = '2025-05-05'", 'How many orders on 5 May 2025?'),
  ask('select count(*) from customers where year(signed_up_on) = 2024', 'How many customers signed up in 2024?'),
  ask("select count(*) from products where launched_on >= '2023-01-01'", 'How many products were launched since 2023?'),
  ask("select count(*) from customers where tier = 'Gold'", 'How many gold customers are there?'),
  ask("select count(*) from orders where status = 'cancelled'", 'How many orders were cancelled?'),
  ask('select count(*) from customers where newsletter', 'How many customers have the newsletter?'),
  ask('select count(*) from products where not active', 'How many products are inactive?'),
  ask('select avg(total_inr) from orders', 'What is the average order value?'),
  ask('select median(total_inr) from orders', 'median order value'),
  ask(`select sum(refund_inr) from returns where year(returned_on) = 2025`, 'What is the total refund amount in 2025?'),
  ask(
    `select count(*) from orders where total_inr > 10000 and ${in2025}`,
    'How many orders were above ₹10,000 in 2025?',
  ),
  ask('select count(*) from products where price_inr < 200', 'How many products are cheaper than 200?'),
  ask(
    'select count(*) from order_items where discount_percent >= 10',
    'How many order items have a discount of at least 10 percent?',
  ),
  ask(
    "select count(*) from orders where city = 'Pune' and payment_method = 'UPI'",
    'How many orders in Pune were paid by UPI?',
  ),
  ask(
    "select sum(total_inr) from orders join customers using (customer_id) where state = 'Maharashtra'",
    'Revenue in Maharashtra',
  ),
  // Groups and time
  ask(
    `select ${month('ordered_at')}, count(*) from orders group by 1 order by 1`,
    'How many orders were there by month?',
  ),
  ask(
    `select ${month('ordered_at')}, sum(total_inr) from orders group by 1 order by 1`,
    'How did revenue develop over time?',
  ),
  ask(
    `select ${month('ordered_at')}, channel, count(*) from orders where ${in2025} group by 1, 2 order by 1`,
    'Orders by channel and month in 2025',
  ),
  ask(
    `select ${month('ordered_at')}, city, sum(total_inr) from orders where ${in2025} group by 1, 2 order by 1`,
    'Total amount by city and month in 2025',
  ),
  ask(
    `select ${month('ordered_at')}, category, sum(amount_inr) from ${lines} join orders using (order_id) where ${in2025} group by 1, 2 order by 1`,
    'Revenue by category and month in 2025',
  ),
  ask('select dayname(ordered_at), count(*) from orders group by 1', 'orders per weekday'),
  ask('select hour(ordered_at), count(*) from orders group by 1', 'orders by hour'),
  ask('select channel, avg(total_inr) from orders group by 1', 'Average order value by channel'),
  ask(`select brand, sum(amount_inr) from ${lines} group by 1`, 'Revenue by brand'),
  ask(`select category, avg(discount_percent) from ${lines} group by 1`, 'average discount by category'),
  ask(
    'select state, sum(total_inr) from orders join customers using (customer_id) group by 1',
    'Total revenue by state',
  ),
  ask(
    'select channel, payment_method, count(*) from orders group by 1, 2',
    'Number of orders by channel and payment method',
  ),
  ask('select reason, avg(refund_inr) from returns group by 1', 'average refund by reason'),
  ask(`select courier, sum(refund_inr) from ${returned} group by 1`, 'refund amount by courier'),
  ask(
    `select courier, count(*) from ${returned} where ${march} group by 1`,
    'How many returns were there by courier in March 2026?',
  ),
  ask(
    `select ${month('ordered_at')}, count(*) from orders where status = 'cancelled' group by 1 order by 1`,
    'cancelled orders by month',
  ),
  ask(
    "select courier, avg(date_diff('day', ordered_at, delivered_on)) from orders group by 1",
    'Average delivery time by courier',
  ),
  ask("select avg(date_diff('day', ordered_at, delivered_on)) from orders", 'How long does delivery take?'),
  ask('select category, avg(price_inr) from products group by 1', 'average price by category'),
  // Rates, shares, comparisons
  ask(`select ${rate} from orders`, 'What share of orders was returned?'),
  ask(`select ${rate} from orders`, 'what is our return rate?'),
  ask(`select courier, ${rate} from orders group by 1`, 'return rate by courier'),
  ask(`select ${month('ordered_at')}, ${rate} from orders group by 1 order by 1`, 'return rate by month'),
  ask(
    `select courier, ${rate} r from orders group by 1 order by r desc limit 1`,
    'Which courier has the highest return rate?',
  ),
  ask(
    "select channel, round(100.0 * count(*) filter (where status = 'cancelled') / count(*), 2) from orders group by 1",
    'cancellation rate by channel',
  ),
  ask(
    "select round(100.0 * sum(total_inr) filter (where city = 'Mumbai') / sum(total_inr), 2) from orders",
    'share of revenue from Mumbai',
  ),
  ask(
    "select round(100.0 * count(*) filter (where tier = 'Gold') / count(*), 2) from customers",
    'What percentage of customers are gold?',
  ),
  ask(
    `select payment_method, ${share('sum(total_inr)')} from orders group by 1`,
    'revenue by payment method as a share',
  ),
  ask(
    `select channel, sum(total_inr) from orders where ${in2025} and channel in ('App', 'Website') group by 1`,
    'Compare App and Website revenue in 2025',
  ),
  ask(
    `select year(ordered_at), sum(total_inr) from orders where ${in2024} or ${in2025} group by 1 order by 1`,
    'Revenue 2024 vs 2025',
  ),
  ask(
    "select date_trunc('quarter', ordered_at)::date, sum(total_inr) from orders where (ordered_at >= '2026-01-01' and ordered_at < '2026-04-01') or (ordered_at >= '2025-01-01' and ordered_at < '2025-04-01') group by 1 order by 1",
    'what was the revenue in Q1 2026 compared to Q1 2025',
  ),
  ask(
    `select ${month('ordered_at')}, sum(count(*)) over (order by ${month('ordered_at')}) from orders where ${in2025} group by 1 order by 1`,
    'running total of orders in 2025',
  ),
  ask(
    'with y as (select year(ordered_at) y, sum(total_inr) s from orders group by 1) select y, round(100.0 * (s - lag(s) over (order by y)) / lag(s) over (order by y), 2) from y order by 1',
    'revenue growth by year',
  ),
  ask(
    'select round(1.0 * count(*) / count(distinct customer_id), 2) from orders',
    'Average number of orders per customer',
  ),
  ask('select round(1.0 * count(*) / count(distinct order_id), 2) from order_items', 'average items per order'),
  // Rankings, joins, none
  ask(
    `select p.name, sum(amount_inr) s from ${lines} group by p.product_id, 1 order by s desc limit 5`,
    'Top 5 products by revenue',
  ),
  ask(
    `select name, sum(total_inr) s from orders join customers using (customer_id) group by customer_id, 1 order by s desc limit 5`,
    'top 5 customers',
  ),
  ask(
    `select p.name, sum(amount_inr) s from ${lines} join orders using (order_id) where city = 'Pune' group by p.product_id, 1 order by s desc limit 10`,
    'Best selling products in Pune',
  ),
  ask(
    `select o.city, count(*) n from ${returned} group by 1 order by n desc limit 1`,
    'Which city has the most returns?',
  ),
  ask(
    `select ${month('ordered_at')}, sum(total_inr) s from orders group by 1 order by s desc limit 1`,
    'Which month had the highest revenue?',
  ),
  ask(
    `select ${month('returned_on')}, count(*) n from returns group by 1 order by n desc limit 1`,
    'best month for returns',
  ),
  ask(
    'select payment_method, count(*) n from orders group by 1 order by n desc limit 1',
    'Which payment method is the most popular?',
  ),
  ask(
    'select category, name, price_inr from products qualify rank() over (partition by category order by price_inr desc) = 1',
    'Most expensive product in each category',
  ),
  ask(
    `select category, p.name, sum(amount_inr) from ${lines} group by 1, product_id, 2 qualify row_number() over (partition by category order by sum(amount_inr) desc) <= 3`,
    'Top 3 products by revenue in each category',
  ),
  ask('select order_id, total_inr from orders order by total_inr desc limit 1', 'what is the biggest order ever?'),
  ask(
    'select name from customers where customer_id not in (select customer_id from orders)',
    'Which customers have not ordered?',
  ),
  ask(
    `select count(*) from customers where customer_id not in (select customer_id from orders where ${in2025})`,
    'How many customers have not ordered in 2025?',
  ),
  ask(
    'select name from customers join orders using (customer_id) group by customer_id, 1 having sum(total_inr) > 200000',
    'which customers spent more than 200000?',
  ),
  ask(
    'select count(*) from customers where customer_id in (select customer_id from orders group by 1 having count(*) > 20)',
    'How many customers have more than 20 orders?',
  ),
  ask(
    "select count(*) from orders where order_id in (select order_id from order_items join products using (product_id) where category = 'Books')",
    'How many orders have books?',
  ),
  ask(`select sum(amount_inr) from ${lines} where category = 'Electronics'`, 'revenue from electronics'),
  ask(
    "select name from customers where city = 'Kochi' and tier = 'Gold'",
    'names of customers from Kochi with gold tier',
  ),
  ask('select count(*) from orders where order_id in (select order_id from returns)', 'How many orders were returned?'),
  ask(`select courier, ${rate} from orders group by 1`, 'What is the return rate by courier?'),
  ask(
    "select courier, avg(date_diff('day', ordered_at, delivered_on)) from orders group by 1",
    'What is the average delivery time by courier?',
  ),
  // Follow-ups
  ask(
    `select count(*) from orders where ${in2025} and city = 'Pune'`,
    'How many orders were there in 2025?',
    'only for Pune',
  ),
  ask(
    `select ${month('ordered_at')}, count(*) from orders where ${in2025} and city = 'Pune' group by 1 order by 1`,
    'How many orders were there in 2025?',
    'only for Pune',
    'by month',
  ),
  ask(
    `select city, sum(total_inr) s from orders where ${in2024} group by 1 order by s desc limit 5`,
    'revenue by city',
    'and the top 5?',
    'what about 2024',
  ),
  ask(`select channel, ${share('sum(total_inr)')} from orders group by 1`, 'revenue by channel', 'as a percentage'),
  ask(
    "select channel, sum(total_inr) from orders where status <> 'cancelled' group by 1",
    'revenue by channel',
    'exclude cancelled',
  ),
  ask('select city, channel, sum(total_inr) from orders group by 1, 2', 'revenue by city', 'by channel too'),
  ask(
    `select ${month('returned_on')}, count(*) from returns group by 1 order by 1`,
    'How many orders were there by month?',
    'same for returns',
  ),
  ask(
    `select ${month('returned_on')}, count(*) from returns group by 1 order by 1`,
    'How many returns were there by month?',
    'chart it as a bar',
  ),
  ask(
    `select p.name, sum(quantity) s from ${lines} group by p.product_id, 1 order by s desc limit 5`,
    'Top 5 products by revenue',
    'by quantity instead',
  ),
  ask(`select courier, ${rate} from orders where city = 'Pune' group by 1`, 'return rate by courier', 'only for Pune'),
  ask('select channel, sum(total_inr) s from orders group by 1 order by s', 'revenue by channel', 'sort ascending'),
  // What people really type
  ask(
    `select name from customers where customer_id in (select customer_id from orders where ${in2025} group by 1 having count(*) > 5)`,
    'customers who ordered more than 5 times in 2025',
  ),
  ask(
    `select name from customers where customer_id in (select customer_id from orders where ${in2025} group by 1 having count(*) > 5)`,
    'Which customers have more than 5 orders in 2025?',
  ),
  ask(
    'select count(*) from (select customer_id from orders join customers using (customer_id) group by 1 having count(*) = 1)',
    'how many customers ordered only once',
  ),
  ask(
    'select count(*) from (select customer_id from orders join customers using (customer_id) group by 1 having count(*) > 1)',
    'how many repeat customers are there',
  ),
  ask(
    `select category, round(100.0 * count(distinct order_id) filter (order_id in (select order_id from returns)) / count(distinct order_id), 2) from ${lines} group by 1`,
    'return rate by product category',
  ),
  ask(
    `select category, sum(amount_inr - quantity * cost_inr) s from ${lines} group by 1 order by s desc limit 1`,
    'Which product category is the most profitable?',
  ),
  ask(
    `select count(distinct product_id) from order_items join orders using (order_id) where ordered_at >= '2025-12-01' and ordered_at < '2026-01-01'`,
    'How many distinct products were sold in December 2025?',
  ),
  ask('select order_id, ordered_at from orders order by ordered_at desc limit 5', 'the latest 5 orders'),
  ask('select order_id, ordered_at from orders order by ordered_at desc limit 5', 'last 5 orders'),
  ask(
    `select round(corr(p.price_inr, i.quantity), 2) from ${lines}`,
    'Is there a correlation between price and quantity?',
  ),
  ask(
    `select sum(i.amount_inr) from ${lines} join orders o using (order_id) where category = 'Electronics' and o.city = 'Mumbai'`,
    'revenue for electronics in Mumbai',
  ),
  ask('select city, count(*) s from customers group by 1 order by s desc limit 10', 'top cities'),
  ask(
    'select name, sum(total_inr) s from orders join customers using (customer_id) group by customer_id, 1 order by s desc limit 10',
    'who are our best customers',
  ),
  ask(
    'select dayname(ordered_at), count(*) s from orders group by 1 order by s desc limit 1',
    'What are the busiest days of the week?',
  ),
  ask(
    "select courier, avg(date_diff('day', ordered_at, delivered_on)) s from orders group by 1 order by s desc limit 1",
    'Which courier is the slowest?',
  ),
  ask('select avg(total_inr) from orders', "what's our AOV?"),
  // Misspelt
  ask('select avg(total_inr) from orders', 'whats the avrage order valu'),
  ask('select city, count(*) from customers group by 1', 'how mny custmers per citty'),
  // One beside the other
  ask(
    `select ${month('ordered_at')}, count(*) from orders where ${in2025} or ${in2024} group by 1 order by 1`,
    'orders by month in 2025',
    'compare with 2024',
  ),
  ask(
    `select year(ordered_at), sum(total_inr) from orders where ${in2025} or ${in2024} group by 1 order by 1`,
    'revenue in 2025',
    'compare with last year',
  ),
  ask(
    "select date_trunc('quarter', ordered_at)::date, sum(total_inr) from orders where (ordered_at >= '2026-01-01' and ordered_at < '2026-04-01') or (ordered_at >= '2025-01-01' and ordered_at < '2025-04-01') group by 1 order by 1",
    'revenue this quarter compared to the same quarter last year',
  ),
  ask(
    `select ${month('ordered_at')}, sum(total_inr) from orders where ordered_at >= '2026-02-01' and ordered_at < '2026-04-01' group by 1 order by 1`,
    'revenue this month vs last month',
  ),
  ask(
    'select name, count(*) s from orders join customers using (customer_id) group by customer_id, 1 order by s desc limit 10',
    'Top 10 customers by revenue',
    'what about by number of orders',
  ),
  ask(
    "select count(*) from orders where city = 'Pune' and status <> 'cancelled'",
    'How many orders are there?',
    'Only for Pune',
    'Without cancelled orders',
  ),
  // Other languages
  ask(`select count(*) from orders where ${in2025}`, 'Wie viele Bestellungen gab es 2025?'),
  ask(
    `select ${month('ordered_at')}, sum(total_inr) from orders where city = 'Pune' group by 1`,
    'Umsatz pro Monat',
    'nur für Pune',
  ),
  ask('select city, count(*) s from customers group by 1 order by s desc limit 1', '¿Qué ciudad tiene más clientes?'),
  ask(
    `select ${month('ordered_at')}, sum(total_inr) s from orders where ${in2025} group by 1 order by s desc limit 1`,
    'what was our best month in 2025',
  ),
  ask(
    'select round(count(*) * 1.0 / count(distinct customer_id), 2) from orders',
    'how many orders per customer on average',
  ),
]
