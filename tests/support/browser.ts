import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bundled, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium'
import {
  type APIResponse,
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
  type Response,
} from 'playwright-core'
import { CONSENT_COOKIE, choiceText } from '#records/rules/consent.ts'
import { newDataFolder } from './data-folder.ts'
import { type Product, startProduct } from './product.ts'
import { isRead, lookAtBody, lookAtHead } from './secrets.ts'

const ROOT = join(import.meta.dir, '../..')
const SCREENSHOTS = join(ROOT, '.screenshots')

/**
 * The browser talks to the product and to nobody else. Pages live for a second: compiling their scripts most carefully, and collecting
 * their garbage in other threads, is a quarter of what they take. A person has one process for their pages and no spare one.
 */
const FLAGS = [
  '--js-flags=--no-opt --no-maglev --single-threaded-gc',
  '--renderer-process-limit=1',
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
]

let shared: Promise<Browser> | undefined

/**
 * The browser of this test process: it is launched once, and closing it closes what is open in it. It ends with the process, since it
 * listens to it through a pipe.
 */
export async function openBrowser(): Promise<Browser> {
  shared ??= launchForAll()
  if (!(await shared).isConnected()) shared = launchForAll()
  return shared
}

async function launchForAll(): Promise<Browser> {
  const browser = await launchBrowser()
  const open = browser.newContext.bind(browser)
  const looking = new Set<Promise<void>>()
  browser.newContext = async (options) => {
    const context = await open(options)
    if (options?.baseURL)
      watchAnswers(context, options.baseURL, (it) => looking.add(it.finally(() => looking.delete(it))))
    return context
  }
  browser.close = async () => {
    // What is still being answered may never end: a stream, a page that went on.
    await Promise.race([Promise.all(looking), Bun.sleep(5000)])
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  return browser
}

/** Whatever the product answers to people at a browser, their pages and their scripts, is looked through for secrets. */
function watchAnswers(context: BrowserContext, address: string, begun: (look: Promise<void>) => void): void {
  context.on('response', (answer) => {
    if (answer.url().startsWith(address)) begun(lookThrough(answer.request().method(), answer))
  })
  // What journeys ask without a page; every other method of it goes through this one.
  const { request } = context
  const send = request.fetch.bind(request)
  request.fetch = async (url, options) => {
    const answer = await send(url, options)
    begun(lookThrough(options?.method ?? 'GET', answer))
    return answer
  }
}

async function lookThrough(method: string, answer: Response | APIResponse): Promise<void> {
  const where = `${method} ${new URL(answer.url()).pathname}`
  // Null when the page went on, or the product was stopped, before the answer was there: nobody has read it then.
  const headers = await Promise.resolve(answer.headersArray()).catch(() => null)
  lookAtHead(where, headers?.map(({ name, value }) => [name.toLowerCase(), value]) ?? [])
  const type = headers?.find(({ name }) => name.toLowerCase() === 'content-type')?.value
  // Without a type there is no body: a redirect, or nothing.
  if (!type || !isRead(type)) return
  const read = answer.body().then(
    (body) => lookAtBody(where, type, new Uint8Array(body)),
    () => {},
  )
  // A stream has no end before its page is closed.
  if (!type.startsWith('text/event-stream')) await read
}

/**
 * A real Chromium: the machine's own, or the one in the package together with the libraries a bare machine lacks. Its people have
 * declined analytics already, so that nobody asks them on every page; whoever wants to be asked clears the cookies.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await unpackBrowser(),
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

/** Path of the machine's own browser; of that in the package, unpacked, when it has none. Never by two processes at once the first time. */
export async function unpackBrowser(): Promise<string> {
  const own = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
  if (own) return own
  const libraries = join(ROOT, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br')
  // The package unpacks into the temporary folder: here into one of this user, which stays when that of a whole run goes.
  const { TMPDIR } = process.env
  process.env.TMPDIR = join(process.env.LASTING_TMPDIR ?? tmpdir(), `tabletalk-browser-${process.getuid?.()}`)
  mkdirSync(process.env.TMPDIR, { recursive: true, mode: 0o700 })
  try {
    await inflate(libraries)
    setupLambdaEnvironment(join(tmpdir(), 'al2023/lib'))
    const path = await bundled.executablePath()
    process.env.FONTCONFIG_FILE = writeFontsFile(tmpdir())
    return path
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** The package's own list looks for its fonts elsewhere; without any font the browser ends at the first letter that no page brings. */
function writeFontsFile(folder: string): string {
  const file = join(folder, 'fonts.conf')
  const own = `${file}.${process.pid}`
  writeFileSync(
    own,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`,
  )
  renameSync(own, file)
  return file
}

export type Server = Product & { stop(): Promise<void> }

/** The real product on a free port with a data folder of its own, in which there is nobody yet. */
export async function startServer(options: { env?: Record<string, string> } = {}): Promise<Server> {
  const dataDir = await newDataFolder()
  const BUN_OPTIONS = `--preload=${join(import.meta.dir, 'quick-product-entry.ts')}`
  const product = await startProduct({ DATA_DIR: dataDir, BUN_OPTIONS, ...options.env })
  return {
    ...product,
    async stop() {
      // How it stops when it is asked to is tested elsewhere; nobody waits for it here.
      product.process.kill('SIGKILL')
      await product.process.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** WCAG 2.2 AA and best practice; of these what a theme can break, and what a width can. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const NARROW_RULES = [...COLOUR_RULES, 'target-size', 'scrollable-region-focusable']

type Look = readonly [theme: 'light' | 'dark', width: number, rules: string[]]
/** From one to the next only the theme or only the width changes. */
const ALL_LOOKS: readonly Look[] = [
  ['light', 360, NARROW_RULES],
  ['dark', 360, COLOUR_RULES],
  ['dark', 1280, COLOUR_RULES],
  ['light', 1280, ALL_RULES],
]
/** Each theme and each width once. */
const TWO_LOOKS: readonly Look[] = [
  ['dark', 360, NARROW_RULES],
  ['light', 1280, ALL_RULES],
]

/**
 * Looks at a page in both themes and both widths.
 * @throws Error with what axe found and how far the page is wider than the window
 */
export const lookAtPage = (page: Page, name: string) => lookAt(page, name, ALL_LOOKS)

/**
 * Looks at a state of a page, which itself is looked at elsewhere, in each theme and each width once.
 * @param within selector of the only part that is new, as a dialog over the page: only axe looks at it
 * @throws Error as `lookAtPage`
 */
export const lookAtState = (page: Page, name: string, within?: string) => lookAt(page, name, TWO_LOOKS, within)

/**
 * Shows a page in themes and widths, one after the other, and leaves it wide and light.
 * With SCREENSHOTS=1 each is kept as .screenshots/{name}-{theme}-{width}.png, which takes longer than everything else here.
 */
async function lookAt(page: Page, name: string, looks: readonly Look[], within?: string): Promise<void> {
  const wrong: string[] = []
  for (const [theme, width, rules] of looks) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: width === 360 ? 740 : 820 })
    await settled(page)
    const found = [...(await axe(page, within, rules)), ...(within ? [] : await page.evaluate(tooWide))]
    wrong.push(...found.map((line) => `${name} ${theme} ${width}: ${line}`))
    await keepPicture(page, `${name}-${theme}-${width}`)
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

/** Runs in the page: whether it is wider than the window, and its innermost parts that reach beyond. */
function tooWide(): string[] {
  const wider = document.documentElement.scrollWidth - innerWidth
  if (wider <= 0) return []
  const beyond = [...document.querySelectorAll('body *')].filter((it) => it.getBoundingClientRect().right > innerWidth)
  const inner = beyond.filter((it) => it.checkVisibility() && !beyond.some((other) => other.parentElement === it))
  return [`${wider} px wider than the window: ${inner.map((it) => it.outerHTML.slice(0, 120)).join('\n')}`]
}

/** Keeps a picture as .screenshots/{name}.png when SCREENSHOTS=1 asks for pictures. */
async function keepPicture(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true })
}

/** Resolves when fonts are there, a new theme or width is drawn and every change of colour that has an end is over. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ending = document.getAnimations().filter((it) => it.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((it) => it.finished))
  })

const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8')
const sessions = new WeakMap<Page, Promise<CDPSession>>()

/**
 * Brings axe into a page that has it not yet. By the browser's own protocol, which compiles the half megabyte once for all pages of a
 * renderer: that takes a fifth of the processor time of `page.evaluate`, which was more than looking itself.
 */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  const session = sessions.getOrInsertComputed(page, () => page.context().newCDPSession(page))
  await (await session).send('Runtime.evaluate', { expression: AXE, silent: true })
}

/**
 * What axe finds wrong: one line per rule with the elements. Empty when all is well.
 * @param within selector of a part of the page; nothing for all of it
 * @param rules tags or names of rules
 */
export async function axe(page: Page, within?: string, rules = ALL_RULES): Promise<string[]> {
  await bringAxe(page)
  const look = () =>
    page.evaluate(
      async ([runOnly, within]) => {
        const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
        // What passes is not described.
        const found = await axe.run(within ?? document, { runOnly, resultTypes: ['violations'] })
        return found.violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))
      },
      [rules, within] as const,
    )
  let violations = await look()
  // After a switch of the theme a part of the page may be drawn a little later than the rest: what is really wrong stays so.
  for (let tries = 0; tries < 5 && violations.some(({ id }) => id === 'color-contrast'); tries++) {
    await settled(page)
    violations = await look()
  }
  return violations.map(({ id, at }) => `${id}: ${at.join(', ')}`)
}
