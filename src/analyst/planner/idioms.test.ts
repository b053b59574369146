import { expect, test } from 'bun:test'
import { each, figure, key, plannerOfTables as plannerOf, refers, text, time } from '../../../tests/support/planner.ts'

const PLACES = {
  campsite: plannerOf(
    {
      pitches: [key('pitch_id'), each('pitch'), text('shade', 'sunny', 'wooded'), text('heated', 'yes', 'no')],
      visitors: [
        key('visitor_id'),
        each('visitor'),
        text('country', 'Chile', 'Norway'),
        text('card', 'gold', 'silver'),
      ],
      stays: [
        key('stay_id'),
        refers('visitor_id'),
        refers('pitch_id'),
        time('booked_on'),
        time('check_in'),
        time('check_out'),
        figure('price'),
        figure('tents', { max: '4' }),
        figure('stars', { aggregation: 'average', max: '5', distinct: 5 }),
        text('status', 'stayed', 'cancelled'),
      ],
    },
    ['stays.visitor_id visitors.visitor_id', 'stays.pitch_id pitches.pitch_id'],
  ),
  desk: plannerOf(
    {
      jobs: [
        each('job'),
        time('created'),
        time('first_reply'),
        time('solved', 30),
        text('urgency', 'calm', 'burning'),
        text('technician', 'Ada', 'Bo'),
        text('client', 'Elm Ltd', 'Oak Ltd'),
        text('status', 'open', 'shut'),
        figure('nps', { aggregation: 'average', max: '10', distinct: 10 }),
      ],
    },
    [],
  ),
  stable: plannerOf(
    {
      owners: [key('owner_id'), each('owner'), text('village', 'Elm', 'Oak')],
      horses: [key('horse_id'), refers('owner_id'), each('horse'), text('breed', 'cob', 'arab'), time('born')],
      treatments: [
        key('treatment_id'),
        refers('horse_id'),
        time('treated_on'),
        figure('fee'),
        text('payment', 'paid', 'unpaid'),
      ],
    },
    ['horses.owner_id owners.owner_id', 'treatments.horse_id horses.horse_id'],
  ),
  shed: plannerOf(
    {
      tools: [key('tool_id'), each('tool'), text('maker', 'Bosch', 'Makita')],
      neighbours: [key('neighbour_id'), each('neighbour'), text('street', 'Elm St', 'Oak St'), time('joined')],
      loans: [
        key('loan_id'),
        refers('tool_id'),
        refers('neighbour_id'),
        time('loaned_on'),
        time('due_on'),
        time('returned_on', 40),
      ],
    },
    ['loans.tool_id tools.tool_id', 'loans.neighbour_id neighbours.neighbour_id'],
  ),
  crew: plannerOf(
    {
      sailors: [
        each('sailor'),
        text('watch', 'port', 'starboard'),
        time('hired'),
        time('left_on', 200),
        figure('wage'),
      ],
    },
    [],
  ),
  roastery: plannerOf(
    {
      bars: [key('bar_id'), each('bar'), time('joined')],
      beans: [key('bean_id'), each('bean'), text('organic', 'yes', 'no')],
      orders: [key('order_no'), refers('bar_id'), time('ordered_on'), time('delivered_on', 20), time('promised_for')],
      order_lines: [refers('order_no'), refers('bean_id'), figure('quantity'), figure('unit_price')],
    },
    ['orders.bar_id bars.bar_id', 'order_lines.order_no orders.order_no', 'order_lines.bean_id beans.bean_id'],
  ),
}

test.each([
  // A stay that was booked before lasts from one day to the other
  ['campsite', 'average length of stay', /avg\(date_diff\('\w+', check_in, check_out\)/],
  ['campsite', 'nights by shade', /shade, sum\(date_diff\('\w+', stays\.check_in, stays\.check_out\)/],
  ['campsite', 'how far ahead do people book on average', /avg\(date_diff\('\w+', booked_on, check_in\)/],
  ['campsite', 'shortest stay', /FROM stays ORDER BY date_diff\('\w+', check_in, check_out\)[^D]* LIMIT 1/],
  // What happened has a time of its own
  ['campsite', 'how many arrivals were there in May 2025?', /count\(\*\).*check_in >= DATE '2025-05-01'/],
  ['campsite', 'which month had the most departures?', /date_trunc\('month', check_out\).* ORDER BY .*DESC/],
  [
    'campsite',
    'which month had the fewest check-ins?',
    /date_trunc\('month', check_in\).* ORDER BY \w+(?:\(\*\))? LIMIT 1/,
  ],
  // Where people are from, what the average one has, who pays
  ['campsite', 'where do our visitors come from?', /country, count\(\*\).* GROUP BY country/],
  ['campsite', 'average number of tents per stay', /^SELECT avg\(tents\) AS \w+ FROM stays$/],
  ['campsite', 'visitors who stayed more than 3 times', /status = 'stayed' GROUP BY visitor_id HAVING count\(\*\) > 3/],
  ['campsite', 'gold card vs silver: who spends more?', /card, avg\(stays\.price\).* GROUP BY/],
  ['campsite', 'do wooded pitches get better stars?', /shade, avg\(stays\.stars\).* GROUP BY/],
  ['campsite', 'who spent the most in 2025?', /visitor, sum\(stays\.price\).* LIMIT/],
  ['campsite', 'income from heated and non-heated pitches', /heated, sum\(stays\.price\)/],
  ['campsite', 'shade ranked by revenue', /shade, sum\(stays\.price\).* DESC/],
  // The oldest was there first
  ['desk', 'oldest open job', /status = 'open' ORDER BY created(?! DESC).* LIMIT 1/],
  ['desk', 'do burning jobs get answered sooner?', /urgency, avg\(date_diff\('\w+', created, first_reply\)/],
  ['desk', 'how many jobs are still open?', /count\(\*\).* status = 'open'/],
  ['desk', 'who solves the most jobs?', /technician.* solved IS NOT NULL GROUP BY technician ORDER BY .* DESC/],
  ['desk', 'average satisfaction per technician', /avg\(nps\).* GROUP BY technician/],
  ['stable', 'oldest arab', /breed = 'arab' ORDER BY born(?! DESC)/],
  ['stable', 'busiest day', /treated_on/],
  [
    'stable',
    "horses that haven't been here this year",
    /NOT IN \(SELECT horse_id FROM treatments WHERE treated_on >= DATE '2025-01-01'/,
  ],
  ['stable', 'how many horses does the average owner have?', /count\(\*\) .*count\(DISTINCT owner_id\)/],
  ['stable', 'who owes us the most money?', /owner, sum\(treatments\.fee\).*payment = 'unpaid' GROUP BY .* DESC/],
  ['stable', 'how much are we still owed?', /^SELECT sum\(fee\).* payment = 'unpaid'$/],
  ['stable', 'unpaid bills in total', /sum\(fee\).* payment = 'unpaid'/],
  // What is lent is out until it is returned
  ['shed', 'how many tools are out right now?', /count\(\*\).* returned_on IS NULL/],
  ['shed', 'which tools are overdue?', /returned_on IS NULL AND due_on < DATE '2026-01-01'/],
  ['shed', 'share of loans returned late', /FILTER \(WHERE returned_on > due_on\).* WHERE returned_on IS NOT NULL/],
  ['shed', 'which maker is borrowed the most?', /maker, count\(\*\).* FROM loans JOIN tools.* DESC/],
  ['shed', 'tools borrowed more than 5 times', /GROUP BY (?:tool_id|tools\.tool_id\b.*) HAVING count\(\*\) > 5/],
  ['shed', 'who has the most different tools in 2025?', /loaned_on >= DATE '2025-01-01'/],
  ['crew', 'sailors hired before 2015 who are still here', /hired < DATE '2015-01-01' AND left_on IS NULL/],
  ['crew', 'headcount by watch', /watch, count\(\*\).* left_on IS NULL GROUP BY watch/],
  ['crew', 'watch pay gap', /watch, avg\(wage\).* GROUP BY watch/],
  // Money of what consists of rows
  ['roastery', 'how much did we sell in 2025?', /sum\(order_lines\.quantity \* order_lines\.unit_price\).*ordered_on/],
  ['roastery', 'biggest order ever', /order_no, sum\(.*quantity \* .*unit_price\).* DESC/],
  ['roastery', 'last order of each bar', /bar, max\(orders\.ordered_on\).* GROUP BY/],
  ['roastery', 'how many orders were late?', /delivered_on > promised_for/],
  ['roastery', 'organic vs non-organic sales', /organic, sum\(.*quantity \* .*unit_price\)/],
  ['roastery', 'busiest day', /date_trunc\('day', ordered_on\)/],
] as [keyof typeof PLACES, string, RegExp][])('%s: %s', (place, question, sql) => {
  const plan = PLACES[place].plan(question)
  expect('form' in plan ? plan.sql.replaceAll(/\s+/g, ' ').replaceAll('"', '') : JSON.stringify(plan)).toMatch(sql)
})

test('a wage is told by no month of hiring', () => {
  const plan = PLACES.crew.plan('how much do we pay in wages per month?')
  expect('form' in plan ? plan.sql : '').not.toContain('date_trunc')
})

test('what is out is never left out', () => {
  const plan = PLACES.campsite.plan('how many pitches are out right now?')
  expect('form' in plan && plan.reading?.ledger.find(({ token }) => token.lower === 'out')?.state).not.toBe('filler')
})

test.each([
  // Nothing that is said is left out of what is understood
  ['campsite', 'do wooded pitches in May get better stars?'],
  ['campsite', 'how many stays does the average visitor cancel?'],
  ['campsite', 'silver card since 2025 vs gold: who spends more?'],
  ['desk', 'are burning jobs of Ada solved sooner?'],
] as [keyof typeof PLACES, string][])('%s: of "%s" no word is lost in an answer that is sure', (place, question) => {
  const plan = PLACES[place].plan(question)
  const said = 'form' in plan ? plan.reading!.ledger.map(({ token }) => token.text.toLowerCase()).join(' ') : question
  for (const word of ['may', 'cancel', '2025', 'ada'].filter((one) => question.toLowerCase().includes(one)))
    expect(said).toContain(word)
})
