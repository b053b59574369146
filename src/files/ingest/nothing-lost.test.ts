import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { cases } from '../../../tests/support/properties.ts'
import { reading } from '../../../tests/support/reading.ts'
import { workbook } from '../../../tests/support/workbook.ts'

const block = fc.record({
  titles: fc.array(fc.constantFrom('title', 'fact', 'pair', 'balance'), { maxLength: 3 }),
  gap: fc.boolean(),
  isHeaded: fc.boolean(),
  kinds: fc.array(fc.constantFrom('text', 'long', 'amount', 'number', 'day', 'flag'), { minLength: 2, maxLength: 6 }),
  rows: fc.integer({ min: 2, max: 9 }),
  missing: fc.constantFrom('', 'n/a', 'NIL', 'k. A.', 'absent'),
  within: fc.array(fc.constantFrom('total', 'lone', 'empty'), { maxLength: 2 }),
  below: fc.array(fc.constantFrom('note', 'lone', 'signed'), { maxLength: 2 }),
})
const damage = fc.record({
  at: fc.nat(),
  what: fc.constantFrom('more', 'less', 'line', 'other', 'gap', 'longer'),
})
const file = fc.record({
  blocks: fc.array(block, { minLength: 1, maxLength: 3 }),
  damage: fc.array(damage, { maxLength: 3 }),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  isPadded: fc.boolean(),
  isSheet: fc.boolean(),
})
type Plan = typeof file extends fc.Arbitrary<infer T> ? T : never

/** The lines of a file, in which each word and each number stands once. */
function linesOf({ blocks, damage, delimiter }: Plan): string[][] {
  let count = 0
  const letters = (number: number) => [...String(number)].map((digit) => 'bcdfghklmn'[Number(digit)]).join('o')
  const word = () => `w${letters(1000 + count++)}a`
  const text = (words: number) => Array.from({ length: words }, word).join(' ')
  const amount = () => `${1000 + count++}.25`.replace('.', delimiter === ';' ? ',' : '.')
  const value: Record<string, () => string> = {
    ...{ text: () => text(1), long: () => text(3), amount, number: () => String(20_000 + count++) },
    day: () => new Date(Date.UTC(2001, 0, 1 + count++)).toISOString().slice(0, 10),
    flag: () => (count % 2 === 0 ? 'ja' : 'nein'),
  }
  const lines = blocks.flatMap(({ titles, gap, isHeaded, kinds, rows, missing, within, below }) => {
    const above = titles.map((title) =>
      title === 'title'
        ? [text(2)]
        : title === 'fact'
          ? [`${text(1)}: ${text(2)}`]
          : title === 'pair'
            ? [text(1), text(1)]
            : [text(2), '', amount()],
    )
    const body = Array.from({ length: rows }, (_, row) =>
      kinds.map((kind, at) => (at > 0 && (row + at) % 7 === 0 ? missing : value[kind]!())),
    )
    for (const one of within)
      body.splice(
        1 + (count % body.length),
        0,
        one === 'empty'
          ? []
          : one === 'lone'
            ? [text(2)]
            : kinds.map((kind, at) => (at === 0 ? 'Total' : kind === 'amount' ? amount() : '')),
      )
    const notes = below.map((one) =>
      one === 'note' ? [`* ${text(4)}`] : one === 'lone' ? [text(3)] : [text(2), '', text(1)],
    )
    return [...above, ...(gap ? [[]] : []), ...(isHeaded ? [kinds.map(() => text(1))] : []), ...body, ...notes, []]
  })
  for (const { at, what } of damage) {
    const place = at % lines.length
    const line = lines[place]!
    const cell = at % Math.max(1, line.length)
    if (what === 'more') line.splice(cell, 0, text(1))
    else if (what === 'less') line.splice(cell, 1)
    else if (what === 'line') lines.splice(place, 0, [text(2)])
    else if (what === 'gap') lines.splice(place, 0, [])
    else line[cell] = what === 'other' ? text(1) : `${line[cell] ?? ''} ${text(1)}`
  }
  return lines
}

const bytesOf = (lines: string[][], { delimiter, isPadded, isSheet }: Plan) => {
  const width = Math.max(...lines.map(({ length }) => length))
  const quoted = (cell: string) => (cell.includes(delimiter) ? `"${cell}"` : cell)
  const padded = lines.map((line) => (isPadded ? [...line, ...Array(width - line.length).fill('')] : line))
  return isSheet
    ? workbook([{ name: 'S', rows: lines.map((line) => line.map((cell) => cell || null)) }])
    : `${padded.map((line) => line.map(quoted).join(delimiter)).join('\n')}\n`
}

const plain = (text: string) =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text.trim()
/** What a cell may be read as: itself, a number without the marks of its thousands and decimals, or the moment of a day. */
const waysOf = (cell: string) => [cell, cell.replace(',', '.'), `${cell} 00:00:00`].map(plain)

test('every cell of a file is found in a table, a name, a note, a total or a line that is told', async () => {
  await fc.assert(
    fc.asyncProperty(file, async (plan) => {
      const lines = linesOf(plan)
      const read = await reading(bytesOf(lines, plan))
      const values = new Set(
        read.tables.flatMap(({ rows }) => rows.flatMap((row) => row.map((value) => plain(value ?? '')))),
      )
      const told = JSON.stringify([
        read.tables.map(({ part, names, rows }) => [part, names, rows]),
        read.dialect,
        read.described,
        read.left,
      ])
      const isTold = (cell: string) =>
        waysOf(cell).some((way) => values.has(way)) || cell.split(' ').every((word) => told.includes(word))
      const nothing = ['', 'n/a', ...plan.blocks.map(({ missing }) => missing)]
      const lost = lines.flat().filter((cell) => !nothing.includes(cell.trim()) && !isTold(cell))
      expect(lost).toEqual([])
    }),
    cases(40),
  )
})
