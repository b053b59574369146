import { build } from '../islands/build.ts'
import { launchBrowser, startServer } from '../tests/support/browser.ts'

/**
 * What a visitor with a middling phone waits for: public pages in Chromium with the processor slowed down four times, over a slow 4G line
 * (1.6 Mbit/s, 150 ms), each with an empty cache. Medians of `bun bench/pages.ts [rounds]` rounds, 3 by default.
 */
const rounds = Number(process.argv[2] ?? 3)
const PAGES = ['/', '/pricing', '/documentation', '/documentation/security', '/login']
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const PHONE = { width: 412, height: 823 }

/** Milliseconds, but for `cls`, a share of the screen, and `kb` over the line. */
type Measured = { fcp: number; lcp: number; cls: number; tbt: number; kb: number }

await build()
const [server, browser] = await Promise.all([startServer(), launchBrowser()])
try {
  for (const path of PAGES) await fetch(`${server.address}${path}`)
  print('page', 'FCP ms', 'LCP ms', 'CLS', 'TBT ms', 'KB')
  for (const path of PAGES) {
    const found: Measured[] = []
    for (let round = 0; round < rounds; round++) found.push(await measure(path))
    const middle = (name: keyof Measured) =>
      found.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(rounds / 2)]!
    const whole = (['fcp', 'lcp'] as const).map((name) => middle(name).toFixed(0))
    print(path, ...whole, middle('cls').toFixed(3), middle('tbt').toFixed(0), middle('kb').toFixed(0))
  }
} finally {
  await browser.close()
  await server.stop()
}

async function measure(path: string): Promise<Measured> {
  const context = await browser.newContext({ baseURL: server.address, viewport: PHONE })
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', SLOW_4G)
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const timings = await page.evaluate(async () => {
    const entries = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
        observer.observe({ type, buffered: true })
        setTimeout(resolve, 300, [])
      })
    const [paints, largest, shifts, tasks] = await Promise.all(
      ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'].map(entries),
    )
    const fcp = paints!.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0
    return {
      fcp,
      lcp: largest!.at(-1)?.startTime ?? 0,
      cls: shifts!.reduce((sum, shift) => sum + ((shift as PerformanceEntry & { value: number }).value ?? 0), 0),
      tbt: tasks!
        .filter(({ startTime }) => startTime >= fcp)
        .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    }
  })
  await context.close()
  return { ...timings, kb: bytes / 1000 }
}

function print(...cells: string[]): void {
  process.stdout.write(`${cells.map((cell, i) => (i === 0 ? cell.padEnd(26) : cell.padStart(9))).join('')}\n`)
}
