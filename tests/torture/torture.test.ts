import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reading } from '../support/reading.ts'
import { CORPUS } from './corpus.ts'

/** Ugly files: each becomes exactly the table that it was meant to be, or is refused with a sentence that says why. */
describe('files of our own', () => {
  test.each(CORPUS)(
    '%s',
    async (_, content, outcome) => {
      if (outcome.error) {
        const refusal = await reading(content).catch((error) => error)
        expect(refusal).toMatchObject({ code: 'unreadable_file' })
        expect(refusal.message).toMatch(outcome.error)
        return
      }
      const read = await reading(content)
      const { count, names, typeList, lines } = read.tables[0]!
      if (outcome.shape) expect([count, names.length]).toEqual(outcome.shape)
      if (outcome.names) expect(names).toEqual(outcome.names)
      if (outcome.types) expect(typeList).toEqual(outcome.types)
      if (outcome.lines) expect(lines).toEqual(outcome.lines)
      if (outcome.encoding) expect(read.dialect.encoding).toBe(outcome.encoding)
      if (outcome.says) expect((read.dialect.notes ?? []).join('\n')).toMatch(outcome.says)
      const told = [...read.rejected.sample, ...(read.dialect.apart?.sample ?? [])].map(({ line }) => line)
      expect(told).toEqual(outcome.rejected ?? [])
    },
    180_000,
  )
})

/** Values as text, by the names of the table; the collection writes everything as text. */
const SPECTRUM = join(import.meta.dir, 'csv-spectrum')
describe('csv-spectrum', () => {
  const files = readdirSync(SPECTRUM).filter((name) => name.endsWith('.csv'))
  test('is there', () => expect(files).toHaveLength(12))
  test.each(files)('%s', async (name) => {
    const { tables } = await reading(readFileSync(join(SPECTRUM, name)))
    const found = tables[0]!.rows.map((row) =>
      Object.fromEntries(row.map((value, at) => [tables[0]!.names[at], plain(value)])),
    )
    const wanted = JSON.parse(readFileSync(join(SPECTRUM, name.replace('.csv', '.json')), 'utf8')) as Row | Row[]
    // This file of the collection has another telephone number than its table.
    const rows = [wanted].flat().map((row) => (name.startsWith('location') ? { ...row, ...TELEPHONE } : row))
    expect(found).toEqual(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)]))),
    )
  })
})

type Row = Record<string, string>
const TELEPHONE = { 'Contact Phone Number': '2095257564' }
const plain = (value: string | null) => (value ?? '').replaceAll('\r\n', '\n')
