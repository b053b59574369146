import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newDataFolder } from '../support/data-folder.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type Product, startProduct } from '../support/product.ts'
import { SECRETS } from '../support/secrets.ts'

/** The server is killed while it receives a file, reads another and writes an answer; the next one finds nothing half done. */
let DATA_DIR = ''
const SLOW = Array.from({ length: 200 }, (_, index) => `word${index} `)

let model: ModelServer
let product: Product
let headers: Record<string, string>
let workspaceId: string
beforeAll(async () => {
  DATA_DIR = await newDataFolder()
  model = await startModelServer(() => ({ say: SLOW, every: 100 }))
  await start()
  const { token } = await call('POST', '/api/auth/register', {
    email: 'asha@example.com',
    password: 'correct horse battery',
  })
  headers = { authorization: `Bearer ${token}` }
  const { id } = await call('POST', '/api/organizations', { name: 'Acme' })
  workspaceId = (await call('POST', '/api/workspaces', { organization_id: id, name: 'Sales' })).id
}, 300_000)
afterAll(async () => {
  product.process.kill('SIGKILL')
  await Promise.all([product.process.exited, model.stop()])
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const start = async () => {
  const { url: OPENAI_BASE_URL } = model
  product = await startProduct({ DATA_DIR, OPENAI_BASE_URL, OPENAI_API_KEY: SECRETS.OPENAI_API_KEY, AI_API: 'chat' })
}

const call = async (method: string, path: string, body?: object) => {
  const answer = await fetch(product.address + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return answer.json()
}

/** Sends the beginning of a file and never its end. */
function beginUpload(): Promise<unknown> {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="half.csv"\r\n\r\na,b\n'
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(head + '1,2\n'.repeat(50_000))),
  })
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  const path = `/api/workspaces/${workspaceId}/files/upload`
  return fetch(product.address + path, { method: 'POST', headers: { ...headers, ...type }, body }).catch(() => {})
}

/** Sends a file that takes a while to be read. */
function uploadMuch(): Promise<unknown> {
  const body = new FormData()
  body.set(
    'file',
    new File([`id,text\n${Array.from({ length: 3_000_000 }, (_, n) => `${n},"t ${n}"`).join('\n')}`], 'm.csv'),
  )
  const path = `/api/workspaces/${workspaceId}/files/upload`
  return fetch(product.address + path, { method: 'POST', headers, body }).catch(() => {})
}

async function ask(): Promise<void> {
  const answer = await fetch(`${product.address}/api/workspaces/${workspaceId}/query-data`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ message: 'How many orders?' }),
  })
  const reader = answer.body!.getReader()
  for (let text = ''; !text.includes('word3'); ) text += new TextDecoder().decode((await reader.read()).value)
}

const scratch = () => {
  const dir = join(DATA_DIR, 'files/scratch')
  return existsSync(dir) ? readdirSync(dir) : []
}
const files = () => call('GET', `/api/workspaces/${workspaceId}/files`) as Promise<{ name: string; status: string }[]>
const until = async (what: () => Promise<boolean> | boolean) => {
  while (!(await what())) await Bun.sleep(20)
}

test('after a kill nothing is charged, nothing half done is left and everything works', async () => {
  const half = beginUpload()
  await until(() => scratch().length === 1)
  const much = uploadMuch()
  await ask()
  await until(async () => (await files()).some(({ status }) => status === 'processing'))
  expect(await call('GET', '/api/credits/balance')).toMatchObject({ balance: 24, held: 1 })
  const begun = scratch()
  expect(begun.length).toBeGreaterThanOrEqual(2)

  product.process.kill('SIGKILL')
  await Promise.all([product.process.exited, half, much])
  await start()

  expect(await call('GET', '/api/credits/balance')).toMatchObject({ balance: 25, held: 0 })
  const [conversation] = await call('GET', `/api/workspaces/${workspaceId}/agent-history`)
  expect(conversation.messages.map(({ status }: { status: string }) => status)).toEqual(['sent', 'interrupted'])
  // The new process has files of its own by then: its reader reads some before the first one comes.
  expect(scratch().filter((name) => begun.includes(name))).toEqual([])
  expect((await files()).map(({ name, status }) => [name, status])).toEqual([['m.csv', 'failed']])
  const { rows } = await call('POST', `/api/workspaces/${workspaceId}/sql`, { sql: 'select 1 as one' })
  expect(rows).toEqual([[1]])
})
