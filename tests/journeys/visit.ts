import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser, type Server, startServer } from '../support/browser.ts'
import { SECRETS } from '../support/secrets.ts'

/** Waits of a journey: long, since two cores serve the product, its engine and a browser at once. */
export const PATIENCE = 25_000
export const PASSWORD = SECRETS.password

/** A person at a browser of their own; `trouble` collects script errors and requests that left the product or failed. */
export type Visitor = { page: Page; context: BrowserContext; trouble: string[] }
export type Stage = { product: Server; browser: Browser; visit(): Promise<Visitor>; close(): Promise<void> }

/** Starts the product, with nobody in it, and a browser. */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const [product, browser] = await Promise.all([startServer({ env }), openBrowser()])
  return {
    product,
    browser,
    async visit() {
      const context = await browser.newContext({
        baseURL: product.address,
        viewport: { width: 1280, height: 820 },
        locale: 'en-IN',
      })
      context.setDefaultTimeout(PATIENCE)
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

/** Registers and makes an organization and a workspace, ending on the workspace's page. */
export async function settleIn(page: Page, email: string): Promise<{ workspaceId: string }> {
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
  return { workspaceId: id }
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

/** Asks in the composer and waits until the answer is complete. */
export async function ask(page: Page, question: string): Promise<void> {
  const answers = await page.getByRole('article', { name: 'Answer' }).count()
  await page.getByLabel('Your question').fill(question)
  await page.getByRole('button', { name: 'Ask', exact: false }).last().click()
  await page.locator('article.answer[aria-busy="false"]').nth(answers).waitFor()
}
