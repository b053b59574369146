import { expect, test } from 'bun:test'
import { column, figure, plannerOf, text, time } from '../../../tests/support/planner.ts'

const seconds = (name: string) => column({ name, type: 'BIGINT', role: 'measure', unit: 's', min: '60', max: '9000' })
const PLACES = {
  gala: plannerOf(
    'gala_results',
    column({ name: 'lane_no', type: 'BIGINT', role: 'id', distinct: 100 }),
    column({ name: 'swimmer', distinct: 100 }),
    text('pool', 'Elm Baths', 'Oak Baths'),
    text('sex', 'F', 'M'),
    seconds('turn_split'),
    seconds('finish_time'),
  ),
  ovens: plannerOf(
    'firings',
    column({ name: 'firing_no', type: 'BIGINT', role: 'id', distinct: 100 }),
    text('kiln', 'north', 'south'),
    column({ name: 'glazed', type: 'BOOLEAN', distinct: 2, top: [{ value: 'true', count: 50 }] }),
    time('fired_on'),
    seconds('elapsed'),
    figure('gas_used', { unit: 'm³' }),
    figure('fee_eur'),
    figure('Pts'),
  ),
}

test.each<[keyof typeof PLACES, string, RegExp]>([
  // Who is fast takes little time, and of several times the whole one counts.
  ['gala', 'fastest woman', /^SELECT swimmer\b.*sex = 'F' ORDER BY finish_time LIMIT 1$/],
  ['gala', 'slowest man', /^SELECT swimmer\b.*sex = 'M' ORDER BY finish_time DESC/],
  ['gala', 'who won the gala?', /ORDER BY finish_time LIMIT 1$/],
  ['gala', 'best time per pool', /pool, min\(finish_time\)/],
  ['gala', 'average finish time per pool', /pool, avg\(finish_time\)/],
  ['gala', 'which pool is fastest on average', /pool\b.* ORDER BY (?:avg\(finish_time\)|average_finish_time) LIMIT 1$/],
  // Hours and minutes are asked for where seconds are kept.
  ['gala', 'how many women swam under 40 minutes', /count\(\*\).*sex = 'F' AND finish_time < 2400$/],
  ['gala', 'swimmers with a finish time of more than 1 hour and 10 minutes', /finish_time > 4200$/],
  ['gala', 'which swimmers were slower than half an hour', /finish_time > 1800$/],
  ['ovens', 'how long does a firing last?', /avg\(elapsed\)/],
  ['ovens', 'firings shorter than 45 minutes', /elapsed < 2700$/],
  // People are what each row has one of.
  ['gala', 'which pool brought the most swimmers?', /pool.*count\(.*DESC NULLS LAST LIMIT 1$/],
  ['gala', 'how many participants were in Oak Baths?', /count\(\*\).*pool = 'Oak Baths'/],
  // What is said of all figures, and of their sum.
  ['ovens', 'how much do all fees add up to?', /^SELECT sum\(fee_eur\)/],
  ['ovens', 'how many firings cost nothing', /count\(\*\).* fee_eur = 0$/],
  ['ovens', 'how many firings are on record?', /^SELECT count\(\*\)/],
  ['ovens', 'how many firings in the north and how many firings in the south', /kiln\b.*count\(\*\)/],
  ['ovens', 'gas use per kiln', /kiln, (?:sum|avg)\(gas_used\)|sum\(gas_used\).* kiln/],
  ['ovens', 'which kiln uses the most gas?', /kiln\b.*sum\(gas_used\).* DESC/],
  ['ovens', 'do glazed firings score better than the others?', /glazed, avg\("?Pts/],
  ['ovens', 'firings with more than 80 points', /"?Pts"? > 80/],
])('%s: %s', (place, question, sql) => {
  const plan = PLACES[place].plan(question)
  expect('sql' in plan ? plan.sql.replaceAll(/\s+/g, ' ') : plan.unknown.join()).toMatch(sql)
})
