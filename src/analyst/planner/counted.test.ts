import { expect, test } from 'bun:test'
import { column, keyOf, plannerOver, refers, text, time } from '../../../tests/support/planner.ts'

const key = keyOf(100)
const office = plannerOver(
  100,
  {
    staff: [key('staff_id'), column({ name: 'full_name', distinct: 100 }), text('floor', 'East', 'West')],
    leave_days: [key('leave_id'), refers('staff_id'), time('day'), text('kind', 'Holiday', 'Illness', 'Training')],
  },
  ['leave_days.staff_id staff.staff_id'],
)

test.each([
  ['holidays per floor', /count\(\*\).*kind = 'Holiday'.*GROUP BY staff\.floor/],
  ['which floor has the most trainings', /kind = 'Training'.*GROUP BY staff\.floor ORDER BY .* DESC .*LIMIT 1/],
  ['which weekday do we get the most illnesses', /kind = 'Illness' GROUP BY dayname\(day\) ORDER BY .* LIMIT 1/],
  ['in which month do most holidays happen', /date_trunc\('month', day\).*kind = 'Holiday'.* LIMIT 1/],
])('"%s" counts rows of that kind, and not those whom they belong to', (question, sql) => {
  const plan = office.plan(question)
  expect('sql' in plan ? plan.sql : plan).toMatch(sql)
})

test.each(['which month had the most complaints', 'on which weekday are the most strikes', 'how long do repairs take'])(
  '"%s" is not answered with whatever rows there are',
  (question) => expect(office.plan(question)).not.toHaveProperty('sql'),
)
