import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { newDataFolder } from '../support/data-folder.ts'
import { type Product, startProduct } from '../support/product.ts'

/** The server is killed while it reads an address; the next one says so, has kept the tables there were, and reads it anew. */
let DATA_DIR = ''
const CANARY = 'canary-of-the-address'
let product: Product
let headers: Record<string, string> = {}
let path: string
/** Whether the address stops in the middle of what it sends. */
let stalling = false
const open = new Set<ServerResponse>()
const address = createServer((_, response) => {
  response.write('id,city\n1,Pune\n')
  if (stalling) return void open.add(response)
  response.end('2,Goa\n')
})

const start = async () => {
  product = await startProduct({ DATA_DIR, ALLOWED_PRIVATE_HOSTS: '127.0.0.1' })
}
const call = async (method: string, to: string, body?: object) => {
  const answer = await fetch(product.address + to, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return text ? JSON.parse(text) : null
}

beforeAll(async () => {
  DATA_DIR = await newDataFolder()
  await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve))
  await start()
  const person = { email: 'asha@example.com', password: 'correct horse battery' }
  headers = { authorization: `Bearer ${(await call('POST', '/api/auth/register', person)).token}` }
  const { id } = await call('POST', '/api/organizations', { name: 'Acme' })
  const workspace = await call('POST', '/api/workspaces', { organization_id: id, name: 'Sales' })
  path = `/api/workspaces/${workspace.id}`
})
afterAll(async () => {
  product.process.kill('SIGKILL')
  await product.process.exited
  for (const response of open) response.destroy()
  address.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

test('a look that dies with its server is failed, keeps its tables, and goes well the next time', async () => {
  const url = `http://127.0.0.1:${(address.address() as AddressInfo).port}/orders.csv`
  const made = await call('POST', `${path}/external-connections`, {
    name: 'Orders',
    kind: 'url',
    url,
    basic: `ada:${CANARY}`,
  })
  expect(made).toMatchObject({ status: 'ready', tables: 1 })
  stalling = true
  const one = `${path}/external-connections/${made.id}`
  expect(await call('POST', `${one}/refresh`)).toMatchObject({ status: 'syncing' })
  product.process.kill('SIGKILL')
  await product.process.exited
  expect(await product.errors()).not.toContain(CANARY)

  stalling = false
  await start()
  const after = await call('GET', one)
  expect(after).toMatchObject({ status: 'failed', tables: 1 })
  expect(after.error).toContain('interrupted')
  expect(after.next_refresh_at).toBeString()
  const { rows } = await call('POST', `${path}/sql`, { sql: 'select count(*) from orders' })
  expect(rows).toEqual([[2]])
  await call('POST', `${one}/refresh`)
  for (;;) {
    const now = await call('GET', one)
    if (now.status !== 'syncing') {
      expect(now).toMatchObject({ status: 'ready', error: null, tables: 1 })
      break
    }
    await Bun.sleep(50)
  }
})

test('nothing on the disk holds the password', async () => {
  product.process.kill('SIGTERM')
  await product.process.exited
  const files = (dir: string): string[] =>
    readdirSync(dir).flatMap((name) => {
      const at = join(dir, name)
      return statSync(at).isDirectory() ? files(at) : [at]
    })
  const holding = files(DATA_DIR).filter((file) => readFileSync(file).includes(CANARY))
  expect(holding).toEqual([])
})
