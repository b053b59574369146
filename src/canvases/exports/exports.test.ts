import { beforeAll, expect, test } from 'bun:test'
import { newId } from '#base/ids.ts'
import { textOfPdf } from '../../../tests/support/pdf.ts'
import { type App, call, join, newPlace, type Person, signUp, workspaceCtx } from '../../../tests/support/people.ts'
import { putTable } from '../../../tests/support/tables.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'

/** A board with a block of each kind that has words or figures, saved as files. */
let app: App
let [owner, viewer, stranger]: Person[] = []
let board: string
/** A PNG of one pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

beforeAll(async () => {
  const world = await testWorld()
  app = await testApp(world)
  ;[owner, viewer, stranger] = await Promise.all([signUp(app, { name: 'Ada' }), signUp(app), signUp(app)])
  const place = await newPlace(app, owner!)
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
  const ctx = await workspaceCtx(world, owner!.user.id, place.workspace.id)
  await putTable(ctx, 'trips', `SELECT ['rainy', 'sunny'][1 + range % 2] AS weather, range AS fare FROM range(80)`)
  board = (await call(app, owner!, 'POST', `/api/workspaces/${place.workspace.id}/canvases`, { name: 'Trips of June' }))
    .body.id
  const sql = 'SELECT weather, sum(fare) AS fare FROM trips GROUP BY weather ORDER BY weather'
  const chart = { kind: 'bar', x: 'weather', y: ['fare'], series: null, title: 'Fare by weather' }
  const blocks = [
    { kind: 'heading', content: { text: 'What we earned' } },
    { kind: 'text', content: { text: 'A **bold** word </style><script>alert(1)</script>' } },
    { kind: 'chart', content: { title: 'Fare by weather', sql, chart } },
    { kind: 'grid', content: { title: 'All trips', sql: 'SELECT weather, fare FROM trips ORDER BY fare' } },
    {
      kind: 'kpi',
      content: {
        title: 'Most',
        sql: 'SELECT max(fare) + 12300 AS most FROM trips',
        value: { column: 'most', row: null },
      },
    },
    { kind: 'divider', content: {} },
    { kind: 'image', content: { data: PIXEL, alt: 'Our tram' } },
    { kind: 'image', content: { data: PIXEL, alt: '' } },
  ]
  for (const [at, block] of blocks.entries()) {
    const put = { tab: 'first', x: 0, y: 4 * at, w: 6, h: 4, ...block }
    expect((await call(app, owner!, 'PUT', `/api/canvases/${board}/blocks/${newId()}`, put)).status).toBe(200)
  }
  for (const filters of ['', 'trips.weather:sunny'])
    await call(app, owner!, 'POST', `/api/canvases/${board}/refresh`, { filters })
}, 300_000)

const save = (format: string, who = viewer!, filters = '') =>
  app.request(`/api/canvases/${board}/export?format=${format}&filters=${encodeURIComponent(filters)}`, {
    headers: who.headers,
  })

test('a board is one HTML file that needs nothing else: its style and charts are in it, and nothing runs in it', async () => {
  const answer = await save('html')
  const text = await answer.text()
  expect(answer.headers.get('content-disposition')).toContain('Trips-of-June.html')
  for (const shown of [
    'What we earned',
    'data:image/svg+xml;base64,',
    'the first 50 of 80 rows',
    '12,379',
    '.canvas-grid',
  ])
    expect(text).toContain(shown)
  expect(text).not.toMatch(/<script|SELECT|@font-face|(?:src|href)="(?!data:)|url\((?!["']?data:)/)
  expect(text.match(/<style>/g)).toHaveLength(1)
  const svg = Buffer.from(/svg\+xml;base64,([\w+/=]+)/.exec(text)![1]!, 'base64').toString()
  expect(svg).toStartWith('<svg')
  expect(svg).toContain('rainy')
})

test('its theme is the one that is asked for, also of its charts', async () => {
  const [light, dark] = await Promise.all(['', '&theme=dark'].map(async (theme) => (await save(`html${theme}`)).text()))
  const chart = (text: string) => Buffer.from(/svg\+xml;base64,([\w+/=]+)/.exec(text)![1]!, 'base64').toString()
  expect([light, dark].map((text) => /data-theme="(\w+)"/.exec(text!)![1])).toEqual(['light', 'dark'])
  expect(chart(dark!)).toContain('#8f89ff')
  expect(chart(light!)).not.toContain('#8f89ff')
  expect((await save('html&theme=blue')).status).toBe(400)
})

test('filters that are set filter the file too, and one that the board has not is refused', async () => {
  const text = await (await save('html', viewer!, 'trips.weather:sunny')).text()
  expect(text).toContain('sunny')
  expect(text).not.toContain('rainy')
  expect((await save('html', viewer!, 'nothing:1')).status).toBe(400)
})

test('it is a PDF with its charts drawn, and Markdown with their figures', async () => {
  const pdf = await save('pdf')
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const words = await textOfPdf(new Uint8Array(await pdf.arrayBuffer()))
  for (const shown of ['Trips of June', 'What we earned', 'Fare by weather', '12,379']) expect(words).toContain(shown)
  const text = await (await save('md')).text()
  for (const shown of ['# Trips of June', '## What we earned', '| sunny', '12,379', 'A canvas of Sales'])
    expect(text).toContain(shown)
})

test('pictures and lines are shown by a read-only link and the HTML file; PDF and Markdown tell pictures by their descriptions', async () => {
  const { address } = (await call(app, owner!, 'POST', `/api/canvases/${board}/links`, {})).body
  const linked = await (await app.request(new URL(address).pathname)).text()
  for (const text of [linked, await (await save('html')).text()]) {
    expect(text).toContain(`<img src="${PIXEL}" alt="Our tram"`)
    expect(text).toContain('<hr/>')
  }
  const pdf = await textOfPdf(new Uint8Array(await (await save('pdf')).arrayBuffer()))
  const markdown = await (await save('md')).text()
  for (const text of [pdf, markdown])
    for (const told of ['Picture: Our tram', 'Picture: one without a description', 'the HTML file shows them'])
      expect(text).toContain(told)
  expect(markdown).toMatch(/^---$/m)
})

test('a chart alone is a picture, over the rows that filters leave, and no block that is none', async () => {
  const { blocks } = (await call(app, viewer!, 'GET', `/api/canvases/${board}`)).body
  const of = (kind: string) => blocks.find((block: { kind: string }) => block.kind === kind).id
  const picture = (id: string, query = '', who = viewer!) =>
    app.request(`/api/canvases/${board}/blocks/${id}/picture${query}`, { headers: who.headers })
  const drawn = await picture(of('chart'), '?theme=dark&width=480')
  expect(drawn.headers.get('content-type')).toContain('image/svg+xml')
  expect(drawn.headers.get('content-security-policy')).toContain("default-src 'none'")
  const svg = await drawn.text()
  expect(svg).toStartWith('<svg')
  expect(svg).toContain('rainy')
  expect((await picture(of('chart'), '?filters=nothing:1')).status).toBe(400)
  expect((await picture(of('kpi'))).status).toBe(422)
  expect((await picture('none')).status).toBe(404)
  expect((await picture(of('chart'), '', stranger!)).status).toBe(404)
})

test('who may not see the canvas saves nothing', async () => {
  expect((await save('html', stranger!)).status).toBe(404)
  expect((await app.request(`/api/canvases/${board}/export`)).status).toBe(401)
})
