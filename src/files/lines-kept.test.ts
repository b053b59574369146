import { expect, test } from 'bun:test'
import { strFromU8, unzipSync } from 'fflate'
import { call } from '../../tests/support/people.ts'
import { settled, upload } from '../../tests/support/upload.ts'

const DEATHS = `name,age\n${Array.from({ length: 98 }, (_, n) => `p${n},${20 + (n % 50)}`).join('\n')}\np98,Unknown\np99,Indef.\n`

test('a row whose value does not fit is counted, its text can be asked for, and an answer says what has no value', async () => {
  const { app, ada, workspace, path, file, sql } = await settled(`${DEATHS}x,1,2\n`, 'deaths.csv')
  expect(file.rejected.rows).toBe(1)
  const { rows } = await sql('select count(*), count(age), count(age_as_written) from deaths')
  expect(rows).toEqual([[100, 98, 2]])
  expect((await sql("select name from deaths where age_as_written = 'Indef.'")).rows).toEqual([['p99']])
  const { body } = await call(app, ada, 'POST', `${path}/query-data`, { message: 'What is the average age of deaths?' })
  const complete = body.checks.filter(({ name }: { name: string }) => name === 'Complete')
  expect(complete.map(({ state, note }: { state: string; note: string }) => [state, note])).toEqual([
    ['warn', expect.stringContaining('100 of 101 lines of deaths counted')],
    ['note', expect.stringContaining('98 of 100 lines of deaths counted; 2 have no age that could be read')],
  ])
  // Each says where they are, and there stand these lines and no others, also after a new version.
  const [lines, values] = complete.map(({ show }: { show: Record<string, string> }) => show)
  const page = async (rest: string): Promise<string> => {
    const answer = await app.request(rest, { headers: { cookie: ada.cookie } })
    return answer.status === 302 ? page(answer.headers.get('location')!) : answer.text()
  }
  const leftOut = (await page(`/workspaces/${workspace.id}/data/${lines.file}`)).split('id="left-out"')[1]!
  expect(leftOut).toContain('1 row rejected')
  expect(leftOut).toContain('x,1,2')
  const rowsOf = async (query: string) => {
    const html = await page(`/workspaces/${workspace.id}/tables/${values.table}${query}`)
    return (html.split('id="rows"')[1]!.split('</section>')[0]!.match(/p\d+</g) ?? []).length
  }
  expect([await rowsOf(`?unread=${values.unread}`), await rowsOf('')]).toEqual([2, 25])
  await upload(app, ada, workspace.id, 'deaths.csv', `${DEATHS}p100,No idea\n`)
  expect(await rowsOf(`?unread=${values.unread}`)).toBe(3)
})

test('every result says what does not count in it, and so do its files', async () => {
  const { app, ada, path, sql } = await settled(`${DEATHS}x,1,2\n`, 'deaths.csv')
  const notes = ({ left_out = [] }: { left_out?: { note: string }[] }) => left_out.map(({ note }) => note.split(';')[0])
  const ages = await sql('select avg(age) as "mean age" from deaths')
  const [lines, values] = ['100 of 101 lines of deaths counted', '98 of 100 lines of deaths counted']
  expect(notes(ages)).toEqual([lines, values])
  expect(notes(await sql('select * from deaths'))).toEqual([lines])
  expect(notes(await sql('select age_as_written from deaths'))).toEqual([lines])
  const file = (format: string) =>
    app.request(`${path}/results/${ages.id}?format=${format}`, { headers: { cookie: ada.cookie } })
  for (const format of ['csv', 'xlsx', 'parquet'])
    expect((await file(format)).headers.get('content-disposition')).toContain(`98-of-100-lines-counted.${format}`)
  const sheets = unzipSync(new Uint8Array(await (await file('xlsx')).arrayBuffer()))
  expect(strFromU8(sheets['xl/workbook.xml']!)).toContain('name="Left out"')
  expect(strFromU8(sheets['xl/worksheets/sheet2.xml']!)).toContain(values)
  expect(notes(await sql('select 1'))).toEqual([])
})

test('totals are told apart from notes', async () => {
  const rows = ['a,1,2', 'b,3,4', 'c,5,6', 'd,7,8']
  const { sql } = await settled(`name,x,y\n${[...rows, 'Total,16,20', '', 'Source: us'].join('\n')}\n`, 'sums.csv')
  expect((await sql('select sum(x) from sums')).left_out[0].note).toBe(
    '4 of 6 lines of sums counted; 1 total set apart, 1 set apart as notes, empty or names that come again.',
  )
})

/** What is told of a column of numbers in which these stand as well. */
async function reasonsOf(cells: string[]): Promise<string> {
  const lines = [...Array.from({ length: 40 }, (_, n) => `${n + 31}`), ...cells].map((cell, n) => `e${n},${cell},x`)
  const { file } = await settled(`name,size,kind\n${lines.join('\n')}\n`, 'sizes.csv')
  return (file.dialect.notes ?? []).join('\n')
}

test('rows without a value are counted apart from empty ones and from notes to values', async () => {
  const radius = (n: number) => (n < 2 ? 'Unknown' : n % 6 === 2 ? `(${n + 31})` : n % 10 === 5 ? '' : n + 31)
  const lines = Array.from({ length: 90 }, (_, n) => `e${n},${radius(n)},x`)
  const { sql } = await settled(`element,radius,kind\n${lines.join('\n')}\n`, 'radii.csv')
  const [[values, notes, none]] = (
    await sql('select count(radius), count(radius_as_written), count(*) filter (radius is null) from radii')
  ).rows
  expect([notes, none]).toEqual([17, 90 - values])
  const { left_out: told } = await sql('select avg(radius) from radii')
  const rest = '2 have no radius that could be read: what is written there stands in radius_as_written.'
  expect(await reasonsOf(['12 approx', 'n/a', 'Indef.'])).toContain(
    '1 number has a note and 1 value is not a number and 1 says that there is none,',
  )
  expect(told).toMatchObject([{ note: `88 of 90 lines of radii counted; ${rest}`, counted: 88 }])
})

test('what does not fit a hidden column is hidden with it, also in the next version', async () => {
  const { app, ada, workspace, path, sql } = await settled(
    DEATHS.replace('Indef.', '1').replace('Unknown', '2'),
    'deaths.csv',
  )
  const table = async () => (await call(app, ada, 'GET', `${path}/catalog?hidden=true`)).body[0]
  const hide = async (hidden: boolean) =>
    call(app, ada, 'PATCH', `${path}/catalog/${(await table()).id}`, { columns: [{ name: 'age', hidden }] })
  expect((await hide(true)).status).toBe(200)
  await upload(app, ada, workspace.id, 'deaths.csv', DEATHS)
  const hidden = async () =>
    (await table()).columns.map(({ name, hidden }: { name: string; hidden: boolean }) => [name, hidden])
  expect(await hidden()).toEqual([
    ['name', false],
    ['age', true],
    ['age_as_written', true],
  ])
  expect((await sql('select age_as_written from deaths')).error).toBeTruthy()
  expect((await sql('select name from deaths')).left_out).toBeUndefined()
  const alone = { columns: [{ name: 'age_as_written', hidden: false }] }
  const { status, body } = await call(app, ada, 'PATCH', `${path}/catalog/${(await table()).id}`, alone)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('is hidden with')])
  await hide(false)
  expect((await hidden()).map(([, isHidden]: [string, boolean]) => isHidden)).toEqual([false, false, false])
})
