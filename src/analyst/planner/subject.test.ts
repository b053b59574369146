import { expect, test } from 'bun:test'
import { column, figure, keyOf, plannerOf, plannerOver, refers, text, time } from '../../../tests/support/planner.ts'
import { widened } from '../built-in/ask-back.ts'

const key = keyOf(100)
const flag = (name: string) => column({ name, distinct: 2, sample: ['Yes', 'No'] })

const cheeses = plannerOf(
  'cheese_tests',
  key('test_no'),
  column({ name: 'cheese', distinct: 70 }),
  text('dairy', 'Alp Cheeses', 'Hof Berg'),
  time('tested_on'),
  figure('price_eur'),
  figure('points'),
  flag('organic'),
)
const plays = plannerOf(
  'play_log',
  column({ name: 'song_title', distinct: 90 }),
  column({ name: 'singer_name', distinct: 12 }),
  figure('seconds_played'),
)
const shop = plannerOver(
  100,
  {
    articles: [key('article_no'), column({ name: 'label', distinct: 100 })],
    sales: [
      key('sale_no'),
      refers('article_no'),
      text('paid_by', 'card', 'cash'),
      figure('net_sales'),
      time('sold_on'),
    ],
  },
  ['sales.article_no articles.article_no'],
)

test.each([
  ['Which five articles brought in the most money?', /label|article/],
  ['in which of our articles were sales highest', /label|article/],
])('whatever is read of "%s", it shows what the question asks for', (question, shown) => {
  const readings = shop.readings(question)
  expect(readings.length).toBeGreaterThan(0)
  for (const { sql } of readings) expect(sql.slice(0, sql.indexOf(' FROM '))).toMatch(shown)
})

test.each(['white cheeses under 30 euros', 'cheeses under €30', 'which cheeses cost less than 30 eur'])(
  'a number with a unit is compared with figures of that unit: "%s"',
  (question) => {
    const compared = cheeses.readings(question).flatMap(({ sql }) => sql.match(/\S+ < 30\b/g) ?? [])
    expect(new Set(compared)).toContain('price_eur < 30')
    for (const one of compared) expect(one).toMatch(/^(?:price_eur|sum\(price_eur\)) /)
  },
)

test('nothing that is asked for is read as its contrary', () => {
  for (const { sql } of cheeses.readings('how many cheeses are organic')) expect(sql).not.toMatch(/= 'No'|<> /)
  expect(cheeses.readings('how many cheeses are not organic')[0]!.sql).toMatch(/= 'No'|<> 'Yes'/)
})

test.each([
  ['number of singers', /count\(DISTINCT singer_name\)/],
  ['seconds per singer', /GROUP BY singer_name/],
  ['how many songs are there', /count\(DISTINCT song_title\)/],
])('what a column has the names of is its noun: "%s"', (question, sql) => {
  expect(plays.readings(question)[0]!.sql).toMatch(sql)
})

test.each([
  ['Which cheeses have the highest price?', /price_eur = \(SELECT max\(price_eur\) .*FROM cheese_tests\)$/],
  ['the cheapest organic cheeses', /price_eur = \(SELECT min\(price_eur\) .*WHERE organic = 'Yes'\)$/],
  ['Which cheese has the highest price?', /LIMIT 1$/],
  ['which of the cheeses is the cheapest', /LIMIT 1$/],
  ['the 3 cheapest cheeses', /LIMIT 3$/],
])('all that come first alike are shown where several are asked for: "%s"', (question, sql) => {
  const plan = cheeses.plan(question)
  expect('form' in plan && cheeses.write(widened(plan.form, cheeses.schema, question))).toMatch(sql)
})

test('a word that the query has a place for is not told as left out', () => {
  expect(plays.plan('how many seconds were played altogether')).toMatchObject({ unknown: [] })
})
