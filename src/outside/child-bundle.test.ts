import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleChildren, bundled } from './child-bundle.ts'

const ENTRY = join(import.meta.dir, '../query/engine/worker.ts')

test('a child runs the bundle of its modules, and a module that changed since makes another', async () => {
  await bundleChildren()
  const bundle = bundled(ENTRY)
  expect(bundle).toEndWith('dist/children/src-query-engine-worker.js')
  const stamp = readFileSync(`${bundle}.json`, 'utf8')
  const changed = { ...JSON.parse(stamp), 'src/query/engine/stored.ts': 'another' }
  writeFileSync(`${bundle}.json`, JSON.stringify(changed))
  await bundleChildren()
  expect(JSON.parse(readFileSync(`${bundle}.json`, 'utf8'))).toEqual(JSON.parse(stamp))
})

test('an entry without a bundle runs as it is', () => {
  const entry = join(import.meta.dir, '../profile/picture-worker.ts')
  expect(bundled(entry)).toBe(entry)
})
