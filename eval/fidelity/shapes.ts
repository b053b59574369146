import { type Case, csv, made } from './case.ts'
import {
  called,
  changed,
  column,
  orders,
  places,
  products,
  readings,
  rows,
  staff,
  survey,
  whole,
  wide,
  writtenAs,
} from './truth.ts'
import { text, utf8 } from './write.ts'

const heads: Case[] = [
  csv('titles: one line', orders(), { above: ['Orders of the second half'] }),
  csv('titles: three lines and an empty one', staff(), {
    above: ['Staff list', 'as of 1 March 2024', 'confidential', ''],
  }),
  csv('titles: filled up with delimiters', orders(), {
    above: ['Report: orders,,,,,', 'Printed 2024-03-01,,,,,', ',,,,,'],
  }),
  csv('titles: semicolons', readings(), { delimiter: ';', above: ['Station log;;;;', ';;;;'] }),
  csv('titles: twelve lines of what and when', readings(40), {
    above: rows(12, (row) => `# ${['Instrument', 'Serial', 'Operator', 'Site'][row % 4]} ${row}: value ${row * 3}`),
  }),
  csv('titles: keys and values', products(), { above: ['Report:,Products', 'Date:,2024-03-01', 'User:,admin', ''] }),
  csv('titles: prose with commas', places(), {
    above: ['This list, kept by the clerk, is not complete.', 'Ask, if in doubt.', ''],
  }),
  csv('titles: sep line and a title', orders(), { delimiter: ';', above: ['sep=;', 'Orders 2024', ''] }),
  csv('titles: thirty lines', staff(40), { above: rows(30, (row) => `Paragraph ${row + 1} of the terms of use.`) }),
  csv(
    'two lines of names: groups over names',
    called(wide(['a', 'b', 'c', 'd']), ['product', '2022 Sales', '2022 Units', '2023 Sales', '2023 Units']),
    {
      header: [
        ['', '2022', '', '2023', ''],
        ['product', 'Sales', 'Units', 'Sales', 'Units'],
      ],
    },
  ),
  csv(
    'two lines of names: words of a name over each other',
    called(survey(20), ['Respondent id', 'Age', 'Comment', 'Overall rating']),
    {
      header: [
        ['Respondent', '', '', 'Overall'],
        ['id', 'Age', 'Comment', 'rating'],
      ],
    },
  ),
  csv(
    'two lines of names: with a title',
    called(wide(['a', 'b', 'c', 'd']), ['product', 'North Jan', 'North Feb', 'South Jan', 'South Feb']),
    {
      above: ['Sales by region', ''],
      header: [
        ['', 'North', 'North', 'South', 'South'],
        ['product', 'Jan', 'Feb', 'Jan', 'Feb'],
      ],
    },
  ),
  csv(
    'two lines of names: measures over years',
    called(wide(['a', 'b', 'c', 'd']), ['product', 'Sold 2022', 'Sold 2023', 'Left 2022', 'Left 2023']),
    {
      header: [
        ['', 'Sold', '', 'Left', ''],
        ['product', '2022', '2023', '2022', '2023'],
      ],
    },
  ),
  csv(
    'two lines of names: the first column in the upper one',
    called(wide(['a', 'b', 'c', 'd']), ['product', 'East in', 'East out', 'West in', 'West out']),
    {
      delimiter: ';',
      above: ['Stock;;;;', ';;;;'],
      header: [
        ['product', 'East', 'East', 'West', 'West'],
        ['', 'in', 'out', 'in', 'out'],
      ],
    },
  ),
  csv(
    'two lines of names: three of them',
    called(wide(['a', 'b', 'c', 'd']), ['product', 'Tea 2022 in', 'Tea 2022 out', 'Salt 2023 in', 'Salt 2023 out']),
    {
      header: [
        ['', 'Tea', '', 'Salt', ''],
        ['', '2022', '2022', '2023', '2023'],
        ['product', 'in', 'out', 'in', 'out'],
      ],
    },
  ),
  csv(
    'units: below two lines of names',
    called(wide(['a', 'b', 'c', 'd']), ['product', 'North sold', 'North left', 'South sold', 'South left']),
    {
      header: [
        ['', 'North', '', 'South', ''],
        ['product', 'sold', 'left', 'sold', 'left'],
        ['', 'kg', 'kg', 't', 't'],
      ],
    },
  ),
  csv(
    'units: a line of them',
    called(readings(), [
      'station',
      'measured_at',
      ['temperature', 'temperature (°C)'],
      ['humidity', 'humidity (%)'],
      ['pressure', 'pressure (hPa)'],
    ]),
    {
      header: [
        ['station', 'measured_at', 'temperature', 'humidity', 'pressure'],
        ['', '', '°C', '%', 'hPa'],
      ],
    },
  ),
  csv(
    'units: a line of them in brackets',
    called(products(), [
      'sku',
      'title',
      ['price', 'price (EUR)', 'price [EUR]'],
      ['stock', 'stock (pcs)', 'stock [pcs]'],
    ]),
    {
      header: [
        ['sku', 'title', 'price', 'stock'],
        ['[-]', '[-]', '[EUR]', '[pcs]'],
      ],
    },
  ),
  csv(
    'units: a line of them below a title',
    called(readings(26), [
      'station',
      'measured_at',
      ['temperature', 'temperature (degC)'],
      ['humidity', 'humidity (%)'],
      ['pressure', 'pressure (mbar)'],
    ]),
    {
      above: ['Log of the station', ''],
      header: [
        ['station', 'measured_at', 'temperature', 'humidity', 'pressure'],
        ['', 'UTC', 'degC', '%', 'mbar'],
      ],
    },
  ),
  csv('names: again every eight rows', orders(40), {
    within: Object.fromEntries(
      [8, 16, 24, 32].map((row) => [row, ['order_id,customer,ordered_on,quantity,amount,region']]),
    ),
  }),
  csv('names: again after page breaks', staff(30), {
    within: Object.fromEntries(
      [10, 20].map((row) => [row, ['', `Page ${row / 10 + 1}`, 'employee no,name,department,hired,salary,score']]),
    ),
  }),
  csv('names: again below the title of each page', readings(24), {
    above: ['Log of the stations', 'Page 1 of 3', ''],
    within: Object.fromEntries(
      [8, 16].map((row) => [
        row,
        [
          '',
          'Log of the stations',
          `Page ${row / 8 + 1} of 3`,
          '',
          'station,measured_at,temperature,humidity,pressure',
        ],
      ]),
    ),
  }),
  csv('names: none', called(products(), ['', '', '', '']), { header: [] }),
  csv('names: none, texts only', called(changedToTexts(), ['', '', '']), { header: [] }),
  csv(
    'names: the same twice',
    called(survey(), [
      'respondent_id',
      'value',
      ['value_2', 'value.1', 'value_1', 'value_duplicated_0'],
      ['value_3', 'value.2', 'value_2', 'value_duplicated_1'],
    ]),
    {
      header: [['respondent_id', 'value', 'value', 'value']],
    },
  ),
  csv(
    'names: one less than values, as R writes row names',
    [column('', 'integer', [20, (row) => row + 1], { roles: ['id', 'measure', 'dimension'] }), ...orders(20)],
    {
      header: [['order_id', 'customer', 'ordered_on', 'quantity', 'amount', 'region']],
    },
  ),
  csv('names: line breaks in them', called(products(), ['sku', 'title of product', 'price per piece', 'stock']), {
    header: [['sku', 'title of\nproduct', 'price per\npiece', 'stock']],
  }),
  csv(
    'names: very long ones',
    called(survey(), [
      'respondent_id',
      'How old were you on your last birthday, in whole years?',
      'Is there anything else that you would like to tell us?',
      'rating',
    ]),
  ),
]

function changedToTexts() {
  const list = staff(24)
  return [list[1]!, list[2]!, column('office', 'text', [24, (row) => `Room ${whole(row, 60, 1, 400)}`])]
}

const sum = (values: unknown[]) => values.reduce((total: number, value) => total + Number(value), 0)
const totalOf = (columns = orders()) => sum(columns[4]!.values).toFixed(2)

const feet: Case[] = [
  csv('totals: a last line', orders(), { below: [`Total,,,,${totalOf()},`] }),
  csv(
    'totals: Summe below decimal commas',
    changed(orders(), { amount: (one) => writtenAs(one, (value) => String(value).replace('.', ',')) }),
    {
      delimiter: ';',
      below: [`Summe;;;${sum(orders()[3]!.values)};${totalOf().replace('.', ',')};`],
    },
  ),
  csv('totals: by group and for all', staff(18), {
    within: { 6: ['Subtotal,,,,410000,'], 12: ['Subtotal,,,,397000,'] },
    below: ['Subtotal,,,,402000,', 'Grand total,,,,1209000,'],
  }),
  csv('totals: its word in a later column', products(), { below: [`,Total,,${sum(products()[3]!.values)}`] }),
  csv('totals: average and maximum', readings(), { below: ['Average,,12.31,54,1001.2', 'Maximum,,39.9,99,1040.9'] }),
  csv('totals: a line without a word', wide(), {
    below: [
      '',
      `,${wide()
        .slice(1)
        .map(({ values }) => sum(values))
        .join(',')}`,
    ],
  }),
  csv('notes below: a footnote', places(), { below: ['* as of the last census'] }),
  csv('notes below: an empty line, a source, a date', orders(), {
    below: ['', 'Source: own records', 'Printed on 2024-03-01'],
  }),
  csv('notes below: a total and notes', products(), {
    below: [`Total,,,${sum(products()[3]!.values)}`, '', 'Prices without tax.', '(c) The shop, all rights reserved'],
  }),
  csv('notes below: prose with commas', staff(), {
    below: ['', 'Salaries, as agreed, before tax.', 'This list is confidential, do not share it.'],
  }),
  csv('notes below: end of report', readings(), { below: ['*** End of report ***', 'Rows: 30'] }),
]

const blank = (name = '') => column(name, 'text', [24, () => null])
/** What readers call a column without a name that numbers the rows. */
const lone = /^(column_?\d*|unnamed: ?\d+|f\d+|_duplicated_\d+|row|row_id|index|no\.?|nr|#|)$/i

const columns: Case[] = [
  csv('empty columns and lines: columns between', orders(), {
    line: spread,
    header: [spread(orders().map(({ names }) => names[0]!))],
  }),
  csv('empty columns and lines: delimiters at the end', products(), {
    header: [['sku', 'title', 'price', 'stock', '', '']],
    line: (fields) => [...fields, '', ''],
  }),
  csv('empty columns and lines: a first column', staff(), {
    header: [['', ...staff().map(({ names }) => names[0]!)]],
    line: (fields) => ['', ...fields],
  }),
  csv('empty columns and lines: lines between rows', survey(), {
    within: Object.fromEntries(rows(13, (row) => [row + 1, ['']])),
  }),
  csv('empty columns and lines: rows of delimiters', orders(), {
    within: { 8: [',,,,,'], 16: [',,,,,'] },
    below: [',,,,,', ',,,,,'],
  }),
  csv(
    'empty columns and lines: a bar before and after each line',
    products(),
    { delimiter: '|' },
    { change: (content) => content.replace(/^(.+)$/gm, '|$1|') },
  ),
  csv('empty columns and lines: a named column without values', [...products(24), blank('remark')]),
  csv(
    'index columns: unnamed, from nought',
    orders(),
    { header: [['', ...orders().map(({ names }) => names[0]!)]], line: (fields, row) => [String(row), ...fields] },
    { spare: lone },
  ),
  csv(
    'index columns: Unnamed: 0',
    products(),
    { header: [['Unnamed: 0', 'sku', 'title', 'price', 'stock']], line: (fields, row) => [String(row), ...fields] },
    { spare: lone },
  ),
  csv(
    'index columns: No.',
    staff(),
    { header: [['No.', ...staff().map(({ names }) => names[0]!)]], line: (fields, row) => [`${row + 1}.`, ...fields] },
    { spare: lone },
  ),
  made('several tables: one below the other', 'csv', [orders(12), products(10)], () =>
    utf8(`${text(orders(12))}\n${text(products(10))}`),
  ),
  made('several tables: with a title each', 'csv', [staff(10), survey(8)], () =>
    utf8(`Staff\n${text(staff(10))}\n\nSurvey\n${text(survey(8))}`),
  ),
  made('several tables: side by side', 'csv', [products(12), survey(12)], () => {
    const right = text(survey(12)).split('\n')
    return utf8(
      text(products(12))
        .split('\n')
        .map((line, at) => (line ? `${line},,${right[at]}` : ''))
        .join('\n'),
    )
  }),
  made('several tables: three with titles and no lines between', 'csv', [staff(10), survey(8), products(6)], () =>
    utf8(`Staff\n${text(staff(10))}Survey\n${text(survey(8))}Products\n${text(products(6))}`),
  ),
  made('several tables: with tabs and a total each', 'tsv', [products(8), wide(['Jan', 'Feb', 'Mar'], 6)], () => {
    const months = wide(['Jan', 'Feb', 'Mar'], 6)
    const total = `Total\t${months
      .slice(1)
      .map(({ values }) => sum(values))
      .join('\t')}`
    const stock = `Total\t\t\t${sum(products(8)[3]!.values)}`
    const layout = { delimiter: '\t' }
    return utf8(`${text(products(8), { ...layout, below: [stock] })}\n\n${text(months, { ...layout, below: [total] })}`)
  }),
  made('several tables: lines of delimiters between', 'csv', [readings(12), survey(9)], () => {
    const below = text(survey(9), {
      line: (fields) => [...fields, ''],
      header: [['respondent_id', 'age', 'comment', 'rating', '']],
    })
    return utf8(`${text(readings(12))},,,,\n,,,,\n${below}`)
  }),
  made('several tables: side by side, of which one is longer', 'csv', [products(6), staff(11)], () => {
    const left = text(products(6)).trim().split('\n')
    return utf8(
      text(staff(11))
        .trim()
        .split('\n')
        .map((line, at) => `${left[at] ?? ',,,'},,${line}\n`)
        .join(''),
    )
  }),
  csv('wide: months', wide()),
  csv('wide: years', wide(rows(10, (row) => String(2014 + row)))),
  csv(
    'wide: year and month',
    wide(rows(14, (row) => `20${23 + Math.floor(row / 12)}-${String((row % 12) + 1).padStart(2, '0')}`)),
  ),
  csv('wide: quarters below a title', wide(rows(8, (row) => `Q${(row % 4) + 1} 20${22 + Math.floor(row / 4)}`)), {
    above: ['Units by quarter', ''],
  }),
  csv(
    'wide: a year in each name',
    called(wide(['a', 'b', 'c', 'd']), ['product', 'Sales 2020', 'Sales 2021', 'Sales 2022', 'Sales 2023']),
    {},
    { spare: /^$/ },
  ),
]

function spread(fields: string[]): string[] {
  return fields.flatMap((field, at) => (at % 2 === 1 ? [field, ''] : [field]))
}

/** Where the table stands: what is above, below, between and beside it. */
export const SHAPES: Case[] = [...heads, ...feet, ...columns]
