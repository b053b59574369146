import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IngestEngine } from './engine.ts'
import { type Compared, relate } from './relations.ts'

const dir = mkdtempSync(join(tmpdir(), 'relate-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const CITIES = ['Pune', 'Austin', 'Delhi', 'Quito', 'Oslo', 'Lima', 'Nairobi', 'Boston']

/** Tables of the same cities, the first of them fresh. */
async function copies(engine: IngestEngine, count: number): Promise<Compared[]> {
  const cities = CITIES.map((city) => `('${city}')`).join(', ')
  const all = Array.from({ length: count }, (_, at) => ({ id: String(at), path: join(dir, `${count}-${at}.parquet`) }))
  for (const { path } of all) await engine.rows(`copy (from (values ${cities}) t(city)) to '${path}' (format parquet)`)
  return all.map((one, at) => ({
    ...one,
    ...{ table: `t${at}`, column: 'city', distinct: CITIES.length, isKey: true, fresh: at === 0 },
  }))
}

test('only columns of fresh tables are measured, and of many that meet no more than twenty', async () => {
  const engine = await IngestEngine.open({ dir, memoryMb: 512, threads: 2 })
  try {
    const few = await relate(engine, [], await copies(engine, 4))
    expect(few.found).toHaveLength(3)
    expect(few.found.every(({ from, to, matchRate }) => (from === 0 || to === 0) && matchRate === 1)).toBe(true)
    const many = await relate(engine, [], await copies(engine, 40))
    expect(many.found).toHaveLength(20)
    expect(many.found.every(({ from, to }) => from === 0 || to === 0)).toBe(true)
  } finally {
    engine.close()
  }
})

test('between tables that keys join, texts that are the same are not measured', async () => {
  const engine = await IngestEngine.open({ dir, memoryMb: 512, threads: 2 })
  try {
    const compared = await copies(engine, 3)
    const pair = { from: compared[0]!, to: compared[1]!, declared: false }
    const { pairs, found } = await relate(engine, [pair], compared)
    expect(pairs).toMatchObject([{ matchRate: 1, backRate: 1, multiplies: 1 }])
    expect(found.map(({ from, to }) => [from, to].sort())).toEqual([[0, 2]])
  } finally {
    engine.close()
  }
})
