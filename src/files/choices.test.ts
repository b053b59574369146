import { expect, test } from 'bun:test'
import { call } from '../../tests/support/people.ts'
import { settled, upload } from '../../tests/support/upload.ts'

// On the embedded database only: it is about how a file is read as somebody chose; what is kept of it runs on both in rereading.test.ts.

test('delimiter, header, skipped lines, decimal comma and types are as somebody says', async () => {
  const { read, sql } = await settled('note\nx;y;z\n1;"2,5";007\n3;"4,5";008\n')
  const answer = await read({ delimiter: ';', skipped_lines: 1, header: true, decimal: ',', types: { z: 'text' } })
  expect(answer.body.tables[0].columns).toEqual([
    { name: 'x', type: 'BIGINT' },
    { name: 'y', type: 'DECIMAL(18,1)' },
    { name: 'z', type: 'VARCHAR' },
  ])
  expect((await sql('select sum(y)::varchar from sales')).rows).toEqual([['7.0']])
  const bare = await read({ delimiter: ';', skipped_lines: 2, header: false })
  expect(bare.body.tables[0].columns.map((column: { name: string }) => column.name)).toEqual([
    'column_1',
    'column_2',
    'column_3',
  ])
})

test('only delimited text has choices, and wrong ones are named', async () => {
  const { read } = await settled('[{"a":1}]', 'a.json')
  expect(await read({ delimiter: ';' })).toMatchObject({ status: 422, body: { code: 'not_delimited' } })
  const { read: readCsv } = await settled('a,b\n1,2\n')
  expect((await readCsv({ delimiter: '"' })).status).toBe(400)
  expect((await readCsv({ encoding: 'klingon' })).status).toBe(400)
})

test('rejected rows are all there to be downloaded, with no formula in them', async () => {
  const rows = Array.from({ length: 400 }, (_, row) => `${row},${row}`)
  for (let bad = 0; bad < 15; bad++) rows[bad * 20] = `=cmd|${bad},x,y,z`
  const { app, ada, path, file } = await settled(`a,b\n${rows.join('\n')}\n`)
  expect(file.rejected).toMatchObject({ rows: 15, downloadable: true })
  const answer = await app.request(`${path}/files/${file.id}/rejected`, { headers: ada.headers })
  expect(answer.headers.get('content-disposition')).toContain('sales rejected rows.csv')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(16)
  expect(lines[1]).toBe(`2,"The row has 4 values where 2 are expected.","'=cmd|0,x,y,z"`)
  const { app: other, ada: bob, path: clean, file: fine } = await settled('a\n1\n')
  expect((await call(other, bob, 'GET', `${clean}/files/${fine.id}/rejected`)).status).toBe(404)
})

test.each([
  [
    'an export with another delimiter',
    { delimiter: ';' },
    'a;b\n1;2\n',
    'a,b\n3,4\n',
    '0 of its 2 columns would be found.',
  ],
  [
    'values that do not have the chosen type',
    { types: { b: 'integer' } },
    'a,b\n1,2\n',
    `a,b\n${'1,2\n'.repeat(16)}${'1,x\n'.repeat(4)}`,
    '4 of 20 rows would not fit.',
  ],
  [
    'a file that cannot be read so at all',
    { types: { b: 'integer' } },
    'a,b\n1,2\n',
    `a,b\n${'1,x\n'.repeat(20)}`,
    '"b" cannot be read as numbers',
  ],
  [
    'text in another encoding',
    { encoding: 'windows-1251' },
    'a,b\n1,2\n',
    'a,b\n1,Привет\n',
    'its letters would be taken for windows-1251.',
  ],
])('%s is read afresh, and says why', async (_, chosen, first, second, why) => {
  const { app, ada, workspace, read } = await settled(first)
  expect((await read(chosen)).status).toBe(200)
  const { body: file } = await upload(app, ada, workspace.id, 'sales.csv', second)
  expect(file).toMatchObject({ status: 'ready', version: 2, rejected: { rows: 0 } })
  expect(file.dialect.chosen).toBeUndefined()
  const [note] = file.dialect.notes ?? []
  const told = 'types' in chosen ? '"b" as integer' : 'encoding' in chosen ? 'encoding: windows-1251' : ''
  expect(note).toStartWith(`What was chosen for the version before (${told}`)
  expect(note).toContain(') does not fit this one, so it was read afresh. Read as before: ')
  expect(note).toContain(why)
  expect(file.tables[0]!.columns.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('a choice that did not fit all values before need not fit as many again', async () => {
  const text = (bad: number) => `a,b\n${'1,2\n'.repeat(20 - bad)}${'1,x\n'.repeat(bad)}`
  const { app, ada, workspace, read } = await settled(text(5))
  const { body: chosen } = await read({ types: { b: 'integer' } })
  expect(chosen.tables[0].columns).toMatchObject([{ name: 'a' }, { name: 'b' }, { name: 'b_as_written' }])
  const { body: same } = await upload(app, ada, workspace.id, 'sales.csv', text(4))
  expect(same).toMatchObject({ rejected: { rows: 0 }, dialect: { chosen: { types: { b: 'integer' } } } })
})
