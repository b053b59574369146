import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REJECTED_KEPT, REJECTED_TEXT } from '../rules/ingest.ts'
import type { Job, Reading } from './job.ts'
import { joinReadings, type Reasons, RejectedFile, remember } from './rejected.ts'

const root = mkdtempSync(join(tmpdir(), 'rejected-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** With the mark at its beginning. */
const exactly = async (path: string) => Buffer.from(await Bun.file(path).bytes()).toString('utf8')

test('a row is written with its line and reason, and nothing in it can be run by a spreadsheet', async () => {
  const file = new RejectedFile(join(root, 'rows.csv'))
  for (const text of ['=1+1', ' \t@sum(a)', '＝cmd', 'plain, "quoted"\nsecond']) file.add(3, 'It is "bad".', text)
  expect(await file.finish()).toEqual({ path: file.path })
  expect(await exactly(file.path)).toBe(
    [
      '\ufeffline,reason,text',
      `3,"It is ""bad"".","'=1+1"`,
      `3,"It is ""bad"".","' \t@sum(a)"`,
      `3,"It is ""bad"".","'＝cmd"`,
      '3,"It is ""bad"".","plain, ""quoted""\nsecond"',
      '',
    ].join('\r\n'),
  )
})

test('without rows there is no file', async () => {
  const file = new RejectedFile(join(root, 'none.csv'))
  expect([await file.finish(), await Bun.file(file.path).exists()]).toEqual([{}, false])
})

test('rows are kept up to a limit, and of a long one its beginning', async () => {
  const file = new RejectedFile(join(root, 'many.csv'))
  file.add(1, 'long', 'x'.repeat(REJECTED_TEXT * 2))
  for (let line = 2; line <= REJECTED_KEPT + 5; line++) file.add(line, 'bad', 'x')
  await file.finish()
  const lines = (await Bun.file(file.path).text()).trimEnd().split('\r\n')
  expect([lines.length, lines.at(-1)]).toEqual([REJECTED_KEPT + 1, `${REJECTED_KEPT},"bad","x"`])
  expect(lines[1]!.length).toBeLessThan(REJECTED_TEXT + 50)
  const reasons: Reasons = new Map()
  for (let line = 0; line < REJECTED_KEPT + 5; line++) remember(reasons, line, 'bad')
  expect(reasons.size).toBe(REJECTED_KEPT)
})

test('the rows of several tables are one file with one row of names', async () => {
  const parts: Reading[] = []
  for (const part of ['a', 'b', 'c']) {
    const file = new RejectedFile(join(root, `${part}.csv`))
    for (let line = 1; line <= 3; line++) file.add(line, part, `${part}${line}`)
    parts.push({ dialect: {}, tables: [], rejected: { rows: 3, sample: [], ...(await file.finish()) } })
  }
  const job = { engine: { dir: root } } as Job
  const { rejected } = await joinReadings(job, parts)
  expect(rejected.rows).toBe(9)
  const text = await exactly(rejected.path!)
  expect(text.match(/\ufeff/g)).toHaveLength(1)
  expect(text.split('\r\n').map((line) => line.replaceAll('"', ''))).toEqual([
    '\ufeffline,reason,text',
    ...['a', 'b', 'c'].flatMap((part) => [1, 2, 3].map((line) => `${line},${part},${part}${line}`)),
    '',
  ])
  const none = { dialect: {}, tables: [], rejected: { rows: 0, sample: [] } }
  expect(await joinReadings(job, [none, none])).toEqual(none)
})
