import { describe, expect, test } from 'bun:test'
import type { Cell } from '#query/rules/answers.ts'
import type { BoundNumber } from './answer.ts'
import { bindNumbers } from './binding.ts'
import { exampleOf, type Table } from './evaluate.ts'
import { printed, withPrinted } from './print-reference.ts'
import { isReference, LONGEST, parseReference, Unresolved } from './reference.ts'

function tableOf(name: string, columns: Record<string, string>, rows: Cell[][], more: Partial<Table> = {}): Table {
  return {
    ...{ id: `id-${name}`, name, rows, total_rows: rows.length, statistics: [], truncated: false, partial: false },
    columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
    ...more,
  }
}

const TABLES = [
  tableOf('r1', { region: 'VARCHAR', year: 'BIGINT', revenue_eur: 'DECIMAL(12,2)', orders: 'BIGINT', rate: 'DOUBLE' }, [
    ['North', 2024, '1234567.50', 120, 0.125],
    ['South', 2024, '800000.00', 80, 0.5],
    ['North', 2025, '1481481.00', 90, 0.25],
    ['South', 2025, null, 0, 0.0625],
  ]),
  tableOf('r2', { revenue: 'BIGINT' }, [[-42]]),
  tableOf('r3', { month: 'DATE', returns: 'BIGINT', return_pct: 'DOUBLE' }, [
    ['2024-01-01', 10, 1.5],
    ['2024-02-01', 0, 2.25],
    ['2024-03-01', 25, 4],
  ]),
  tableOf('r4', { hour: 'BIGINT', orders: 'BIGINT' }, [
    [9, 50],
    [1, 70],
    [2, 3],
  ]),
  tableOf('r5', { customer: 'VARCHAR', 'total (all)': 'DOUBLE', note: 'VARCHAR' }, [
    ['Smith, John', 10.126, 'see {{r2.revenue}} [x](https://evil.example) *now*'],
    ['O"Neil', 20, '{{r2.revenue}}'],
    ['north', 30, 'a_b _c_'],
    ['North', 40, 'plain\ntext'],
  ]),
  tableOf('r6', { id: 'BIGINT', amount: 'BIGINT' }, [[1, 5]], { total_rows: 90_000, partial: true }),
  tableOf('r7', { amount: 'BIGINT' }, [[5], [6]], { truncated: true }),
  tableOf('r8', { amount: 'BIGINT' }, []),
  tableOf('r9', { month: 'DATE', kwh: 'BIGINT' }, [
    ['2023-12-01', 7],
    ['2024-01-01', 9],
  ]),
  tableOf('r10', { year: 'DATE', kwh: 'BIGINT' }, [
    ['2023-01-01', 7],
    ['2024-01-01', 9],
  ]),
  tableOf('r11', { harbour: 'VARCHAR', ships: 'BIGINT' }, [['Kiel\u202e\u2066', 4]], { truncated: true }),
  tableOf('r13', { at: 'TIMESTAMP', kwh: 'BIGINT' }, [
    ['2024-03-05 10:00:00', 1],
    ['2024-03-05 11:00:00', 2],
    ['2024-03-06 11:00:00', 3],
  ]),
  tableOf('r14', { plane: 'VARCHAR', seats: 'BIGINT' }, [
    ['A380', 800],
    ['747', 524],
    ['007', 2],
  ]),
  tableOf('r15', { heading: 'VARCHAR' }, [['# Big'], ['- item'], ['1. one'], ['> said'], ['---'], ['#tag'], ['-5 °C']]),
  tableOf(
    'r12',
    { day: 'DATE', kwh: 'BIGINT' },
    Array.from({ length: 2100 }, (_, at) => [`${2010 + (at % 3)}-01-01`, at]),
  ),
]
const given = (locale = 'en-US', tells = true) => ({
  tables: new Map(TABLES.map((table) => [table.name, table])),
  locale,
  currency: '',
  tells,
})
test.each([
  ['r2.revenue|inr', 'en-IN', '-₹42'],
  ['r2.revenue|inr', 'de-DE', '-42 ₹'],
  ['r1.revenue_eur[#1]|eur|0', 'en-IN', '€12,34,568'],
  ['r2.revenue|eur', 'en-IN', 'Amounts of this workspace are in INR where the name of their column does not say EUR.'],
  ['r1.revenue_eur[#1]|inr', 'en-IN', 'It is in €, not in INR.'],
  ['r2.revenue', 'en-IN', '-42'],
])('%s in a workspace of rupees, to a reader of %s: %s', (source, locale, told) => {
  const { text, gap } = printed(source, '', { ...given(locale), currency: 'INR' })
  expect((gap ?? text).replace(/\s/g, ' ')).toBe(told)
})

const print = (source: string, before = '', locale?: string) => printed(source, before, given(locale))
const text = (source: string, before = '', locale?: string) => {
  const { text, gap } = print(source, before, locale)
  return gap ?? text
}

test.each<[string, string]>([
  ['r1.orders[#2]', '80'],
  ['r1.orders[last]', '0'],
  ['r1.orders[first]', '120'],
  ['r1.orders[region=North, year=2024]', '120'],
  ['r1.orders[North, 2025]', '90'],
  ['R1.ORDERS["South", year = "2024"]', '80'],
  ['r1.region[#3]', 'North'],
  ['r1.rate[#1]', '0.1250'],
  ['r1.rate[#1]|percent', '12.5 %'],
  ['r1.orders[#1]|2', '120.00'],
  ['r1.revenue_eur[#1]', '€1,234,567.50'],
  ['r1.revenue_eur[#1]|eur', '€1,234,567.50'],
  ['r1.revenue_eur[#1] | compact', '€1.2M'],
  ['r1.revenue_eur[#1]|eur|0', '€1,234,568'],
  ['r1.orders[#1]|usd', '$120'],
  ['r1.orders[#1]|cad', 'CA$120'],
  ['r2.revenue', '-42'],
  ['r2', '-42'],
  ['r3.returns[2024-03]', '25'],
  ['r3.returns[March 2024]', '25'],
  ['r3.returns[3]', '25'],
  ['r9.kwh[2024-01]', '9'],
  ['r13.kwh[2024-03-05 11:00]', '2'],
  ['r13.kwh[2024-03-05T10:00:00]', '1'],
  ['r13.kwh[2024-03-06]', '3'],
  // One text that looks like a number makes no numbers of the others.
  ['r14.seats[A380]', '800'],
  ['r14.seats[747]', '524'],
  ['r14.seats[007]', '2'],
  ['sum(r9.kwh[2024])', '9'],
  ['r10.kwh[2024]', '9'],
  ['r11.harbour[#1]', 'Kiel'],
  ['r3.month[#1]', 'Jan 2024'],
  ['r3.return_pct[#2]', '2.25 %'],
  ['r3.return_pct[#2]|percent', '2.25 %'],
  ['r4.orders[1]', '70'],
  ['r4.orders[hour=9]', '50'],
  ['r5."total (all)"[Smith, John]', '10.13'],
  ['r5."total (all)"["Smith, John"]', '10.13'],
  ["r5.'total (all)'['O\"Neil']", '20.00'],
  ['r5."total (all)"[North]', '40.00'],
  ['diff(r1.orders[North, 2024], r1.orders[North, 2025])', '30'],
  ['diff(r1.revenue_eur[#3], r1.revenue_eur[#1])', '€246,913.50'],
  ['diff(r3.return_pct[#3], r3.return_pct[#1])', '2.5 pp'],
  ['change(r1.revenue_eur[North, 2024], r1.revenue_eur[North, 2025])', '+20 %'],
  ['change(r1.orders[North, 2024], r1.orders[North, 2025])', '-25 %'],
  ['share(r1.orders[#1])', '41.4 %'],
  ['share(sum(r1.orders[#1..#2]))', '69 %'],
  ['share(r1.orders[#1], r1.orders[#2])', '150 %'],
  ['ratio(r1.orders[#1], r1.orders[#2])', '1.5'],
  ['ratio(r1.orders[#1], sum(r1.orders))|percent', '41.4 %'],
  ['ratio(r1.revenue_eur[#1], r1.orders[#1])', '€10,288.06'],
  ['sum(r1.revenue_eur)', '€3,516,048.50'],
  ['sum(r1.orders[region=North])', '210'],
  ['sum(r1.orders[#1], r1.orders[#3])', '210'],
  ['mean(r1.orders)', '72.5'],
  ['mean(r3.return_pct)', '2.6 %'],
  ['min(r1.orders)', '0'],
  ['max(r1.revenue_eur)', '€1,481,481.00'],
  ['count(r1)', '4'],
  ['count(r1[region=North])', '2'],
])('%s is %s', (source, expected) => expect(text(source)).toBe(expected))

test.each<[string, string, string, string, string]>([
  ['en-US', '€1,234,567.50', '+20 %', '70', 'Jan 2024'],
  ['de-DE', '1.234.567,50 €', '+20 %', '70', 'Jan. 2024'],
  ['fr-FR', '1 234 567,50 €', '+20 %', '70', 'janv. 2024'],
  ['en-IN', '€12,34,567.50', '+20 %', '70', 'Jan 2024'],
])('in %s', (locale, money, change, count, month) => {
  const spaces = (words: string) => words.replace(/[\u00a0\u202f]/g, ' ')
  const of = (source: string) => spaces(text(source, '', locale))
  expect([
    of('r1.revenue_eur[#1]'),
    of('change(r1.revenue_eur[North, 2024], r1.revenue_eur[North, 2025])'),
    of('r4.orders[1]'),
    of('r3.month[#1]'),
  ]).toEqual([money, change, count, month])
})

test.each<[string, string, string]>([
  ['Revenue fell by ', 'change(r1.orders[North, 2024], r1.orders[North, 2025])', '25 %'],
  ['Revenue rose by ', 'change(r1.orders[North, 2024], r1.orders[North, 2025])', '-25 %'],
  ['Revenue rose by ', 'change(r1.revenue_eur[North, 2024], r1.revenue_eur[North, 2025])', '20 %'],
  ['Revenue fell by ', 'change(r1.revenue_eur[North, 2024], r1.revenue_eur[North, 2025])', '+20 %'],
  ['South fell. North changed by ', 'change(r1.orders[North, 2024], r1.orders[North, 2025])', '-25 %'],
  ['Der Umsatz sank um ', 'change(r1.orders[North, 2024], r1.orders[North, 2025])', '25 %'],
  ['North has fewer orders, the gap: ', 'diff(r1.orders[North, 2024], r1.orders[North, 2025])', '+30'],
  ['The gap is ', 'diff(r1.orders[North, 2025], r1.orders[North, 2024])', '-30'],
])('%s{{%s}} is told as %s', (before, source, expected) => expect(text(source, before)).toBe(expected))

describe('a reference without a value is a gap that says why', () => {
  test.each<[string, string | RegExp]>([
    ['r99.orders[#1]', 'There is no result r99.'],
    ['r1.order[#1]', 'r1 has no column "order"; it has orders.'],
    ['r1.hidden[#1]', /^r1 has no column "hidden"; it has region, year/],
    ['r1.orders', 'r1 has 4 rows: name one, as r1.orders[region=…, year=…].'],
    ['r1[#1]', 'r1 has several columns: name one, as r1.year.'],
    ['r1.orders[North]', '2 rows of r1 fit: name one, as r1.orders[region=…, year=…].'],
    ['r1.orders[East]', 'No row of r1 has East. Its rows begin with North, South, North, South.'],
    ['r1.orders[region=North, year=2023]', /^No row of r1 has region=North, year=2023/],
    ['r1.orders[#0]', 'r1 has rows #1 to #4.'],
    ['r1.orders[#5]', 'r1 has rows #1 to #4.'],
    ['r1.orders[#3..#2]', 'r1 has rows #1 to #4.'],
    ['r1.orders[3]', /^No row of r1 has 3\./],
    ['r4.orders[3]', /^No row of r4 has 3\./],
    ['r1.revenue_eur[South, 2025]', 'revenue eur of South, 2025 is empty.'],
    ['r8.amount', 'r8 has no rows.'],
    ['r6.amount[7]', /too many rows/],
    ['r6.amount[#2]', /too many rows/],
    ['sum(r6.amount)', /too many rows/],
    ['sum(r7.amount)', /cut off/],
    ['sum(r11.ships[Kiel])', /cut off/],
    ['count(r11[#1..last])', /cut off/],
    ['count(r11[harbour=Kiel])', /cut off/],
    ['r13.kwh[2024-03-06 10:00]', /No row of r13/],
    ['r14.seats[2]', /No row of r14 has 2/],
    ['r14.seats[7]', /No row of r14 has 7/],
    ['r9.kwh[2024]', /shorter periods than 2024/],
    ['r9.kwh[2024-Q1]', /shorter periods/],
    ['r12.kwh[2024]', /No row of r12 has 2024/],
    ['share(count(r4[hour=9]))', /the whole as well/],
    ['share(r7.amount[#1])', /cut off/],
    ['count(r7)', /cut off/],
    ['r7.amount[last]', /cut off/],
    ['ratio(r1.orders[#1], r1.orders[#4])', 'It would divide by zero.'],
    ['change(r3.returns[2024-02], r3.returns[2024-03])', 'It would divide by zero.'],
    ['change(r1.orders[#3], r1.orders[#1])', 'change goes from the earlier to the later: exchange the two.'],
    ['diff(r1.orders[#1], r1.revenue_eur[#1])', 'The two have different units.'],
    ['diff(r1.region[#1], r1.orders[#1])', 'region of 2024 is no number.'],
    ['diff(r1.orders[#1])', 'diff takes two cells.'],
    ['sum(r3.return_pct)', 'Percentages do not add up.'],
    ['sum(r1.region)', 'region holds no numbers.'],
    ['share(ratio(r1.orders[#1], r3.returns[#1]))', 'share needs the whole as well: share(part, whole).'],
    ['r1.orders[#1]|percent', 'It is no share, so it is not told in percent.'],
    ['r1.revenue_eur[#1]|usd', 'It is in €, not in USD.'],
    ['r1.orders[#1]|xyz', /^There is no format "xyz"/],
    ['r1.region[#1]|eur', 'A text or date takes no format.'],
    ['r1.orders[#1', 'It cannot be read: the bracket after the row is missing.'],
    ['r1.orders[#1] plus 3', 'It cannot be read from "plus 3" on.'],
    ['diff(r1.orders[#1], 3)', /^It begins neither with a result/],
    ['sum(mean(sum(mean(sum(r2)))))', 'Computations stand too deep within each other.'],
  ])('%s', (source, reason) => {
    const { text, state, cells, gap } = print(source)
    expect([text, state, cells]).toEqual(['[missing]', 'unbound', []])
    if (typeof reason === 'string') expect(gap).toBe(reason)
    else expect(gap).toMatch(reason)
  })

  test('which tells no value where the model may see none', () => {
    for (const source of [
      'r1.orders[East]',
      'r1.revenue_eur[South, 2025]',
      'diff(r1.region[#1], r1.orders[#1])',
      'ratio(r2, r1.orders[#4])',
    ]) {
      const { gap } = printed(source, '', given('en-US', false))
      expect(gap).not.toMatch(/North|South|2024|2025 |zero/.test(source) ? /zero/ : /North|zero|of South/)
    }
  })
})

test.each<[string, string]>([
  [
    'diff(r1.orders[North, 2025], r1.orders[North, 2024])',
    'Orders of North, 2025 minus orders of North, 2024: 90 − 120 = -30',
  ],
  [
    'change(r1.revenue_eur[#1], r1.revenue_eur[#3])',
    'Change from revenue eur of North, 2024 to revenue eur of North, 2025, in percent of the first: €1,234,567.50 → €1,481,481.00 = +20 %',
  ],
  [
    'share(r1.orders[#1])',
    'Orders of North, 2024 as a share of Sum of orders over all 4 rows of r1: 120 of 290 = 41.4 %',
  ],
  ['sum(r1.orders[region=North])', 'Sum of orders of 2 rows with region=North: 120 + 90 = 210'],
  ['mean(r1.orders[#1..#2])', 'Mean of orders of rows 1 to 2: (120 + 80) ÷ 2 = 100'],
  ['max(r1.orders)', 'Largest of orders over all 4 rows of r1: 120'],
  ['count(r1)', 'Rows of r1: 4'],
  ['r1.revenue_eur[#1]|compact', 'Revenue eur of North, 2024: €1,234,567.50, told as €1.2M'],
  ['r1.rate[#1]|percent', 'Rate of North, 2024: 0.1250, told as 12.5 %'],
])('%s says what was computed from what', (source, expected) =>
  expect(print(source)).toMatchObject({ state: 'derived', derivation: expected }),
)

test('a number has the cells that it comes from, of a long sum the first ones', () => {
  expect(print('r1.orders[#2]')).toEqual({
    text: '80',
    state: 'bound',
    cells: [{ result: 'id-r1', row: 1, column: 'orders' }],
    reference: 'r1.orders[#2]',
  })
  const long = tableOf(
    'r10',
    { n: 'BIGINT' },
    Array.from({ length: 500 }, (_, n) => [n]),
  )
  const sum = printed('sum(r10.n)', '', { ...given(), tables: new Map([['r10', long]]) })
  expect([sum.text, sum.cells.length]).toEqual(['124,750', 20])
})

test('the text of a cell is told as it is: no reference in it is read, and no Markdown', () => {
  expect(text('r5.note[#1]')).toBe('see {{r2.revenue}} \\[x\\](https://evil.example) \\*now\\*')
  expect(text('r5.note[#2]')).toBe('{{r2.revenue}}')
  expect(text('r5.note[#3]')).toBe('a_b \\_c\\_')
  expect(text('r5.note[#4]')).toBe('plain text')
})

test('what is no attempt at a reference is none', () => {
  for (const words of ['name', 'user.name', ' r2d2 ', 'revenue[1]', 'sumo (x)', '', 'Rome', '% if x %'])
    expect(isReference(words)).toBe(false)
  for (const words of ['r1.x[#1]', ' r1 ', 'sum (r1.x)', 'r12.x', 'R1[#1]', 'change('])
    expect(isReference(words)).toBe(true)
})

test('whatever stands between braces is read or refused, and soon', () => {
  const parts = [
    'r1',
    '.',
    'orders',
    '[',
    ']',
    '#1',
    '..',
    ',',
    '=',
    '"',
    "'",
    '(',
    ')',
    'sum',
    'diff',
    '|',
    'eur',
    ' ',
    '\\',
    '}',
    'North',
  ]
  let seed = 7
  const next = (most: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % most
  }
  for (let round = 0; round < 3000; round++) {
    const source = Array.from({ length: 1 + next(24) }, () => parts[next(parts.length)]).join('')
    try {
      parseReference(source)
    } catch (error) {
      expect(error).toBeInstanceOf(Unresolved)
    }
    expect(print(source).text.length).toBeGreaterThan(0)
  }
  for (const long of ['[', '"', '(', 'r1.', ' ', "r1.x['"]) {
    const source = `r1.x${long.repeat(LONGEST / long.length)}`
    expect(print(source).state).toBe('unbound')
  }
})

describe('what was printed is bound by what it refers to', () => {
  const bound = (words: string, ...marks: string[]) => {
    let at = 0
    const printedMarks = marks.map((mark): BoundNumber => {
      const start = words.indexOf(mark, at)
      at = start + mark.length
      return {
        text: mark,
        start,
        end: at,
        state: 'bound',
        cells: [{ result: 'x', row: 0, column: 'n' }],
        reference: 'r1.n',
      }
    })
    const found = withPrinted(words, bindNumbers(words, { results: [], said: [] }), printedMarks)
    // What was printed stands nowhere without its reference, or it would be told to a model that may not see it.
    for (const mark of printedMarks)
      expect(found.some(({ start, end, reference }) => reference && start <= mark.start && mark.end <= end)).toBe(true)
    return found.map(({ text, state }) => [text, state])
  }
  test.each<[string, string[], [string, string][]]>([
    ['It is 1,243 in all.', ['1,243'], [['1,243', 'bound']]],
    [
      'It is €1,243 in all, not 7.',
      ['1,243'],
      [
        ['1,243', 'bound'],
        ['7', 'unbound'],
      ],
    ],
    [
      'From 12–15 orders.',
      ['12', '15'],
      [
        ['12', 'bound'],
        ['15', 'bound'],
      ],
    ],
    ['On 5 Mar 2024 it was.', ['5 Mar 2024'], [['5 Mar 2024', 'bound']]],
    // What is typed around it makes another number of it.
    ['It is 1,243 million.', ['1,243'], [['1,243 million', 'unbound']]],
    ['It is 91,243 in all.', ['1,243'], [['91,243', 'unbound']]],
    ['It is 1,2430 in all.', ['1,243'], [['1,2430', 'unbound']]],
    ['It is 1.2.12 in all.', ['12'], [['12', 'unbound']]],
    ['It is -1,243 in all.', ['1,243'], [['-1,243', 'unbound']]],
    ['It is 12**0** in all.', ['12'], expect.arrayContaining([['12', 'unbound']])],
    ['It is 12² in all.', ['12'], expect.arrayContaining([['12', 'unbound']])],
    ['It is 12 hundred.', ['12'], expect.arrayContaining([['12', 'unbound']])],
    ['It is 10^12.', ['12'], expect.arrayContaining([['12', 'unbound']])],
    ['It is **12** in all.', ['12'], expect.arrayContaining([['12', 'bound']])],
    ['It is 12 kinds.', ['12'], expect.arrayContaining([['12', 'bound']])],
    ['It is 12% in all.', ['12'], [['12%', 'unbound']]],
    ['A 12-fold rise.', ['12'], [['12', 'unbound']]],
    ['It is minus 12 in all.', ['12'], [['12', 'unbound']]],
    ['It is minus **12** in all.', ['12'], [['12', 'unbound']]],
    ['In all: - 12', ['12'], [['12', 'unbound']]],
    ['It is 12/100 in all.', ['12'], expect.arrayContaining([['12', 'unbound']])],
    ['It is 100 / 12 in all.', ['12'], expect.arrayContaining([['12', 'unbound']])],
    // These say nothing else of it.
    [
      'It is 12/15 in all.',
      ['12', '15'],
      [
        ['12', 'bound'],
        ['15', 'bound'],
      ],
    ],
    ['- 12 orders', ['12'], [['12', 'bound']]],
    ['**North** - 12 orders', ['12'], [['12', 'bound']]],
    ['The 12-day mean', ['12'], [['12', 'bound']]],
    ['It is 1215 in all.', ['12', '15'], [['1215', 'unbound']]],
  ])('%s', (words, marks, expected) => expect(bound(words, ...marks)).toEqual(expected))
})

test('a text at the beginning of a line makes no heading, list or quote of it', () => {
  const texts = (before: string) =>
    Array.from({ length: 7 }, (_, at) => printed(`r15.heading[#${at + 1}]`, before, given()).text)
  const escaped = ['\\# Big', '\\- item', '1\\. one', '\\> said', '\\---', '\\#tag', '\\-5 °C']
  for (const before of ['', 'So:\n', 'So:\n  - ', '1. ', '> ']) expect(texts(before)).toEqual(escaped)
  expect(texts('It is ')[0]).toBe('# Big')
})

test('a result is shown with a reference to one of its cells', () => {
  const [r1, r2, r3, r4] = TABLES
  expect(exampleOf(r1!, true)).toBe('{{r1.revenue_eur[#1]}}')
  expect(exampleOf(r2!, true)).toBe('{{r2.revenue}}')
  expect(exampleOf(r3!, true)).toBe('{{r3.returns[2024-01-01]}}')
  expect(exampleOf(r3!, false)).toBe('{{r3.returns[#1]}}')
  expect(exampleOf(r4!, true)).toBe('{{r4.orders[9]}}')
  for (const table of TABLES) {
    const source = exampleOf(table, true).slice(2, -2)
    if (table.total_rows > 0) expect(print(source).gap).toBeUndefined()
  }
})
