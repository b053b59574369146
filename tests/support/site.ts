import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build } from '../../islands/build.ts'
import { openBrowser } from './browser.ts'
import { type App, type Person, signUp } from './people.ts'
import { type TestWorld, testApp, testWorld } from './world.ts'

/** Waits of a journey: long, since two cores serve the product and a browser at once. */
const TIMEOUT = 90_000

/** The product served by this process, so that a test can put into the database what a person then sees in a real browser. */
export type Site = {
  address: string
  app: App
  world: TestWorld
  browser: Browser
  /** A browser of its own, with the session cookie of somebody, or of a guest. */
  open(person: Person | null, options?: Parameters<Browser['newContext']>[0]): Promise<BrowserContext>
  /** Registers somebody and opens a page in a browser of theirs. */
  visit(about?: Parameters<typeof signUp>[1]): Promise<{ person: Person; context: BrowserContext; page: Page }>
  close(): Promise<void>
}

/** @param about what of its world is another */
export async function openSite(about: Partial<TestWorld> = {}): Promise<Site> {
  await build()
  const world = { ...(await testWorld()), ...about }
  const [app, browser] = [await testApp(world), await openBrowser()]
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 0, fetch: app.fetch })
  const address = `http://127.0.0.1:${server.port}`
  const open: Site['open'] = async (person, options = {}) => {
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1280, height: 820 },
      locale: 'en-IN',
      reducedMotion: 'reduce',
      ...options,
    })
    context.setDefaultTimeout(TIMEOUT)
    if (person) await context.addCookies(cookiesOf(person, address))
    return context
  }
  return {
    address,
    app,
    world,
    browser,
    open,
    async visit(about) {
      const person = await signUp(app, about)
      const context = await open(person)
      return { person, context, page: await context.newPage() }
    },
    async close() {
      await browser.close()
      await server.stop(true)
    },
  }
}

export const cookiesOf = (person: Person, address: string) =>
  person.cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: address }
  })
