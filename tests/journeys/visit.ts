import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'

/** Waits of a journey: long, since two cores serve the product, its engine and a browser at once. */
export const PATIENCE = 25_000
export const PASSWORD = 'correct horse battery'

/** A person at a browser of their own; `trouble` collects script errors and requests that left the product or failed. */
export type Visitor = { page: Page; context: BrowserContext; trouble: string[] }
export type Stage = { product: Product; browser: Browser; visit(): Promise<Visitor>; close(): Promise<void> }

/** Starts the product on an empty data folder, and a browser. */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tabletalk-journey-'))
  const [product, browser] = await Promise.all([startProduct({ DATA_DIR: dataDir, ...env }), launchBrowser()])
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
      product.process.kill('SIGTERM')
      await product.process.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Registers through the pages and makes an organization and a workspace, ending on the workspace's page. */
export async function settleIn(page: Page, email: string): Promise<{ workspaceId: string }> {
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
