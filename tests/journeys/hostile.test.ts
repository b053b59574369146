import { afterAll, beforeAll, expect, test } from 'bun:test'
import { leaked, SECRETS } from '../support/secrets.ts'
import { addFile, openModelStage, type Stage, settleIn, type Visitor } from './visit.ts'

/** Names, cells and model output that try to run in the browser of whoever sees them. */
const MARKUP = `<img src=x onerror=alert(1)><script>alert(2)</script>"'><svg onload=alert(3)>`
const MARKDOWN = `# Total <b>bold</b>

<img src="https://evil.example/a.png" onerror=alert(1)> ![x](https://evil.example/b.png) <iframe src="https://evil.example"></iframe>

[click](javascript:alert(4)) [data](data:text/html,<script>alert(5)</script>) <a href="javascript:alert(6)">x</a> [far](https://evil.example/far)

| a |
|---|
| <img src=x onerror=alert(7)> |

[ref]: javascript:alert(8)
[ref] is 10.`
const CSV = [
  `"<img src=x onerror=alert(1)>",amount,"</script><script>alert(8)</script>"`,
  ...Array.from({ length: 5 }, (_, n) => `"<svg onload=alert(${n})>${n}",${n},"javascript:alert(${n})"`),
].join('\n')

let stage: Stage
let asha: Visitor
beforeAll(async () => {
  stage = await openModelStage(({ body }) =>
    JSON.stringify(body).includes('order_total')
      ? { say: MARKDOWN.match(/.{1,60}/gs)! }
      : { call: 'run_sql', input: { sql: 'select *, sum(amount) over () as order_total from evil', title: MARKUP } },
  )
  asha = await stage.visit()
}, 300_000)
afterAll(() => stage.close())

test('hostile names, cells and answers are text on every page: nothing runs, nothing is fetched', async () => {
  const { page, trouble } = asha
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const { workspaceId } = await settleIn(page)
  const { token } = (await (await page.request.get('/api/auth/token')).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const api = async (method: string, path: string, data?: object) =>
    (await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) })).json()
  const { organization_id } = await api('PUT', `/api/workspaces/${workspaceId}`, { name: MARKUP, description: MARKUP })
  await api('PUT', `/api/organizations/${organization_id}`, { name: MARKUP, description: MARKUP })
  await api('PUT', '/api/user/profile', { name: MARKUP })
  const fileIds: string[] = []
  for (const name of ['evil.csv', `<img src=x onerror=alert(1)>.csv`])
    fileIds.push(await addFile(page, workspaceId, name, CSV))

  await page.goto(`/workspaces/${workspaceId}`)
  await page.getByLabel('Your question').fill(MARKUP)
  await page.getByLabel('Your question').press('Enter')
  await page.locator('article.answer[aria-busy="false"]').waitFor()
  const answer = page.getByRole('article', { name: 'Answer' })
  expect(await answer.innerText()).toContain('<b>bold</b>')
  expect(await answer.locator('img, iframe, script, b').count()).toBe(0)

  for (const path of [
    page.url(),
    '/chat',
    '/organizations',
    `/organizations/${organization_id}`,
    `/organizations/${organization_id}/settings`,
    `/organizations/${organization_id}/workspaces/new`,
    `/workspaces/${workspaceId}/data`,
    `/workspaces/${workspaceId}/settings`,
    ...fileIds.map((id) => `/workspaces/${workspaceId}/data/${id}`),
    '/profile',
    '/billing',
    '/logout',
    `/nowhere/${encodeURIComponent(MARKUP)}`,
    '/',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect([path, await page.evaluate(active)]).toEqual([path, []])
  }
  expect(trouble).toEqual([])
})

/** Runs in the page: attributes that run something; text that people typed sits in some harmlessly. */
function active(): string[] {
  const shown = ['value', 'title', 'aria-label', 'placeholder', 'content']
  return [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => name.startsWith('on') || /^\s*(javascript|vbscript|data:text)/i.test(value))
      .filter(({ name }) => !shown.includes(name))
      .map(({ name, value }) => `${element.tagName} ${name}=${value.slice(0, 60)}`),
  )
}

test('a secret in an answer to a page, to a script of it or to a journey itself is found', async () => {
  const leak = (name: keyof typeof SECRETS) =>
    new Response(`<p>${SECRETS[name]}</p>`, { headers: { 'content-type': 'text/html' } })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/page': () => leak('OPENAI_API_KEY'),
      '/called': () => leak('GOOGLE_CLIENT_SECRET'),
      '/asked': () => leak('S3_SECRET_ACCESS_KEY'),
    },
  })
  const context = await stage.browser.newContext({ baseURL: server.url.origin })
  const page = await context.newPage()
  await page.goto('/page')
  await page.evaluate(() => fetch('/called').then((answer) => answer.text()))
  await page.request.get('/asked')
  const found = new Set<string>()
  // The browser is asked for its answers beside the test.
  while (found.size < 3) {
    for (const it of leaked()) found.add(it.split(': ')[0]!)
    await Bun.sleep(20)
  }
  expect([...found].sort()).toEqual([
    'GOOGLE_CLIENT_SECRET in GET /called',
    'OPENAI_API_KEY in GET /page',
    'S3_SECRET_ACCESS_KEY in GET /asked',
  ])
  await context.close()
  await server.stop(true)
})
