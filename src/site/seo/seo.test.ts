import { beforeAll, describe, expect, test } from 'bun:test'
import { SITE } from '#base/site.ts'
import { PUBLIC_PAGES } from '#ui/rules/public-page.ts'
import { build } from '../../../islands/build.ts'
import { signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'
import { GUIDES } from '../documents.ts'

// On the embedded database only: these pages keep nothing.

const PAGES: string[] = [...PUBLIC_PAGES, ...GUIDES.map((guide) => `/documentation/${guide}`)]
const ORIGIN = 'https://ask.example'

const app = async () => {
  const world = await testWorld()
  return testApp({ ...world, config: { ...world.config, BASE_URL: ORIGIN } })
}
const page = async (path: string, headers: Record<string, string> = {}) =>
  (await (await app()).request(path, { headers })).text()
const text = (value: string) => value.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
const meta = (html: string, name: string) =>
  text(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '')
const graphOf = (html: string) => {
  const found = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)
  return found ? (JSON.parse(found[1]!)['@graph'] as Record<string, unknown>[]) : []
}

beforeAll(async () => {
  await build()
})

describe('every public page', () => {
  test.each(PAGES)('%s says what it is to search engines and link previews', async (path) => {
    const html = await page(path)
    expect(html).toContain('<html lang="en"')
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path}"`)
    expect(meta(html, 'robots')).toBe('')
    const description = meta(html, 'description')
    expect(description.length).toBeGreaterThan(20)
    expect(description.length).toBeLessThan(300)
    expect(meta(html, 'og:url')).toBe(`${ORIGIN}${path}`)
    expect(meta(html, 'og:title')).toContain(SITE.name)
    expect(meta(html, 'og:description')).toBe(description)
    expect(meta(html, 'og:image')).toMatch(/^https:\/\/ask\.example\/assets\/share-[0-9a-f]{8}\.png$/)
    expect(meta(html, 'twitter:card')).toBe('summary_large_image')
    expect((html.match(/<h1/g) ?? []).length).toBe(1)
  })

  test('has a title and a description of its own', async () => {
    const all = await Promise.all(PAGES.map((path) => page(path)))
    const titles = all.map((html) => /<title>([^<]*)/.exec(html)![1]!)
    const descriptions = all.map((html) => meta(html, 'description'))
    const twice = (list: string[]) => list.filter((one, at) => list.indexOf(one) !== at)
    expect({ titles: twice(titles), descriptions: twice(descriptions) }).toEqual({ titles: [], descriptions: [] })
  })

  test.each(PAGES)('%s weighs less than 40 KB without pictures and fonts', async (path) => {
    const answer = await (await app()).request(path, { headers: { 'accept-encoding': 'gzip' } })
    const html = await page(path)
    const parts = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js|svg))"/g)].map((found) => found[1]!)
    let total = (await answer.arrayBuffer()).byteLength
    for (const part of new Set(parts)) {
      const sent = await (await app()).request(part, { headers: { 'accept-encoding': 'gzip' } })
      total += (await sent.arrayBuffer()).byteLength
    }
    expect(total).toBeLessThan(40_000)
  })

  test('has pictures with their size, loaded late where they are below the fold', async () => {
    const images = [...(await page('/')).matchAll(/<img [^>]*>/g)].map(([image]) => image)
    expect(images.length).toBeGreaterThan(2)
    for (const image of images) {
      expect(image).toMatch(/ width="\d+"/)
      expect(image).toMatch(/ height="\d+"/)
      if (!image.includes('data-logo')) expect(image).toContain('loading="lazy"')
    }
  })
})

describe('structured data', () => {
  test('offers what the price list does', async () => {
    for (const path of ['/', '/pricing']) {
      const graph = graphOf(await page(path))
      expect(graph.find((it) => it['@type'] === 'Organization')).toMatchObject({ name: SITE.name, url: `${ORIGIN}/` })
      const { offers } = graph.find((it) => it['@type'] === 'SoftwareApplication') as {
        offers: { name: string; price: string; priceCurrency: string }[]
      }
      expect(offers.find(({ name }) => name === 'Premium, monthly')).toMatchObject({
        price: '1599.00',
        priceCurrency: 'INR',
      })
      expect(offers.find(({ name }) => name === 'Premium, annual')!.price).toBe('15350.40')
      expect(offers.find(({ name }) => name === '100 credits')!.price).toBe('99.00')
    }
  })

  test('holds the questions of the pricing page and the ways to guides', async () => {
    const pricing = await page('/pricing')
    const { mainEntity } = graphOf(pricing).find((it) => it['@type'] === 'FAQPage') as {
      mainEntity: { name: string; acceptedAnswer: { text: string } }[]
    }
    expect(mainEntity.length).toBeGreaterThan(5)
    for (const { name, acceptedAnswer } of mainEntity) {
      expect(text(pricing)).toContain(name)
      expect(acceptedAnswer.text.length).toBeGreaterThan(10)
    }
    const trail = graphOf(await page('/documentation/security')).find((it) => it['@type'] === 'BreadcrumbList') as {
      itemListElement: { position: number; name: string; item: string }[]
    }
    expect(trail.itemListElement.map(({ position, name, item }) => [position, name, item])).toEqual([
      [1, 'Home', `${ORIGIN}/`],
      [2, 'Documentation', `${ORIGIN}/documentation`],
      [3, 'Security', `${ORIGIN}/documentation/security`],
    ])
  })
})

test('pages that are nobody else’s business ask not to be listed', async () => {
  const { cookie } = await signUp(await app())
  for (const path of ['/profile', '/billing', '/invitations'])
    expect(meta(await page(path, { cookie }), 'robots')).toBe('noindex')
  for (const path of ['/forgot-password', '/nothing-here', '/documentation/no-such-guide', '/verify-email/x'])
    expect(meta(await page(path), 'robots')).toBe('noindex')
})

test('the sitemap holds every public page once, and each of them is there', async () => {
  const sent = await (await app()).request('/sitemap.xml')
  expect(sent.headers.get('content-type')).toStartWith('application/xml')
  const found = [...(await sent.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((it) => it[1]!)
  expect(found.toSorted()).toEqual(PAGES.map((path) => `${ORIGIN}${path}`).toSorted())
  for (const address of found) expect((await (await app()).request(new URL(address).pathname)).status).toBe(200)
})

test('robots are kept out of the app and find the sitemap', async () => {
  const robots = await page('/robots.txt')
  const refused = [...robots.matchAll(/^Disallow: (.+)$/gm)].map((it) => it[1]!)
  for (const path of PAGES) expect(refused.filter((start) => path.startsWith(start))).toEqual([])
  for (const path of ['/chat', '/organizations/x', '/workspaces/x', '/admin/users', '/api/organizations'])
    expect(refused.some((start) => path.startsWith(start))).toBe(true)
  expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
})

test('icons and the manifest are there', async () => {
  const site = await app()
  const manifest = (await (await site.request('/site.webmanifest')).json()) as { icons: { src: string }[] }
  for (const { src } of [...manifest.icons, { src: '/favicon.ico' }])
    expect([src, (await site.request(src)).status]).toEqual([src, 200])
})

test('what is not there leads on', async () => {
  const html = await page('/nothing-here')
  for (const part of ['action="/documentation"', 'href="/pricing"', 'href="/contact-us"', 'Request'])
    expect(html).toContain(part)
})
