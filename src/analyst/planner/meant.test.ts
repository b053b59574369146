import { expect, test } from 'bun:test'
import { each, figure, key, plannerOfTables as plannerOf, refers, text, time } from '../../../tests/support/planner.ts'

const PLACES = {
  bakery: plannerOf(
    {
      bakers: [key('baker_id'), each('baker'), text('grade', 'master', 'novice'), time('baker_since')],
      ovens: [
        key('oven_id'),
        each('oven'),
        text('brand', 'Miwe', 'Wachtel'),
        figure('built_year', { type: 'BIGINT', min: '1990', max: '2024' }),
      ],
      customers: [
        key('customer_id'),
        each('customer'),
        figure('birth_year', { type: 'BIGINT', min: '1950', max: '2008' }),
      ],
      batches: [
        key('batch_no'),
        refers('baker_id'),
        refers('oven_id'),
        text('bread', 'rye', 'brioche'),
        time('put_in'),
        time('taken_out', 12),
        figure('minutes'),
        figure('weekly_cost', { aggregation: 'average' }),
        figure('taste', { aggregation: 'average', distinct: 5, max: '5' }),
      ],
      bags_used: [
        key('id'),
        refers('batch_no'),
        text('bag', 'paper', 'linen'),
        figure('quantity'),
        figure('unit_price'),
      ],
    },
    ['batches.baker_id bakers.baker_id', 'batches.oven_id ovens.oven_id', 'bags_used.batch_no batches.batch_no'],
  ),
  kayaks: plannerOf(
    {
      kayaks: [key('kayak_id'), each('kayak'), text('colour', 'red', 'blue')],
      rentals: [key('rental_no'), refers('kayak_id'), time('taken_at'), time('brought_back'), figure('price')],
      penalties: [key('id'), refers('rental_no'), figure('amount'), time('issued'), time('paid_on', 9)],
    },
    ['rentals.kayak_id kayaks.kayak_id', 'penalties.rental_no rentals.rental_no'],
  ),
  videos: plannerOf(
    {
      channels: [key('channel_id'), each('channel'), text('theme', 'chess', 'knitting')],
      videos: [
        key('video_id'),
        refers('channel_id'),
        each('title'),
        time('released'),
        figure('seconds'),
        text('style', 'live', 'cut'),
      ],
      views: [refers('video_id'), time('month'), text('region', 'North', 'South'), figure('views')],
      deals: [
        key('deal_no'),
        refers('video_id'),
        text('backer', 'Acme', 'Blue'),
        figure('fee'),
        time('agreed_on'),
        time('settled_on', 20),
      ],
    },
    ['videos.channel_id channels.channel_id', 'views.video_id videos.video_id', 'deals.video_id videos.video_id'],
  ),
}

test.each([
  // A period is of the time of what is measured, unless another is named
  ['bakery', 'which baker had the most minutes in 2025?', /batches\.put_in >= DATE '2025-01-01'/],
  [
    'bakery',
    'how many paper bags were used in 2025?',
    /sum\(bags_used\.quantity\).*batches\.put_in >= DATE '2025-01-01'/,
  ],
  ['bakery', 'minutes per month by baker grade', /date_trunc\('month', batches\.put_in\)/],
  ['bakery', 'how many bakers were there since 2025?', /baker_since >= DATE '2025-01-01'/],
  // Marks are ranked by their average, prices one by one
  ['bakery', 'which baker has the lowest taste for rye?', /avg\(batches\.taste\)/],
  ['bakery', 'what is the dearest bag?', /SELECT bag.* ORDER BY unit_price DESC/],
  // A noun that says no more than the name before it
  ['bakery', 'minutes per brand type', /GROUP BY ovens\.brand/],
  // How old things are whose year is known
  ['bakery', 'average age of ovens by brand', /brand, avg\(age\).* 2026 - ovens\.built_year AS age/],
  ['bakery', 'ovens older than 12 years', /2026 - ovens\.built_year AS age.* WHERE age > 12/],
  ['bakery', 'how old are our customers on average?', /avg\(age\).* 2026 - customers\.birth_year/],
  ['bakery', 'customers over 60', /2026 - customers\.birth_year AS age.* WHERE age > 60/],
  // How long rows last, said as being somewhere
  ['bakery', 'average time in the cellar by bread', /avg\(date_diff\('\w+', put_in, taken_out\).* GROUP BY bread/],
  [
    'bakery',
    "bakers who haven't been in since June 2025",
    /NOT IN \(SELECT baker_id FROM batches WHERE put_in >= DATE '2025-06-01'/,
  ],
  ['bakery', 'how much does brioche cost per week?', /avg\(weekly_cost\).*brioche/],
  // Money comes in by what is sold, not by penalties
  ['kayaks', 'revenue per month', /date_trunc\('month', taken_at\).*sum\(price\).* FROM rentals/],
  ['kayaks', 'how much did red kayaks bring in?', /sum\(rentals\.price\)/],
  // What each row stands for several of is added up
  ['videos', 'top 2 regions for chess', /sum\(views\.views\).* LIMIT 2$/],
  ['videos', 'which region is the most popular?', /region, sum\(views\)/],
  ['videos', 'views in North vs South', /region, sum\(views\).* GROUP BY region/],
  ['videos', 'do live videos get more views than cut ones?', /style, sum\(views\.views\)/],
  ['videos', 'growth of views from 2024 to 2025', /sum\(views\) FILTER .* - sum\(views\) FILTER/],
  ['videos', 'most viewed channel', /channel, sum\(views\.views\)/],
  ['videos', 'what is the most viewed channel in 2025?', /channel, sum\(views\.views\).*month >= DATE '2025-01-01'/],
  // Without rows in which something stands
  ['videos', 'how many videos never had a backer?', /count\(\*\).* NOT IN \(SELECT video_id FROM deals\)/],
  ['videos', 'which backer paid the most?', /backer, sum\(fee\)/],
  ['videos', 'deal income per channel', /channel, sum\(deals\.fee\)/],
  ['videos', 'how long does it take backers to settle?', /avg\(date_diff\('\w+', agreed_on, settled_on\)/],
  ['videos', 'videos longer than half an hour', /seconds > 1800/],
  ['videos', 'average video length by channel', /avg\(videos\.seconds\)/],
] as [keyof typeof PLACES, string, RegExp][])('%s: %s', (place, question, sql) => {
  const plan = PLACES[place].plan(question)
  expect('form' in plan ? plan.sql.replaceAll(/\s+/g, ' ').replaceAll('"', '') : JSON.stringify(plan)).toMatch(sql)
})

test('rows that are asked for as such are counted', () => {
  const plan = PLACES.videos.plan('how many rows are there per region?')
  expect('form' in plan && plan.sql).toContain('count(*)')
})
