import { beforeAll, expect, test } from 'bun:test'
import * as catalog from '#catalog/catalog.ts'
import * as query from '#query/run.ts'
import { type App, call, newPlace, type Person, type Place, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'

let world: TestWorld
let app: App
let owner: Person
beforeAll(async () => {
  world = await testWorld()
  app = await testApp()
  owner = await signUp(app)
})

/** Uploads files one after the other. @returns the relations that the catalog then has, as `a.b = c.d`, with what is known of each */
async function related(files: Record<string, string>) {
  const place = await newPlace(app, owner)
  for (const [name, csv] of Object.entries(files)) {
    const { status, body } = await upload(app, owner, place.workspace.id, name, csv)
    if (status !== 201) throw new Error(JSON.stringify(body))
  }
  return { place, found: await relationsIn(place) }
}

async function relationsIn(place: Place) {
  const ctx = await workspaceCtx(world, owner.user.id, place.workspace.id)
  const tables = await catalog.tables(ctx)
  return new Map(
    tables.flatMap(({ name, relations }) =>
      relations.map((one) => [`${name}.${one.column} = ${one.to_table}.${one.to_column}`, one] as const),
    ),
  )
}

const csv = (head: string, rows: (string | number)[][]) => [head, ...rows.map((row) => row.join(','))].join('\n')
const STATES = ['California', 'New York', 'Texas', 'Florida', 'Ohio', 'Utah', 'Iowa', 'Maine']
const SHORT = ['CA', 'NY', 'TX', 'FL', 'OH', 'UT', 'IA', 'ME']
const population = csv(
  'State,Population',
  STATES.map((name, at) => [name, 1000 + at]),
)
const times = (list: string[], of: number) => Array.from({ length: of }, (_, at) => list[at % list.length]!)

test('columns that are called and written in other case meet, measured both ways', async () => {
  const written = times(STATES.slice(0, 6), 60).map((name, at) => [
    at,
    at % 2 ? name.toUpperCase() : ` ${name.toLowerCase()} `,
    5,
  ])
  const { found } = await related({ 'population.csv': population, 'sales.csv': csv('sale,state,amount', written) })
  expect([...found.keys()]).toEqual(['sales.state = population.State'])
  const [one] = found.values()
  expect(one).toMatchObject({ kind: 'inferred', found_by: 'name', multiplies: 1, match_rate: 0 })
  expect(one!.cleaned).toMatchObject({ match_rate: 1, match_back: 6 / 8 })
})

test('two-letter states meet their names, and are joined by that in an answer', async () => {
  const sales = csv(
    'sale,st,amount',
    times(SHORT, 80).map((state, at) => [at, state, 5]),
  )
  const { place, found } = await related({ 'population.csv': population, 'sales.csv': sales })
  const one = found.get('sales.st = population.State')
  expect(one).toMatchObject({ found_by: 'abbreviations', match_rate: 0, multiplies: 1 })
  expect(one!.cleaned).toMatchObject({ how: 'as states of the US, by ISO 3166', match_rate: 1, match_back: 1 })
  const ctx = await workspaceCtx(world, owner.user.id, place.workspace.id)
  const { rows } = await query.run(ctx, {
    sql: `SELECT count(*), min(population."State") FROM sales JOIN population ON ${one!.cleaned!.column} = ${one!.cleaned!.to_column}`,
  })
  expect(rows).toEqual([[80, 'California']])
})

test('ISO codes of countries meet names of countries, also under names that say nothing', async () => {
  const countries = csv(
    'Country,Continent',
    ['India', 'France', 'Germany', 'Japan', 'Brazil', 'Kenya'].map((name) => [name, 'x']),
  )
  const visits = csv(
    'visit,origin',
    times(['IND', 'FRA', 'DEU', 'JPN', 'BRA'], 40).map((code, at) => [at, code]),
  )
  const { found } = await related({ 'countries.csv': countries, 'visits.csv': visits })
  expect(found.get('visits.origin = countries.Country')).toMatchObject({
    found_by: 'abbreviations',
    cleaned: { match_rate: 1 },
  })
})

test('dates meet the days of a calendar, also moments', async () => {
  const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10)
  const calendar = csv(
    'day,weekday,month,holiday',
    Array.from({ length: 90 }, (_, at) => [day(at), at % 7, 1, '']),
  )
  const orders = csv(
    'order_no,ordered_at',
    Array.from({ length: 50 }, (_, at) => [at, `${day(at % 40)} 10:0${at % 6}:00`]),
  )
  const { found } = await related({ 'calendar.csv': calendar, 'orders.csv': orders })
  expect([...found.keys()]).toEqual(['orders.ordered_at = calendar.day'])
  expect([...found.values()][0]).toMatchObject({
    found_by: 'days',
    multiplies: 1,
    cleaned: { how: 'by day', match_rate: 1 },
  })
})

test('a table of what there was each day meets those whose only date is a day', async () => {
  const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10)
  const rows = (count: number, row: (at: number) => (string | number)[]) =>
    Array.from({ length: count }, (_, at) => row(at))
  const { found } = await related({
    'weather.csv': csv(
      'day,temp_c,rain_mm',
      rows(60, (at) => [day(at), 5 + (at % 9), at % 4]),
    ),
    'takings.csv': csv(
      'date,shop,amount',
      rows(90, (at) => [day(at % 45), `S${at % 2}`, 100 + at]),
    ),
    'loans.csv': csv(
      'loan,lent_on,back_on',
      rows(40, (at) => [`L${at}`, day(at), day(at + 3)]),
    ),
  })
  expect([...found.keys()]).toEqual(['takings.date = weather.day'])
})

test.each([
  [
    'whole numbers in a row',
    'id,rank,points',
    'rank,prize',
    (at: number) => [at, at, 7 * at],
    (at: number) => [at, 100 * at],
  ],
  ['years', 'id,year,points', 'year,prize', (at: number) => [at, 2000 + at, 7], (at: number) => [2000 + at, 100]],
])('%s are no relation by themselves', async (_, left, right, leftRow, rightRow) => {
  const rows = (row: (at: number) => number[]) => Array.from({ length: 30 }, (_, at) => row(at + 1))
  const { found } = await related({ 'races.csv': csv(left, rows(leftRow)), 'prizes.csv': csv(right, rows(rightRow)) })
  expect([...found.keys()]).toEqual([])
})

test('short codes that are the same by chance are no relation', async () => {
  const grades = csv(
    'grade,meaning',
    ['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => [letter, `is ${letter}`]),
  )
  const seats = csv(
    'seat,block',
    times(['A', 'B', 'C', 'D', 'E', 'F'], 60).map((letter, at) => [at, letter]),
  )
  const { found } = await related({ 'grades.csv': grades, 'seats.csv': seats })
  expect([...found.keys()]).toEqual([])
})

test('a column is no key when its values are the same but for their case', async () => {
  const towns = csv(
    'Town,People',
    ['Pune', 'Austin', 'Delhi'].map((name) => [name, 7]),
  )
  const visits = csv(
    'visit,TOWN',
    ['PUNE', 'delhi', 'Austin', 'pune'].map((name, at) => [at, name]),
  )
  const { found } = await related({ 'visits.csv': visits, 'towns.csv': towns })
  expect([...found.keys()]).toEqual(['visits.TOWN = towns.Town'])
})

test('one that was rejected does not come back with the next version of either file, until it is declared', async () => {
  const sales = csv(
    'sale,state',
    times(STATES, 40).map((state, at) => [at, state]),
  )
  const { place } = await related({ 'population.csv': population, 'sales.csv': sales })
  const at = `/api/workspaces/${place.workspace.id}/catalog/relations`
  const [one] = (await call(app, owner, 'GET', at)).body
  expect((await call(app, owner, 'DELETE', `${at}/${one.id}`)).status).toBe(204)
  for (const [name, text] of [
    ['sales.csv', `${sales}\n99,Ohio`],
    ['population.csv', `${population}\nIdaho,9`],
  ] as const) {
    await upload(app, owner, place.workspace.id, name, text)
    expect([...(await relationsIn(place)).keys()]).toEqual([])
  }
  const { id: _, ...ends } = one
  expect((await call(app, owner, 'POST', at, ends)).status).toBe(201)
  expect([...(await relationsIn(place)).keys()]).toEqual(['sales.state = population.State'])
})

const rows = (row: (at: number) => (string | number)[], of = 12) => Array.from({ length: of }, (_, at) => row(at + 1))
/** People, each with a key of that name. */
const people = (key: string, of = 12) =>
  csv(
    `${key},name`,
    rows((at) => [at, `Person ${at}`], of),
  )
/** Rows with a key of their own that lead to the first eleven of others. */
const leading = (head: string, first = 100) =>
  csv(
    head,
    rows((at) => [first + at, Math.min(at, 11)]),
  )

const called: [relation: `${string}.${string} = ${string}.${string}`, file: string, others: Record<string, string>][] =
  [
    ['orders.customer = customers.id', leading('order_no,customer'), { customers: people('id') }],
    ['visits.patient = patients.patient_id', leading('visit,patient'), { patients: people('patient_id') }],
    ['visits.doctor = doctors.doc_id', leading('visit,doctor'), { doctors: people('doc_id') }],
    ['stays.dept_id = departments.id', leading('stay,dept_id'), { departments: people('id') }],
    ['rides.return_branch = branches.branch_no', leading('ride,return_branch'), { branches: people('branch_no') }],
    ['loans.member = members.card', leading('loan,member'), { members: people('card') }],
    ['trips.origin = stations.id', leading('trip,origin'), { stations: people('id') }],
    ['tickets.opened_by = users.id', leading('ticket,opened_by'), { users: people('id') }],
    ['staff.manager_id = staff.id', leading('id,manager_id', 0), {}],
    // Of two tables of people the one is meant whose keys it has.
    [
      'deals.owner = reps.id',
      leading('deal,owner'),
      {
        reps: people('id'),
        contacts: csv(
          'id,name',
          rows((at) => [at, `Contact ${at}`], 90),
        ),
      },
    ],
  ]
test.each(called)('a key that is called by what it leads to alone is found: %s', async (relation, file, others) => {
  const files = { ...others, [relation.split('.')[0]!]: file }
  const { found } = await related(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${name}.csv`, text])),
  )
  expect([...found.keys()]).toEqual([relation])
})

test('a number of something else is no key, whatever it is called by', async () => {
  const orders = csv(
    'order_no,customer',
    rows((at) => [at, 40 * at]),
  )
  const { found } = await related({ 'customers.csv': people('id', 90), 'orders.csv': orders })
  expect([...found.keys()]).toEqual([])
})
