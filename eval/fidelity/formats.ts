import { type Case, json, made, ndjson, xlsx } from './case.ts'
import { key } from './columns.ts'
import {
  type Column,
  called,
  changed,
  column,
  orders,
  places,
  plain,
  products,
  readings,
  rows,
  stacked,
  staff,
  survey,
  whole,
  wide,
} from './truth.ts'
import { type Cell, cells, objects, parquet, serial, utf8, utf16 } from './write.ts'

const month = (at: number) =>
  changed(orders(10), {
    order_id: (one) => ({
      ...one,
      values: one.values.map((value) => Number(value) + at * 10),
      written: one.written.map((value) => String(Number(value) + at * 10)),
    }),
  })
const names = (columns: Column[]): Cell[] => columns.map(({ names }) => names[0]!)
const flag = (name: string, count: number) => column(name, 'flag', [count, (row) => whole(row, 100, 0, 1) === 1])
const moved = (content: Cell[][], right: number, down: number): Cell[][] => [
  ...rows(down, () => []),
  ...content.map((row) => [...rows(right, () => null), ...row]),
]
const blankRow: Cell[] = []

const insured = key('SSN', (row) => `012-34-${5600 + row}`)
/** How long something took, in seconds. */
const seconds = column('time worked', 'integer', [20, (row) => whole(row, 102, 1_000, 300_000)])

const workbooks: Case[] = [
  xlsx(
    'workbook: dates, moments and flags',
    [[...readings(20), flag('checked', 20)]],
    [{ name: 'Log', rows: cells([...readings(20), flag('checked', 20)]) }],
  ),
  xlsx(
    'workbook: a title over merged cells',
    [orders()],
    [{ name: 'Orders', rows: [['Orders of the year'], blankRow, ...cells(orders())], merged: ['A1:F1'] }],
  ),
  xlsx(
    'workbook: merged names over two lines',
    [called(wide(['a', 'b', 'c', 'd']), ['product', '2022 Sales', '2022 Units', '2023 Sales', '2023 Units'])],
    [
      {
        name: 'Sales',
        rows: [
          ['product', '2022', null, '2023', null],
          [null, 'Sales', 'Units', 'Sales', 'Units'],
          ...cells(wide(['a', 'b', 'c', 'd']), { names: false }),
        ],
        merged: ['A1:A2', 'B1:C1', 'D1:E1'],
      },
    ],
  ),
  xlsx(
    'workbook: three sheets of the same columns',
    [{ columns: stacked([month(0), month(1), month(2)]), spare: /sheet|source|period|month|table/i }],
    ['Jan', 'Feb', 'March'].map((name, at) => ({ name, rows: cells(month(at)) })),
  ),
  xlsx(
    'workbook: years as sheets',
    [{ columns: stacked([staff(8), staff(8)]), spare: /sheet|source|period|year|table/i }],
    ['2022', '2023'].map((name) => ({ name, rows: cells(staff(8)) })),
  ),
  xlsx(
    'workbook: sheets of different tables',
    [orders(12), products(9)],
    [
      { name: 'Orders', rows: cells(orders(12)) },
      { name: 'Products', rows: cells(products(9)) },
    ],
  ),
  xlsx(
    'workbook: a sheet that describes the columns',
    [orders(15)],
    [
      { name: 'Data', rows: cells(orders(15)) },
      {
        name: 'Fields',
        rows: [
          ['Column name', 'Description'],
          ...orders(1).map(({ names }): Cell[] => [names[0]!, `What ${names[0]} is`]),
        ],
      },
    ],
  ),
  xlsx(
    'workbook: two tables on a sheet',
    [staff(8), survey(6)],
    [{ name: 'Both', rows: [['Staff'], ...cells(staff(8)), blankRow, blankRow, ['Survey'], ...cells(survey(6))] }],
  ),
  xlsx(
    'workbook: two tables side by side',
    [products(9), survey(9)],
    [{ name: 'Both', rows: cells(products(9)).map((row, at) => [...row, null, ...cells(survey(9))[at]!]) }],
  ),
  xlsx(
    'workbook: side by side with a title each, of different length',
    [products(5), readings(9)],
    [
      {
        name: 'Both',
        rows: [
          ['Products', null, null, null, null, 'Log'],
          ...cells(readings(9)).map((row, at) => [...(cells(products(5))[at] ?? rows(4, () => null)), null, ...row]),
        ],
      },
    ],
  ),
  xlsx('workbook: away from the corner', [places()], [{ name: 'Sheet1', rows: moved(cells(places()), 2, 4) }]),
  xlsx(
    'workbook: per cents and money',
    [
      changed(orders(), {
        quantity: () =>
          column('margin', 'decimal', [24, (row) => (whole(row, 101, 10, 90) * 10 + 5) / 10], { factor: 100 }),
      }),
    ],
    [
      {
        name: 'Orders',
        rows: cells(
          changed(orders(), {
            quantity: () => column('margin', 'decimal', [24, (row) => (whole(row, 101, 10, 90) * 10 + 5) / 10]),
          }),
          {
            as: {
              margin: (value) => ({ number: Number(value) / 100, style: 'percent' }),
              amount: (value) => ({ number: Number(value), style: 'money' }),
            },
          },
        ),
      },
    ],
  ),
  xlsx(
    'workbook: money of an account and weights',
    [orders()],
    [
      {
        name: 'Orders',
        rows: cells(orders(), {
          as: {
            amount: (value) => ({ number: Number(value), style: 'euros' }),
            quantity: (value) => ({ number: Number(value), style: 'weight' }),
            ordered_on: (value) => ({ number: serial(String(value)), style: 'day' }),
          },
        }),
      },
    ],
  ),
  xlsx(
    'workbook: hours of more than a day',
    [[...products(), seconds]],
    [
      {
        name: 'Work',
        rows: cells([...products(), seconds], {
          as: { 'time worked': (value) => ({ number: Number(value) / 86_400, style: 'hours' }) },
        }),
      },
    ],
  ),
  xlsx(
    'workbook: numbers that are shown as yes and no',
    [
      [
        ...products(),
        { ...flag('in sale', 20), written: flag('in sale', 20).values.map((value) => (value ? 'Yes' : 'No')) },
      ],
    ],
    [
      {
        name: 'Stock',
        rows: cells([...products(), flag('in sale', 20)], {
          as: { 'in sale': (value) => ({ number: Number(value), style: 'yes' }) },
        }),
      },
    ],
  ),
  xlsx(
    'workbook: numbers of staff by format',
    [staff()],
    [
      {
        name: 'Staff',
        rows: cells(staff(), {
          as: { 'employee no': (value) => ({ number: Number(String(value).slice(2)), style: 'code' }) },
        }),
      },
    ],
  ),
  xlsx(
    'workbook: numbers that a format writes with signs between',
    [[insured, ...staff(12).slice(1)]],
    [
      {
        name: 'Staff',
        rows: cells([insured, ...staff(12).slice(1)], {
          as: { SSN: (value) => ({ number: Number(String(value).replaceAll('-', '')), style: 'social' }) },
        }),
      },
    ],
  ),
  xlsx(
    'workbook: a total below',
    [products()],
    [
      {
        name: 'Stock',
        rows: [...cells(products()), ['Total', null, null, stockOf(20)]],
      },
    ],
  ),
  xlsx(
    'workbook: notes below',
    [staff()],
    [{ name: 'Staff', rows: [...cells(staff()), blankRow, ['* part-time'], ['Source: HR']] }],
  ),
  xlsx(
    'workbook: numbers kept as texts',
    [orders()],
    [{ name: 'Orders', rows: cells(orders(), { as: { amount: plain, quantity: plain, order_id: plain } }) }],
  ),
  xlsx(
    'workbook: dates kept as texts',
    [orders()],
    [
      {
        name: 'Orders',
        rows: cells(orders(), { as: { ordered_on: (value) => String(value).split('-').reverse().join('/') } }),
      },
    ],
  ),
  xlsx(
    'workbook: codes with leading zeros by format',
    [places()],
    [
      {
        name: 'Places',
        rows: cells(places(), { as: { postcode: (value) => ({ number: Number(value), style: 'zeros' }) } }),
      },
    ],
  ),
  xlsx(
    'workbook: errors and formulas',
    [
      changed(products(), {
        stock: (one) => ({
          ...one,
          values: one.values.map((value, row) => (row % 6 === 2 ? null : value)),
          written: one.written.map((value, row) => (row % 6 === 2 ? '#N/A' : value)),
        }),
      }),
    ],
    [
      {
        name: 'Stock',
        rows: cells(products(), { as: { title: (value) => ({ formula: 'A1', text: String(value) }) } }).map(
          (row, at) => (at > 0 && (at - 1) % 6 === 2 ? [...row.slice(0, 3), { error: '#N/A' }] : row),
        ),
      },
    ],
  ),
  xlsx(
    'workbook: empty rows and an empty column',
    [survey()],
    [
      {
        name: 'Survey',
        rows: cells(survey()).flatMap((row, at) =>
          at % 5 === 4
            ? [blankRow, [...row.slice(0, 2), null, ...row.slice(2)]]
            : [[...row.slice(0, 2), null, ...row.slice(2)]],
        ),
      },
    ],
  ),
  xlsx(
    'workbook: months as dates over columns',
    [wide()],
    [
      {
        name: 'Wide',
        rows: [
          [
            'product',
            ...rows(
              12,
              (at): Cell => ({ number: serial(`2024-${String(at + 1).padStart(2, '0')}-01`), style: 'month' }),
            ),
          ],
          ...cells(wide(), { names: false }),
        ],
      },
    ].map((sheet) => sheet),
  ),
  xlsx(
    'workbook: empty sheets beside',
    [orders(9)],
    [
      { name: 'Sheet1', rows: [] },
      { name: 'Orders', rows: cells(orders(9)) },
      { name: 'Sheet3', rows: [] },
    ],
  ),
]
// Names of months as dates may be told as their first day or by their names.
const monthsOver = workbooks.find(({ id }) => id.endsWith('months as dates over columns'))!.truths[0]!
monthsOver.columns = monthsOver.columns.map((one, at) =>
  at === 0
    ? one
    : {
        ...one,
        names: [
          `2024-${String(at).padStart(2, '0')}-01`,
          `2024-${String(at).padStart(2, '0')}`,
          `${one.names[0]} 2024`,
        ],
      },
)

const gaps = (columns: Column[], of: string): Column[] =>
  changed(columns, {
    [of]: (one) => ({
      ...one,
      values: one.values.map((value, row) => (row % 4 === 1 ? null : value)),
      written: one.written.map((value, row) => (row % 4 === 1 ? '' : value)),
    }),
  })
const city = column('address city', 'text', [20, (row) => ['Pune', 'Köln', 'Quito'][row % 3]!], {
  roles: ['dimension'],
})
const nested = (columns: Column[]) =>
  objects(columns).map((row, at) => ({
    ...row,
    address: { city: city.values[at], geo: { lat: 10.25 + at, lon: -5.75 - at } },
  }))
const opened: Column[] = [
  ...staff(20),
  city,
  column('address geo lat', 'decimal', [20, (row) => 10.25 + row], { roles: ['dimension'] }),
  column('address geo lon', 'decimal', [20, (row) => -5.75 - row], { roles: ['dimension'] }),
]
const items = orders(8).map((one) => one)
const lines = [
  column(['item', 'items item'], 'text', [16, (row) => `thing ${row}`]),
  column(['pieces', 'items pieces'], 'integer', [16, (row) => whole(row, 102, 1, 30)]),
]

const jsons: Case[] = [
  json('JSON: a list', [orders()], objects(orders())),
  ndjson('JSON: lines', [staff()], objects(staff())),
  json('JSON: a list within an object', [readings()], { status: 'ok', count: 30, data: objects(readings()) }),
  json('JSON: two lists within an object', [products(8), survey(8)], {
    products: objects(products(8)),
    answers: objects(survey(8)),
  }),
  json('JSON: objects within objects', [opened], nested(staff(20))),
  ndjson('JSON: objects within objects, in lines', [opened], nested(staff(20))),
  json(
    'JSON: lists of objects within',
    [
      { columns: items, spare: /items/i },
      { columns: lines, spare: /./ },
    ],
    objects(items).map((row, at) => ({
      ...row,
      items: [0, 1].map((n) => ({ item: lines[0]!.values[at * 2 + n], pieces: lines[1]!.values[at * 2 + n] })),
    })),
  ),
  json(
    'JSON: numbers among texts',
    [changed(survey(), { comment: (one) => mixedUp(one) })],
    objects(changed(survey(), { comment: (one) => mixedUp(one) })).map((row, at) =>
      at % 3 === 0 ? { ...row, comment: at } : row,
    ),
  ),
  json(
    'JSON: nulls and missing keys',
    [gaps(gaps(orders(), 'amount'), 'region')],
    objects(gaps(gaps(orders(), 'amount'), 'region')).map((row) =>
      row.region === null ? without(row, 'region') : row,
    ),
  ),
  json(
    'JSON: numbers as texts',
    [orders()],
    objects(orders()).map((row) => ({ ...row, quantity: String(row.quantity), amount: String(row.amount) })),
  ),
  made(
    'JSON: integers of twenty digits',
    'json',
    [
      changed(orders(12), {
        order_id: () => column('order_id', 'text', [12, (row) => `900719925474099${10_000 + row}`], { roles: ['id'] }),
      }),
    ],
    () =>
      utf8(
        JSON.stringify(objects(orders(12))).replace(
          /"order_id":(\d+)/g,
          (_, id: string) => `"order_id":900719925474099${10_000 + Number(id) - 1001}`,
        ),
      ),
  ),
  json(
    'JSON: columns of lists',
    [products(12)],
    Object.fromEntries(products(12).map(({ names, values }) => [names[0], values])),
  ),
  json(
    'JSON: lists of values below names',
    [products(12)],
    [names(products(12)), ...cells(products(12), { names: false })],
  ),
  json(
    'JSON: objects by their keys',
    [{ columns: survey(12), spare: /key|id|name|column|index/i }],
    Object.fromEntries(objects(survey(12)).map((row, at) => [`r${at + 1}`, row])),
  ),
  json('JSON: a list two objects deep', [orders(14)], {
    response: { status: 200, result: { records: objects(orders(14)) } },
  }),
  json('JSON: names beside lists of values', [staff(12)], {
    columns: names(staff(12)),
    data: staff(12)[0]!.values.map((_, row) => staff(12).map(({ values }) => values[row])),
  }),
  json('JSON: names described far from lists of values', [products(12)], {
    meta: { view: { columns: products(12).map(({ names }, at) => ({ name: names[0], position: at + 1 })) } },
    data: products(12)[0]!.values.map((_, row) => products(12).map(({ values }) => values[row])),
  }),
  json(
    'JSON: columns with their rows by number',
    [readings(12)],
    Object.fromEntries(
      readings(12).map(({ names, values }) => [names[0], Object.fromEntries(values.map((value, row) => [row, value]))]),
    ),
  ),
  json('JSON: objects by their keys, within another', [{ columns: staff(9), spare: /key|id|index/i }], {
    updated: '2024-03-01',
    people: Object.fromEntries(objects(staff(9)).map((row, at) => [`p${at}`, row])),
  }),
  ndjson(
    'JSON: lines of lists, names first',
    [orders(12)],
    [names(orders(12)), ...orders(12)[0]!.values.map((_, row) => orders(12).map(({ values }) => values[row]))],
  ),
  made('JSON: documents over several lines one after the other', 'json', [survey(11)], () =>
    utf8(
      objects(survey(11))
        .map((row) => JSON.stringify(row, null, 2))
        .join('\n'),
    ),
  ),
  made('JSON: lines that end in commas', 'ndjson', [places(10)], () =>
    utf8(
      objects(places(10))
        .map((row) => `${JSON.stringify(row)},\n`)
        .join(''),
    ),
  ),
  made('JSON: lines with empty ones and a mark', 'ndjson', [staff(13)], () =>
    utf8(
      objects(staff(13))
        .map((row) => `${JSON.stringify(row)}\n\n`)
        .join(''),
      true,
    ),
  ),
  json(
    'JSON: a total as the last of a list',
    [products(14)],
    [...objects(products(14)), { sku: 'Total', title: null, price: null, stock: stockOf(14) }],
  ),
  json('JSON: columns of lists within an object', [products(13)], {
    source: 'the shop',
    table: Object.fromEntries(products(13).map(({ names, values }) => [names[0], values])),
  }),
  made('JSON: a byte order mark', 'json', [staff()], () => utf8(JSON.stringify(objects(staff())), true)),
  made('JSON: utf-16', 'json', [staff()], () => utf16(JSON.stringify(objects(staff())))),
  json(
    'JSON: seconds since 1970',
    [readings()],
    objects(readings()).map((row) => ({
      ...row,
      measured_at: Date.parse(`${String(row.measured_at).replace(' ', 'T')}Z`) / 1000,
    })),
  ),
]

function stockOf(count: number): number {
  return products(count)[3]!.values.reduce<number>((sum, value) => sum + Number(value), 0)
}
function mixedUp(one: Column): Column {
  const values = one.values.map((value, row) => (row % 3 === 0 ? String(row) : value))
  return { ...one, values, written: values.map(plain) }
}
function without(row: Record<string, unknown>, key: string) {
  const { [key]: _, ...rest } = row
  return rest
}

const kept = (name: string, tables: Column[], select: string, content = objects(tables), spare?: RegExp) =>
  made(`Parquet: ${name}`, 'parquet', [{ columns: tables, ...(spare ? { spare } : {}) }], (dir) =>
    parquet(content, select, dir),
  )

const parquets: Case[] = [
  kept('plain columns', orders(), 'select * from $rows'),
  kept(
    'decimals and small integers',
    orders(),
    'select * replace (amount::decimal(12, 2) as amount, quantity::utinyint as quantity) from $rows',
  ),
  kept(
    'moments with a zone',
    readings(),
    'select * replace (measured_at::timestamp::timestamptz as measured_at) from $rows',
  ),
  kept(
    'moments in nanoseconds',
    readings(),
    'select * replace (measured_at::timestamp::timestamp_ns as measured_at) from $rows',
  ),
  kept(
    'moments in seconds since 1970',
    readings(),
    'select * replace (epoch(measured_at::timestamp)::bigint as measured_at) from $rows',
  ),
  kept('structs', opened, 'select * from $rows', nested(staff(20))),
  kept(
    'lists and maps',
    products(),
    "select *, [stock, stock + 1] as counts, map {'a': stock} as more from $rows",
    objects(products()),
    /counts|more/,
  ),
  kept(
    'enums and integers of 128 bits',
    orders(),
    `select * replace (order_id::hugeint as order_id, region::enum('North', 'South', 'East', 'West') as region) from $rows`,
  ),
  kept(
    'ids as UUIDs',
    [key('uid', (row) => `0b9f5d1e-0000-4000-8000-0000000000${row + 10}`), ...staff(12).slice(1)],
    'select * replace (uid::uuid as uid) from $rows',
  ),
  kept('bytes that are text', staff(), 'select * replace (encode(name) as name) from $rows'),
  kept('a total as the last row', products(14), 'select * from $rows', [
    ...objects(products(14)),
    { sku: 'Total', title: null, price: null, stock: stockOf(14) },
  ]),
  kept('gaps everywhere', gaps(gaps(orders(), 'amount'), 'ordered_on'), 'select * from $rows'),
]

/** Workbooks, JSON and Parquet. */
export const FORMATS: Case[] = [...workbooks, ...jsons, ...parquets]
