import { type Case, csv, json, made, ndjson, xlsx } from './case.ts'
import {
  ANY,
  american,
  COUNT,
  clock,
  col,
  comma,
  dated,
  days,
  digits,
  encoded,
  GERMANS,
  INDIANS,
  inWords,
  KEY,
  key,
  lines,
  MONTHS,
  moments,
  POSITION,
  part12,
  points,
  type Roles,
  slashes,
  spelled,
  sum,
  two,
  type Write,
  whole12,
  without,
  words,
} from './columns.ts'
import { type Column, day, part, plain, rows, whole } from './truth.ts'
import { type Cell, cells, latin1, objects, parquet, serial, utf8, workbook } from './write.ts'

/** Files of many trades and countries, written with their truth before any was read. */
const gross = part12('Brutto', 310, 2100, 6900, 2, spelled('de-DE', 2))
const net = part12('Netto', 311, 1400, 4200, 2, spelled('de-DE', 2))

const payroll: Case[] = [
  csv(
    'payroll',
    'a German month with a sum',
    [
      key('Pers.-Nr.', (row) => `00${401 + row * 3}`),
      words('Name', GERMANS),
      words('StKl', ['I', 'III', 'IV', 'V']),
      key('SV-Nummer', (row) => `65 17${two(row + 1)}39 J ${100 + row}`),
      days('Eintritt', points, 90),
      gross,
      net,
    ],
    {
      delimiter: ';',
      newline: '\r\n',
      below: [`Summe;;;;;${spelled('de-DE', 2)(sum(gross), 0)};${spelled('de-DE', 2)(sum(net), 0)}`],
    },
    { encode: latin1 },
  ),
  csv('payroll', 'times of coming and going', [
    words('Employee', ['Okafor, Chidi', 'Lund, Mia', 'Stone, Pat']),
    days(
      'Date',
      dated(
        (_, month, date, iso) =>
          `${'Sun Mon Tue Wed Thu Fri Sat'.split(' ')[new Date(iso).getUTCDay()]} ${two(month)}/${two(date)}/${iso.slice(0, 4)}`,
      ),
      1,
    ),
    col(
      'In',
      'time',
      rows(COUNT, (row) => `0${7 + (row % 3)}:${two(row * 4)}:00`),
      (value) => String(value).slice(0, 5),
    ),
    col(
      'Out',
      'time',
      rows(COUNT, (row) => `1${6 + (row % 3)}:${two(row * 3)}:00`),
      (value) => String(value).slice(0, 5),
    ),
    part12('Hours', 312, 7, 9, 2),
    without(words('Remark', ['sick note', 'left early', 'training']), '', (row) => row % 4 !== 1),
  ]),
  csv('payroll', 'rupees, PF numbers and days without pay', [
    key('Emp Code', (row) => `TN${String(row + 7).padStart(4, '0')}`),
    words('Employee Name', INDIANS),
    digits(key('UAN', (row) => `10${String(whole(row, 313, 1000000000, 1999999999))}`)),
    key('PF No', (row) => `MH/BAN/0012345/000/00001${two(row)}`),
    days(
      'DOJ',
      dated(
        (year, month, date) =>
          `${two(date)}-${'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[month - 1]}-${year}`,
      ),
    ),
    {
      ...whole12('Basic', 314, 21_000, 245_000, (value) => `₹ ${spelled('en-IN', 2)(value, 0)}`),
      types: ['integer', 'decimal'],
    },
    without(whole12('LOP Days', 315, 1, 5), '-', (row) => row % 3 !== 0),
  ]),
  xlsx(
    'payroll',
    'a hidden column, remarks on cells and signatures below',
    [
      [
        key('Staff No', (row) => `S${100 + row}`),
        words('Name', GERMANS),
        part12('Bonus', 316, 100, 2000, 2),
        whole12('Days', 317, 1, 22),
      ],
    ],
    [
      {
        name: 'Bonus',
        hiddenColumns: [2],
        comments: { C5: 'Agreed by phone.', D7: 'Half days are not counted.' },
        rows: [
          ['Bonus run 03/2024', null, null, null],
          [null],
          ...cells([
            key('Staff No', (row) => `S${100 + row}`),
            words('Name', GERMANS),
            part12('Bonus', 316, 100, 2000, 2),
            whole12('Days', 317, 1, 22),
          ]),
          [null],
          ['Prepared by:', null, 'Approved by:'],
          ['J. Groß', null, 'E. Bär'],
        ],
      },
    ],
  ),
]

const marks = (name: string | string[], purpose: number) => whole12(name, purpose, 31, 99)
const pupils = words(['Name', 'Name of pupil'], INDIANS)
const roll = whole12(['Roll No', 'Roll'], 320, 0, 0)
roll.values = rows(COUNT, (row) => row + 1)
roll.written = roll.values.map(plain)
roll.roles = ['id', 'code', 'dimension']
const LETTERS = ['P', 'P', 'A', 'P', 'L', 'P', 'P']

const school: Case[] = [
  csv('school', 'marks with pupils who were absent', [
    roll,
    pupils,
    words('Class', ['8-B', '8-A', '7-C']),
    without(marks('Maths', 321), 'AB', (row) => row === 4),
    without(marks('Science', 322), 'AB', (row) => row === 4 || row === 9),
    { ...part12('Percentage', 323, 40, 97, 1, (value) => `${value}%`), factor: 100 },
    words('Grade', ['A+', 'B', 'A', 'C+']),
  ]),
  csv(
    'school',
    'terms over subjects',
    [
      roll,
      pupils,
      marks('Term 1 Maths', 324),
      marks('Term 1 Hindi', 325),
      marks('Term 2 Maths', 326),
      marks('Term 2 Hindi', 327),
    ],
    {
      above: ["St. Mary's School, Pune", 'Session 2023-24,,,,,'],
      header: [
        ['', '', 'Term 1', '', 'Term 2', ''],
        ['Roll No', 'Name of pupil', 'Maths', 'Hindi', 'Maths', 'Hindi'],
      ],
    },
  ),
  xlsx(
    'school',
    'letters of attendance by day',
    [
      [
        pupils,
        ...rows(8, (at) =>
          col(
            String(at + 1),
            'text',
            rows(COUNT, (row) => LETTERS[(row * 3 + at) % 7]!),
            plain,
            [...ANY, 'flag'],
          ),
        ),
      ],
    ],
    [
      {
        name: 'March',
        rows: [
          ['Name', ...rows(8, (at): Cell => at + 1)],
          ...rows(COUNT, (row): Cell[] => [
            pupils.values[row]!,
            ...rows(8, (at): Cell => LETTERS[(row * 3 + at) % 7]!),
          ]),
        ],
      },
    ],
  ),
  xlsx(
    'school',
    'a timetable',
    [
      [
        words('Period', ['1', '2', '3', '4', '5', '6']),
        ...['Monday', 'Tuesday', 'Wednesday'].map((name, at) =>
          words(name, ['Maths', 'Art', 'Sport', 'German', 'Physics'].toSpliced(0, at)),
        ),
      ].map((one) => ({
        ...one,
        values: one.values.slice(0, 6),
        written: one.written.slice(0, 6),
        types: ['text', 'integer'] as Column['types'] & {},
      })),
    ],
    [
      {
        name: '8b',
        merged: ['A1:D1'],
        rows: [
          ['Timetable of class 8b', null, null, null],
          ['Period', 'Monday', 'Tuesday', 'Wednesday'],
          ...rows(6, (row): Cell[] => [
            String(row + 1),
            ...[0, 1, 2].map((at): Cell => {
              const list = ['Maths', 'Art', 'Sport', 'German', 'Physics'].toSpliced(0, at)
              return list[row % list.length]!
            }),
          ]),
        ],
      },
    ],
  ),
]

const TESTS = ['Glucose', 'TSH', 'Potassium', 'CRP']
const well = (at: number) =>
  col(
    String(at + 1),
    'decimal',
    rows(8, (row) => part(row + at * 8, 330, 0, 3, 3)),
  )
const hospital: Case[] = [
  csv(
    'hospital',
    'results below and above what can be measured',
    [
      key('Patient ID', (row) => `000${1234 + row * 7}`),
      words('Test', TESTS),
      without(
        without(part12('Result', 331, 1, 40, 1), '<0.5', (row) => row === 3),
        '>200',
        (row) => row === 8,
      ),
      words('Unit', ['mmol/L', 'mIU/L', 'mmol/L', 'mg/L']),
      words('Reference range', ['3.9-5.5', '0.4-4.0', '3.5-5.1', '0-5']),
      without(words('Flag', ['H', 'L']), '', (row) => row % 3 !== 0),
      moments('Collected', (value) => String(value).slice(0, 16)),
    ].map((one) =>
      one.names[0] === 'Collected'
        ? { ...one, values: one.values.map((value) => `${String(value).slice(0, 16)}:00`) }
        : one,
    ),
  ),
  csv(
    'hospital',
    'vital signs in semicolons',
    [
      key('Fallnummer', (row) => `F${20240000 + row}`),
      moments('Zeit', (value) => points(String(value).slice(0, 10), 0) + String(value).slice(10)),
      words('Blutdruck', ['120/80', '135/85', '118/76', '142/91']),
      part12('Temperatur', 332, 36, 40, 1, comma),
      whole12('Puls', 333, 50, 120),
      col(
        'Raucher',
        'flag',
        rows(COUNT, (row) => row % 3 === 0),
        (value) => (value ? 'Ja' : 'Nein'),
      ),
    ],
    { delimiter: ';', quotes: 'all' },
  ),
  csv(
    'hospital',
    'a plate of 96 wells',
    [col(['', 'row', 'well'], 'text', [...'ABCDEFGH'], plain, ANY), ...rows(12, well)],
    { delimiter: '\t', above: ['Plate 1', 'Absorbance 450 nm', ''] },
    { ending: 'txt' },
  ),
  json(
    'hospital',
    'a bundle of observations',
    [
      {
        columns: [
          key(['id', 'resource_id'], (row) => `obs-${row + 1}`),
          words(['code_text', 'resource_code_text'], TESTS),
          part12(['valueQuantity_value', 'resource_valueQuantity_value'], 334, 1, 40, 1),
          words(['valueQuantity_unit', 'resource_valueQuantity_unit'], ['mmol/L', 'mg/L']),
          days(['effectiveDate', 'resource_effectiveDate']),
        ],
        spare: /url|type|status/i,
      },
    ],
    {
      resourceType: 'Bundle',
      type: 'searchset',
      total: COUNT,
      link: [{ relation: 'self', url: 'https://example.com/Observation' }],
      entry: rows(COUNT, (row) => ({
        fullUrl: `https://example.com/Observation/obs-${row + 1}`,
        resource: {
          resourceType: 'Observation',
          id: `obs-${row + 1}`,
          code: { text: TESTS[row % 4] },
          valueQuantity: { value: part(row, 334, 1, 40, 1), unit: ['mmol/L', 'mg/L'][row % 2] },
          effectiveDate: day(40 + row * 17),
        },
      })),
    },
  ),
]

const celsius = part12('AirTC_Avg', 340, -9, 34, 2)
const volts = part12('BattV_Min', 341, 11, 13, 2)
const sensors: Case[] = [
  made(
    'sensors',
    'a logger with units and kinds of values below the names',
    'csv',
    [
      [
        { ...moments(['TIMESTAMP', 'TIMESTAMP TS']) },
        col(
          ['RECORD', 'RECORD RN'],
          'integer',
          rows(COUNT, (row) => 8801 + row),
          plain,
          ['id', 'measure', 'dimension', 'code'],
        ),
        { ...volts, names: ['BattV_Min', 'BattV_Min Volts', 'BattV_Min Volts Min'] },
        {
          ...without(celsius, 'NAN', (row) => row === 5),
          names: ['AirTC_Avg', 'AirTC_Avg Deg C', 'AirTC_Avg Deg C Avg'],
        },
      ],
    ],
    () =>
      lines(
        '"TOA5","CR1000","CR1000","21045","CR1000.Std.32","CPU:met.CR1","61233","Table1"',
        '"TIMESTAMP","RECORD","BattV_Min","AirTC_Avg"',
        '"TS","RN","Volts","Deg C"',
        '"","","Min","Avg"',
        ...rows(
          COUNT,
          (row) =>
            `"${moments('').values[row]}",${8801 + row},${volts.written[row]},${row === 5 ? '"NAN"' : celsius.written[row]}`,
        ),
      ),
  ),
  csv(
    'sensors',
    'date and clock apart, tabs and decimal commas',
    [
      days('Datum', points, 1),
      col(
        'Uhrzeit',
        'time',
        rows(COUNT, (row) => clock(row, 342)),
      ),
      { ...part12('Temp [°C]', 343, 15, 29, 1, comma) },
      { ...part12('Feuchte [%]', 344, 30, 80, 1, comma) },
    ].map((one) => ({ ...one, names: [...one.names, one.names[0]!.replace(/ \[.*/, '')] })),
    { delimiter: '\t', newline: '\r\n', header: [['Datum', 'Uhrzeit', 'Temp [°C]', 'Feuchte [%]']] },
    { ending: 'txt', encode: latin1 },
  ),
  csv(
    'sensors',
    'remarks among the rows',
    [moments('time'), words('probe', ['inner', 'outer']), part12('ppm', 345, 380, 520, 1)],
    {
      above: ['# device: CO2-7', '# firmware 1.4.2'],
      within: { 3: ['# calibration started'], 7: ['# calibration done, offset 2.5', '# door opened'] },
      below: ['# end of data'],
    },
  ),
  csv(
    'sensors',
    'a track of positions',
    [
      col(
        'sentence',
        'integer',
        rows(COUNT, (row) => row + 1),
        plain,
        ['id', 'code', 'dimension'],
      ),
      moments('utc', (value) => `${String(value).replace(' ', 'T')}Z`),
      { ...part12('lat', 346, 18, 19, 5), roles: POSITION },
      { ...part12('lon', 347, 73, 74, 5), roles: POSITION },
      part12('altitude (m)', 348, 540, 610, 1),
      without(part12('speed (km/h)', 349, 0, 80, 1), '', (row) => row < 2),
    ].map((one) => ({ ...one, names: [...one.names, one.names[0]!.replace(/ \(.*/, '')] })),
    { header: [['sentence', 'utc', 'lat', 'lon', 'altitude (m)', 'speed (km/h)']] },
  ),
  ndjson(
    'sensors',
    'messages of a broker',
    [
      [
        words('topic', ['hall/1/climate', 'hall/2/climate']),
        moments('ts'),
        part12(['payload_t', 't'], 350, 15, 29, 1),
        whole12(['payload_h', 'h'], 351, 30, 80),
        col(
          ['payload_ok', 'ok'],
          'flag',
          rows(COUNT, (row) => row % 5 !== 2),
        ),
      ],
    ],
    rows(COUNT, (row) => ({
      topic: ['hall/1/climate', 'hall/2/climate'][row % 2],
      ts: Date.parse(`${String(moments('').values[row]).replace(' ', 'T')}Z`),
      payload: { t: part(row, 350, 15, 29, 1), h: whole(row, 351, 30, 80), ok: row % 5 !== 2 },
    })),
  ),
]

const GOODS = ['りんご', '牛乳', 'パン', 'お茶']
const roubles = part12('Сумма', 360, 1200, 98_000, 2, (value) => spelled('ru-RU', 2)(value, 0).replace(/\s/g, ' '))
const tills: Case[] = [
  csv('tills', 'receipts with money given back', [
    key('Receipt #', (row) => `000${712 + row}`),
    days('Business Date', american, 2),
    col(
      'Time',
      'time',
      rows(COUNT, (row) => clock(row, 361)),
      (value) => {
        const [hour, minute, second] = String(value).split(':')
        return `${Number(hour) % 12 || 12}:${minute}:${second} ${Number(hour) < 12 ? 'AM' : 'PM'}`
      },
    ),
    col(
      'Amount',
      'decimal',
      rows(COUNT, (row) => part(row, 362, 3, 90, 2) * (row % 5 === 3 ? -1 : 1)),
      (value) => (Number(value) < 0 ? `-$${-Number(value)}` : `$${value}`),
    ),
    { ...part12('Tax %', 363, 6, 9, 3, (value) => `${value}%`), factor: 100 },
    words('Tender', ['CASH', 'VISA', 'AMEX', 'GIFT CARD']),
  ]),
  csv(
    'tills',
    'a Japanese day in Shift JIS',
    [
      days(
        '日付',
        dated((year, month, date) => `${year}年${month}月${date}日`),
        1,
      ),
      words('商品名', GOODS),
      whole12('数量', 364, 1, 40),
      whole12('金額', 365, 1100, 98_000, (value) => `${spelled('ja-JP', 0)(value, 0)}円`),
    ],
    { newline: '\r\n' },
    { encode: encoded('shift_jis') },
  ),
  csv(
    'tills',
    'Russian sales with a sum',
    [
      days('Дата', points, 3),
      words('Номенклатура', ['Чай чёрный', 'Кофе', 'Сахар', 'Печенье']),
      whole12('Количество', 366, 1, 60),
      roubles,
    ],
    { delimiter: ';', newline: '\r\n', below: [`Итого;;;${roubles.written[0]}`] },
    { encode: encoded('windows-1251') },
  ),
  csv(
    'tills',
    'Korean won',
    [
      days(
        '날짜',
        dated((year, month, date) => `${year}년 ${month}월 ${date}일`),
      ),
      words('상품', ['커피', '녹차', '빵']),
      whole12('가격', 367, 1500, 89_000, (value) => `${spelled('ko-KR', 0)(value, 0)}원`),
    ],
    {},
    { encode: encoded('euc-kr') },
  ),
  csv(
    'tills',
    'Chinese orders with ticks of true and false',
    [
      digits(key('订单号', (row) => `2024030100${row + 10}`)),
      words('城市', ['北京', '上海', '广州']),
      part12('金额', 368, 20, 3000, 2, (value) => `￥${value}`),
      col(
        '已付款',
        'flag',
        rows(COUNT, (row) => row % 4 !== 1),
        (value) => (value ? '是' : '否'),
      ),
    ],
    {},
    { encode: encoded('gb18030') },
  ),
]

const HTML = '<p>Soft &amp; warm.</p><ul><li>100 % wool</li><li>Made in "Porto", Portugal</li></ul>'
const order = (row: number) => 5001 + row
const shops: Case[] = [
  csv(
    'shops',
    'a feed of products',
    [
      key('id', (row) => `SKU-${row + 1}`),
      words('title', ['Scarf', 'Hat', 'Gloves']),
      col(
        'description',
        'text',
        rows(COUNT, (row) => `${HTML.repeat(1 + (row % 3))}${row}`),
        plain,
        ANY,
      ),
      part12('price', 370, 9, 80, 2, (value) => `${value} EUR`),
      key('gtin', (row) => `0401234567${two(row)}${row % 10}`),
      words('availability', ['in stock', 'out of stock', 'preorder']),
      col(
        'is_bundle',
        'flag',
        rows(COUNT, (row) => row % 4 === 0),
        (value) => (value ? 'yes' : 'no'),
      ),
    ],
    { delimiter: '\t' },
    { ending: 'tsv' },
  ),
  csv('shops', 'JSON in cells', [
    col(
      'ID',
      'integer',
      rows(COUNT, (row) => 4401 + row * 3),
      plain,
      ['id'],
    ),
    words('Categories', ['Clothing > Shirts, Sale', 'Clothing > Hats', 'Home']),
    col(
      'Attributes',
      'text',
      rows(COUNT, (row) => `{"size":"${'SML'[row % 3]}","no":${row}}`),
      plain,
      ANY,
    ),
    part12('Regular price', 371, 9, 80, 2),
    without(part12('Sale price', 372, 5, 9, 2), '', (row) => row % 4 !== 0),
  ]),
  csv('shops', 'codes that look like exponents', [
    key('Code', (row) => `${row + 1}E${two(row % 7)}`),
    words('Campaign', ['Spring', 'Diwali', 'Black Friday']),
    whole12('Used', 373, 0, 800),
    days('Valid until'),
  ]),
  csv(
    'shops',
    'ids held as text by a formula',
    [
      key('Order', (row) => `00${81 + row}`),
      key('EAN', (row) => `40123456789${two(row)}`),
      whole12('Qty', 374, 1, 9),
      part12('Price', 375, 2, 99, 2),
    ],
    { quotes: 'none', line: ([first, ean, ...rest]) => [`="${first}"`, `="${ean}"`, ...rest] },
  ),
  json(
    'shops',
    'a page of orders with their lines',
    [
      {
        columns: [
          col('id', 'integer', rows(COUNT, order), plain, ['id']),
          days('created'),
          words('customer_name', INDIANS),
          key('customer_email', (row) => `p${row}@example.com`),
        ],
        spare: /items/i,
      },
      {
        columns: [
          key(['sku', 'items_sku'], (row) => `P-${row % 5}`, COUNT * 2),
          col(
            ['qty', 'items_qty'],
            'integer',
            rows(COUNT * 2, (row) => whole(row, 376, 1, 9)),
          ),
        ],
        spare: /./,
      },
    ],
    {
      data: rows(COUNT, (row) => ({
        id: order(row),
        created: day(40 + row * 17),
        customer: { name: INDIANS[row % INDIANS.length], email: `p${row}@example.com` },
        items: [0, 1].map((at) => ({ sku: `P-${(row * 2 + at) % 5}`, qty: whole(row * 2 + at, 376, 1, 9) })),
      })),
      meta: { page: 1, per_page: COUNT, total: 480 },
      links: { self: '/orders?page=1', next: '/orders?page=2' },
    },
  ),
  json(
    'shops',
    'edges and nodes',
    [
      {
        columns: [
          key(['id', 'node_id'], (row) => `gid://shop/Order/${order(row)}`),
          moments(['createdAt', 'node_createdAt']),
          part12(['total', 'node_total'], 377, 5, 400, 2),
        ],
        spare: /cursor/i,
      },
    ],
    {
      data: {
        orders: {
          edges: rows(COUNT, (row) => ({
            cursor: `c${row}`,
            node: {
              id: `gid://shop/Order/${order(row)}`,
              createdAt: `${String(moments('').values[row]).replace(' ', 'T')}Z`,
              total: part(row, 377, 5, 400, 2),
            },
          })),
          pageInfo: { hasNextPage: true, endCursor: 'c11' },
        },
      },
      extensions: { cost: { requested: 12 } },
    },
  ),
]

const ARABIC: Write = (value) => Number(value).toLocaleString('ar-EG', { useGrouping: true })
const wideDigits: Write = (value) =>
  String(value).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
const districts = ['Pune', 'Nashik', 'Thane', 'Satara']
const inhabitants = whole12('Population (2011)', 384, 120_000, 98_765_432, spelled('en-IN', 0))

const governments: Case[] = [
  csv(
    'governments',
    'Brazil',
    [
      words('UF', ['SP', 'RJ', 'BA', 'AM']),
      words('Município', ['São Paulo', 'Niterói', 'Ilhéus', 'Tefé']),
      col(
        'Código IBGE',
        'integer',
        rows(COUNT, (row) => 3_550_308 + row * 11),
        plain,
        KEY,
      ),
      days(
        'Data',
        inWords('pt', (date, month, year) => `${date} de ${month} de ${year}`),
        31,
      ),
      part12('Valor', 380, 1000, 99_000, 2, (value) => `R$ ${spelled('pt-BR', 2)(value, 0)}`),
    ],
    { delimiter: ';', newline: '\r\n' },
    { encode: latin1 },
  ),
  csv(
    'governments',
    'France',
    [
      key('code_insee', (row) =>
        row % 4 === 2 ? `2A${String(4 + row).padStart(3, '0')}` : `01${String(1 + row).padStart(3, '0')}`,
      ),
      words('dep', ['01', '01', '2A', '01']),
      words('commune', ["L'Abergement-Clémenciat", 'Ambérieu-en-Bugey', 'Ajaccio', 'Bourg-en-Bresse']),
      part12('taux_chomage', 381, 4, 14, 1, comma),
      col(
        'littoral',
        'flag',
        rows(COUNT, (row) => row % 4 === 2),
        (value) => (value ? 'vrai' : 'faux'),
      ),
      days('date_maj'),
    ],
    { delimiter: ';' },
    { encode: (content) => utf8(content, true) },
  ),
  csv(
    'governments',
    'India with a line for the whole',
    [
      words('State/UT', ['Maharashtra']),
      key('District', (row) => `${districts[row % 4]} ${row + 1}`),
      inhabitants,
      { ...part12('Growth (%)', 382, -3, 29, 2), names: ['Growth (%)', 'Growth'] },
    ],
    {
      below: [
        `Total,,"${spelled('en-IN', 0)(sum(inhabitants), 0)}",11.37`,
        'Source: Census of India; provisional figures,,,',
      ],
    },
  ),
  csv(
    'governments',
    'Poland',
    [
      days(
        'data',
        inWords('pl', (date, month, year) => `${date} ${month} ${year}`),
        31,
      ),
      words('województwo', ['śląskie', 'łódzkie', 'małopolskie']),
      whole12('ludność', 383, 100_000, 5_400_000, (value) => spelled('ru-RU', 0)(value, 0).replace(/\s/g, '\u00a0')),
      part12('stopa bezrobocia', 385, 2, 12, 1, (value) => `${comma(value, 0)}%`),
    ].map((one) => (one.names[0] === 'stopa bezrobocia' ? { ...one, factor: 100 } : one)),
    { delimiter: ';' },
  ),
  csv(
    'governments',
    'Italy',
    [
      words('Comune', ['Roma', 'Forlì', 'Cantù']),
      key('CAP', (row) => `00${184 + row}`),
      col(
        'Mese',
        'month',
        rows(COUNT, (row) => `2023-${two(row + 1)}`),
        (value) => {
          const [year, month] = String(value).split('-')
          return `${MONTHS.it.split(' ')[Number(month) - 1]} ${year}`
        },
      ),
      part12('Importo', 386, 100, 9900, 2, (value) => spelled('de-DE', 2)(value, 0)),
    ],
    { delimiter: ';' },
  ),
  csv(
    'governments',
    'Turkey',
    [
      days(
        'Tarih',
        inWords('tr', (date, month, year) => `${date} ${month} ${year}`),
        31,
      ),
      words('İl', ['İzmir', 'Iğdır', 'Çankırı']),
      part12('Tutar', 387, 1000, 90_000, 2, (value) => `${spelled('tr-TR', 2)(value, 0)} TL`),
    ],
    { delimiter: ';' },
  ),
  csv(
    'governments',
    'Russia',
    [
      days(
        'Дата публикации',
        inWords('ru', (date, month, year) => `${date} ${month} ${year} г.`),
        31,
      ),
      words('Регион', ['Тверская область', 'Республика Коми']),
      part12('Площадь, тыс. км2', 388, 10, 400, 1, comma),
    ],
    { delimiter: '\t' },
  ),
  csv('governments', 'Egypt with its own digits', [
    words('المحافظة', ['القاهرة', 'الجيزة', 'أسوان']),
    whole12('السكان', 389, 120_000, 9_800_000, ARABIC),
    days('التاريخ'),
  ]),
  csv('governments', 'Japan with digits of full width', [
    words('都道府県', ['東京都', '大阪府', '北海道']),
    whole12('人口', 390, 1000, 99_999, wideDigits),
    words('年度', ['令和５年度']),
  ]),
  csv(
    'governments',
    'Switzerland',
    [
      words('Kanton', ['ZH', 'BE', 'GE', 'TI']),
      part12('Steuern', 391, 1_000_000, 9_000_000, 2, (value) => spelled('en-US', 2)(value, 0).replaceAll(',', '’')),
      days('Stand', points),
    ],
    { delimiter: ';' },
  ),
  csv('governments', 'Indonesia', [
    days(
      'Tanggal',
      inWords('id', (date, month, year) => `${date} ${month} ${year}`),
      31,
    ),
    words('Provinsi', ['Bali', 'Aceh', 'Jawa Barat']),
    whole12('Anggaran', 392, 1_000_000, 98_000_000, (value) => `Rp ${spelled('de-DE', 0)(value, 0)}`),
  ]),
  csv(
    'governments',
    'a census with long names below short ones',
    [
      key(['GEO_ID', 'GEO_ID id', 'id', 'Geography'], (row) => `0500000US0100${row % 10}`),
      key(
        ['NAME', 'NAME Geographic Area Name', 'Geographic Area Name'],
        (row) => `County ${'ABCDEFGHIJKL'[row]}, Alabama`,
      ),
      {
        ...whole12('B01', 393, 9000, 660_000),
        names: ['B01001_001E', 'Estimate!!Total', 'B01001_001E Estimate!!Total'],
      },
      {
        ...whole12('M01', 394, 10, 900),
        names: ['B01001_001M', 'Margin of Error!!Total', 'B01001_001M Margin of Error!!Total'],
      },
    ],
    {
      quotes: 'all',
      header: [
        ['GEO_ID', 'NAME', 'B01001_001E', 'B01001_001M'],
        ['id', 'Geographic Area Name', 'Estimate!!Total', 'Margin of Error!!Total'],
      ],
    },
  ),
  csv(
    'governments',
    'marks for values that are not published',
    [
      key('Area code', (row) => `E0600000${row % 10}`),
      words('Area name', ['Hartlepool', 'Luton', 'Poole, Dorset']),
      words('Year', ['2020/21', '2021/22', '2022/23']),
      without(
        without(whole12('Claimants', 395, 5, 900), '[c]', (row) => row % 5 === 1),
        '[x]',
        (row) => row === 7,
      ),
    ].map((one) =>
      one.names[0] === 'Year'
        ? { ...one, roles: [...ANY, 'time'] as Roles, types: ['text', 'date'] as NonNullable<Column['types']> }
        : one,
    ),
    {
      above: [
        'Table 3: Claimants by area',
        'This worksheet contains one table. Some shorthand is used: [c] = confidential, [x] = not available.',
      ],
    },
  ),
  csv(
    'governments',
    'months of a Spanish office',
    [
      words('Comunidad', ['Aragón', 'Cataluña', 'Galicia']),
      col(
        'Periodo',
        'month',
        rows(COUNT, (row) => `2023-${two(row + 1)}`),
        (value) => String(value).replace('-', 'M'),
      ),
      without(
        whole12('Viajeros', 396, 100_000, 4_000_000, (value) => spelled('de-DE', 0)(value, 0)),
        '',
        (row) => row === 6,
      ),
    ],
    { delimiter: ';', line: (fields) => fields.map((field) => field || '..') },
  ),
]

const debit = without(
  part12('Debit', 400, 50, 9000, 2, (value) => spelled('en-US', 2)(value, 0)),
  '',
  (row) => row % 2 === 1,
)
const credit = without(
  part12('Credit', 401, 50, 9000, 2, (value) => spelled('en-US', 2)(value, 0)),
  '',
  (row) => row % 2 === 0,
)
const ledger = [
  days('Date', slashes, 5),
  key('Voucher', (row) => `JV-${String(row + 1).padStart(4, '0')}`),
  col(
    'Account',
    'integer',
    rows(COUNT, (row) => [1000, 1200, 4000][Math.floor(row / 4)]!),
    plain,
    KEY,
  ),
  words('Narration', ['Being rent paid', 'Cash, received', 'Sales as per bill']),
  debit,
  credit,
]
const plan = part12('Plan', 402, 100, 900, 1)
const actual = part12('Actual', 403, 100, 900, 1)
const accounts = key('Account', (row) => `${4000 + row * 10} ${['Sales', 'Rent', 'Travel'][row % 3]}`)
const accounting: Case[] = [
  csv('accounting', 'a journal with sums carried over', ledger, {
    within: {
      4: [
        'Sub-total 1000,,,,"10,000.00","9,000.00"',
        '"Carried forward",,,,"10,000.00","9,000.00"',
        '"Brought forward",,,,"10,000.00","9,000.00"',
      ],
      8: ['Sub-total 1200,,,,"10,000.00","9,000.00"'],
    },
    below: ['Sub-total 4000,,,,"10,000.00","9,000.00"', 'Grand Total,,,,"30,000.00","27,000.00"'],
  }),
  csv(
    'accounting',
    'postings below a line about the file',
    [
      part12('Umsatz (ohne Soll/Haben-Kz)', 404, 10, 4000, 2, comma),
      words('Soll/Haben-Kennzeichen', ['S', 'H']),
      col(
        'Konto',
        'integer',
        rows(COUNT, (row) => 1200 + (row % 4) * 10),
        plain,
        KEY,
      ),
      col(
        'Gegenkonto (ohne BU-Schlüssel)',
        'integer',
        rows(COUNT, (row) => 8400 + (row % 3)),
        plain,
        KEY,
      ),
      key('Belegfeld 1', (row) => `RE-${2024001 + row}`),
      words('Buchungstext', ['Miete', 'Büromaterial; Papier', 'Erlöse 19 %']),
    ],
    {
      delimiter: ';',
      newline: '\r\n',
      above: [
        '"EXTF";700;21;"Buchungsstapel";12;20240301123000000;;"RE";"";"";1001;1;20240101;4;20240301;20240331;"März"',
      ],
    },
    { encode: latin1 },
  ),
  csv(
    'accounting',
    'a Dutch bank',
    [
      col(
        'Datum',
        'date',
        rows(COUNT, (row) => day(40 + row * 9)),
        (value) => String(value).replaceAll('-', ''),
      ),
      words('Naam / Omschrijving', ['Huur', 'Albert Heijn 1521', 'Salaris']),
      key('Rekening', () => 'NL91ABNA0417164300'),
      words('Af Bij', ['Af', 'Af', 'Bij']),
      part12('Bedrag (EUR)', 405, 2, 2400, 2, comma),
    ],
    { quotes: 'all', header: [['Datum', 'Naam / Omschrijving', 'Rekening', 'Af Bij', 'Bedrag (EUR)']] },
  ),
  xlsx(
    'accounting',
    'plan and actual with shares by formula',
    [
      [
        accounts,
        { ...plan, names: ['2023 Plan', 'Plan'] },
        { ...actual, names: ['2023 Actual', 'Actual'] },
        {
          ...col(
            ['2023 Var %', 'Var %', '2023 Var', 'Var'],
            'decimal',
            rows(COUNT, (row) => Number(actual.values[row]) / Number(plan.values[row]) - 1),
          ),
          factor: 0.01,
        },
      ],
    ],
    [
      {
        name: 'P&L',
        merged: ['B3:D3'],
        rows: [
          ['Plan and actual in EUR', null, null, null],
          [null],
          [null, '2023', null, null],
          ['Account', 'Plan', 'Actual', 'Var %'],
          ...rows(COUNT, (row): Cell[] => [
            accounts.values[row]!,
            { number: Number(plan.values[row]), style: 'ledger' },
            { number: Number(actual.values[row]), style: 'ledger' },
            { number: Number(actual.values[row]) / Number(plan.values[row]) - 1, style: 'share' },
          ]),
          ['Total', { formula: 'SUM(B5:B16)', text: sum(plan) }, { formula: 'SUM(C5:C16)', text: sum(actual) }, null],
        ],
      },
    ],
  ),
  xlsx(
    'accounting',
    'a pivot table with its grand totals',
    [
      [
        key(['Row Labels', 'Sum of Amount Row Labels'], (row) => `Tea ${'ABCDEFGHIJKL'[row]}`),
        { ...whole12('East', 406, 10, 900), names: ['East', 'Column Labels East'] },
        { ...whole12('North', 407, 10, 900), names: ['North', 'Column Labels North'] },
        {
          ...whole12('x', 408, 0, 0),
          names: ['Grand Total', 'Column Labels Grand Total'],
          values: rows(COUNT, (row) => whole(row, 406, 10, 900) + whole(row, 407, 10, 900)),
          written: rows(COUNT, (row) => String(whole(row, 406, 10, 900) + whole(row, 407, 10, 900))),
        },
      ],
    ],
    [
      {
        name: 'Pivot',
        rows: [
          ['Sum of Amount', 'Column Labels', null, null],
          ['Row Labels', 'East', 'North', 'Grand Total'],
          ...rows(COUNT, (row): Cell[] => [
            `Tea ${'ABCDEFGHIJKL'[row]}`,
            whole(row, 406, 10, 900),
            whole(row, 407, 10, 900),
            whole(row, 406, 10, 900) + whole(row, 407, 10, 900),
          ]),
          [
            'Grand Total',
            sum(whole12('', 406, 10, 900)),
            sum(whole12('', 407, 10, 900)),
            sum(whole12('', 406, 10, 900)) + sum(whole12('', 407, 10, 900)),
          ],
        ],
      },
    ],
  ),
]

const found = without(words('Manager', ['Lund, Mia', 'Stone, Pat', 'Okafor, Chidi']), '#N/A', (row) => row % 5 === 2)
const ratio = without(part12('Ratio', 410, 0, 3, 3), '#DIV/0!', (row) => row === 6)
const number: Write = (value) => String(serial(String(value)))
const social = key('SSN', (row) => `012-34-${5600 + row}`)
const LONG = 'Dear team,\nthe "new" till, as promised, does not print; see below.\r\n\r\n'
const sheets: Case[] = [
  xlsx(
    'sheets',
    'names looked up, of which some are not found',
    [[key('Store', (row) => `B${10 + row}`), found, ratio, whole12('Visits', 411, 3, 80)]],
    [
      {
        name: 'Sheet1',
        rows: [
          ['Store', 'Manager', 'Ratio', 'Visits'],
          ...rows(COUNT, (row): Cell[] => [
            `B${10 + row}`,
            found.values[row] === null
              ? { error: '#N/A' }
              : { formula: `VLOOKUP(A${row + 2},M!A:B,2,0)`, text: String(found.values[row]) },
            ratio.values[row] === null
              ? { error: '#DIV/0!' }
              : { formula: `D${row + 2}/E${row + 2}`, text: Number(ratio.values[row]) },
            whole(row, 411, 3, 80),
          ]),
        ],
      },
    ],
  ),
  xlsx(
    'sheets',
    'days as bare numbers',
    [[key('Invoice', (row) => `INV-${row + 1}`), days('Invoice Date', number), part12('Net', 412, 10, 900, 2)]],
    [
      {
        name: 'Export',
        rows: cells([key('Invoice', (row) => `INV-${row + 1}`), days('Invoice Date'), part12('Net', 412, 10, 900, 2)], {
          as: { 'Invoice Date': (value) => serial(String(value)) },
        }),
      },
    ],
  ),
  csv('sheets', 'days as bare numbers in text', [
    key('Ticket', (row) => `T-${row + 1}`),
    days('Due Date', number, 3),
    words('Owner', GERMANS),
  ]),
  xlsx(
    'sheets',
    'numbers of security and many formats',
    [
      [
        words('Name', ['Mia Lund', 'Pat Stone', 'Chidi Okafor']),
        social,
        { ...part12('Raise', 413, 1, 9, 1), factor: 100 },
        part12('Revenue', 414, 10_000, 99_000, 1),
        part12('Mass', 415, 1, 9, 3),
        days('Signed'),
        whole12('Fee', 416, 1000, 90_000),
      ],
    ],
    [
      {
        name: 'People',
        rows: cells(
          [
            words('Name', ['Mia Lund', 'Pat Stone', 'Chidi Okafor']),
            social,
            part12('Raise', 413, 1, 9, 1),
            part12('Revenue', 414, 10_000, 99_000, 1),
            part12('Mass', 415, 1, 9, 3),
            days('Signed'),
            whole12('Fee', 416, 1000, 90_000),
          ],
          {
            as: {
              SSN: (value) => ({ number: Number(String(value).replaceAll('-', '')), style: 'social' }),
              Raise: (value) => ({ number: Number(value) / 100, style: 'share' }),
              Revenue: (value) => ({ number: Number(value), style: 'thousands' }),
              Mass: (value) => ({ number: Number(value), style: 'science' }),
              Signed: (value) => ({ number: serial(String(value)), style: 'japanese' }),
              Fee: (value) => ({ number: Number(value), style: 'yen' }),
            },
          },
        ),
      },
    ],
  ),
  made(
    'sheets',
    'days counted from 1904',
    'xlsx',
    [[days('Day'), words('Crew', ['Red', 'Blue']), whole12('Catches', 417, 0, 90)]],
    () =>
      workbook(
        [
          {
            name: 'Log',
            rows: cells([days('Day'), words('Crew', ['Red', 'Blue']), whole12('Catches', 417, 0, 90)], {
              as: { Day: (value) => ({ number: serial(String(value)) - 1462, style: 'date' }) },
            }),
          },
        ],
        { from1904: true },
      ),
  ),
  xlsx(
    'sheets',
    'one word among amounts',
    [
      [
        words('Item', ['Flour', 'Milk', 'Eggs', 'Salt']),
        without(whole12('Pieces', 418, 2, 90), 'a dozen', (row) => row === 5),
        days('Bought'),
      ],
    ],
    [
      {
        name: 'Kitchen',
        rows: cells(
          [
            words('Item', ['Flour', 'Milk', 'Eggs', 'Salt']),
            without(whole12('Pieces', 418, 2, 90), 'a dozen', (row) => row === 5),
            days('Bought'),
          ],
          { as: { Pieces: (value) => value ?? 'a dozen' } },
        ),
      },
    ],
  ),
  xlsx(
    'sheets',
    'the same name twice and none',
    [
      [
        key('Ref', (row) => `R${row + 1}`),
        words('Comment', ['fine', 'late', 'broken']),
        words(['', 'column3', 'C'], ['x', 'y']),
        words(
          ['Comment_2', 'Comment 2', 'Comment_1', 'Comment.1', 'Comment_duplicated_0'],
          ['call back', 'none needed'],
        ),
        whole12('Cost', 419, 2, 90),
      ],
    ],
    [
      {
        name: 'Form',
        rows: [
          ['Ref', 'Comment', null, 'Comment', 'Cost'],
          ...rows(COUNT, (row): Cell[] => [
            `R${row + 1}`,
            ['fine', 'late', 'broken'][row % 3]!,
            ['x', 'y'][row % 2]!,
            ['call back', 'none needed'][row % 2]!,
            whole(row, 419, 2, 90),
          ]),
        ],
      },
    ],
  ),
]

const simple = [
  key('code', (row) => `0${41 + row}`),
  words('town', ['Pune', 'Lyon, France', 'Oslo']),
  part12('score', 420, 1, 80, 2),
  days('seen'),
]
const damaged: Case[] = [
  csv(
    'damaged',
    'filled up with NULs',
    simple.map((one) => ({ ...one })),
    { line: (fields) => fields.map((field, at) => (at === 1 ? `${field}\0\0\0` : field)) },
  ),
  csv(
    'damaged',
    'each line in quotes of its own',
    simple,
    {},
    {
      change: (content) =>
        content
          .trimEnd()
          .split('\n')
          .map((line) => `"${line.replaceAll('"', '""')}"\n`)
          .join(''),
    },
  ),
  csv('damaged', 'an apostrophe before ids', simple, { line: ([first, ...rest]) => [`'${first}`, ...rest] }),
  csv('damaged', 'dashes below the names and a count', simple, {
    header: [
      ['code', 'town', 'score', 'seen'],
      ['----', '------------', '-----', '----------'],
    ],
    below: ['', '(12 rows affected)'],
  }),
  csv(
    'damaged',
    'a copy of a table with its own nothing',
    [
      col(
        'id',
        'integer',
        rows(COUNT, (row) => row + 91),
        plain,
        ['id'],
      ),
      col(
        'active',
        'flag',
        rows(COUNT, (row) => row % 3 !== 1),
        (value) => (value ? 't' : 'f'),
      ),
      without(words('note', ['a b', 'plain', 'say "hi"']), '', (row) => row % 4 === 2),
      without(part12('paid', 421, 1, 80, 2), '', (row) => row % 4 === 1),
    ],
    { delimiter: '\t', quotes: 'none', line: (fields) => fields.map((field) => field || '\\N') },
    { ending: 'tsv' },
  ),
  csv('damaged', 'one delimiter more in the names', simple, { header: [['code', 'town', 'score', 'seen', '']] }),
  csv(
    'damaged',
    'letters of mails',
    [
      col(
        'message id',
        'integer',
        rows(COUNT, (row) => row + 7001),
        plain,
        ['id'],
      ),
      col(
        'body',
        'text',
        rows(COUNT, (row) => `${LONG.repeat(3 + row * 2)}Best, no. ${row}`),
        plain,
        ANY,
      ),
      whole12('replies', 422, 0, 12),
    ],
    { newline: '\r\n' },
  ),
  csv(
    'damaged',
    'true and false of a German sheet',
    [
      moments('Zeitpunkt', (value) => `${points(String(value).slice(0, 10), 0)} ${String(value).slice(11)}`),
      col(
        'Bezahlt',
        'flag',
        rows(COUNT, (row) => row % 3 === 0),
        (value) => (value ? 'WAHR' : 'FALSCH'),
      ),
      part12('Rabatt', 423, 1, 30, 1, (value) => `${comma(value, 0)} %`),
    ].map((one) => (one.names[0] === 'Rabatt' ? { ...one, factor: 100 } : one)),
    { delimiter: ';' },
  ),
]

const series = (at: number, row: number) => part(row, 430 + at, 150, 190, 4)
const apis: Case[] = [
  json(
    'APIs',
    'prices by day with numbered names',
    [
      {
        columns: [
          days(['key', 'date', 'day', 'name', 'Time Series (Daily)'], undefined, 1),
          col(
            '1. open',
            'decimal',
            rows(COUNT, (row) => series(0, row)),
          ),
          col(
            '4. close',
            'decimal',
            rows(COUNT, (row) => series(1, row)),
          ),
          whole12('5. volume', 432, 1000, 900_000),
        ],
      },
    ],
    {
      'Meta Data': { '1. Information': 'Daily Prices', '2. Symbol': 'TEA', '3. Last Refreshed': day(51) },
      'Time Series (Daily)': Object.fromEntries(
        rows(COUNT, (row) => [
          day(40 + row),
          {
            '1. open': series(0, row).toFixed(4),
            '4. close': series(1, row).toFixed(4),
            '5. volume': String(whole(row, 432, 1000, 900_000)),
          },
        ]),
      ),
    },
  ),
  json(
    'APIs',
    'records with their fields beside, three deep',
    [
      [
        col(
          '_id',
          'integer',
          rows(COUNT, (row) => row + 1),
          plain,
          ['id'],
        ),
        words('Station', ['Pune', 'Satara']),
        part12('PM2.5', 433, 10, 220, 1, plain),
        days('Date'),
      ],
    ],
    {
      help: 'https://example.com/api/3/action/help_show?name=datastore_search',
      success: true,
      result: {
        resource_id: 'b1f2',
        fields: [
          { id: '_id', type: 'int' },
          { id: 'Station', type: 'text' },
          { id: 'PM2.5', type: 'numeric' },
          { id: 'Date', type: 'date' },
        ],
        records: rows(COUNT, (row) => ({
          _id: row + 1,
          Station: ['Pune', 'Satara'][row % 2],
          'PM2.5': String(part(row, 433, 10, 220, 1)),
          Date: day(40 + row * 17),
        })),
        total: COUNT,
        _links: { start: '/a', next: '/b' },
      },
    },
  ),
  json(
    'APIs',
    'buckets of a search',
    [
      {
        columns: [
          key(['key', 'key_as_string'], (row) => `Tea ${'ABCDEFGHIJKL'[row]}`),
          whole12('doc_count', 434, 1, 900),
          part12(['avg_price_value', 'avg_price'], 435, 1, 90, 2),
        ],
      },
    ],
    {
      took: 2,
      timed_out: false,
      hits: { total: { value: 1000, relation: 'gte' }, max_score: null, hits: [] },
      aggregations: {
        by_tea: {
          doc_count_error_upper_bound: 0,
          sum_other_doc_count: 0,
          buckets: rows(COUNT, (row) => ({
            key: `Tea ${'ABCDEFGHIJKL'[row]}`,
            doc_count: whole(row, 434, 1, 900),
            avg_price: { value: part(row, 435, 1, 90, 2) },
          })),
        },
      },
    },
  ),
  json(
    'APIs',
    'areas of a map, some without a shape',
    [
      {
        columns: [
          key(['NAME', 'properties_NAME'], (row) => `Ward ${row + 1}`),
          whole12(['pop', 'properties_pop'], 436, 900, 90_000),
          words(['office_city', 'properties_office_city'], ['Pune', 'Thane']),
        ],
        spare: /^(id|type|.*geometry.*|.*coordinates.*|bbox.*|lat.*|lon.*|properties_type)$/i,
      },
    ],
    {
      type: 'FeatureCollection',
      name: 'wards',
      bbox: [73, 18, 74, 19],
      features: rows(COUNT, (row) => ({
        type: 'Feature',
        id: row + 1,
        properties: {
          NAME: `Ward ${row + 1}`,
          pop: whole(row, 436, 900, 90_000),
          office: { city: ['Pune', 'Thane'][row % 2] },
        },
        geometry:
          row % 5 === 4
            ? null
            : {
                type: 'Polygon',
                coordinates: [
                  [
                    [73 + row / 100, 18],
                    [73.01 + row / 100, 18],
                    [73.01 + row / 100, 18.01],
                    [73 + row / 100, 18],
                  ],
                ],
              },
      })),
    },
  ),
  json(
    'APIs',
    'a value with marks of its service',
    [
      {
        columns: [
          col(
            'Id',
            'integer',
            rows(COUNT, (row) => row + 300),
            plain,
            ['id'],
          ),
          moments('Modified'),
          words('Title', ['Contract', 'Offer', 'Invoice']),
          col(
            'Closed',
            'flag',
            rows(COUNT, (row) => row % 2 === 0),
          ),
        ],
        spare: /odata|etag/i,
      },
    ],
    {
      '@odata.context': 'https://example.com/$metadata#Items',
      value: rows(COUNT, (row) => ({
        '@odata.etag': `W/"${row}"`,
        Id: row + 300,
        Modified: `${String(moments('').values[row]).replace(' ', 'T')}Z`,
        Title: ['Contract', 'Offer', 'Invoice'][row % 3],
        Closed: row % 2 === 0,
      })),
      '@odata.nextLink': 'https://example.com/items?$skip=12',
    },
  ),
  json(
    'APIs',
    'messages of a chat',
    [
      [
        col(
          'id',
          'integer',
          rows(COUNT, (row) => row + 1),
          plain,
          ['id'],
        ),
        words('type', ['message']),
        moments('date'),
        words('from', GERMANS),
        col(
          'text',
          'text',
          rows(COUNT, (row) => `Line one, "quoted"\nline two ${'so long '.repeat(row * 20)}${row}`),
          plain,
          ANY,
        ),
        without(
          col(
            'reply_to_message_id',
            'integer',
            rows(COUNT, (row) => row),
            plain,
            ['id', 'measure', 'dimension', 'code'],
          ),
          '',
          (row) => row % 3 !== 2,
        ),
      ],
    ],
    {
      name: 'Tea club',
      type: 'private_group',
      id: 42,
      messages: rows(COUNT, (row) => ({
        id: row + 1,
        type: 'message',
        date: String(moments('').values[row]).replace(' ', 'T'),
        from: GERMANS[row % GERMANS.length],
        text: `Line one, "quoted"\nline two ${'so long '.repeat(row * 20)}${row}`,
        ...(row % 3 === 2 ? { reply_to_message_id: row } : {}),
      })),
    },
  ),
  json(
    'APIs',
    'a frame with its schema',
    [
      {
        columns: [
          words('city', ['Pune', 'Lyon']),
          part12('amount', 437, 1, 80, 2),
          { ...days('day'), types: ['date', 'timestamp'] },
        ],
        spare: /^index$/,
      },
    ],
    {
      schema: {
        fields: [
          { name: 'index', type: 'integer' },
          { name: 'city', type: 'string' },
          { name: 'amount', type: 'number' },
          { name: 'day', type: 'datetime' },
        ],
        primaryKey: ['index'],
        pandas_version: '1.4.0',
      },
      data: rows(COUNT, (row) => ({
        index: row,
        city: ['Pune', 'Lyon'][row % 2],
        amount: part(row, 437, 1, 80, 2),
        day: `${day(40 + row * 17)}T00:00:00.000`,
      })),
    },
  ),
  ndjson(
    'APIs',
    'events of several kinds',
    [
      {
        columns: [
          digits(key('id', (row) => `2489${651040 + row}`)),
          words('type', ['PushEvent', 'WatchEvent', 'IssuesEvent']),
          words('actor_login', ['asha', 'ben', 'carla', 'dev']),
          without(whole12('payload_size', 438, 1, 9), '', (row) => row % 3 !== 0),
          without(words('payload_action', ['started', 'started', 'opened']), '', (row) => row % 3 === 0),
          moments('created_at'),
        ],
        spare: /actor_id/,
      },
    ],
    rows(COUNT, (row) => ({
      id: `2489${651040 + row}`,
      type: ['PushEvent', 'WatchEvent', 'IssuesEvent'][row % 3],
      actor: { id: 100 + (row % 4), login: ['asha', 'ben', 'carla', 'dev'][row % 4] },
      payload: row % 3 === 0 ? { size: whole(row, 438, 1, 9) } : { action: ['started', 'started', 'opened'][row % 3] },
      created_at: `${String(moments('').values[row]).replace(' ', 'T')}Z`,
    })),
  ),
]

const stored = (name: string, columns: Column[], select: string, content = objects(columns), spare?: RegExp) =>
  made('columns', name, 'parquet', [{ columns, ...(spare ? { spare } : {}) }], (dir) => parquet(content, select, dir))
const money = part12('balance', 440, 100, 90_000, 2)
const columnar: Case[] = [
  stored(
    'money to four places, days and flags',
    [
      key('account', (row) => `DE${row + 10}`),
      money,
      days('opened'),
      col(
        'frozen',
        'flag',
        rows(COUNT, (row) => row % 5 === 0),
      ),
    ],
    'select account, balance::decimal(18, 4) as balance, opened::date as opened, frozen from $rows',
  ),
  stored(
    'names of people in several scripts',
    [words('नाम', ['आशा', 'देव']), whole12('आयु', 441, 18, 80), words('город', ['Тверь', 'Коми'])],
    'select * from $rows',
  ),
  stored(
    'ids as UUIDs, times of day and half precision',
    [
      key('uid', (row) => `0b9f5d1e-0000-4000-8000-0000000000${two(row)}`),
      col(
        'opens',
        'time',
        rows(COUNT, (row) => clock(row, 442)),
      ),
      col(
        'share',
        'decimal',
        rows(COUNT, (row) => (row * 2 + 1) / 8),
      ),
    ],
    'select uid::uuid as uid, opens::time as opens, share::float as share from $rows',
  ),
  made(
    'columns',
    'visits as a list within each patient',
    'parquet',
    [
      { columns: [key('patient', (row) => `P${row + 1}`), words('sex', ['f', 'm'])], spare: /visits/i },
      {
        columns: [
          col(
            ['ward', 'visits_ward'],
            'text',
            rows(COUNT * 2, (row) => ['A3', 'B1', 'C2'][row % 3]!),
            plain,
            ANY,
          ),
          col(
            ['nights', 'visits_nights'],
            'integer',
            rows(COUNT * 2, (row) => whole(row, 443, 1, 20)),
          ),
        ],
        spare: /./,
      },
    ],
    (dir) =>
      parquet(
        rows(COUNT, (row) => ({
          patient: `P${row + 1}`,
          sex: ['f', 'm'][row % 2],
          visits: [0, 1].map((at) => ({
            ward: ['A3', 'B1', 'C2'][(row * 2 + at) % 3],
            nights: whole(row * 2 + at, 443, 1, 20),
          })),
        })),
        'select * from $rows',
        dir,
      ),
  ),
  stored(
    'structs in structs and seconds as integers',
    [
      key('device', (row) => `d-${row % 4}`),
      moments('ts'),
      part12(['reading_value', 'value'], 444, 1, 80, 2),
      words(['reading_unit_name', 'unit_name'], ['bar', 'psi']),
    ],
    "select device, epoch(ts::timestamp)::bigint as ts, {'value': value, 'unit': {'name': unit}} as reading from $rows",
    rows(COUNT, (row) => ({
      device: `d-${row % 4}`,
      ts: moments('').values[row],
      value: part(row, 444, 1, 80, 2),
      unit: ['bar', 'psi'][row % 2],
    })),
  ),
]

export const FRESH: Case[] = [
  ...payroll,
  ...school,
  ...hospital,
  ...sensors,
  ...tills,
  ...shops,
  ...governments,
  ...accounting,
  ...sheets,
  ...damaged,
  ...apis,
  ...columnar,
]
