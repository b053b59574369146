import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CASES } from './cases.ts'
import { judge } from './judge.ts'
import { ours } from './readers.ts'
import { TEXTS } from './texts.ts'
import { untold } from './told.ts'

const dir = mkdtempSync(join(tmpdir(), 'fidelity-test-'))
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))

test('there are more than 250 ugly files, each once', () => {
  expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length)
  expect(CASES.length).toBeGreaterThan(250)
})

test.each(TEXTS.map((one) => [one.id, one] as const))('%s is read as it was meant', async (_, one) => {
  const path = join(dir, one.file)
  await Bun.write(path, await one.bytes(dir))
  const read = await ours.read(path)
  expect(judge(one.truths, read, true).wrong).toEqual([])
  expect(await untold(path, one.truths, read.whole!, read.made!)).toEqual([])
})

test('a word that stands nowhere in what was made of a file is found', async () => {
  const path = join(dir, 'gone.csv')
  await Bun.write(path, 'Harbour log\n\nboat,time\nOrca,31\nLynx,32\nTern,33\n')
  const read = await ours.read(path)
  expect(await untold(path, [], read.whole!, read.made!)).toEqual([])
  expect(await untold(path, [], read.whole!, read.made!.replaceAll('Harbour', '').replaceAll('Lynx', ''))).toEqual([
    'harbour',
    'lynx',
  ])
})

test('a lost value, a row too many and a wrong name are told', () => {
  const [columns] = [TEXTS.find(({ id }) => id === 'delimiters: semicolons')!.truths[0]!.columns]
  const read = columns.map(({ names, values }) => ({
    ...{ name: names[0]!, type: 'text' as const },
    values: [...values.map((value) => (value === null ? null : String(value))), null],
  }))
  read[1]!.values[0] = 'somebody else'
  read[0]!.name = 'number'
  const { score, wrong } = judge([{ columns }], [read], false)
  expect([score.header.got, score.rows.got, score.lost.got]).toEqual([0, 0, 0])
  expect(wrong.join('\n')).toContain(String(columns[1]!.values[0]))
})
