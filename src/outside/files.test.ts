import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Server } from '../../tests/support/s3-server.ts'
import { SECRETS } from '../../tests/support/secrets.ts'
import { readConfig } from '../config.ts'
import { createFileStore, type FileStore } from './files.ts'

const root = mkdtempSync(join(tmpdir(), 'tabletalk-files-'))
const bucket = await startS3Server()
const s3 = {
  S3_ENDPOINT: bucket.url,
  S3_BUCKET: 'tabletalk',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: SECRETS.S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY: SECRETS.S3_SECRET_ACCESS_KEY,
}
afterAll(async () => {
  await bucket.stop()
  rmSync(root, { recursive: true, force: true })
})
const open = (name: string, more = {}) => createFileStore(readConfig({ DATA_DIR: join(root, name), ...more }))

/** A finished file of `size` bytes that are all the same digit. */
async function finished(store: FileStore, size: number, digit = '7'): Promise<string> {
  const path = await store.scratch('a name/with: odd?.characters')
  await Bun.write(path, digit.repeat(size))
  return path
}
const bytesOf = async (stream: ReadableStream<Uint8Array>) => (await new Response(stream).arrayBuffer()).byteLength

describe.each([
  ['on disk', () => open('disk')],
  ['in a bucket', () => open('bucket', s3)],
])('files %s', (_, openStore) => {
  let store: FileStore
  beforeAll(() => {
    store = openStore()
  })

  test('what was adopted can be opened, read and removed', async () => {
    const path = await finished(store, 1000)
    await store.adopt('workspaces/w1/original', path)
    expect(existsSync(path)).toBe(false)
    expect(await Bun.file(await store.localPath('workspaces/w1/original')).text()).toBe('7'.repeat(1000))
    expect(await bytesOf(await store.read('workspaces/w1/original'))).toBe(1000)
    await store.remove('workspaces/w1/original')
    await store.remove('workspaces/w1/original')
    await expect(store.localPath('workspaces/w1/original')).rejects.toThrow()
  })

  test('everything under a prefix goes, and nothing beside it', async () => {
    const inside = ['a', 'b', 'c', 'd', 'e'].map((name) => `workspaces/gone/${name}`)
    for (const key of [...inside, 'workspaces/gone-not/a']) await store.adopt(key, await finished(store, 10))
    await store.removeUnder('workspaces/gone')
    for (const key of inside) await expect(store.localPath(key)).rejects.toThrow()
    expect(Bun.file(await store.localPath('workspaces/gone-not/a')).size).toBe(10)
  })

  test('a key cannot leave the store', async () => {
    await expect(Promise.resolve().then(() => store.localPath('../../etc/passwd'))).rejects.toThrow()
  })
})

test('another server of the same bucket opens what the first one adopted, large files too', async () => {
  const first = open('server-a', s3)
  const second = open('server-b', s3)
  const size = 12_000_000
  await first.adopt('workspaces/w2/table.parquet', await finished(first, size))
  expect(bucket.objects.get('workspaces/w2/table.parquet')?.length).toBe(size)
  const path = await second.localPath('workspaces/w2/table.parquet')
  expect(path).toStartWith(join(root, 'server-b'))
  expect(Bun.file(path).size).toBe(size)
})
