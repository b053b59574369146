import { expect, test } from 'bun:test'
import { decode } from 'fast-png'
import type { ChartSpec } from '#query/rules/chart.ts'
import type { Table } from '#query/rules/chart-data.ts'
import { PALETTES } from '#query/rules/chart-svg.ts'
import { chartPng } from './chart-png.ts'

/** Charts as mails have them: drawn without a browser, with the fonts of the product. */
const table = (first: string): Table =>
  ({
    columns: [
      { name: 'zone', type: 'VARCHAR' },
      { name: 'fare', type: 'DOUBLE' },
    ],
    rows: [
      [first, 1155.5],
      ['b', 1095],
    ],
  }) as Table
const spec = (kind: string) => ({ kind, x: 'zone', y: ['fare'], series: null, title: '', result: 'r' }) as ChartSpec
const draw = (kind: string, first: string) => chartPng(spec(kind), table(first), 480, 'en')

test.each(['bar', 'line', 'area', 'treemap'])('a %s is drawn at twice its size, in its colours', async (kind) => {
  const { address, width, height } = await draw(kind, 'North')
  const { data, channels, ...size } = decode(Buffer.from(address.replace('data:image/png;base64,', ''), 'base64'))
  expect(size).toMatchObject({ width: 2 * width, height: 2 * height })
  expect(width).toBe(480)
  const colours = new Set<string>()
  for (let at = 0; at < data.length; at += channels) colours.add(Buffer.from(data.subarray(at, at + 3)).toString('hex'))
  for (const colour of [PALETTES.light.surface, PALETTES.light.series[0]!]) expect(colours).toContain(colour.slice(1))
})

// What no font has is drawn as the same box.
test.each([
  ['अ', 'आ'],
  ['أ', 'ب'],
  ['東', '京'],
  ['한', '국'],
  ['ก', 'ข'],
  ['₹', '₩'],
])('%s and %s are letters of their own', async (one, other) => {
  const [a, b] = [await draw('bar', one), await draw('bar', other)]
  expect(a.address).not.toBe(b.address)
  expect(a.address).toBe((await draw('bar', one)).address)
})
