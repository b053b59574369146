import { expect, test } from 'bun:test'
import { watchedLog } from '../tests/support/secrets.ts'
import { testApp, testWorld } from '../tests/support/world.ts'

test('a living process says ok, a working one says ready', async () => {
  const app = await testApp()
  expect(await (await app.request('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await app.request('/readyz')).json()).toEqual({ status: 'ready' })
})

test('without its database a process is alive but not ready', async () => {
  const world = await testWorld()
  const db = { execute: () => Promise.reject(new Error('down')) } as unknown as typeof world.db
  const app = await testApp({ ...world, db, log: watchedLog({ LOG_LEVEL: 'silent' }) })
  expect((await app.request('/healthz')).status).toBe(200)
  expect((await app.request('/readyz')).status).toBe(503)
})
