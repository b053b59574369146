import type { Browser, BrowserContext, Page } from 'playwright-core'
import { newId } from '#base/ids.ts'
import { openBrowser, type Server, startServer } from '../support/browser.ts'
import { type ModelScript, type ModelServer, type ScriptedTurn, startModelServer } from '../support/model-server.ts'
import { SECRETS } from '../support/secrets.ts'

/** Waits of a journey: long, since two cores serve the product, its engine and a browser at once. */
export const TIMEOUT = 90_000
export const PASSWORD = SECRETS.password

/** A person at a browser of their own; `trouble` collects script errors and requests that left the product or failed. */
export type Visitor = { page: Page; context: BrowserContext; trouble: string[] }
type Answering = Exclude<ModelScript, ScriptedTurn[]>
/** What serves a journey; `greeting` is what a process of its own printed. */
type Served = Pick<Server, 'address' | 'stop'> & { greeting?: string }
export type Stage = { product: Served; browser: Browser; visit(): Promise<Visitor>; close(): Promise<void> }

/**
 * A product of this worker: its start takes more time than many a journey. It ends with the whole run, which leaves no process and no
 * folder behind; a file that is run by itself stops its own.
 */
function shared(start: () => Promise<Server>): () => Promise<Server> {
  let started: Promise<Server> | undefined
  return () => {
    if (!process.env.LASTING_TMPDIR) return start()
    started ??= start().then((product) => ({ ...product, stop: async () => {} }))
    return started
  }
}
const productForAll = shared(() => startServer())

let answer: Answering
let model: ModelServer
const productWithModel = shared(async () => {
  model = await startModelServer((request, index) => answer(request, index))
  const about = { OPENAI_API_KEY: SECRETS.OPENAI_API_KEY, AI_API: 'chat', AI_MODEL: 'scripted-model' }
  const product = await startServer({ env: { OPENAI_BASE_URL: model.url, ...about } })
  const stop = () => product.stop().then(model.stop)
  return { ...product, stop }
})

/** Opens a browser and the product of this worker that has a model, which answers like this from now on. */
export async function openModelStage(answering: Answering): Promise<Stage & { model: ModelServer }> {
  answer = answering
  return { ...(await openStage(productWithModel())), model }
}

/** Opens a browser and the product: that of this worker, a process of its own in which others are as well, or the given one. */
export async function openStage(opened: Promise<Served> = productForAll()): Promise<Stage> {
  const [product, browser] = await Promise.all([opened, openBrowser()])
  return {
    product,
    browser,
    async visit() {
      const context = await browser.newContext({
        baseURL: product.address,
        viewport: { width: 1280, height: 820 },
        locale: 'en-IN',
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(TIMEOUT)
      const page = await context.newPage()
      const trouble: string[] = []
      page.on('pageerror', (error) => trouble.push(`script: ${error.message}`))
      page.on('console', (message) => {
        // A refused request is noted by the browser too; the journeys that provoke one look at its answer themselves.
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
          trouble.push(`console: ${message.text()}`)
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(product.address) && !/^(data|blob|about):/.test(url))
          trouble.push(`left the product: ${url}`)
      })
      return { page, context, trouble }
    },
    async close() {
      await browser.close()
      await product.stop()
    },
  }
}

/** An address that nobody else has in the product that journeys share. */
export const newEmail = (name: string): string => `${name}-${newId()}@example.com`

/** Registers and makes an organization and a workspace, ending on the workspace's page. */
export async function settleIn(page: Page, email = newEmail('asha')): Promise<{ workspaceId: string; email: string }> {
  // As forms of our own pages do; the browser keeps the cookie of the session.
  const headers = { 'sec-fetch-site': 'same-origin' }
  const made = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers })
    if (answer.status() !== 201) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as { id: string }
  }
  await made('/api/auth/register', { name: 'Asha Rao', email, password: PASSWORD })
  const organization = await made('/api/organizations', { name: 'Acme Stores' })
  const { id } = await made('/api/workspaces', { organization_id: organization.id, name: 'Sales' })
  await page.goto(`/workspaces/${id}`)
  return { workspaceId: id, email }
}

/** The same by hand, through the pages. */
export async function settleInByHand(page: Page, email: string): Promise<{ workspaceId: string }> {
  await page.goto('/register')
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Get Started' }).click()
  await page.getByLabel('Name').fill('Acme Stores')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByLabel('Name').fill('Sales')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.waitForURL(/\/workspaces\/[0-9a-f-]{36}/)
  return { workspaceId: /\/workspaces\/([^/?]+)/.exec(page.url())![1]! }
}

/** Adds a CSV file to a workspace without its pages, and waits until it can be asked about. */
export async function addFile({ request }: Page, workspaceId: string, name: string, rows: string): Promise<string> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(rows) }
  const headers = { 'sec-fetch-site': 'same-origin' }
  const path = `/api/workspaces/${workspaceId}/files`
  const sent = await request.post(`${path}/upload`, { multipart: { file }, headers })
  for (let { id, status } = (await sent.json()) as { id: string; status: string }; ; await Bun.sleep(100)) {
    if (status === 'ready') return id
    if (status !== 'processing') throw new Error(`${name} is ${status}`)
    ;({ status } = (await (await request.get(`${path}/${id}`)).json()) as { status: string })
  }
}

/** Asks in the composer and waits until the answer is complete. */
export async function ask(page: Page, question: string): Promise<void> {
  const answers = await page.getByRole('article', { name: 'Answer' }).count()
  await page.getByLabel('Your question').fill(question)
  await page.getByRole('button', { name: 'Ask', exact: false }).last().click()
  // One that has just begun is not busy yet, and empty.
  await page.locator('article.answer[aria-busy="false"]', { hasText: /\S/ }).nth(answers).waitFor()
}
