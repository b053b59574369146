import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from '../../islands/build.ts'
import { ask, openStage, settleIn } from '../journeys/visit.ts'
import { launchBrowser } from './browser.ts'

/**
 * Draws what public/images holds: the picture of shared links and the icons from SVG (`bun run pictures`), and with `shots` pictures of
 * the running product in both themes (`bun run screenshots`). The files are committed.
 */
const IMAGES = join(import.meta.dir, '../../public/images')
const LOGO = readFileSync(join(import.meta.dir, '../../public/logo.svg'), 'utf8').trim()
const FONT = readFileSync(join(import.meta.dir, '../../public/fonts/inter-latin.woff2')).toString('base64')
const CURRENCY = readFileSync(join(import.meta.dir, '../../public/fonts/inter-currency.woff2')).toString('base64')
/** Bytes that one picture may have. */
const MOST = 60_000

async function drawings(): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (const size of [32, 180, 512])
      await drawn(browser, `icon-${size}.png`, size, size, iconSvg(size > 32), size === 32)
    await drawn(browser, 'share.png', 1200, 630, CARD, false)
  } finally {
    await browser.close()
  }
}

/** @param clear leaves the ground transparent */
async function drawn(browser: Browser, name: string, width: number, height: number, svg: string, clear: boolean) {
  const page = await browser.newPage({ viewport: { width, height } })
  const style = `@font-face{font-family:Inter;src:url(data:font/woff2;base64,${FONT});font-weight:100 900}@font-face{font-family:Inter;src:url(data:font/woff2;base64,${CURRENCY});font-weight:100 900;unicode-range:U+20B9}*{margin:0}svg{display:block}`
  await page.setContent(`<style>${style}</style>${svg}`)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  writeFileSync(join(IMAGES, name), await page.screenshot({ omitBackground: clear }))
  await page.close()
}

/** Phones cut their own corners: there the mark stands on a ground of its own. */
function iconSvg(ground: boolean): string {
  const mark = LOGO.replace(/^<svg[^>]*>|<\/svg>$/g, '')
  if (!ground)
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="100%" height="100%">${mark}</svg>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="100%" height="100%"><rect width="24" height="24" fill="#fff"/><g transform="translate(3.6 3.9) scale(.7)">${mark}</g></svg>`
}

async function shots(): Promise<void> {
  await build()
  const stage = await openStage()
  try {
    const { page } = await stage.visit()
    const { workspaceId } = await settleIn(page, 'asha@example.com')
    await proven(page)
    await page.goto(`/workspaces/${workspaceId}`)
    await page.getByRole('button', { name: 'Add sample data' }).first().click()
    await page.getByText('order_items').first().waitFor()
    await page.goto(`/chat?workspace=${workspaceId}`)
    await ask(page, 'Top 5 products by quantity sold')
    await ask(page, 'Order value by month in 2025')
    await taken(page, 'chat')
    await page.goto(`/workspaces/${workspaceId}/tables`)
    await page.getByRole('link', { name: 'orders', exact: true }).first().click()
    await page.waitForURL(/\/tables\//)
    await taken(page, 'tables')
    await page.goto(`/workspaces/${workspaceId}/sql`)
    await page.locator('.cm-content').waitFor()
    await page.getByRole('button', { name: 'New statement' }).click()
    await page.keyboard.insertText(
      'select city, count(*) as customers\nfrom customers\ngroup by city\norder by customers desc\nlimit 8',
    )
    await page.keyboard.press('Control+Enter')
    await page.getByRole('grid').waitFor()
    await taken(page, 'sql')
  } finally {
    await stage.close()
  }
}

/** Opens the link of the mail that asks for it, so that no page asks any more. */
async function proven(page: Page): Promise<void> {
  const mails = (await (await page.request.get('/api/outbox?to=asha@example.com')).json()) as { text: string }[]
  const link = mails.map(({ text }) => /\/verify-email\/\S+/.exec(text)?.[0]).find(Boolean)
  if (!link) throw new Error('There is no mail with a link.')
  await page.goto(link)
  const button = page.locator('main form button[type=submit]').first()
  if (await button.isVisible()) await button.click()
}

/** One picture of the page as it is, in both themes, as WebP small enough to be sent to phones. */
async function taken(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await page.evaluate(() =>
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => {}),
    )
    await page.waitForLoadState('networkidle')
    const png = (await page.screenshot()).toString('base64')
    const webp = await smallest(page, png)
    writeFileSync(join(IMAGES, `${name}-${theme}.webp`), Buffer.from(webp, 'base64'))
    process.stdout.write(`${name}-${theme}.webp ${Math.round((webp.length * 3) / 4 / 1000)} KB\n`)
  }
}

/** Encoded by the browser, with the best quality that fits. */
async function smallest(page: Page, png: string): Promise<string> {
  const blank = await page.context().newPage()
  try {
    return await blank.evaluate(
      async ({ png, most }) => {
        const image = new Image()
        image.src = `data:image/png;base64,${png}`
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = image.width
        canvas.height = image.height
        canvas.getContext('2d')!.drawImage(image, 0, 0)
        for (let quality = 0.9; quality > 0.3; quality -= 0.06) {
          const webp = canvas.toDataURL('image/webp', quality).split(',')[1]!
          if ((webp.length * 3) / 4 < most) return webp
        }
        throw new Error('The picture is too large.')
      },
      { png, most: MOST },
    )
  } finally {
    await blank.close()
  }
}

const BARS = [190, 214, 172, 236, 262, 228, 284, 252, 310, 358, 296, 332]
/** A question, its answer and where the number comes from: no name in it, since that can be set. */
const CARD = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="Inter">
<rect width="1200" height="630" fill="#f5f5ff"/>
<g transform="translate(72 66) scale(2.6)">${LOGO.replace(/^<svg[^>]*>|<\/svg>$/g, '')}</g>
<text x="72" y="210" font-size="58" font-weight="700" fill="#14161f" letter-spacing="-1.8"><tspan x="72">Ask a question.</tspan><tspan x="72" dy="72">Get the answer,</tspan><tspan x="72" dy="72">and the cell it</tspan><tspan x="72" dy="72">came from.</tspan></text>
<text x="72" y="512" font-size="26" fill="#535969"><tspan x="72">SQL, rows, a chart, and prose</tspan><tspan x="72" dy="38">in which every number is bound.</tspan></text>
<g transform="translate(604 62)">
<rect width="612" height="540" rx="22" fill="#fff" stroke="#e4e6ec" stroke-width="2"/>
<rect x="150" y="32" width="390" height="54" rx="20" fill="#eef0ff"/>
<text x="172" y="67" font-size="22" font-weight="500" fill="#14161f">Order value by month in 2025?</text>
<text x="34" y="140" font-size="22" fill="#14161f">Highest in <tspan font-weight="700" text-decoration="underline">October</tspan> with <tspan font-weight="700" text-decoration="underline">₹9,556,212</tspan>.</text>
<g transform="translate(34 120)">${BARS.map((height, at) => `<rect x="${at * 44}" y="${400 - height}" width="30" height="${height}" rx="5" fill="${at === 9 ? '#4f46e5' : '#c9cbe8'}"/>`).join('')}</g>
<path d="M34 522h528" stroke="#cdd1da" stroke-width="2"/>
</g>
</svg>`

mkdirSync(IMAGES, { recursive: true })
if (process.argv.includes('shots')) await shots()
else await drawings()
