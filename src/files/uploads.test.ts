import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { files, subscriptions, uploads } from '#db/schema/index.ts'
import { createFileStore } from '#outside/files.ts'
import { call, newPlace, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { startS3Server } from '../../tests/support/s3-server.ts'
import { SECRETS } from '../../tests/support/secrets.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { readConfig } from '../config.ts'
import { PART_BYTES } from './rules/upload.ts'
import { begin, sweep, sweepAtStart, takePart } from './uploads.ts'

/** A text of the wanted size: 17 bytes a row. */
function csv(bytes: number): Uint8Array<ArrayBuffer> {
  const rows = Math.ceil(bytes / 17)
  let text = 'number,amount....\n'
  for (let row = 0; row < rows; row++)
    text += `${String(1_000_000 + row)},${String(row % 100_000).padStart(5, '0')}.25\n`
  return new TextEncoder().encode(text)
}

const BIG = csv(2 * PART_BYTES + 100_000)

async function settled() {
  const app = await testApp()
  const ada = await signUp(app)
  const { organization, workspace } = await newPlace(app, ada)
  const path = `/api/workspaces/${workspace.id}/files`
  const begin = (size: number, name = 'big.csv') => call(app, ada, 'POST', `${path}/uploads`, { name, size })
  const part = async (id: string, offset: number, bytes: Uint8Array<ArrayBuffer>, who = ada) => {
    const headers = { ...who.headers, 'upload-offset': String(offset), 'content-length': String(bytes.length) }
    const answer = await app.request(`${path}/uploads/${id}`, { method: 'PATCH', headers, body: bytes })
    return { status: answer.status, body: await answer.json(), offset: answer.headers.get('upload-offset') }
  }
  const pieces = (content: Uint8Array<ArrayBuffer>) =>
    Array.from({ length: Math.ceil(content.length / PART_BYTES) }, (_, index) =>
      content.slice(index * PART_BYTES, (index + 1) * PART_BYTES),
    )
  return { app, ada, organization, workspace, path, begin, part, pieces }
}

test('a file that comes in parts is the file that comes at once; parts may come again', async () => {
  const { app, ada, path, begin, part, pieces } = await settled()
  const begun = await begin(BIG.length)
  expect([begun.status, begun.body.offset, begun.body.part_bytes]).toEqual([201, 0, PART_BYTES])
  const [first, second, third] = pieces(BIG)
  const { id } = begun.body
  expect(await part(id, PART_BYTES, second!)).toMatchObject({
    status: 409,
    body: { code: 'wrong_offset', details: { offset: 0 } },
  })
  expect(await part(id, 0, first!.slice(1))).toMatchObject({ status: 400, body: { code: 'wrong_part' } })
  expect(await part(id, 0, first!)).toMatchObject({ status: 200, offset: String(PART_BYTES) })
  expect(await part(id, 0, first!)).toMatchObject({ status: 200, offset: String(PART_BYTES) })
  await part(id, PART_BYTES, second!)
  const head = await app.request(`${path}/uploads/${id}`, { method: 'HEAD', headers: ada.headers })
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(2 * PART_BYTES)])
  const last = await part(id, 2 * PART_BYTES, third!)
  expect(last.status).toBeOneOf([201, 202])
  // The answer was lost: the same part again answers the same file.
  const again = await part(id, 2 * PART_BYTES, third!)
  expect(again.body.id).toBe(last.body.id)
  const seen = await call(app, ada, 'GET', `${path}/uploads/${id}`)
  expect(seen.body.file_id).toBe(last.body.id)
  let file = last.body
  while (file.status === 'processing') {
    await Bun.sleep(50)
    file = (await call(app, ada, 'GET', `${path}/${file.id}`)).body
  }
  expect([file.status, file.name, file.tables[0].rows]).toEqual([
    'ready',
    'big.csv',
    Math.ceil((2 * PART_BYTES + 100_000) / 17),
  ])
  const original = await app.request(`${path}/${file.id}/download`, { headers: ada.headers })
  expect(Bun.hash(await original.arrayBuffer())).toBe(Bun.hash(BIG))
})

test('two calls with the same last part make one file', async () => {
  const { app, ada, path, begin, part, workspace } = await settled()
  const content = csv(1000)
  const { body } = await begin(content.length)
  const both = await Promise.all([part(body.id, 0, content), part(body.id, 0, content)])
  expect(both.some(({ status }) => status === 201)).toBe(true)
  const list = await call(app, ada, 'GET', path)
  expect(list.body).toHaveLength(1)
  // Nor does one that asks again when its parts are long gone, whose answer never came; or when the file is gone as well.
  const world = await testWorld()
  const later = { ...world, now: () => new Date(Date.now() + 3_600_000) }
  const ctx = await workspaceCtx(later, ada.user.id, workspace.id)
  const last = () => takePart(ctx, body.id, { offset: 0, length: content.length, body: new Blob([content]).stream() })
  expect((await last()).file).toMatchObject({ id: list.body[0].id, status: 'ready' })
  expect((await call(app, ada, 'DELETE', `${path}/${list.body[0].id}`)).status).toBe(204)
  await expect(last()).rejects.toMatchObject({ code: 'not_found' })
})

test('an upload whose server died while it put the parts together is made by the next', async () => {
  const { begin, part, workspace } = await settled()
  const content = csv(1000)
  const { body } = await begin(content.length)
  const world = await testWorld()
  // As the dead server leaves it: all parts there, and claimed for a file that never was.
  const key = `workspaces/${workspace.id}/uploads/${body.id}/0`
  const bytes = await world.files.scratch('part')
  await Bun.write(bytes, content)
  await world.files.adopt(key, bytes)
  await world.db
    .update(uploads)
    .set({ receivedBytes: content.length, parts: 1, fileId: newId() })
    .where(eq(uploads.id, body.id))
  expect(await part(body.id, 0, content)).toMatchObject({ status: 409, body: { code: 'upload_finishing' } })
  await sweepAtStart(world)
  expect(await part(body.id, 0, content)).toMatchObject({ status: 201, body: { name: 'big.csv', status: 'ready' } })
})

test('who gave it up, or somebody else, finds nothing', async () => {
  const { app, ada, path, begin, part, workspace } = await settled()
  const { body } = await begin(100)
  const eve = await signUp(app)
  expect((await part(body.id, 0, csv(50).slice(0, 100), eve)).status).toBe(404)
  expect((await call(app, ada, 'DELETE', `${path}/uploads/${body.id}`)).status).toBe(204)
  expect((await call(app, ada, 'GET', `${path}/uploads/${body.id}`)).status).toBe(404)
  expect(workspace.id).toBeString()
})

test('what cannot be read says so and leaves nothing', async () => {
  const { app, ada, path, begin, part } = await settled()
  const bytes = new Uint8Array(Buffer.from('89504e470d0a1a0a0000', 'hex'))
  const { body } = await begin(bytes.length, 'picture.csv')
  expect(await part(body.id, 0, bytes)).toMatchObject({ status: 422, body: { error: expect.stringContaining('PNG') } })
  expect((await call(app, ada, 'GET', `${path}/uploads/${body.id}`)).status).toBe(404)
  expect((await call(app, ada, 'GET', path)).body).toEqual([])
})

test('an upload that nobody takes up again is swept after a day, with its parts', async () => {
  const { begin, part, pieces, workspace } = await settled()
  const world = await testWorld()
  const { body } = await begin(BIG.length)
  await part(body.id, 0, pieces(BIG)[0]!)
  const key = `workspaces/${workspace.id}/uploads/${body.id}/0`
  expect(Bun.file(await world.files.localPath(key)).size).toBe(PART_BYTES)
  await sweep({ ...world, now: () => new Date(Date.now() + 23 * 3_600_000) })
  expect(await world.db.select().from(uploads).where(eq(uploads.id, body.id))).toHaveLength(1)
  await sweep({ ...world, now: () => new Date(Date.now() + 25 * 3_600_000) })
  expect(await world.db.select().from(uploads).where(eq(uploads.id, body.id))).toEqual([])
  await expect(world.files.localPath(key)).rejects.toMatchObject({ code: 'bytes_missing' })
})

test('the storage of an organization is that of the plan of its owner, and full is full', async () => {
  const { app, ada, path, begin, workspace } = await settled()
  const world = await testWorld()
  const limit = world.settings().storage.free_mb * 1_048_576
  const about = { workspaceId: workspace.id, name: 'old.csv', format: 'csv', storeKey: 'x', uploadedBy: ada.user.id }
  const [old] = await world.db
    .insert(files)
    .values({ ...about, sizeBytes: limit - 1000, status: 'ready' })
    .returning()
  const refused = await begin(2000)
  expect([refused.status, refused.body.code]).toEqual([413, 'storage_quota'])
  expect(refused.body.error).toMatch(
    /on the Free plan\. 1.0 kB are left and this file has 2\.0 kB\. Delete files .*larger plan/,
  )
  const body = new FormData()
  body.set('file', new File([csv(5000)], 'new.csv'))
  const whole = await app.request(`${path}/upload`, { method: 'POST', headers: ada.headers, body })
  expect([whole.status, (await whole.json()).code]).toEqual([413, 'storage_quota'])
  // What an upload has announced is held for it.
  expect((await begin(900)).status).toBe(201)
  expect((await begin(900)).status).toBe(413)
  const end = new Date(Date.now() + 86_400_000)
  const plan = { planType: 'flexible', isAnnual: false, monthlyCredits: 300, currentPeriodEnd: end }
  await world.db.insert(subscriptions).values({ userId: ada.user.id, ...plan })
  expect((await begin(2000)).status).toBe(201)
  await world.db.update(files).set({ status: 'deleted' }).where(eq(files.id, old!.id))
})

test('parts lie in the bucket, so that each of several servers can take one and any can make the file', async () => {
  const bucket = await startS3Server()
  const world = await testWorld()
  const { ada, workspace, pieces } = await settled()
  const s3 = {
    S3_ENDPOINT: bucket.url,
    S3_BUCKET: 'b',
    S3_REGION: 'r',
    S3_ACCESS_KEY_ID: SECRETS.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: SECRETS.S3_SECRET_ACCESS_KEY,
  }
  const server = async (name: string) => {
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: `${world.config.dataDir}/${name}`, ...s3 })
    return workspaceCtx({ ...world, files: createFileStore(config) }, ada.user.id, workspace.id)
  }
  const [one, two] = [await server('one'), await server('two')]
  const content = csv(PART_BYTES + 5000)
  const [first, last] = pieces(content)
  const { id } = await begin(one, { name: 'far.csv', size: content.length })
  const part = (offset: number, bytes: Uint8Array<ArrayBuffer>) => ({
    offset,
    length: bytes.length,
    body: new Blob([bytes]).stream(),
  })
  await takePart(one, id, part(0, first!))
  const { file } = await takePart(two, id, part(PART_BYTES, last!))
  expect(file).toMatchObject({ status: 'ready', name: 'far.csv', size_bytes: content.length })
  const kept = [...bucket.objects.keys()]
  expect(kept.filter((key) => key.includes('/uploads/'))).toEqual([])
  expect(kept.some((key) => key.endsWith('/original'))).toBe(true)
  await bucket.stop()
})
