import type { Case } from '../case.ts'
import { encoded } from '../columns.ts'
import { file, GROUP, grouped, linesOf, TICK } from '../everyday/file.ts'
import { fixed, namesOf, rewritten, rowsOf, tuned } from '../exported/file.ts'
import { ANY, headed, meant, WHOLE } from '../later/file.ts'
import { table } from '../latest/table.ts'
import { serial, utf16 } from '../write.ts'
import { marked, quoted, summed } from './file.ts'

const parts = tuned(
  table(`
  Item | Qty | Reference(s) ~ Reference | Value | LibPart | Footprint | Datasheet | DNP
  rank | int | text | text | code | code | text | text
  1 | 3 | C1, C2, C7 | 100n | Device:C | Capacitor_SMD:C_0603_1608Metric | ~ |
  2 | 1 | C3 | 4u7 | Device:C | Capacitor_SMD:C_0805_2012Metric | ~ |
  3 | 2 | R1, R4 | 10k | Device:R | Resistor_SMD:R_0603_1608Metric | ~ |
  4 | 1 | R2 | 0R | Device:R | Resistor_SMD:R_0603_1608Metric | | DNP
  5 | 12 | D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, D11, D12 | WS2812B | LED:WS2812B | LED_SMD:LED_WS2812B | https://example.com/ws2812b.pdf |
  6 | 1 | J1 | USB "C" | Connector:USB_C | Connector_USB:USB_C_Receptacle | |
  7 | 1 | U1 | 74HC595 | 74xx:74HC595 | Package_SO:SOIC-16 | https://example.com/hc595.pdf |
  8 | 1 | Y1 | 16.000MHz | Device:Crystal | Crystal:Crystal_HC49 | | DNP`),
  { 'Reference(s)': ANY, Value: ANY, Datasheet: ANY, DNP: TICK },
)

const items = table(`
  Date | Time | Time Zone | Category | Item | Qty | Price Point Name | SKU | Gross Sales | Discounts | Net Sales | Tax | Event Type
  @m/d/y | @h:i:s | text | text | text | dec. | text | code | dec. | dec. | dec. | dec. | text
  03/14/2024 | 07:02:44 | Eastern Time (US & Canada) | Coffee | Drip | 1.0 | Large | 0101 | $3.50 | $0.00 | $3.50 | $0.28 | Payment
  03/14/2024 | 07:02:44 | Eastern Time (US & Canada) | Bakery | Scone, blueberry | 2.0 | Regular | 0210 | $7.90 | -$0.79 | $7.11 | $0.57 | Payment
  03/14/2024 | 07:15:09 | Eastern Time (US & Canada) | Retail | Beans "House" | 0.5 | per lb | 0900 | $9.25 | $0.00 | $9.25 | $0.00 | Payment
  03/14/2024 | 12:31:50 | Eastern Time (US & Canada) | Coffee | Latte | 1.0 | Small | 0104 | $4.75 | $0.00 | $4.75 | $0.38 | Payment
  03/14/2024 | 12:40:02 | Eastern Time (US & Canada) | Coffee | Latte | -1.0 | Small | 0104 | -$4.75 | $0.00 | -$4.75 | -$0.38 | Refund
  03/15/2024 | 06:58:31 | Eastern Time (US & Canada) | None | Custom Amount | 1.0 | | | $1,040.00 | -$104.00 | $936.00 | $0.00 | Payment
  03/15/2024 | 09:09:09 | Eastern Time (US & Canada) | Bakery | Loaf | 3.0 | Regular | 0202 | $25.50 | $0.00 | $25.50 | $0.00 | Payment`)

const forecast = meant(
  table(`
  Date | Total Occ. | Arr. Rooms | Dep. Rooms | OOO Rooms | Occ.% ~ Occ % | Room Revenue | Average Rate | Adl. & Chl.
  text | int | int | int | int | pct. | dec. | dec. | int
  01-03-24 Fri | 88 | 41 | 30 | 2 | 73.33 | 11,204.50 | 127.32 | 140
  02-03-24 Sat | 112 | 38 | 14 | 2 | 93.33 | 15,680.00 | 140.00 | 201
  03-03-24 Sun | 54 | 9 | 67 | 2 | 45.00 | 5,670.25 | 105.00 | 79
  04-03-24 Mon | 61 | 30 | 23 | 0 | 50.83 | 7,015.75 | 115.01 | 66
  13-03-24 Wed | 103 | 55 | 20 | 0 | 85.83 | 13,905.00 | 135.00 | 120
  14-03-24 Thu | 118 | 40 | 25 | 1 | 98.33 | 17,110.25 | 145.00 | 139
  15-03-24 Fri | 97 | 22 | 43 | 1 | 80.83 | 12,319.00 | 127.00 | 151
  16-03-24 Sat | 0 | 0 | 97 | 119 | 0.00 | 0.00 | 0.00 | 0`),
  { Date: ['date', (text) => text.replace(/^(\d\d)-(\d\d)-(\d\d).*/, '20$3-$2-$1')] },
)
const inn = (lines: string[][]) => fixed(lines, [14, -12, -12, -12, -11, -8, -14, -14, -13])
const sheet = (page: number) => [
  `Harbour View Hotel${' '.repeat(50)}History and Forecast${' '.repeat(10)}Page ${page} of 2`,
  'From 01-03-24 To 16-03-24',
  '',
  ...inn([namesOf(forecast)]),
  '='.repeat(110),
]

const sprays = tuned(
  table(`
  Data | Parcela | Cultura | Área (ha) | Produto comercial | N.º APV | Dose | Calda (l/ha) | I.S. (dias) | Aplicador
  @d/m/y | text | text | dec, | text | code | dec, | int | int | text
  12/03/2024 | Quinta de Cima | Vinha | 2,45 | Enxofre molhável | 0321 | 5,0 kg/ha | 400 | 5 | A. Seixas
  12/03/2024 | Vale | Vinha | 1,10 | Enxofre molhável | 0321 | 5,0 kg/ha | 400 | 5 | A. Seixas
  03/04/2024 | Quinta de Cima | Vinha | 2,45 | Cobre "Flow" 38; WG | 1107 | 1,5 kg/ha | 600 | 21 | M. Antão
  18/04/2024 | Olival Novo | Olival | 6,75 | Cobre "Flow" 38; WG | 1107 | 2,25 kg/ha | 1.000 | 14 | M. Antão
  29/04/2024 | Vale | Vinha | 1,10 | Folpete | 0045 | 1,25 kg/ha | 600 | 28 | A. Seixas
  02/05/2024 | Pomar | Macieira | 0,85 | Óleo de verão | 0780 | 12,5 kg/ha | 1.250 | | João Inácio
  20/05/2024 | Pomar | Macieira | 0,85 | | | | | | testemunha`),
  { 'Produto comercial': ANY },
)

const linked = meant(
  table(`
  Start Date (in UTC) | Account Name | Campaign Name | Campaign Status | Total Spent | Impressions | Clicks | Click Through Rate | Average CPC | Leads
  text | text | text | text | dec. | int | int | pct. | dec. | int
  3/18/2024 | Fjord Software AS | NO_Leads_C-level | Active | 1,204.55 | 48,210 | 311 | 0.65% | 3.87 | 12
  3/18/2024 | Fjord Software AS | SE_Awareness "Spring" | Active | 310.10 | 120,044 | 402 | 0.33% | 0.77 | 0
  3/19/2024 | Fjord Software AS | NO_Leads_C-level | Active | 1,190.02 | 46,902 | 298 | 0.64% | 3.99 | 9
  3/19/2024 | Fjord Software AS | SE_Awareness "Spring" | Paused | 12.40 | 3,998 | 7 | 0.18% | 1.77 | 0
  3/20/2024 | Fjord Software AS | NO_Leads_C-level | Active | 1,233.91 | 49,377 | 325 | 0.66% | 3.80 | 15
  3/20/2024 | Fjord Software AS | DK_Følg os | Draft | 0.00 | 0 | 0 | 0.00% | 0.00 | 0`),
  {
    'Start Date (in UTC)': [
      'date',
      (text) => text.replace(/^(\d+)\/(\d+)\/(\d+)$/, (_, month: string, day, year) => `${year}-0${month}-${day}`),
    ],
  },
)

const keywords = table(`
  # | Keyword | Country | Difficulty | Volume | CPC | Position | Position change | URL | SERP Features | Last Update
  rank | text | text | int | int | dec. | rank | int | text | text | @y-m-d h:i:s
  1 | how to sharpen a chisel | us | 14 | 8100 | 0.45 | 3 | 2 | https://example.com/sharpen/ | Featured snippet, Videos, People also ask | 2024-03-11 04:21:09
  2 | sharpening stone grit | us | 22 | 5400 | 0.9 | 7 | -1 | https://example.com/stones/?ref=a,b | People also ask | 2024-03-10 13:02:55
  3 | "best" honing guide | gb | 31 | 1900 | 1.35 | 11 | 0 | https://example.com/guide/ | Shopping, Reviews | 2024-03-08 22:48:17
  4 | abziehstein kaufen | de | | 720 | | 18 | | https://example.com/de/ | | 2024-02-27 09:00:01
  5 | café japonais pierre à aiguiser | fr | 5 | 90 | 0.05 | 4 | 6 | https://example.com/fr/ | Images | 2024-03-02 17:35:44
  6 | 砥石 | jp | 3 | 12000 | 0.15 | 42 | -12 | https://example.com/ja/ | | 2024-03-12 00:10:30
  7 | 2x72 belt | us | 0 | 40 | 0.6 | 1 | 0 | https://example.com/belts/ | Videos | 2024-03-09 11:11:11`)

const stops = table(`
  trip_id | arrival_time | departure_time | stop_id | stop_sequence | stop_headsign | pickup_type | shape_dist_traveled | timepoint
  code | span | span | code | rank | text | mark | dec. | mark
  N12-0417-WE | 23:41:00 | 23:41:00 | 000118 | 1 | Hafen | 0 | 0.0 | 1
  N12-0417-WE | 23:55:30 | 23:56:00 | 000131 | 2 | Hafen | 0 | 4.213 | 0
  N12-0417-WE | 24:08:00 | 24:08:00 | 000140 | 3 | | 0 | 9.87 | 1
  N12-0417-WE | 25:10:45 | 25:12:00 | 000202 | 4 | via "Süd" | 3 | 31.004 | 0
  N12-0417-WE | 26:00:00 | 26:00:00 | 000219 | 5 | | 1 | 47.55 | 1
  S3-0001-MF | 04:58:00 | 04:59:00 | 000118 | 1 | Bad Ems, Bf | 0 | 0.0 | 1
  S3-0001-MF | 05:07:20 | 05:07:50 | 000777 | 2 | Bad Ems, Bf | 0 | 6.125 | 0`)

const wells = table(`
  WKT | fid | naam | diepte_m | beheerder | actief | gemeten
  text | no | text | dec. | text | yes true | @y/m/d
  POINT (155211.42 463042.9) | 1 | B32C0118 | 24.5 | Waternet | true | 2023/11/04
  POINT (155890.1 462777.35) | 2 | B32C0119 | 8.25 | Waternet | true | 2023/11/04
  POINT EMPTY | 3 | B32C0120 | | Gemeente 's-Graveland, afd. B | false |
  POINT (156002.77 461930.08) | 7 | Put "oud" | 3.1 | particulier | false | 2019/06/28
  POINT (157114.0 460551.61) | 8 | B32C0131 | 102.75 | Provincie | true | 2024/01/15
  POINT (154999.5 464100.25) | 12 | B32C0140 | 11.9 | Waternet | true | 2023/11/05`)

const risks = rewritten(
  tuned(
    table(`
  Certificate No. | Insured | Inception | Expiry | Class | Sum Insured | Rate % ~ Rate | Gross Premium | Brokerage | Net to Underwriters | Territory
  code | text | @y-m-d | @y-m-d | text | int | pct. | dec. | dec. | dec. | text
  B0999/24/00017 | Oakham Stables Ltd | 2024-01-01 | 2024-12-31 | Liability | 5,000,000 | 0.125 | 6,250.00 | (1,250.00) | 5,000.00 | UK
  B0999/24/00018 | M/V "Lynx" Owners | 2024-01-15 | 2025-01-14 | Hull | 1,850,000 | 0.845 | 15,632.50 | (2,344.88) | 13,287.62 | W/W
  B0999/24/00021 | Rossi & C. SpA | 2024-02-01 | 2025-01-31 | Property | 12,400,000 | 0.062 | 7,688.00 | (1,537.60) | 6,150.40 | IT, SM
  B0999/23/00410 | Oakham Stables Ltd | 2023-01-01 | 2023-12-31 | Liability | 5,000,000 | 0.125 | (312.50) | 62.50 | (250.00) | UK
  B0999/24/00030 | Ng, Dr. P. | 2024-02-29 | 2025-02-27 | PI | 250,000 | 1.150 | 2,875.00 | (575.00) | 2,300.00 | HK
  B0999/24/00033 | Café Zürich GmbH | 2024-03-01 | 2025-02-28 | Property | 640,000 | 0.225 | 1,440.00 | (288.00) | 1,152.00 | CH`),
    { 'Gross Premium': WHOLE },
  ),
  Object.fromEntries(['Inception', 'Expiry'].map((name) => [name, (value) => String(serial(String(value)))])),
)

const picks = tuned(
  table(`
  Lagerort ~ Gang ~ ${GROUP} | Platz | Artikel | Bezeichnung | ME | Soll-Mg ~ Soll Mg | Ist-Mg ~ Ist Mg | Diff | Charge
  code | code | code | text | text | dec, | dec, | dec, | code
  01 | 01-003-A | 0044170 | SCHRAUBE M8X40 VZ | ST | 2.400,000 | 2.400,000 | 0,000 | 0088
  01 | 01-003-B | 0044171 | SCHRAUBE M8X60 VZ | ST | 1.150,000 | 1.140,000 | 10,000- | 0088
  01 | 01-014-C | 0070020 | KLEBEBAND 50MM GRAU | RO | 96,000 | 97,000 | 1,000 |
  02 | 02-001-A | 0110500 | LACK RAL 7016 | L | 62,500 | 60,250 | 2,250- | A4417
  02 | 02-001-B | 0110501 | LACK RAL 9010 | L | 18,750 | 18,750 | 0,000 | A4420
  02 | 02-007-A | 0110900 | VERDUENNUNG | L | 205,000 | 205,000 | 0,000 |
  03 | 03-002-D | 0300001 | BLECH 2MM 1000X2000 | M2 | 44,000 | 42,000 | 2,000- | 00017`),
  { 'Soll-Mg': WHOLE, 'Ist-Mg': WHOLE, Bezeichnung: ANY },
)
const spool = (lines: string[][]) => fixed(lines, [10, 9, 24, 4, -12, -12, -11], ' ')
const spooled = (fields: string[]) => spool([fields.slice(0, 7)])[0]!.padEnd(90) + fields[7]
const title = (page: number) => [
  `LGR417   ABC WERKZEUGE AG          INVENTURLISTE  WERK 0001          29.12.23  17:05   SEITE  ${page}`,
  '',
  spooled(namesOf(picks).slice(1)),
  '-'.repeat(96),
]

const invoices = table(
  `
  Lp. | Nr faktury | Data wystawienia | Kontrahent | NIP | Netto | Stawka VAT | VAT | Brutto | Zapłacono
  rank | code | @d.m.y r. | text | code | dec, | pct, | dec, | dec, | yes tak
  1 | FV/2024/03/001 | 01.03.2024 r. | Piekarnia „Kłos” s.c. | 526-000-12-46 | 1 240,00 | 23% | 285,20 | 1 525,20 | tak
  2 | FV/2024/03/002 | 04.03.2024 r. | Gmina Żary | 928-20-77-413 | 10 500,50 | 8% | 840,04 | 11 340,54 | nie
  3 | FV/2024/03/003 | 04.03.2024 r. | dr Łucja Wąs | 784-111-22-33 | 350,00 | zw | 0,00 | 350,00 | tak
  4 | FK/2024/03/001 | 11.03.2024 r. | Piekarnia „Kłos” s.c. | 526-000-12-46 | -120,00 | 23% | -27,60 | -147,60 | tak
  5 | FV/2024/03/004 | 18.03.2024 r. | Książki; Ćwiek sp. j. | 676-24-55-009 | 2 010,35 | 5% | 100,52 | 2 110,87 | nie
  6 | FV/2024/03/005 | 25.03.2024 r. | Müller GmbH | DE811234567 | 4 999,99 | np | 0,00 | 4 999,99 | nie
  7 | FV/2024/03/006 | 29.03.2024 r. | Gmina Żary | 928-20-77-413 | 87,65 | 23% | 20,16 | 107,81 | tak`,
  /^(zw|np)$/,
)
const zloty = (name: string) =>
  summed(invoices, name)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, ' ')

const declared = table(`
  项号 | 商品编号 | 商品名称及规格型号 | 数量 | 单位 | 单价 | 总价 | 币制 | 原产国 | 申报日期 | 征免
  rank | code | text | dec. | text | dec. | dec. | text | text | @y年m月d日 | text
  1 | 8517130000 | 智能手机，128GB | 1,200 | 台 | 185.5000 | 222,600.00 | 美元 | 中国 | 2024年3月5日 | 照章征税
  2 | 8504401400 | 电源适配器 "20W" | 2,400 | 个 | 2.1500 | 5,160.00 | 美元 | 中国 | 2024年3月5日 | 照章征税
  3 | 0902109000 | 绿茶（每件≤3千克） | 350.5 | 千克 | 18.2000 | 6,379.10 | 美元 | 中国 | 2024年3月11日 | 全免
  4 | 6109100010 | 棉制T恤衫, 男式 | 15,000 | 件 | 1.8500 | 27,750.00 | 美元 | 越南 | 2024年3月18日 | 照章征税
  5 | 9503008900 | 玩具 | 8,640 | 套 | 0.9750 | 8,424.00 | 欧元 | 中国 | 2024年3月18日 | 照章征税
  6 | 0303890090 | 冻鱼 | 24,000.25 | 千克 | 1.4500 | 34,800.36 | 美元 | 俄罗斯 | 2024年3月29日 | 特案`)

const waterBills = tuned(
  table(`
  Αρ. Παροχής | Ονοματεπώνυμο | Διεύθυνση | Προηγ. ένδειξη | Τελ. ένδειξη | Κατανάλωση (m³) | Ποσό (€) | Λήξη πληρωμής | Εξοφλήθηκε
  code | text | text | int | int | int | dec, | @d/m/y | yes ΝΑΙ
  000417-2 | Παπαδοπούλου Ελένη | Ερμού 12, Βόλος | 1.204 | 1.231 | 27 | 31,40 | 15/04/2024 | ΝΑΙ
  000418-0 | Νικολάου Γιώργος | Ερμού 14 | 887 | 887 | 0 | 9,85 | 15/04/2024 | ΟΧΙ
  000533-7 | ΞΕΝΟΔΟΧΕΙΟ «ΑΚΤΗ» Α.Ε. | Παραλία; Αγριά | 30.112 | 31.590 | 1.478 | 2.216,75 | 30/04/2024 | ΟΧΙ
  000540-1 | Δήμου Ζωή | Κ. Καρτάλη 101 | 410 | 452 | 42 | 55,12 | 15/04/2024 | ΝΑΙ
  000602-9 | Schmidt Hans | Τσαγκαράδα | 95 | 109 | 14 | 18,05 | 15/04/2024 | ΝΑΙ
  000655-4 | Οικονόμου Αφοί Ο.Ε. | Λαρίσης 220 | 7.021 | 7.200 | 179 | 248,90 | 30/04/2024 | ΟΧΙ`),
  { Ονοματεπώνυμο: ANY, Διεύθυνση: ANY },
)

const meta = table(`
  Campaign name | Delivery | Reach | Impressions | Frequency | Results | Cost per result | Amount spent (EUR) | Ends
  text | text | int | int | dec. | int | dec. | dec. | text
  Frühling - Neukunden | active | 48211 | 131004 | 2.717305 | 411 | 1.872068 | 769.42 | Ongoing
  Frühling - Retargeting, 30 T. | active | 9120 | 60877 | 6.675110 | 208 | 0.951106 | 197.83 | 2024-03-31
  Karriere | inactive | 20404 | 25660 | 1.257597 | 12 | 9.125833 | 109.51 | 2024-03-15
  "Tag der offenen Tür" | inactive | 31007 | 40122 | 1.293966 | 97 | 0.515773 | 50.03 | 2024-03-09
  Test A | not_delivering | | | | | | 0 | Ongoing
  Test B | archived | 1404 | 1517 | 1.080484 | | | 4.41 | 2024-02-29`)

/** Shops, farms, hotels, ships and those who advertise. */
export const TRADE: Case[] = [
  file(
    'bill of material: parts of a board below source and tool',
    'csv',
    [parts],
    [
      'Source:,/home/ana/boards/lamp/lamp.kicad_sch',
      'Date:,Tue 05 Mar 2024 11:02:33 AM CET',
      'Tool:,Eeschema 7.0.10',
      'Generator:,/usr/share/kicad/plugins/bom_csv_grouped_by_value.py',
      'Component Count:,22',
      '',
      ...linesOf(parts),
    ],
  ),
  file('till: items of a café with a refund', 'csv', [items], linesOf(items)),
  file(
    'hotel forecast: days on two pages with a weekday behind each',
    'txt',
    [forecast],
    [
      ...sheet(1),
      ...inn(rowsOf(forecast).slice(0, 4)),
      '\f',
      ...sheet(2),
      ...inn(rowsOf(forecast).slice(4)),
      '='.repeat(110),
      ...inn([['Total', '633', '235', '319', '127', '65.94', '82,904.75', '130.97', '896']]),
      '',
      'Filter: Room Class All, Deduct Non-Deduct, Exclude pseudo rooms',
    ],
    undefined,
    '\r\n',
  ),
  file(
    'spraying: a Portuguese record with doses in their unit',
    'csv',
    [sprays],
    [
      'Caderno de campo;;;;;;;;;',
      'Exploração: Herdade do Pinhal;;;NIFAP: 4417002;;;;;;',
      ';;;;;;;;;',
      ...linesOf(sprays, ';'),
    ],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'advertising: campaigns by day in Unicode below a report head',
    'csv',
    [linked],
    [
      'Campaign Performance Report (in UTC)',
      'Report Start: March 18, 2024, 12:00 AM',
      'Report End: March 20, 2024, 11:59 PM',
      'Date Generated: March 21, 2024, 9:14 AM',
      '',
      ...linesOf(linked, '\t'),
    ],
    (content) => utf16(content),
  ),
  file(
    'advertising: campaigns below the sum of all',
    'csv',
    [
      tuned(meta, {
        Ends: { kind: 'month', types: ['text', 'date'], roles: ['time', 'dimension', 'text'] },
        'Campaign name': ANY,
        'Amount spent (EUR)': WHOLE,
      }),
    ],
    [namesOf(meta), ['', '', '101204', '259180', '2.560966', '728', '', '1131.2', ''], ...rowsOf(meta)].map(quoted()),
    marked,
  ),
  file(
    'keywords: searches of many scripts in Unicode',
    'csv',
    [tuned(keywords, { Keyword: ANY, URL: ANY })],
    [namesOf(keywords), ...rowsOf(keywords)].map(quoted('\t')),
    (content) => utf16(content),
  ),
  file('transit: stops of trips after midnight', 'txt', [stops], linesOf(stops), marked, '\r\n'),
  file('wells: points as text of a map', 'csv', [tuned(wells, { WKT: ANY, naam: ANY })], linesOf(wells)),
  file(
    'insurance: risks whose days are numbers of a workbook',
    'csv',
    [risks],
    [
      'Bordereau of Risks,,,,,,,,,,',
      'Binder: B0999PC24,,Period: Q1 2024,,,,,,,,',
      ...linesOf(risks),
      `,,,,TOTAL,,,"33,573.00","(5,932.98)","27,640.02",`,
    ],
    undefined,
    '\r\n',
  ),
  file(
    'stock: a printed German list by aisle with a minus behind',
    'txt',
    [headed(picks, 'LAGERGANG ')],
    [
      ...title(1),
      ...grouped(
        picks,
        spooled,
        (group) => [...(group === '03' ? ['\f', ...title(2)] : []), `LAGERGANG ${group}`],
        (_, rows) => [`${' '.repeat(10)}ANZAHL POSITIONEN: ${rows.length}`, ''],
      ),
      '-'.repeat(96),
      'GESAMT POSITIONEN: 7   DIFFERENZEN: 4',
      'ENDE DER LISTE',
    ],
  ),
  file(
    'invoices: Polish sales with rates that are words',
    'csv',
    [invoices],
    [
      'Zestawienie faktur sprzedaży VAT;;;;;;;;;',
      'za okres 03/2024;;;;;;;;;',
      ...linesOf(invoices, ';'),
      `;;;;RAZEM;${zloty('Netto')};;${zloty('VAT')};${zloty('Brutto')};`,
      ';;;;;;;;;',
      'zw - zwolnione, np - nie podlega;;;;;;;;;',
    ],
    encoded('windows-1250'),
    '\r\n',
  ),
  file(
    'customs: Chinese goods in an old encoding',
    'csv',
    [declared],
    [
      '中华人民共和国海关进口货物报关单',
      '报关单号：,310120241000417001',
      '',
      ...linesOf(declared),
      '合计,,,,,,"305,113.46",,,,',
    ],
    encoded('gb18030'),
    '\r\n',
  ),
  file(
    'water: Greek bills with yes and no in capitals',
    'csv',
    [waterBills],
    ['ΔΕΥΑ ΜΕΙΖΟΝΟΣ ΒΟΛΟΥ', 'Κατάσταση λογαριασμών Α΄ τριμήνου 2024', '', ...linesOf(waterBills, ';')],
    encoded('windows-1253'),
    '\r\n',
  ),
]
