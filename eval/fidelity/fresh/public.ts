import type { Case } from '../case.ts'
import { encoded } from '../columns.ts'
import { file, join, linesOf } from '../everyday/file.ts'
import { namesOf, rowsOf, tuned } from '../exported/file.ts'
import { ANY, meant, WHOLE } from '../later/file.ts'
import { table } from '../latest/table.ts'
import { marked, quoted } from './file.ts'

const lands = table(
  `
  Bundesländer | 31.12.2020 | 31.12.2021 | 31.12.2022 | 31.12.2023
  text | int | int | int | int
  Baden-Württemberg | 11103043 | 11124642 | 11280257 | 11339260
  Bayern | 13140183 | 13176989 | 13369393 | 13435062
  Berlin | 3664088 | 3677472 | 3755251 | ...
  Bremen | 680130 | 676463 | 684864 | 691703
  Hessen | 6293154 | 6295017 | 6391360 | 6420729
  Saarland | 983991 | 982348 | 992666 | 994424
  Sachsen | 4056941 | 4043002 | 4086152 | 4089467
  Thüringen | 2120237 | 2108863 | 2126846 | ...`,
  /^\.\.\.$/,
)

const french = meant(
  table(`
  Période ~ Libellé | Indice des prix à la consommation - Base 2015 - Ensemble - Identifiant 001759970 | Codes
  text | dec. | text
  2024-02 | 119.47 | P
  2024-01 | 118.46 | A
  2023-12 | 118.73 | A
  2023-11 | 118.56 | A
  2023-10 | 118.83 | A
  2023-09 | 118.69 | A
  2023-08 | 119.31 | A
  2023-07 | 118.11 | A`),
  { Période: ['month', (text) => text] },
)

const tracts = table(
  `
  GEO_ID | NAME | B25064_001E | B25064_001M | B25003_001E
  code | text | int | int | int
  1400000US36061000100 | Census Tract 1; New York County; New York | 1884 | 211 | 0
  1400000US36061000201 | Census Tract 2.01; New York County; New York | 1102 | 148 | 1290
  1400000US36061000202 | Census Tract 2.02; New York County; New York | 998 | 96 | 3304
  1400000US36061000500 | Census Tract 5; New York County; New York | - | ** | 0
  1400000US36061000600 | Census Tract 6; New York County; New York | 871 | 75 | 4127
  1400000US36061000700 | Census Tract 7; New York County; New York | 3402 | 288 | 5011
  1400000US36061000800 | Census Tract 8; New York County; New York | 1215 | 133 | 4470`,
  /^(-|\*\*)$/,
)
const MEANT = [
  'Geography',
  'Geographic Area Name',
  'Estimate!!Median gross rent',
  'Margin of Error!!Median gross rent',
  'Estimate!!Total:',
]

const spending = table(`
  Department Family | Entity | Date | Expense Type | Expense Area | Supplier | Transaction Number | Amount (£) | Description | Supplier Postcode
  text | text | @d/m/y | text | text | text | no | dec. | text | code
  Department for Transport | DVLA | 01/02/2024 | IT Hardware | Digital | SMITH & SONS LTD | 5100417 | £31,240.00 | Laptops, 40 | SA6 7JL
  Department for Transport | DVLA | 02/02/2024 | Postage | Corporate | ROYAL MAIL GROUP | 5100420 | £1,204,887.31 | | EC1A 1BB
  Department for Transport | MCA | 07/02/2024 | Vessel charter | Counter Pollution | OCEAN "TUG" PLC | 5100481 | £250,000.10 | Standby fee | HU1 1XX
  Department for Transport | MCA | 09/02/2024 | Vessel charter | Counter Pollution | OCEAN "TUG" PLC | 5100502 | -£25,000.10 | Credit note | HU1 1XX
  Department for Transport | DfT Core | 14/02/2024 | Grants | Rail | NETWORK RAIL | 5100533 | £98,000,000.00 | Period 11 | NW1 2DN
  Department for Transport | DfT Core | 21/02/2024 | Consultancy | Roads | [REDACTED] | 5100590 | £41,775.50 | |
  Department for Transport | DVSA | 29/02/2024 | Rent | Estates | BRÜCKE PROPERTY S.A. | 5100611 | £36,900.25 | Q4, rent; service charge |`)

const cube = table(`
  REF_DATE | GEO | DGUID | Type of dwelling | UOM | SCALAR_FACTOR | VECTOR | COORDINATE | VALUE | STATUS | DECIMALS
  @y-m | text | code | text | text | text | code | code | dec. | text | int
  2023-10 | Canada | 2016A000011124 | Single-detached | Dollars | thousands | v1001 | 1.1.1 | 5124318.4 | | 1
  2023-10 | Canada | 2016A000011124 | Multiples | Dollars | thousands | v1002 | 1.1.2 | 7730021.9 | | 1
  2023-10 | Québec | 2016A000224 | Single-detached | Dollars | thousands | v1003 | 2.1.1 | 611870.2 | E | 1
  2023-10 | Québec | 2016A000224 | Multiples | Dollars | thousands | v1004 | 2.1.2 | | F | 1
  2023-10 | Nunavut | 2016A000262 | Single-detached | Dollars | thousands | v1005 | 3.1.1 | | x | 1
  2023-11 | Canada | 2016A000011124 | Single-detached | Dollars | thousands | v1001 | 1.1.1 | 4902213.7 | | 1
  2023-11 | Canada | 2016A000011124 | Multiples | Dollars | thousands | v1002 | 1.1.2 | 7511903.3 | | 1
  2023-11 | Québec | 2016A000224 | Single-detached | Dollars | thousands | v1003 | 2.1.1 | 598114.6 | | 1`)

const votes = tuned(
  table(`
  Code du département | Libellé de la commune | Inscrits | Votants | % Vot/Ins | Sexe | Nom | Voix | % Voix/Exp | Sexe 2 ~ Sexe.1 ~ Sexe_1 ~ Sexe | Nom 2 ~ Nom.1 ~ Nom_1 ~ Nom | Voix 2 ~ Voix.1 ~ Voix_1 ~ Voix | % Voix/Exp 2 ~ % Voix/Exp.1 ~ % Voix/Exp_1 ~ % Voix/Exp
  code | text | int | int | pct, | text | text | int | pct, | text | text | int | pct,
  01 | L'Abergement-Clémenciat | 645 | 537 | 83,26 | M | MACRON | 178 | 35,25 | F | LE PEN | 327 | 64,75
  01 | Ambérieu-en-Bugey | 8664 | 6027 | 69,56 | M | MACRON | 2 910 | 52,54 | F | LE PEN | 2 629 | 47,46
  2A | Ajaccio | 47202 | 27 015 | 57,23 | M | MACRON | 9 898 | 41,31 | F | LE PEN | 14 060 | 58,69
  2B | Bastia | 27811 | 15 660 | 56,31 | M | MACRON | 6 120 | 44,04 | F | LE PEN | 7 776 | 55,96
  75 | Paris 5e | 35190 | 27 812 | 79,03 | M | MACRON | 21 404 | 87,12 | F | LE PEN | 3 165 | 12,88
  971 | Basse-Terre | 9114 | 3 804 | 41,74 | M | MACRON | 1 205 | 37,50 | F | LE PEN | 2 008 | 62,50
  ZZ | Français de l'étranger | 1435746 | 561 098 | 39,08 | M | MACRON | 463 024 | 86,14 | F | LE PEN | 74 498 | 13,86`),
  { 'Libellé de la commune': ANY },
)

const planted = table(
  `
  Município | Área plantada (Hectares) 2021 Soja (em grão) ~ Área plantada 2021 Soja | Área plantada (Hectares) 2021 Milho (em grão) ~ Área plantada 2021 Milho | Área plantada (Hectares) 2022 Soja (em grão) ~ Área plantada 2022 Soja | Área plantada (Hectares) 2022 Milho (em grão) ~ Área plantada 2022 Milho
  text | int | int | int | int
  Água Boa (MT) | 192000 | 101300 | 205400 | 118900
  Campo Novo do Parecis (MT) | 392500 | 218000 | 401000 | 226750
  Formosa do Rio Preto (BA) | 421314 | 24070 | 436880 | 25511
  Gramado (RS) | - | 310 | - | 295
  Maricá (RJ) | - | 12 | ... | ...
  Rio Verde (GO) | 370000 | 305000 | 390000 | 312000
  São Desidério (BA) | 377800 | 30500 | 389412 | 33208`,
  /^(-|\.\.\.)$/,
)

const japanese = tuned(
  table(
    `
  時間軸コード | 時間軸（年） | 地域コード | 地域 | 男女別 | 人口【千人】 ~ 人口 | 割合【％】 ~ 割合
  code | text | code | text | text | int | pct.
  2020000000 | 2020年 | 01000 | 北海道 | 男 | 2,465 | 47.2
  2020000000 | 2020年 | 01000 | 北海道 | 女 | 2,760 | 52.8
  2020000000 | 2020年 | 13000 | 東京都 | 男 | 6,898 | 49.1
  2020000000 | 2020年 | 13000 | 東京都 | 女 | 7,149 | 50.9
  2020000000 | 2020年 | 47000 | 沖縄県 | 男 | 723 | 49.3
  2020000000 | 2020年 | 47000 | 沖縄県 | 女 | 745 | 50.7
  2021000000 | 2021年 | 01000 | 北海道 | 男 | 2,443 | ***
  2021000000 | 2021年 | 01000 | 北海道 | 女 | 2,740 | ***`,
    /^\*\*\*$/,
  ),
  {
    '時間軸（年）': { kind: 'month', types: ['text', 'date', 'integer'], roles: ['time', 'dimension', 'text'] },
  },
)

const rainfall = table(
  `
  S.No. | State/UT | Normal Rainfall (mm) | Actual Rainfall (mm) | % Departure | Category
  rank | text | dec. | dec. | pct. | text
  1 | Andhra Pradesh | 556.2 | 540.5 | -3 | Normal
  2 | Bihar | 992.2 | 760.6 | -23 | Deficient
  3 | Gujarat Region | 925.1 | 1,034.5 | 12 | Normal
  4 | Kerala | 2,018.7 | 1,326.1 | -34 | Deficient
  5 | Ladakh | 22.0 | 40.6 | 85 | Large Excess
  6 | Lakshadweep | 1,026.0 | NA | NA | No Data
  7 | Odisha | 1,150.2 | 1,107.1 | -4 | Normal
  8 | Rajasthan (East) | 626.6 | 658.8 | 5 | Normal
  9 | Tamil Nadu | 328.4 | 354.0 | 8 | Normal`,
  /^NA$/,
)

const observations = table(`
  DATAFLOW | LAST UPDATE | freq | unit | geo | TIME_PERIOD | OBS_VALUE | OBS_FLAG
  code | @d/m/y h:i:s | text | code | code | year | dec. | text
  ESTAT:NRG_IND_REN(1.0) | 15/02/24 23:00:00 | A | PC | AT | 2020 | 36.545 |
  ESTAT:NRG_IND_REN(1.0) | 15/02/24 23:00:00 | A | PC | AT | 2021 | 34.573 |
  ESTAT:NRG_IND_REN(1.0) | 15/02/24 23:00:00 | A | PC | AT | 2022 | 33.758 | p
  ESTAT:NRG_IND_REN(1.0) | 15/02/24 23:00:00 | A | PC | BA | 2020 | 39.841 | e
  ESTAT:NRG_IND_REN(1.0) | 15/02/24 23:00:00 | A | PC | BA | 2021 | 36.977 | e
  ESTAT:NRG_IND_REN(1.0) | 15/02/24 23:00:00 | A | PC | BA | 2022 | | m
  ESTAT:NRG_IND_REN(1.0) | 15/02/24 23:00:00 | A | PC | EL | 2021 | 22.025 | b
  ESTAT:NRG_IND_REN(1.0) | 15/02/24 23:00:00 | A | PC | EL | 2022 | 22.678 |`)

/** Offices of statistics and of government. */
export const PUBLIC: Case[] = [
  file(
    'population: German states by days as names above a rule and a stand',
    'csv',
    [lands],
    [
      'Bevölkerung: Bundesländer, Stichtag;;;;',
      'Fortschreibung des Bevölkerungsstandes;;;;',
      'Deutschland;;;;',
      'Bevölkerungsstand (Anzahl);;;;',
      ...linesOf(lands, ';'),
      '__________',
      'Ergebnisse auf Grundlage des Zensus 2011.',
      '... = Angabe fällt später an',
      '(C)opyright Statistisches Bundesamt (Destatis), 2024',
      'Stand: 17.03.2024 / 10:22:05',
    ],
    encoded('windows-1252'),
  ),
  file(
    'prices: a French series below its number and its update',
    'csv',
    [french],
    [
      ['Libellé', french[1]!.names[0]!, 'Codes'],
      ['idBank', '001759970', ''],
      ['Dernière mise à jour', '15/03/2024 08:45', ''],
      ['Période', '', ''],
      ...rowsOf(french),
    ].map(quoted(';')),
    marked,
  ),
  file(
    'rents: tracts with what each name means below it',
    'csv',
    [
      tracts.map((one, at) => {
        const [name] = one.names as [string]
        return { ...one, names: [name, MEANT[at]!, `${name} ${MEANT[at]}`, `${MEANT[at]} ${name}`] }
      }),
    ],
    [namesOf(tracts), MEANT, ...rowsOf(tracts)].map(quoted()),
  ),
  file(
    'spending: payments of a department with empty lines at the end',
    'csv',
    [spending],
    [...linesOf(spending), ',,,,,,,,,', ',,,,,,,,,', ',,,,,,,,,'],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'dwellings: a Canadian cube with marks of quality',
    'csv',
    [tuned(cube, { DECIMALS: { roles: ['measure', 'dimension', 'code'] } })],
    [namesOf(cube), ...rowsOf(cube)].map(quoted()),
    marked,
  ),
  file(
    'votes: two candidates beside each other under the same names',
    'txt',
    [votes],
    [[...namesOf(votes).slice(0, 9), ...namesOf(votes).slice(5, 9)], ...rowsOf(votes)].map(join(';')),
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'crops: Brazilian towns under variable, year and product',
    'csv',
    [planted],
    [
      '"Tabela 1612 - Área plantada das lavouras temporárias"',
      ...[
        ['Município', 'Variável X Ano X Produto das lavouras temporárias', '', '', ''],
        ['', 'Área plantada (Hectares)', '', '', ''],
        ['', '2021', '', '2022', ''],
        ['', 'Soja (em grão)', 'Milho (em grão)', 'Soja (em grão)', 'Milho (em grão)'],
        ...rowsOf(planted),
      ].map(quoted(';')),
      '"Fonte: IBGE - Produção Agrícola Municipal"',
      '"Notas"',
      '"1 - Os dados do último ano divulgado são preliminares."',
    ],
    marked,
  ),
  file(
    'population: Japanese counts below what the table is',
    'csv',
    [japanese],
    [
      ['表番号', '0003448237'],
      ['統計名', '人口推計 各年10月1日現在人口'],
      ['表題', '都道府県, 男女別人口'],
      ['実施年月', '2021年'],
      ['注釈', '*** : 数値が得られないもの'],
      [],
      namesOf(japanese),
      ...rowsOf(japanese),
    ].map(quoted()),
    encoded('shift_jis'),
    '\r\n',
  ),
  file(
    'rainfall: Indian states with the whole of the country at the end',
    'csv',
    [rainfall],
    [
      'Rainfall during Monsoon Season 2023,,,,,',
      '(June to September),,,,,',
      ...linesOf(rainfall),
      ',All India,868.6,820.0,-6,Normal',
      'Note: NA - Not Available,,,,,',
      'Source: India Meteorological Department,,,,,',
    ],
  ),
  file(
    'renewables: European observations with flags in a column',
    'csv',
    [tuned(observations, { OBS_VALUE: WHOLE, geo: ANY })],
    linesOf(observations),
  ),
]
