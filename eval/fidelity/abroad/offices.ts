import { type Case, csv, made, xlsx } from '../case.ts'
import { encoded } from '../columns.ts'
import { htmlRows, namesOf, rowsOf } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { cells, utf8 } from '../write.ts'

const births = table(
  `
Kreis ~ Kreise | Lebendgeborene männlich ~ männlich | Lebendgeborene weiblich ~ weiblich | Lebendgeborene insgesamt ~ insgesamt
text | int | int | int
Flensburg, kreisfreie Stadt | 441 | 417 | 858
Kiel, kreisfreie Stadt | 1190 | 1121 | 2311
Lübeck, kreisfreie Stadt | 884 | 903 | 1787
Neumünster, kreisfreie Stadt | - | . | 702
Dithmarschen, Landkreis | 512 | 488 | 1000`,
  /^[-.]$/,
)

const prices = table(
  `
Comunidades y Ciudades Autónomas | Grupos ECOICOP | Periodo | Total
text | text | @y-m | dec,
01 Andalucía | Índice general | 2023M12 | 112,871
01 Andalucía | Índice general | 2023M11 | 112,904
01 Andalucía | 01 Alimentos | 2023M12 | 129,306
02 Aragón | Índice general | 2023M12 | ..
02 Aragón | Índice general | 2023M11 | 112,377
02 Aragón | 01 Alimentos | 2023M12 | 127,115`,
  /^\.\.$/,
)

const bank = table(`
Country Name | Country Code | Indicator Name | Indicator Code | 2019 | 2020 | 2021
text | code | text | code | dec. | dec. | dec.
Aruba | ABW | Inflation, consumer prices (annual %) | FP.CPI.TOTL.ZG | 4.257 | |
Benin | BEN | Inflation, consumer prices (annual %) | FP.CPI.TOTL.ZG | -0.931 | 3.025 | 1.734
Chile | CHL | Inflation, consumer prices (annual %) | FP.CPI.TOTL.ZG | 2.558 | 3.045 | 4.525
Denmark | DNK | Inflation, consumer prices (annual %) | FP.CPI.TOTL.ZG | 0.758 | 0.421 | 1.853
Estonia | EST | Inflation, consumer prices (annual %) | FP.CPI.TOTL.ZG | 2.278 | -0.443 | 4.653`)

const canada = table(
  `
REF_DATE | GEO | DGUID | Products | UOM | UOM_ID | SCALAR_FACTOR | SCALAR_ID | VECTOR | COORDINATE | VALUE | STATUS
@y-m | text | code | text | text | code | text | code | code | code | dec. | text
2024-01 | Canada | 2016A000011124 | Butter | Dollars | 81 | units | 0 | v1 | 11.1 | 5.91 |
2024-01 | Québec | 2016A000224 | Butter | Dollars | 81 | units | 0 | v2 | 7.1 | 5.63 |
2024-02 | Canada | 2016A000011124 | Butter | Dollars | 81 | units | 0 | v1 | 11.1 | 5.88 | r
2024-02 | Québec | 2016A000224 | Butter | Dollars | 81 | units | 0 | v2 | 7.1 | | F
2024-02 | Yukon | 2016A000260 | Butter | Dollars | 81 | units | 0 | v3 | 15.1 | | ..`,
  /^\.\.$/,
).map((one) =>
  ['COORDINATE', 'UOM_ID', 'SCALAR_ID'].includes(one.names[0]!)
    ? {
        ...one,
        types: ['text' as const, 'decimal' as const, 'integer' as const],
        roles: ['code', 'id', 'dimension', 'text', 'measure'] as typeof one.roles,
      }
    : one,
)

const lakos = table(`
Megye | Népesség | Lakás | Átlagár (ezer Ft) ~ Átlagár
text | int | int | dec,
Bács-Kiskun | 495 318 | 236 205 | 18 204,5
Békés | 317 810 | 163 904 | 9 877,1
Győr-Moson-Sopron | 472 003 | 214 377 | 31 015,8
Szabolcs-Szatmár-Bereg | 529 455 | 226 013 | 11 640,2
Tolna | 207 931 | 102 118 | 12 909,7`)

const fishing = table(
  `
都道府県 | 経営体数 | 漁獲量 | 生産額
text | int | int | int
北海道 | 11,089 | 881,994 | 286,510
青森県 | 3,702 | 90,402 | 52,331
秋田県 | 632 | 6,047 | -
山形県 | 284 | X | 2,204
奈良県 | … | - | X`,
  /^[-X…]$/,
)

const seoul = table(`
자치구 | 세대수 | 인구 | 면적
text | int | int | dec.
종로구 | 72,067 | 149,608 | 23.91
중구 | 62,709 | 130,785 | 9.96
용산구 | 106,744 | 231,685 | 21.87
성동구 | 132,905 | 288,234 | 16.86
광진구 | 168,202 | 351,180 | 17.06`)

const ibge = table(
  `
Brasil e Unidade da Federação | Código ~ Cód. | 2021 | 2022
text | code | int | int
Rondônia | 11 | 1815278 | 1581016
Acre | 12 | 906876 | 830026
São Paulo | 35 | 46649132 | 44420459
Paraná | 41 | 11597484 | ...
Distrito Federal | 53 | 3094325 | 2817068`,
  /^\.\.\.$/,
)

const wages = table(`
Регион | 2022 мужчины ~ 2022 год мужчины | 2022 женщины ~ 2022 год женщины | 2023 мужчины ~ 2023 год мужчины | 2023 женщины ~ 2023 год женщины
text | dec. | dec. | dec. | dec.
Белгородская область | 52310.4 | 40118.7 | 59104.2 | 46003.9
Брянская область | 44870.1 | 35902.6 | 51771.3 | 41260.8
Тульская область | 55619.9 | 43377.5 | 64018.6 | 50129.4
г. Москва | 131004.8 | 104377.2 | 148806.1 | 119503.7`)

const schools = table(`
Okres | Obec | Školy | Žáci | Cizinci (%)
text | text | int | int | pct,
Benešov | Vlašim | 4 | 1 418 | 3,2 %
Benešov | Votice | 2 | 604 | 1,7 %
Beroun | Hořovice | 3 | 977 | 4,4 %
Kladno | Slaný | 5 | 1 866 | 2,9 %
Kolín | Český Brod | 3 | 1 120 | 5,6 %`)

const clinics = table(`
المحافظة | عدد المراكز | عدد الزيارات | التاريخ
text | int | int | @y-m-d
القاهرة | 41 | 120418 | 2024-03-01
الإسكندرية | 23 | 77310 | 2024-03-02
أسوان | 9 | 15204 | 2024-03-03
الأقصر | 7 | 11966 | 2024-03-04`)

const votes = table(`
Gemeinde-Nr. | Gemeinde | Stimmberechtigte | Ja | Nein | Ja in % | Beteiligung in %
code | text | int | int | int | pct. | pct.
0001 | Aeugst am Albis | 1'418 | 402 | 391 | 50.7 | 56.1
0002 | Affoltern am Albis | 7'310 | 1'604 | 1'991 | 44.6 | 49.4
0003 | Bonstetten | 3'705 | 1'004 | 1'012 | 49.8 | 54.8
0261 | Zürich | 231'804 | 81'377 | 42'019 | 65.9 | 53.5`)
const inPage = (field: string) => `<td>${field}</td>`

export const OFFICES: Case[] = [
  csv(
    'statistics of states: births by district',
    births,
    {
      delimiter: ';',
      above: ['Lebendgeborene: Kreise, Jahr, Geschlecht;;;', 'Statistik der Geburten;;;', '2022;;;'],
      header: [
        ['Kreise', 'Lebendgeborene', 'Lebendgeborene', 'Lebendgeborene'],
        ['', 'männlich', 'weiblich', 'insgesamt'],
        ['', 'Anzahl', 'Anzahl', 'Anzahl'],
      ],
      below: [
        '__________',
        'Kreise und kreisfreie Städte:',
        'Die Gebietsstände sind jeweils die vom 31.12. des Jahres.',
        '__________',
        '© Statistisches Bundesamt (Destatis), 2024 | Stand: 29.03.2024 / 10:12:07',
      ],
    },
    { encode: encoded('windows-1252') },
  ),
  csv(
    'statistics of states: prices of regions by month',
    prices,
    { delimiter: ';' },
    { encode: (content) => Buffer.from(`\ufeff${content}`) },
  ),
  csv(
    'statistics of states: an indicator by year',
    bank,
    {
      quotes: 'all',
      newline: '\r\n',
      above: ['"Data Source","World Development Indicators",', '', '"Last Updated Date","2024-03-28",', ''],
    },
    { spare: /^(column_?\d+|)$/i, change: (content) => content.replaceAll('"\r\n', '",\r\n') },
  ),
  csv(
    'statistics of states: values with their status',
    canada,
    { quotes: 'all' },
    { encode: (content) => Buffer.from(`\ufeff${content}`) },
  ),
  csv(
    'statistics of states: Hungarian counties',
    lakos,
    {
      delimiter: ';',
      newline: '\r\n',
      above: ['22.1.2.4. Lakások száma megyénként [db];;;'],
      within: { 3: ['Részben együtt;1 285 131;614 486;'] },
      below: ['a) Előzetes adatok.;;;'],
    },
    { encode: encoded('windows-1250') },
  ),
  csv(
    'statistics of states: Japanese fishing with units',
    fishing,
    {
      newline: '\r\n',
      above: [
        '令和4年漁業・養殖業生産統計',
        ',,,',
        '第1表 都道府県別',
        '単位：経営体数 経営体、漁獲量 t、生産額 100万円',
      ],
      below: ['注：「X」は秘匿、「…」は不明を示す。'],
    },
    { encode: encoded('shift_jis') },
  ),
  csv(
    'statistics of states: Korean districts without dates',
    seoul,
    { newline: '\r\n' },
    { encode: encoded('euc-kr') },
  ),
  csv('statistics of states: Brazilian years below a title', ibge, {
    delimiter: ';',
    quotes: 'all',
    above: ['"Tabela 6579 - População residente estimada"', '"Variável - População residente (Pessoas)"'],
    header: [['Brasil e Unidade da Federação', 'Cód.', '2021', '2022']],
    below: ['"Fonte: IBGE - Estimativas de População"', '"Notas"', '"1 - Os valores com ... não estão disponíveis."'],
  }),
  xlsx(
    'statistics of states: wages below merged years',
    [wages],
    [
      {
        name: 'табл. 4',
        rows: [
          ['Среднемесячная заработная плата, рублей'],
          [null],
          ['Регион', '2022 год', null, '2023 год', null],
          [null, 'мужчины', 'женщины', 'мужчины', 'женщины'],
          ...cells(wages, { names: false }),
          [null],
          ['1) Предварительные данные.'],
        ],
        merged: ['A1:E1', 'A3:A4', 'B3:C3', 'D3:E3'],
      },
    ],
  ),
  csv(
    'statistics of states: Czech schools',
    schools,
    { delimiter: ';', above: ['Základní školy podle obcí', 'Období: školní rok 2023/24', ''], below: ['Zdroj: MŠMT'] },
    { encode: encoded('windows-1250') },
  ),
  csv('statistics of states: Arabic clinics', clinics, {}, { encode: encoded('windows-1256') }),
  made('statistics of states: a vote in a page', 'html', [votes], () =>
    utf8(
      `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Abstimmung</title></head><body><h1>Vorlage 1</h1><table class="nav"><tr><td><a href="/">Start</a></td><td>DE</td></tr></table><table>\n<thead>${htmlRows([namesOf(votes)], 'th')}</thead><tbody>\n${rowsOf(
        votes,
      )
        .map((line) => `<tr>${line.map(inPage).join('')}</tr>\n`)
        .join(
          '',
        )}</tbody><tfoot><tr><th colspan="2">Total</th><td>244'237</td><td>84'387</td><td>45'413</td><td>65.0</td><td>53.4</td></tr></tfoot></table></body></html>`,
    ),
  ),
]
