import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as chartTables from '#query/charts.ts'
import { chartData } from '#query/rules/chart-data.ts'
import type { ChartSpec } from '#query/rules/chart-spec.ts'
import { chartSvg } from '#query/rules/chart-svg.ts'
import * as query from '#query/run.ts'
import { openBrowser } from '../../tests/support/browser.ts'
import { CHART_EXAMPLES } from '../../tests/support/charts.ts'
import { newTeam } from '../../tests/support/people.ts'

/**
 * Every kind of chart at both widths and in both themes, on one page of a real browser. With SCREENSHOTS=1 the pages are kept in
 * .screenshots, to be looked at.
 */
type Drawn = {
  name: string
  spec: ChartSpec
  data: ReturnType<typeof chartData>
  table: Awaited<ReturnType<typeof chartTables.table>>
}
let drawn: Drawn[]
let page: Page
const errors: string[] = []

const { ctx } = await newTeam()
beforeAll(async () => {
  drawn = []
  for (const { name, sql, spec } of CHART_EXAMPLES) {
    const full = { ...spec, result: (await query.run(ctx, { sql })).id }
    const table = await chartTables.table(ctx, full)
    drawn.push({ name, spec: full, table, data: chartData(full, table, 'en-IN') })
  }
  page = await (await openBrowser()).newPage()
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
}, 300_000)
afterAll(() => page.close())

const SIZES = [
  [360, 'light'],
  [360, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const

test.each(SIZES)(
  'every kind is drawn within its bounds at %d px, %s',
  async (width, theme) => {
    const pictures = await Promise.all(
      drawn.map(({ spec, table }) => chartSvg(spec, table, { width, theme, locale: 'en-IN' })),
    )
    await page.setViewportSize({ width, height: 900 })
    await page.setContent(`<body style="margin:0">${pictures.map((svg) => `<div>${svg}</div>`).join('')}`)
    // What is out of sight cannot be pointed at.
    await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight) })
    if (process.env.SCREENSHOTS) {
      const folder = join(import.meta.dir, '../../.screenshots')
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `charts-${theme}-${width}.png`), fullPage: true })
    }
    const seen = await page.evaluate(lookAtPictures)
    expect(seen).toHaveLength(drawn.length)
    const wrong = drawn.flatMap(({ name, data, spec }, at) => {
      const { texts, outside, overlapping, pale, marks } = seen[at]!
      // A mark for each value: of bars, cells and areas one each, of a line at least one.
      const values = data.series.flatMap(({ values }) => values).filter((value) => value !== null).length
      const least = COUNTED.has(spec.kind) ? values : data.series.length
      const untold = texts.includes(name) ? [] : ['no title']
      const few = marks >= least ? [] : [`${marks} marks for ${least} values`]
      const found = { outside, overlapping, pale, untold, few }
      return Object.entries(found).flatMap(([what, all]) =>
        all.length > 0 ? [`${name}: ${what}: ${all.join(' | ')}`] : [],
      )
    })
    expect(wrong).toEqual([])
    expect(errors).toEqual([])
  },
  60_000,
)

/** Kinds that draw a shape for each of their values. */
const COUNTED = new Set([
  'bar',
  'stacked',
  'share',
  'histogram',
  'heatmap',
  'funnel',
  'waterfall',
  'treemap',
  'scatter',
])

type Seen = { texts: string[]; outside: string[]; overlapping: string[]; pale: string[]; marks: number }

/** Runs in the page: of each picture its texts, those that are cut off, lie on each other or are hard to read, and its shapes. */
function lookAtPictures(): Seen[] {
  const light = (color: string) => {
    const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255)
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
  }
  const contrast = (a: string, b: string) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x) as [number, number]
    return (high + 0.05) / (low + 0.05)
  }
  return [...document.querySelectorAll('svg')].map((svg) => {
    const whole = svg.getBoundingClientRect()
    const texts = [...svg.querySelectorAll('text')].filter((text) => text.textContent?.trim())
    const boxes = texts.map((text) => ({ text, box: text.getBoundingClientRect(), words: text.textContent!.trim() }))
    const ground = getComputedStyle(svg.querySelector('rect')!).fill
    const outside = boxes.filter(
      ({ box }) => box.left < whole.left - 1 || box.right > whole.right + 1 || box.bottom > whole.bottom + 1,
    )
    const overlapping: string[] = []
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1)) {
        // Letters have room around them in their boxes.
        const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        if (x > 2 && y > 5) overlapping.push(`${a.words} / ${b.words}`)
      }
    const pale = boxes.filter(({ text, box }) => {
      const ink = getComputedStyle(text).fill
      // On a mark the text is read before that mark's colour.
      const behind = document
        .elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        .find(
          (it) =>
            it.tagName !== 'text' &&
            it.tagName !== 'tspan' &&
            svg.contains(it) &&
            !['none', ''].includes(getComputedStyle(it).fill),
        )
      const fill = behind && behind !== svg ? getComputedStyle(behind).fill : ground
      return getComputedStyle(text).stroke === 'none' && contrast(ink, fill) < 3 && contrast(ink, ground) < 3
    })
    return {
      texts: boxes.map(({ words }) => words),
      outside: outside.map(({ words }) => words),
      overlapping,
      pale: pale.map(({ words }) => words),
      marks: svg.querySelectorAll('path, rect, circle').length - 1,
    }
  })
}
