import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { call, json, newPlace, signUp } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

async function settled() {
  const app = await testApp()
  const ada = await signUp(app)
  const { workspace } = await newPlace(app, ada)
  return { app, ada, id: workspace.id }
}

/** What the store holds below its scratch folder and for this workspace. */
async function kept(workspaceId: string): Promise<string[]> {
  const root = join((await testWorld()).config.dataDir, 'files')
  const under = (path: string) => {
    try {
      return readdirSync(join(root, path), { recursive: true }).map((name) => `${path}/${name}`)
    } catch {
      return []
    }
  }
  return [...under(`workspaces/${workspaceId}`), ...under('scratch').filter((path) => path.includes('ingest'))]
}

const CSV = 'a,b\r\n1,2\r\n'
const part = (field: string, file: string | null, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="${field}"${file === null ? '' : `; filename="${file}"`}\r\n\r\n${content}\r\n`

test.each([
  ['nothing in it', '--x--\r\n', 400],
  ['no bytes at all', '', 400],
  ['text in the field', `${part('file', null, CSV)}--x--\r\n`, 400],
  ['two files', `${part('file', 'a.csv', CSV)}${part('file', 'b.csv', CSV)}--x--\r\n`, 400],
  ['an end that never comes', part('file', 'a.csv', CSV), 400],
  ['an end in the middle of the file', part('file', 'a.csv', CSV).slice(0, -8), 400],
  ['an end in the middle of a header', '--x\r\nContent-Dispo', 400],
  ['another boundary', '--y\r\n', 400],
  ['a file in another field before it', `${part('logo', 'l.csv', CSV)}${part('file', 'a.csv', CSV)}--x--\r\n`, 201],
])('a multipart body with %s is answered %#', async (_what, body, status) => {
  const { app, ada, id } = await settled()
  const answer = await app.request(`/api/workspaces/${id}/files/upload`, {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'multipart/form-data; boundary=x' },
    body,
  })
  const { error } = (await answer.json()) as { error: string | null }
  expect([answer.status, error]).toEqual([status, status === 201 ? null : expect.any(String)])
  if (status === 400) expect(await kept(id)).toEqual([])
})

test('cells with characters that PostgreSQL refuses are read, shown, asked and given back', async () => {
  const { app, ada, id } = await settled()
  const rows = Array.from({ length: 3 }, (_, index) => ({ city: `Pu\0ne ${index}`, amount: index }))
  const { status, body } = await upload(app, ada, id, 'nul.json', JSON.stringify(rows))
  expect([status, body.error]).toEqual([201, null])
  const found = await call(app, ada, 'POST', `/api/workspaces/${id}/sql`, { sql: 'select city from nul order by 1' })
  expect(found.body.rows[0]).toEqual(['Pu\0ne 0'])
  const catalog = await call(app, ada, 'GET', `/api/workspaces/${id}/catalog`)
  expect(JSON.stringify(catalog.body)).toContain('Pu\ufffdne 0')
  expect((await app.request(`/workspaces/${id}/data/${body.id}`, { headers: ada.headers })).status).toBe(200)
  const asked = await app.request(
    `/api/workspaces/${id}/query-data`,
    json({ message: 'total amount by city' }, ada.headers),
  )
  const answer = (await asked.json()) as { status: string; result: { rows: unknown[][] } }
  expect([asked.status, answer.status]).toEqual([200, 'answered'])
  expect(answer.result.rows.flat()).toContain('Pu\ufffdne 0')
})

test('columns with such names are named, or the file is refused with a sentence', async () => {
  const { app, ada, id } = await settled()
  const { status, body } = await upload(app, ada, id, 'key.json', '[{"a\\u0000b":1,"c":2}]')
  expect(status).toBe(422)
  expect(body.error).toMatch(/^This JSON could not be read as a table\./)
  expect(await kept(id)).toEqual([])
})
