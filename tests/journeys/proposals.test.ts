import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { tellWaiting } from '#definitions/notices.ts'
import { TIMEOUTS } from '#outside/model-fetch.ts'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { type ModelServer, type ScriptedTurn, scriptedModels, startModelServer } from '../support/model-server.ts'
import { openSite, type Site } from '../support/site.ts'
import { addFile, ask, newEmail, openStage, PASSWORD, type Stage, settleIn, type Visitor } from './visit.ts'

/** Ben asks, corrects what comes out and proposes it; Asha, who owns the workspace, decides. */
let site: Site
let model: ModelServer
let stage: Stage
let asha: Visitor
let ben: Visitor
let workspacePage: string
const [ASHA, BEN] = ['asha', 'ben'].map(newEmail) as [string, string]

const COUNTED = 'How many orders are there?'
const REASON = 'Test orders do not count.'
const OURS = 'Finance counts test orders as well.'

/** A model that counts all rows, unless a verified query or a term says otherwise, and asks back what revenue is. */
const scripted = (messages: { role: string; content?: unknown }[]): ScriptedTurn => {
  const question = messages.findLastIndex(({ role }) => role === 'user')
  const asked = String(messages[question]!.content)
  const since = messages.slice(question + 1)
  const found = String(since.find(({ role }) => role === 'tool')?.content ?? '')
  if (asked.includes('After refunds')) return { say: 'Then it is what was paid and stayed.' }
  if (asked.includes('revenue') && !found)
    return {
      call: 'ask_user',
      input: { question: 'Which revenue do you mean?', options: ['Before refunds', 'After refunds'] },
    }
  if (!found) return { call: 'search_catalog', input: { query: 'orders' } }
  const verified = /SELECT count\(DISTINCT id\) AS n FROM orders/i.exec(found)?.[0]
  const name = `r${[...JSON.stringify(messages).matchAll(/\br(\d+): /g)].at(-1)?.[1] ?? '1'}`
  return since.filter(({ role }) => role === 'tool').length === 1
    ? { call: 'run_sql', input: { sql: verified ?? 'SELECT count(*) AS n FROM orders', title: 'Orders' } }
    : { say: `There are {{${name}.n}} orders${verified ? ', by the verified query' : ''}.` }
}

/** Mails to an address, the newest first. */
async function mailsTo(to: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${site.address}/api/outbox?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as { subject: string; text: string }[]
}

async function mailTo(to: string, about: RegExp): Promise<string> {
  const mail = (await mailsTo(to)).find(({ subject }) => about.test(subject))
  if (!mail) throw new Error(`No mail about ${about} came to ${to}.`)
  return mail.text
}

beforeAll(async () => {
  model = await startModelServer(({ body }) => scripted(body.messages as { role: string; content?: unknown }[]))
  site = await openSite({ models: scriptedModels(model, 'chat', TIMEOUTS) })
  stage = await openStage(Promise.resolve({ address: site.address, stop: site.close }))
  ;[asha, ben] = await Promise.all([stage.visit(), stage.visit()])
  const { workspaceId } = await settleIn(asha.page, ASHA)
  workspacePage = `/workspaces/${workspaceId}`
  const headers = { 'sec-fetch-site': 'same-origin' }
  await addFile(asha.page, workspaceId, 'orders.csv', 'id,amount,kind\n1,10,real\n2,20,real\n2,20,test\n3,5,real\n')
  const [organization] = (await (await asha.page.request.get('/api/organizations')).json()) as { id: string }[]
  const invited = await asha.page.request.post(`/api/organizations/${organization!.id}/invite`, {
    data: { email: BEN, role: 'member' },
    headers,
  })
  expect(invited.status()).toBe(201)
  await ben.page.goto(/\/invitations\/[\w-]+/.exec(await mailTo(BEN, /invites you/))![0])
  await ben.page.getByLabel('Name').fill('Ben Okoye')
  await ben.page.getByLabel('Password').fill(PASSWORD)
  await ben.page.getByRole('button', { name: 'Register and join' }).click()
  await ben.page.getByRole('heading', { name: 'Acme Stores', level: 1 }).waitFor()
}, 300_000)
afterAll(() => stage.close().then(model.stop))

const answer = (page: Page) => page.getByRole('article', { name: 'Answer' }).last()

test('a member proposes SQL that they corrected', async () => {
  const { page } = ben
  await page.goto(workspacePage)
  await ask(page, COUNTED)
  expect(await answer(page).locator('.prose').innerText()).toContain('There are 4 orders')
  await answer(page)
    .getByRole('button', { name: /Orders/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'SQL' }).click()
  expect(await page.getByRole('button', { name: 'Propose as a verified query' }).count()).toBe(0)
  await page.getByLabel('SQL of this result').fill('SELECT count(DISTINCT id) AS n FROM orders')
  await page.getByRole('button', { name: 'Run' }).click()
  const propose = page.getByRole('button', { name: 'Propose as a verified query' })
  await propose.waitFor()
  await lookAtState(page, 'propose-sql')
  await propose.click()
  await page.getByRole('link', { name: 'See the proposal' }).waitFor()
  await lookAtState(page, 'proposed-sql', '.propose')
  expect(ben.trouble).toEqual([])
})

test('a member proposes why an answer was bad', async () => {
  const { page } = ben
  await page.getByRole('button', { name: 'Close the results' }).click()
  await answer(page).getByRole('button', { name: 'Bad answer' }).click()
  await page.getByLabel('What was wrong?').fill(REASON)
  await lookAtState(page, 'bad-answer')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Propose it for everybody' }).click()
  await page.getByRole('link', { name: 'See the proposal' }).waitFor()
})

test('a member proposes what they meant when they were asked back', async () => {
  const { page } = ben
  await ask(page, 'What is revenue this year?')
  await page.getByRole('button', { name: 'After refunds' }).click()
  await answer(page).getByText('Then it is what was paid and stayed.').waitFor()
  const propose = page.getByRole('button', { name: 'Propose what was meant for everybody' })
  await propose.waitFor()
  await lookAtState(page, 'propose-meant')
  await propose.click()
  await page.locator('.clarification').getByRole('link', { name: 'See the proposal' }).click()
  await page.getByRole('heading', { name: 'revenue', level: 1 }).waitFor()
  // Whoever proposes does not decide.
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  expect(await page.locator('main').innerText()).toContain('After refunds')
  await lookAtPage(page, 'proposal-of-mine')
})

test('the owner is told by mail, approves one and rejects one with a reason', async () => {
  const { page } = asha
  // What a job does once a minute.
  await tellWaiting(site.world)
  const mail = await mailTo(ASHA, /proposals? waits?/)
  await page.goto(new URL(/https?:\S+tab=proposals/.exec(mail)![0]).href.replace(/^https?:\/\/[^/]+/, ''))
  const proposals = page.getByRole('region', { name: 'Proposals' })
  for (const name of ['revenue', COUNTED]) await proposals.getByRole('link', { name }).first().waitFor()
  expect(await proposals.getByRole('row').count()).toBe(1 + 3)
  await lookAtPage(page, 'proposals')
  const ofKind = (kind: string) => proposals.getByRole('row').filter({ hasText: kind, has: page.getByText(COUNTED) })
  await ofKind('Verified query').getByRole('link').click()
  await page.getByRole('heading', { name: 'Proposal of Ben Okoye' }).waitFor()
  expect(await page.locator('main').innerText()).toContain('count(DISTINCT id)')
  await lookAtPage(page, 'proposal-to-decide')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.locator('.page-head').getByText('Approved').waitFor()
  await page.goto(`${workspacePage}/definitions?tab=proposals`)
  await ofKind('Term').getByRole('link').click()
  await page.getByLabel('Why, if you reject it').fill(OURS)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.locator('.page-head').getByText('Rejected').waitFor()
  await lookAtPage(page, 'proposal-rejected')
  expect(asha.trouble).toEqual([])
})

test('the proposer hears what was decided, and the next answer is by the definition', async () => {
  const { page } = ben
  expect(await mailTo(BEN, /approved/)).toContain(COUNTED)
  expect(await mailTo(BEN, /rejected/)).toContain(OURS)
  await page.goto(workspacePage)
  await ask(page, COUNTED)
  expect(await answer(page).locator('.prose').innerText()).toContain('There are 3 orders, by the verified query.')
  await lookAtState(page, 'answer-by-definition')
  expect(ben.trouble).toEqual([])
})
