import { expect, test } from 'bun:test'
import { each, figure, key, plannerOfTables, refers, text, time } from '../../../tests/support/planner.ts'
import { confidenceOf } from './score.ts'

const yard = plannerOfTables(
  {
    welders: [key('welder_id'), each('name')],
    apprentices: [key('id'), each('name'), refers('welder')],
    hulls: [
      key('hull_no'),
      refers('welder'),
      time('begun_on'),
      time('due_on'),
      time('launched_on', 30),
      figure('cost'),
    ],
  },
  ['apprentices.welder welders.welder_id', 'hulls.welder welders.welder_id'],
)
const bakery = plannerOfTables(
  { cakes: [key('cake_id'), text('baker', 'Ida', 'Ole'), time('promised_for'), time('collected_at', 10)] },
  [],
)
const PLACES = { yard, bakery }

test.each<[keyof typeof PLACES, string, RegExp]>([
  ['yard', 'how many hulls were launched late?', /^SELECT count\(\*\).* WHERE launched_on > due_on$/],
  ['yard', 'hulls launched on time', / WHERE launched_on <= due_on$/],
  ['yard', 'how many hulls were early', / WHERE launched_on < due_on$/],
  ['yard', 'share of hulls that were late', /FILTER \(WHERE launched_on > due_on\).* WHERE launched_on IS NOT NULL$/],
  ['yard', 'average delay per welder', /avg\(date_diff\('second', hulls\.due_on, hulls\.launched_on\).*\).* GROUP BY/],
  [
    'yard',
    'which welder was late most often?',
    /count\(\*\).* WHERE hulls\.launched_on > hulls\.due_on GROUP BY .* DESC/,
  ],
  ['yard', 'hulls more than 10 days late', / WHERE date_diff\('second', due_on, launched_on\).* > 10$/],
  ['bakery', 'how late are cakes on average?', /^SELECT avg\(date_diff\('second', promised_for, collected_at\)/],
  ['bakery', 'number of late cakes by baker', /count\(\*\).* WHERE collected_at > promised_for GROUP BY baker/],
])('%s: %s', (place, question, sql) => {
  const plan = PLACES[place].plan(question)
  expect('sql' in plan ? plan.sql.replaceAll(/\s+/g, ' ') : plan.reason).toMatch(sql)
})

test('late in a year is a time, and where nothing is due nothing is late', () => {
  const of = (one: typeof yard, question: string) => {
    const plan = one.plan(question)
    return 'sql' in plan ? [confidenceOf(plan), plan.sql.includes('>')] : []
  }
  expect(of(yard, 'cost of hulls begun in late 2024')[0]).not.toBe('sure')
  expect(yard.readings('how many hulls were begun over in 2024')[0]!.sql).toEndWith("< DATE '2025-01-01'")
  const shop = plannerOfTables({ cakes: [key('cake_id'), text('baker', 'Ida', 'Ole'), time('collected_at')] }, [])
  expect(of(shop, 'how many cakes were late')[0]).not.toBe('sure')
})

test('the time that something takes ends with what ended it, not with what began', () => {
  const column = (name: string, min: string, nulls = 0) => ({ ...time(name, nulls), min })
  const desk = plannerOfTables(
    { calls: [key('call_no'), column('Created at', '2024-01-02'), column('Resolved at', '2024-01-03', 9)] },
    [],
  )
  const plan = desk.plan('how long does it take to close a call on average?')
  expect('sql' in plan && plan.sql).toMatch(/avg\(date_diff\('second', "Created at", "Resolved at"\)/)
})

test('a share of what is in some state is of the rows of each group', () => {
  const plan = yard.plan('share of late hulls by welder')
  expect('sql' in plan && plan.sql.replaceAll(/\s+/g, ' ')).toMatch(
    /FILTER \(WHERE hulls\.launched_on > hulls\.due_on\) .* IS NOT NULL GROUP BY welders/,
  )
  const clubs = plannerOfTables(
    { clubs: [key('club_id'), each('name')], members: [key('no'), refers('club'), text('sex', 'f', 'm')] },
    ['members.club clubs.club_id'],
  )
  const [first] = clubs.readings('share of women by club')
  expect(first?.sql).not.toMatch(/DISTINCT/)
})
