import { afterAll, expect, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PART_BYTES } from '../src/files/rules/upload.ts'
import { commandLine } from '../tests/support/command-line.ts'
import { call, newTeam } from '../tests/support/people.ts'
import { testApp } from '../tests/support/world.ts'

const { owner: person, place } = await newTeam()
const cli = await commandLine(person)
afterAll(() => cli.close())

test('a large file that an earlier run began goes on where that ended', async () => {
  const rows = 1_700_000
  const path = join(cli.config, 'visits.csv')
  writeFileSync(
    path,
    `n,city,amount\n${Array.from({ length: rows }, (_, n) => `${n},Chennai,${n % 997}.25\n`).join('')}`,
  )
  const app = await testApp()
  const base = `/api/workspaces/${place.workspace.id}/files/uploads`
  const { size, mtimeMs } = statSync(path)
  const begun = await call(app, person, 'POST', base, { name: 'visits.csv', size })
  const first = await Bun.file(path).slice(0, PART_BYTES).bytes()
  const headers = { ...person.headers, 'upload-offset': '0', 'content-length': String(PART_BYTES) }
  await app.request(`${base}/${begun.body.id}`, { method: 'PATCH', headers, body: first })
  // What the earlier run has written down.
  const mark = [cli.url, place.workspace.id, path, size, Math.floor(mtimeMs)].join('|')
  const folder = join(cli.config, 'tabletalk')
  writeFileSync(join(folder, '.uploads.json'), JSON.stringify({ [mark]: begun.body.id }))
  const { out, err, code } = await cli.run(['upload', path, '--workspace', 'sales'])
  expect({ out, err, code }).toEqual({ out: 'visits: 1,700,000 rows, 3 columns\n', err: '', code: 0 })
  const seen = await call(app, person, 'GET', `${base}/${begun.body.id}`)
  const files = await call(app, person, 'GET', `/api/workspaces/${place.workspace.id}/files`)
  expect(seen.body.file_id).toBe(files.body[0].id)
  expect(await Bun.file(join(folder, '.uploads.json')).json()).toEqual({})
})
