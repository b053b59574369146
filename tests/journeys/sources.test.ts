import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import postgres from 'postgres'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { newPlace } from '../support/people.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { openSite, type Site } from '../support/site.ts'

/** Somebody connects a database and an address through the pages, in a real browser, and without script. */
const CANARY = 'canary-typed-password'
let site: Site
let server: PostgresServer
let csvAt: string
let stop: () => void

beforeAll(async () => {
  ;[site, server] = await Promise.all([openSite(), startPostgres()])
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`
    create schema shop;
    create table shop.customers (id int primary key, name text not null, city text);
    create table shop.orders (id int primary key, customer_id int references shop.customers, total numeric(12,2), placed_at date);
    comment on table shop.orders is 'One row for every order, cancelled ones included';
    insert into shop.customers select n, 'Customer ' || n, (array['Pune','Delhi','Goa'])[1 + n % 3] from generate_series(1, 500) n;
    insert into shop.orders select n, 1 + n % 500, n * 1.25, date '2024-01-01' + n % 365 from generate_series(1, 4000) n;
    create role reader login password '${CANARY}';
    grant usage on schema shop to reader; grant select on all tables in schema shop to reader; analyze;`)
  await sql.end()
  const web = createServer((request, response) =>
    request.url === '/rates.csv'
      ? response.end('currency,rate\nUSD,0.012\nEUR,0.011\n')
      : response.writeHead(404).end(),
  )
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  csvAt = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  stop = () => web.close()
}, 300_000)
afterAll(async () => {
  stop()
  await site.close()
  await server.stop()
})

async function fill(page: Page, about: Record<string, string> = {}) {
  const fields = {
    Name: 'Shop database',
    Host: '127.0.0.1',
    Port: new URL(server.url).port,
    Database: 'postgres',
    User: 'reader',
    Password: CANARY,
    ...about,
  }
  for (const [label, value] of Object.entries(fields))
    await page
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(value)
}

test('a database is found, tested, connected, changed and deleted', async () => {
  const { person, page } = await site.visit()
  const { workspace } = await newPlace(site.app, person)
  await page.goto(`/workspaces/${workspace.id}/data`)
  await page.getByRole('link', { name: 'Connect a database or address' }).click()
  await page.getByRole('heading', { name: 'Connect your first source' }).waitFor()
  await lookAtPage(page, 'sources-empty')
  await page.getByRole('link', { name: 'PostgreSQL' }).click()
  await lookAtPage(page, 'sources-new')

  // A test that fails names the step, and what was typed stays.
  await fill(page, { Database: 'nowhere' })
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByRole('heading', { name: 'It does not work yet' }).waitFor()
  await page.locator('.test-failed', { hasText: 'Open the database' }).waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Shop database')
  await lookAtState(page, 'sources-failed', 'main')

  await fill(page)
  await page.getByText('Which tables').click()
  await page.getByLabel('Schemas').fill('shop')
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByRole('heading', { name: 'It works' }).waitFor()
  expect(await page.locator('.test-done').count()).toBe(6)
  await lookAtState(page, 'sources-works', 'main')
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Shop database' }).waitFor()
  await page.getByRole('link', { name: 'orders' }).waitFor()
  expect(await page.content()).not.toContain(CANARY)
  await lookAtPage(page, 'sources-one')

  // The settings never show the password, and leading the connection elsewhere asks for it.
  expect(await page.getByLabel(/^Password/).inputValue()).toBe('')
  await page.getByLabel(/^Host/).fill('localhost')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Type it again').waitFor()
  await page.getByLabel(/^Password/).fill(CANARY)
  await page.getByLabel('Look at it again').selectOption({ label: 'Every hour' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings are saved.').waitFor()
  await page.getByText('Every hour, next').waitFor()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('heading', { name: 'Shop database' }).waitFor()

  await page.goto(`/workspaces/${workspace.id}/sources`)
  await page.getByRole('link', { name: 'File on the web' }).click()
  await page.getByLabel('Name').fill('Exchange rates')
  await page.getByLabel('Address').fill(`${csvAt}/none.csv`)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'It does not work yet' }).waitFor()
  await page.getByLabel('Address').fill(`${csvAt}/rates.csv`)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Exchange rates' }).waitFor()
  await page.goto(`/workspaces/${workspace.id}/sources`)
  await page.getByRole('link', { name: 'Shop database' }).waitFor()
  await lookAtPage(page, 'sources-list')

  await page.getByRole('link', { name: 'Exchange rates' }).click()
  await page.getByLabel('Type "Exchange rates" to confirm').fill('Exchange rates')
  await page.getByRole('button', { name: 'Delete source' }).click()
  await page.getByRole('heading', { name: 'Sources' }).waitFor()
  expect(await page.getByRole('link', { name: 'Exchange rates' }).count()).toBe(0)
})
