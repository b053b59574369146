import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bundled, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium'
import axeCore from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { CONSENT_COOKIE, choiceText } from '#records/rules/consent.ts'
import { type Product, startProduct } from './product.ts'

const ROOT = join(import.meta.dir, '../..')
const SCREENSHOTS = join(ROOT, '.screenshots')

/** The browser talks to the product and to nobody else. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
]

/**
 * A real Chromium: the machine's own, or the one in the package together with the libraries a bare machine lacks. Its people have
 * declined analytics already, so that nobody asks them on every page; whoever wants to be asked clears the cookies.
 */
export async function launchBrowser(): Promise<Browser> {
  const own = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
  const browser = await chromium.launch({
    executablePath: own ?? (await unpacked()),
    args: FLAGS,
    headless: true,
    env: process.env as Record<string, string>,
  })
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open(options)
    const value = choiceText({ analytics: false, on: new Date().toISOString().slice(0, 10) })
    if (options?.baseURL) await context.addCookies([{ name: CONSENT_COOKIE, value, url: options.baseURL }])
    return context
  }
  return browser
}

async function unpacked(): Promise<string> {
  const libraries = join(ROOT, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br')
  await inflate(libraries)
  setupLambdaEnvironment(join(tmpdir(), 'al2023/lib'))
  return bundled.executablePath()
}

export type Server = Product & { stop(): Promise<void> }

/** The real product on a free port with an empty data folder of its own. */
export async function startServer(options: { env?: Record<string, string> } = {}): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tabletalk-browser-'))
  const product = await startProduct({ DATA_DIR: dataDir, ...options.env })
  return {
    ...product,
    async stop() {
      product.process.kill('SIGTERM')
      await product.process.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const LOOKS = [
  ['light', 360],
  ['light', 1280],
  ['dark', 360],
  ['dark', 1280],
] as const

/**
 * Pictures of a page in both themes and both widths, as .screenshots/{name}-{theme}-{width}.png.
 * @param look called at each of the four, for example to run axe
 */
export async function screenshots(page: Page, name: string, look?: (theme: string) => Promise<void>): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true })
  for (const [theme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: width === 360 ? 740 : 820 })
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    // The new theme is drawn before anybody measures its colours.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await look?.(`${theme} ${width}`)
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${theme}-${width}.png`), fullPage: true })
  }
}

/** What axe finds wrong by WCAG 2.2 AA: one line per rule with the elements. Empty when all is well. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(axeCore.source)
  const look = () =>
    page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
      const found = await axe.run(document, { runOnly: tags })
      return found.violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))
    })
  let violations = await look()
  // After a switch of the theme a part of the page may be drawn a little later than the rest: what is really wrong stays so.
  for (let tries = 0; tries < 3 && violations.some(({ id }) => id === 'color-contrast'); tries++) {
    await page.waitForTimeout(250)
    violations = await look()
  }
  return violations.map(({ id, at }) => `${id}: ${at.join(', ')}`)
}
