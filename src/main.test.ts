import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newDataFolder } from '../tests/support/data-folder.ts'
import { type Product, runProduct, startProduct } from '../tests/support/product.ts'
import { SECRETS } from '../tests/support/secrets.ts'
import { VARIABLES } from './config.ts'

// One data folder lives through all of these starts and stops, in this order.
const DATA_DIR = mkdtempSync(join(tmpdir(), 'tabletalk-main-'))
let product: Product
afterAll(async () => {
  product?.process.kill('SIGKILL')
  await product?.process.exited
  rmSync(DATA_DIR, { recursive: true, force: true })
})

/** The product has read what was sent to it before: it answers one after the other. */
const turn = () => fetch(`${product.address}/readyz`)

/** Asks whether the product is ready until it listens no longer. */
async function readinessUntilClosed(): Promise<number[]> {
  const statuses: number[] = []
  for (;;) {
    const answer = await turn().catch(() => null)
    if (!answer) return statuses
    statuses.push(answer.status)
  }
}

test('the first start prints the address and the one-time link of the first admin', async () => {
  product = await startProduct({ DATA_DIR })
  expect(product.greeting).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+\n/)
  expect(product.greeting).toContain(`${product.address}/first-admin/`)
  expect(await (await fetch(`${product.address}/readyz`)).json()).toEqual({ status: 'ready' })
})

test('a balancer may look without naming a host; nobody else gets by without, or with what is none', async () => {
  const said = (head: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(product.address).port), '127.0.0.1', () => socket.write(`${head}\r\n\r\n`))
      socket.once('data', (data) => {
        socket.destroy()
        resolve(String(data).split('\r\n')[0]!)
      })
    })
  expect(await said('GET /readyz HTTP/1.0')).toBe('HTTP/1.1 200 OK')
  for (const head of ['GET /login HTTP/1.0', 'GET /login HTTP/1.1\r\nHost: a b', 'GET / HTTP/1.1\r\nHost: "><b>'])
    expect([head, await said(head)]).toEqual([head, 'HTTP/1.1 400 Bad Request'])
})

test('a second process of the same data folder ends at once and names the holder', async () => {
  const second = await runProduct({ DATA_DIR })
  expect(second).toEqual({
    out: '',
    errors: `The data folder is in use by process ${product.process.pid}. Stop it, or set another DATA_DIR.\n`,
    code: 75,
  })
})

test('SIGTERM finishes the request in flight, refuses new ones, and ends with 0', async () => {
  const { port } = new URL(product.address)
  const body = JSON.stringify({ email: 'late@example.com', password: 'correct horse battery', name: 'Late' })
  const socket = connect(Number(port), '127.0.0.1')
  const answered = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
  })
  const head = 'POST /api/auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n'
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
  await turn()
  // Asked without a pause, since the notice to balancers lasts for 300 ms only.
  const statuses = readinessUntilClosed()
  await turn()
  product.process.kill('SIGTERM')
  const seen = await statuses
  expect([...new Set(seen)]).toEqual([200, 503])
  await expect(fetch(product.address)).rejects.toThrow()
  socket.write(body.slice(10))
  expect(await answered).toStartWith('HTTP/1.1 201')
  expect(await product.process.exited).toBe(0)
  expect(await product.errors()).toBe('')
})

test('what was kept is there after SIGKILL and a new start', async () => {
  const signIn = (address: string) =>
    fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'late@example.com', password: 'correct horse battery' }),
    })
  product = await startProduct({ DATA_DIR })
  expect((await signIn(product.address)).status).toBe(200)
  product.process.kill('SIGKILL')
  await product.process.exited
  product = await startProduct({ DATA_DIR })
  expect((await signIn(product.address)).status).toBe(200)
})

test('a port that is taken is named', async () => {
  const { port } = new URL(product.address)
  const DATA_DIR = await newDataFolder()
  const second = await runProduct({ DATA_DIR, PORT: port })
  expect(second).toEqual({
    out: '',
    errors: `Port ${port} of 127.0.0.1 is in use by another program. Stop it, or set another PORT.\n`,
    code: 75,
  })
  rmSync(DATA_DIR, { recursive: true, force: true })
})

test('an empty variable counts as not set, also for libraries that read the environment themselves', async () => {
  const DATA_DIR = await newDataFolder()
  const blank = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '']))
  const started = await startProduct({ ...blank, SMTP_URL: ' ', AI_API: ' ', DATA_DIR, PORT: '0' })
  started.process.kill('SIGKILL')
  await started.process.exited
  rmSync(DATA_DIR, { recursive: true, force: true })
  // The only line: LOG_LEVEL and NODE_ENV have their defaults too.
  expect(JSON.parse(await started.errors())).toMatchObject({ message: 'server started', production: false })
})

test('a second signal ends at once, whatever is in flight', async () => {
  const socket = connect(Number(new URL(product.address).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await turn()
  product.process.kill('SIGTERM')
  await readinessUntilClosed()
  expect(product.process.exitCode).toBeNull()
  product.process.kill('SIGTERM')
  expect(await product.process.exited).toBe(143)
})

test('everything that is wrong with the configuration is said at once', async () => {
  const { errors, code } = await runProduct({ DATA_DIR, PORT: '99999', NODE_ENV: 'production', LOG_LEVEL: 'loud' })
  expect(code).toBe(78)
  expect(errors).toContain('has 3 errors:')
  for (const name of ['PORT', 'LOG_LEVEL', 'AUTH_SECRET']) expect(errors).toContain(`\n  ${name}: `)
})

test('a database that does not answer is named without its password', async () => {
  const url = `postgres://tabletalk:${SECRETS['password in DATABASE_URL']}@127.0.0.1:1/tabletalk`
  const { errors, code } = await runProduct({ DATA_DIR, DATABASE_URL: url })
  expect(code).toBe(69)
  expect(errors).toContain('The database of DATABASE_URL cannot be used')
  expect(errors).not.toContain(SECRETS['password in DATABASE_URL'])
})
