import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SITE } from '#base/site.ts'
import { testApp } from '../../tests/support/world.ts'
import { urls } from '../urls.ts'
import { document, GUIDES, LEGAL } from './documents.ts'
import { fieldLines, typeText } from './rules/reference.ts'

// On the embedded database only: these pages keep nothing.

const text = async (path: string) => {
  const answer = await (await testApp()).request(path)
  return { status: answer.status, html: await answer.text() }
}
const PAGES = [
  urls.home,
  urls.aboutUs,
  urls.contactUs,
  urls.pricing,
  urls.refundRequests,
  urls.documentation,
  urls.apiReference,
  ...GUIDES.map((slug) => `/documentation/${slug}`),
  ...LEGAL.map((slug) => `/${slug}`),
]

test('every link of every public page leads to a page, and every place in a page is there', async () => {
  const seen = new Map<string, Awaited<ReturnType<typeof text>>>()
  const get = async (path: string) => {
    if (!seen.has(path)) seen.set(path, await text(path))
    return seen.get(path)!
  }
  const dead: string[] = []
  for (const page of PAGES) {
    const { html } = await get(page)
    for (const [, link] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (/^(mailto:|https?:)/.test(link!)) continue
      const [path, place] = link!.split('#')
      const target = await get(path || page)
      const found = target.status === 200 || target.status === 302
      if (!found || (place && place !== 'main' && !target.html.includes(`id="${place}"`)))
        dead.push(`${page} -> ${link}`)
    }
  }
  expect(dead).toEqual([])
})

test('the footer has the tagline, the quick links, the address, both offices, the legal pages and 2025', async () => {
  const { html } = await text('/about-us')
  const footer = html.slice(html.indexOf('<footer'))
  const links = [...footer.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, href, label]) => `${label} ${href}`)
  expect(links).toEqual([
    `${SITE.email} mailto:${SITE.email}`,
    'Organizations /organizations',
    'About Us /about-us',
    'Contact /contact-us',
    'Privacy /privacy',
    'Terms /terms',
    'Cookies /cookies',
    'Cookie Preferences /cookie-preferences',
    'Refunds /refund',
    'Cancellation /cancellation',
  ])
  expect(footer).toContain(SITE.tagline)
  expect(footer).toContain('Quick Links')
  for (const office of SITE.offices) for (const line of office.lines) expect(footer).toContain(line)
  expect(footer).toContain(`© 2025 ${SITE.name}`)
})

test('prices stand in the currency and for the period that the address names', async () => {
  const prices = async (query: string) =>
    [...(await text(`/pricing${query}`)).html.matchAll(/<strong>([₹$€£][^<]+)<\/strong>/g)].map(([, price]) => price)
  const rupees = ['₹99', '₹198', '₹495', '₹990', '₹1,980', '₹4,950']
  expect(await prices('')).toEqual(['₹0', '₹1,599', '₹1,599', ...rupees])
  expect(await prices('?period=annual&currency=ZZZ')).toEqual(['₹0', '₹15,350.40', '₹15,350.40', ...rupees])
  expect(await prices('?currency=USD')).toEqual([
    '$0',
    '$19.19',
    '$19.19',
    '$1.99',
    '$3.99',
    '$7.99',
    '$15.99',
    '$30.99',
    '$77.99',
  ])
})

test('the calculator answers by address, and says beside the field what it cannot reckon with', async () => {
  const plain = async (query: string) =>
    (await text(`/pricing${query}`)).html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  // 2,000 credits of a month of Flexible can be spent over three: 12,000 need six of its months.
  const usual = await plain('')
  expect(usual).toContain('12,000 questions need 12,000 credits.')
  expect(usual).toContain('Flexible, paid in 6 of 12 months. That is ₹9,594 together. Buy the plan in months')
  const dollars = await text('/pricing?questions=50&months=3&rhythm=uneven&currency=USD&period=annual')
  expect(dollars.html).toContain('125 questions need 125 credits, up to 75 in a month.')
  expect(dollars.html).toContain('value="50"')
  // What was typed is kept while something else is chosen.
  expect(dollars.html).toContain(
    '/pricing?period=monthly&amp;currency=USD&amp;questions=50&amp;months=3&amp;rhythm=uneven',
  )
  const wrong = await text('/pricing?questions=%3Cb%3E&months=99')
  expect(wrong.status).toBe(200)
  expect(wrong.html).toContain('Please give a whole number of questions.')
  expect(wrong.html).toContain('At most 12 months: bought credits last a year.')
  expect(wrong.html).toContain('value="&lt;b&gt;"')
})

test('legal pages are complete: no placeholder is left in them, and they name who is responsible', () => {
  for (const slug of LEGAL) {
    const { title, summary, html } = document(`legal/${slug}`)
    expect(`${title} ${summary} ${html}`).not.toMatch(/\{\{|\}\}|lorem/i)
    expect(html).toContain(SITE.email)
    expect(html.length).toBeGreaterThan(1500)
  }
})

test('a search that finds nothing says so, with what was typed as text', async () => {
  const { html } = await text('/documentation?q=%3Cquetzal%3E')
  expect(html).toContain('Nothing found for “&lt;quetzal&gt;”.')
})

test('what is not there leads on to the guides', async () => {
  const { status, html } = await text('/nothing-here')
  expect(status).toBe(404)
  const [search] = /<search>.*?<\/search>/s.exec(html)!
  expect(search).toContain(`method="get" action="${urls.documentation}"`)
  expect(search).toMatch(/<input[^>]* name="q"[^>]* aria-label="Search the guides"/)
  expect((await text(`${urls.documentation}?q=parquet`)).html).toContain('class="doc-hits')
})

test('the reference lists every call of the API with its fields', async () => {
  const { html } = await text('/documentation/api')
  const paths = Object.keys((await (await (await testApp()).request('/api/openapi.json')).json()).paths)
  expect(paths.length).toBeGreaterThan(20)
  const listed = [...html.matchAll(/<code>[A-Z]+ ([^<]+)<\/code>/g)].map((found) => found[1]!)
  expect(paths.filter((path) => !listed.includes(path))).toEqual([])
  expect((await text('/documentation/api?group=workspaces')).html).toContain('<code>organization_id</code>')
})

test('fields are listed with their types, those of lists below them', () => {
  const schema = {
    type: 'array',
    items: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string' },
        role: { enum: ['owner', 'viewer'] },
        ends: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], description: 'When it ends.' },
        parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string', default: 'x' } } } },
      },
    },
  }
  expect(typeText(schema)).toBe('array of object')
  expect(fieldLines(schema)).toEqual([
    { name: 'id', type: 'string', required: true, note: '', depth: 0 },
    { name: 'role', type: 'owner | viewer', required: false, note: '', depth: 0 },
    { name: 'ends', type: 'moment or null', required: false, note: 'When it ends.', depth: 0 },
    { name: 'parts', type: 'array of object', required: false, note: '', depth: 0 },
    { name: 'name', type: 'string', required: false, note: 'Default: "x".', depth: 1 },
  ])
})

test('every file of docs/guides and docs/legal has its page', () => {
  const docs = join(import.meta.dir, '../../docs')
  const there = [...new Bun.Glob('{guides,legal}/*.md').scanSync({ cwd: docs })].sort()
  expect(there).toEqual(
    [...GUIDES.map((slug) => `guides/${slug}.md`), ...LEGAL.map((slug) => `legal/${slug}.md`)].sort(),
  )
  for (const path of there) expect(existsSync(join(docs, path))).toBe(true)
})
