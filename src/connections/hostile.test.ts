import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { files } from '#db/schema/index.ts'
import { closeSpare } from '#files/reader.ts'
import { receive } from '#files/receive.ts'
import { join as admit, call, json, leave, newPlace, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

// On the embedded database only: it is about addresses that are refused before anything is kept.

async function settled() {
  const app = await testApp()
  const ada = await signUp(app)
  const { workspace } = await newPlace(app, ada)
  return { app, ada, id: workspace.id }
}

/** What the store holds below its scratch folder and for this workspace. */
async function kept(workspaceId: string): Promise<string[]> {
  await closeSpare()
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

test.each(['upload', 'part'])('a body whose end comes when its sender was let out is no file: %s', async (how) => {
  const [app, world] = [await testApp(), await testWorld()]
  const [ada, eve] = [await signUp(app), await signUp(app)]
  const { organization, workspace } = await newPlace(app, ada)
  await admit(world, organization.id, eve.user.id, 'owner')
  const path = `/api/workspaces/${workspace.id}/files/upload`
  const { body } = await call(app, eve, 'POST', `${path}s`, { name: 'a.csv', size: CSV.length })
  const [to, method, type, text] =
    how === 'part'
      ? [`${path}s/${body.id}`, 'PATCH', ['upload-offset', '0'], CSV]
      : [path, 'POST', ['content-type', 'multipart/form-data; boundary=x'], `${part('file', 'a.csv', CSV)}--x--\r\n`]
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await leave(world, organization.id, eve.user.id)
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    },
    // Not read ahead: whoever reads has asked the guard before.
    { highWaterMark: 0 },
  )
  const headers = { ...eve.headers, [type[0]!]: type[1]!, 'content-length': String(text.length) }
  expect((await app.request(to, { method, headers, body: stream })).status).toBe(404)
  expect(await world.db.select().from(files).where(eq(files.workspaceId, workspace.id))).toEqual([])
})

test('a name with quotes and line breaks comes as a browser writes it and is kept without breaks', async () => {
  const { app, ada, id } = await settled()
  const answer = await app.request(`/api/workspaces/${id}/files/upload`, {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: `${part('file', 'the %22best%22%0D%0A 100%25.csv', CSV)}--x--\r\n`,
  })
  const { name } = (await answer.json()) as { name: string }
  expect([answer.status, name]).toEqual([201, 'the "best" 100%25.csv'])
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

test('an upload onto a full disk ends at once with a clear error, and its bytes go', async () => {
  const world = await testWorld()
  const dir = mkdtempSync(join(tmpdir(), 'tabletalk-full-'))
  // Whatever is written there meets a full disk.
  symlinkSync('/dev/full', join(dir, 'upload'))
  const { ada, id } = await settled()
  const ctx = await workspaceCtx(world, ada.user.id, id)
  const body = new FormData()
  body.set('file', new File(['1,2\n'.repeat(1_000_000)], 'a.csv'))
  const files = { ...world.files, scratch: async () => dir }
  const received = receive({ ...ctx, files }, new Request('http://x/', { method: 'POST', body }))
  expect(await received.catch((error) => [error.kind, error.code])).toEqual(['unavailable', 'storage_full'])
  expect(existsSync(dir)).toBe(false)
})

test('bytes that are on the disk of another server are named as that', async () => {
  const { app, ada, id } = await settled()
  const { body } = await upload(app, ada, id, 'far.csv', 'a,b\n1,2\n')
  rmSync(join((await testWorld()).config.dataDir, 'files', 'workspaces', id), { recursive: true })
  const query = await call(app, ada, 'POST', `/api/workspaces/${id}/sql`, { sql: 'select a + 41 from far' })
  expect([query.status, query.body.code]).toEqual([503, 'bytes_missing'])
  const download = await call(app, ada, 'GET', `/api/workspaces/${id}/files/${body.id}/download`)
  expect([download.status, download.body.code]).toEqual([503, 'bytes_missing'])
})
