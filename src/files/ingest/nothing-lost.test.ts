import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { literal } from '#base/sql.ts'
import { cases } from '../../../tests/support/properties.ts'
import { reading } from '../../../tests/support/reading.ts'
import { workbook } from '../../../tests/support/workbook.ts'
import { IngestEngine } from './engine.ts'

const block = fc.record({
  titles: fc.array(fc.constantFrom('title', 'fact', 'pair', 'balance', 'pairs', 'comment'), { maxLength: 3 }),
  gap: fc.boolean(),
  names: fc.constantFrom('none', 'one', 'one', 'spanned', 'units'),
  sections: fc.constantFrom(0, 0, 2, 3),
  kinds: fc.array(fc.constantFrom('text', 'long', 'amount', 'number', 'day', 'flag'), { minLength: 2, maxLength: 6 }),
  rows: fc.integer({ min: 2, max: 9 }),
  missing: fc.array(fc.constantFrom('', 'n/a', 'NA', 'NULL', 'NIL', 'k. A.', 'absent', '-', '–', '?', '..'), {
    minLength: 1,
    maxLength: 2,
  }),
  within: fc.array(fc.constantFrom('total', 'lone', 'empty'), { maxLength: 2 }),
  below: fc.array(fc.constantFrom('note', 'lone', 'signed'), { maxLength: 2 }),
})
const damage = fc.record({
  at: fc.nat(),
  what: fc.constantFrom('more', 'less', 'line', 'other', 'gap', 'longer'),
})
const file = fc.record({
  blocks: fc.array(block, { minLength: 1, maxLength: 3 }),
  areBeside: fc.boolean(),
  damage: fc.array(damage, { maxLength: 3 }),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  isPadded: fc.boolean(),
  form: fc.constantFrom('text', 'text', 'sheet', 'sheet', 'page', 'width'),
})
type Plan = typeof file extends fc.Arbitrary<infer T> ? T : never

/** The lines of a file, in which each word and each number stands once. */
function linesOf({ blocks, areBeside, damage, delimiter, form }: Plan): string[][] {
  let count = 0
  const letters = (number: number) => [...String(number)].map((digit) => 'bcdfghklmn'[Number(digit)]).join('o')
  const word = () => `w${letters(1000 + count++)}a`
  const text = (words: number) => Array.from({ length: words }, word).join(' ')
  const amount = () => `${1000 + count++}.25`.replace('.', delimiter === ';' && form !== 'width' ? ',' : '.')
  const value: Record<string, () => string> = {
    ...{ text: () => text(1), long: () => text(3), amount, number: () => String(20_000 + count++) },
    day: () => new Date(Date.UTC(2001, 0, 1 + count++)).toISOString().slice(0, 10),
    flag: () => (count % 2 === 0 ? 'ja' : 'nein'),
  }
  const titled: Record<string, () => string[]> = {
    ...{ title: () => [text(2)], fact: () => [`${text(1)}: ${text(2)}`], pair: () => [text(1), text(1)] },
    ...{ balance: () => [text(2), '', amount()], pairs: () => [text(1), text(1), '', text(2), amount()] },
    comment: () => [`# ${text(3)}`],
  }
  const blocked = blocks.map(({ titles, gap, names, sections, kinds, rows, missing, within, below }) => {
    const above = titles.map((title) => titled[title]!())
    const own = kinds.map(() => text(1))
    const head = {
      ...{ none: [], one: [own], units: [own, kinds.map((kind) => (kind === 'amount' ? 'kg' : ''))] },
      spanned: [own.map((_, at) => (at > 0 && at % 2 === 1 ? text(1) : '')), own],
    }[names]
    const body = Array.from({ length: rows }, (_, row) =>
      kinds.map((kind, at) => (at > 0 && (row + at) % 5 === 0 ? missing[row % missing.length]! : value[kind]!())),
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
    const step = Math.ceil(body.length / Math.max(1, sections))
    const parted = sections === 0 ? body : body.flatMap((row, at) => (at % step === 0 ? [[text(2)], row] : [row]))
    return [...above, ...(gap ? [[]] : []), ...head, ...parted, ...notes, []]
  })
  const width = (lines: string[][]) => Math.max(...lines.map(({ length }) => length))
  const beside = (left: string[][], right: string[][]) =>
    Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
      const [one = [], two = []] = [left[at], right[at]]
      return two.length === 0 ? one : [...one, ...Array(width(left) + 1 - one.length).fill(''), ...two]
    })
  const lines = areBeside ? blocked.reduce(beside) : blocked.flat()
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

const bytesOf = (lines: string[][], { delimiter, isPadded, form }: Plan) => {
  const width = Math.max(...lines.map(({ length }) => length))
  const quoted = (cell: string) => (cell.includes(delimiter) ? `"${cell}"` : cell)
  const padded = lines.map((line) => (isPadded ? [...line, ...Array(width - line.length).fill('')] : line))
  if (form === 'sheet') return workbook([{ name: 'S', rows: lines.map((line) => line.map((cell) => cell || null)) }])
  if (form === 'page') {
    const rows = padded.map((line) => `<tr>${line.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    return `<html><body><table border="1">\n${rows.join('\n')}</table></body></html>`
  }
  if (form === 'width') {
    const wide = (at: number) => Math.max(...lines.map((line) => (line.length > 1 ? (line[at] ?? '').length : 0))) + 2
    return `${lines
      .map((line) =>
        line
          .map((cell, at) => cell.padEnd(wide(at)))
          .join('')
          .trimEnd(),
      )
      .join('\n')}\n`
  }
  return `${padded.map((line) => line.map(quoted).join(delimiter)).join('\n')}\n`
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
        waysOf(cell).some((way) => values.has(way)) ||
        cell.split(' ').every((word) => told.includes(word) || word === '#')
      const lost = lines.flat().filter((cell) => cell.trim() !== '' && !isTold(cell))
      expect(lost).toEqual([])
      // Of words for none each stands somewhere, or a note counts them.
      const count = (cells: (string | null)[], word: string) =>
        cells.join('\n').match(new RegExp(`(?<=^|\\s)${RegExp.escape(word)}(?=\\s|$)`, 'g'))?.length ?? 0
      const kept = read.tables.flatMap(({ names, rows }) => [...names, ...rows.flat()])
      kept.push(...(read.left ?? '').split(/[,;\t|"\n]/))
      const gone = new Set(plan.blocks.flatMap(({ missing }) => missing)).difference(new Set(['']))
      for (const word of gone) {
        const noted = (read.dialect.notes ?? []).flatMap((note) => note.split(`: "${word}" says `).slice(1))
        const sum = noted.reduce((all, note) => all + (Number.parseInt(note, 10) || 1), 0)
        expect([word, count(kept, word) + sum >= count(lines.flat(), word)]).toEqual([word, true])
      }
    }),
    cases(20),
  )
})

const tree = fc.record({
  kinds: fc.array(fc.constantFrom('word', 'number', 'part', 'day', 'code', 'within', 'list', 'objects'), {
    minLength: 2,
    maxLength: 6,
  }),
  rows: fc.integer({ min: 2, max: 8 }),
  form: fc.constantFrom('list', 'lines', 'within', 'keys', 'page', 'pairs', 'messages', 'lists', 'framed'),
  damage: fc.array(fc.record({ at: fc.nat(), what: fc.constantFrom('gone', 'null', 'other', 'more') }), {
    maxLength: 3,
  }),
})
type Tree = typeof tree extends fc.Arbitrary<infer T> ? T : never

/** The rows of a document, each of whose values stands once, and what is written of them. */
function documentOf({ kinds, rows, form, damage }: Tree) {
  let count = 0
  const word = () => `w${String(1000 + count++)}a`
  const value: Record<string, () => unknown> = {
    ...{ word, number: () => 20_000 + count++, part: () => 1000.25 + count++ },
    day: () => new Date(Date.UTC(2001, 0, 1 + count++)).toISOString().slice(0, 10),
    code: () => (count++ % 3 === 0 ? -999 : 300 + count),
    ...{ within: () => ({ one: word(), two: 30_000 + count++ }), list: () => [word(), word()] },
    objects: () => [{ part: word() }, { part: word() }],
  }
  const all = Array.from(
    { length: rows },
    (): Record<string, unknown> => Object.fromEntries(kinds.map((kind, at) => [`${kind}${at}`, value[kind]!()])),
  )
  for (const { at, what } of damage) {
    const row = all[at % rows]!
    const key = `${kinds[at % kinds.length]}${at % kinds.length}`
    if (what === 'gone') delete row[key]
    else if (what === 'more') row.more = word()
    else row[key] = what === 'null' ? null : word()
  }
  const lines = (list: unknown[]) => list.map((one) => `${JSON.stringify(one)}\n`).join('')
  const written = {
    list: () => JSON.stringify(all),
    lines: () => lines(all),
    within: () => JSON.stringify({ status: word(), result: { at: word(), rows: all } }),
    keys: () => JSON.stringify(Object.fromEntries(all.map((row) => [word(), row]))),
    page: () => JSON.stringify([{ page: word() }, all]),
    pairs: () => lines(all.flatMap((row) => [{ put: word() }, row])),
    messages: () =>
      lines(all.map((row, at) => ({ kind: at % 2 ? 'odd' : 'even', row: at % 2 ? { other: word() } : row }))),
    lists: () => JSON.stringify({ names: kinds.map((kind, at) => `${kind}${at}`), rows: all.map(Object.values) }),
    framed: () => lines([{ head: word() }, ...all, { foot: word(), count: rows }]),
  }
  return { all, text: written[form]() }
}

const scalars = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(scalars)
    : value === null || value === undefined
      ? []
      : [String(value)]

type Read = Awaited<ReturnType<typeof reading>>
const tellsOf = ({ tables, dialect, left }: Read) => {
  const values = new Set(tables.flatMap(({ rows }) => rows.flat().map((value) => plain(value ?? ''))))
  const told = JSON.stringify([tables.map(({ part, names, rows }) => [part, names, rows]), dialect, left])
  return (cell: string) => waysOf(cell).some((way) => values.has(way)) || told.includes(cell)
}

const ROWS = ['Orca', 'Lynx', 'Tern'].map((boat, at) => [boat, String(31 + at)])
test.each([
  [
    'what a page says around its table',
    `<html><head><title>Regatta</title><style>td {}</style></head><body><h1>Kieler Woche</h1><table><caption>Laser</caption>
<tr><th>Boat</th><th>Time</th></tr>${ROWS.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}
</table><p>Wind &amp; tide: <b>Nordwest</b></p></body></html>`,
    ['Regatta', 'Kieler', 'Laser', 'tide', 'Nordwest'],
  ],
  [
    'what a document says of its columns, and what its keys are',
    JSON.stringify({
      meta: {
        columns: [
          { name: 'boat', kind: 'word' },
          { name: 'time', kind: 'minutes' },
        ],
      },
      ...{ source: { office: 'Harbour' }, data: ROWS },
    }),
    ['minutes', 'word', 'Harbour', 'Orca'],
  ],
  [
    'of what kind the places of features are',
    JSON.stringify({
      type: 'FeatureCollection',
      features: ROWS.map(([boat], at) => ({
        ...{ type: 'Feature', properties: { boat } },
        geometry: { type: 'Point', coordinates: [10 + at / 8, 54.5] },
      })),
    }),
    ['Point', 'Orca'],
  ],
  [
    'each of more tables than a sheet may have',
    workbook([
      {
        name: 'S',
        rows: Array.from({ length: 103 }, (_, at) => [
          ...[[`Series ${at}`], ['boat', `time${at}`], ...ROWS.map(([boat]) => [boat!, at + 0.5])],
          [],
        ]).flat(),
      },
    ]),
    ['Series 0', 'time99', 'time100', 'Series 102'],
  ],
  [
    'what a workbook says beside its cells',
    workbook([
      {
        name: 'Sommerfest',
        rows: [['boat', 'time'], ...ROWS.map(([boat], at) => [boat!, at + 0.5])],
        comments: { B2: 'Vor dem Wind & schnell' },
      },
    ]),
    ['Sommerfest', 'Wind & schnell'],
  ],
  [
    'what a long document says beside its rows',
    JSON.stringify({
      office: 'Harbour',
      at: { day: 'Tuesday' },
      rows: ROWS.map(([boat]) => ({ boat, log: 'x'.repeat(6 << 20) })),
      foot: ['Lighthouse'],
    }),
    ['Harbour', 'Tuesday', 'Lighthouse', 'Orca'],
  ],
  [
    'long totals among rows of JSON',
    JSON.stringify([
      ...ROWS.map(([boat], at) => ({ boat, time: at + 1, crew: 2, note: '' })),
      { boat: `Total ${'of many '.repeat(40)}Finisher`, time: 6, crew: 6 },
    ]),
    ['Finisher', 'Orca'],
  ],
] as [string, string | Uint8Array, string[]][])('nothing is lost of %s', async (_, content, said) => {
  const isTold = tellsOf(await reading(content))
  expect(said.filter((text) => !isTold(text))).toEqual([])
})

test('every value of a document of JSON is found in a table, a name, a note or a line that is told', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (plan) => {
      const { text } = documentOf(plan)
      const isTold = tellsOf(await reading(text))
      const written = text.startsWith('{') && text.includes('}\n{') ? text.trim().split('\n') : [text]
      expect(written.flatMap((one) => scalars(JSON.parse(one))).filter((value) => !isTold(value))).toEqual([])
    }),
    cases(20),
  )
})

test('every value of a Parquet file is found in a table, and what is no number is counted', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'nothing-lost-'))
  const engine = await IngestEngine.open({ dir, memoryMb: 512, threads: 1 })
  try {
    await fc.assert(
      fc.asyncProperty(tree, async (plan) => {
        const { all } = documentOf(plan)
        const [source, target] = [join(dir, 'rows.json'), join(dir, 'rows.parquet')]
        await Bun.write(source, JSON.stringify(all))
        await engine.rows(
          `copy (from read_json(${literal(source)}, format = 'array', sample_size = -1)) to ${literal(target)} (format parquet)`,
        )
        const read = await reading(await Bun.file(target).bytes())
        const isTold = tellsOf(read)
        expect(scalars(all).filter((value) => !isTold(value))).toEqual([])
        // The same beside a column of which some rows hold no number.
        await engine.rows(
          `copy (select *, case when row_number() over () > 1 then 'nan'::double else 1.5 end as part_nan from read_parquet(${literal(target)})) to ${literal(source)} (format parquet)`,
        )
        const { dialect, tables } = await reading(await Bun.file(source).bytes())
        const [{ rows, names }] = tables as [Read['tables'][number]]
        const gone = rows.filter((row) => row[names.indexOf('part_nan')] === null).length
        const beside = rows.filter((row) => row[names.indexOf('part_nan_as_written')] === 'nan').length
        const noted = /"part_nan": (?:"nan" says )?(\d+)?/.exec((dialect.notes ?? []).join('\n'))
        expect([gone, beside || Number(noted?.[1] ?? 1)]).toEqual([all.length - 1, all.length - 1])
      }),
      cases(13),
    )
  } finally {
    engine.close()
    rmSync(dir, { recursive: true, force: true })
  }
})
