import { beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.ts'
import { islands } from './registry.ts'

/** What a page fetches for an island before anybody does anything: heavy libraries come when they are needed, or not at all. */
const OUT = join(import.meta.dir, '../public/islands')
let chunks: Record<string, string[]>
beforeAll(async () => {
  await build()
  chunks = (JSON.parse(readFileSync(join(OUT, 'manifest.json'), 'utf8')) as { islands: typeof chunks }).islands
})
const scripts = () => readdirSync(OUT).filter((name) => name.endsWith('.js'))
const read = (chunk: string) => readFileSync(join(OUT, chunk), 'utf8')
const loading = (mark: string) =>
  Object.keys(chunks).filter((name) => chunks[name]!.some((one) => read(one).includes(mark)))

test('every island has its scripts, React among them', () => {
  expect(Object.keys(chunks).sort()).toEqual(Object.keys(islands).sort())
  expect(loading('react.dev/errors')).toHaveLength(Object.keys(islands).length)
})

test.each([
  // The AI SDK checks the events of the stream with it.
  ['zod', 'ZodError', ['chat']],
  ['the chart library', '_ec_inner', []],
  ['the code editor', 'cm-content', []],
])('%s is fetched with no island that can do without', (_, mark, names) => {
  // The mark is still one of the library.
  expect(scripts().some((script) => read(script).includes(mark))).toBe(true)
  expect(loading(mark)).toEqual(names)
})
