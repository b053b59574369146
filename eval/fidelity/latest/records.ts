import { type Case, json, made, ndjson } from '../case.ts'
import type { Column } from '../truth.ts'
import { objects, parquet } from '../write.ts'
import { table } from './table.ts'

/** Rows as objects; a name with points in it is a way through objects. `written`: values as texts, as they were written. */
function nested(columns: Column[], written = false): Record<string, unknown>[] {
  const rows = written ? objects(columns.map((one) => ({ ...one, values: one.written }))) : objects(columns)
  return rows.map((row) => {
    const whole: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(row)) {
      const way = name.split('.')
      let at = whole
      for (const step of way.slice(0, -1)) {
        at[step] ??= {}
        at = at[step] as Record<string, unknown>
      }
      at[way.at(-1)!] = value
    }
    return whole
  })
}
const lists = (columns: Column[]) => Object.fromEntries(columns.map(({ names, values }) => [names[0], values]))

const segments = table(`
id   | start | end    | speaker    | text                                    | avg_logprob | no_speech
rank | dec.  | dec.   | text       | text                                    | dec.        | yes ja
0    | 0.04  | 4.32   | SPEAKER_00 | Dobrý den. / Guten Tag!                 | -0.2131     | nein
1    | 4.32  | 9.88   | SPEAKER_01 | "Ja", sagte sie, "natürlich".           | -0.1876     | nein
2    | 9.88  | 11.06  |            | …                                       | -0.9342     | ja
3    | 11.06 | 25.71  | SPEAKER_00 | 1.200 Euro? Das sind 15 % mehr!         | -0.3015     | nein
4    | 25.71 | 31.45  | SPEAKER_01 | Na ja;↵mehr oder weniger.               | -0.2248     | nein
5    | 31.45 | 118.93 | SPEAKER_02 | Entschuldigung – Änderung zu Protokoll. | -0.4127     | nein`)

const readings = table(`
contador | morada                      | data_leitura | leitura  | consumo_m3 | estimada | valor
code     | text                        | @d/m/y       | dec,     | dec,       | yes Sim  | dec,
0001234  | R. do Açúcar, 12 - 3.º Esq. | 05/03/2024   | 1.204,35 | 8,12       | Não      | 12,47 €
0001235  | R. do Açúcar, 14            | 05/03/2024   | 887,05   | 0,35       | Sim      | 3,91 €
0004410  | Tv. São João, 1             | 06/03/2024   | 3.310,95 | 21,44      | Não      | 40,08 €
0004411  | Tv. São João, 3             | 06/03/2024   | 95,15    |            | Sim      |
0010007  | Av. da República, 200       | 18/03/2024   | 12.077,85 | 104,61    | Não      | 231,16 €
0010020  | Lgo. da Sé                  | 29/03/2024   | 431,25   | 5,09       | Não      | 9,02 €`)

const lent = table(`
lån_id | låntagare.kort | låntagare.namn  | titel                     | lånad      | åter       | förseningsdagar
no     | code           | text            | text                      | @y-m-d     | @y-m-d     | int
7001   | 00451-2        | Åsa Öberg       | Röda rummet               | 2024-01-08 | 2024-01-29 | 0
7002   | 00118-9        | Björn Månsson   | Gösta Berlings saga       | 2024-01-08 |            |
7003   | 00451-2        | Åsa Öberg       | Doktor Glas               | 2024-01-10 | 2024-02-14 | 14
7004   | 02200-0        | Förskolan Ängen | Pippi, "Känner du ..."    | 2024-01-11 | 2024-01-30 | 0
7005   | 01007-4        | Leïla Haddad    | Aniara                    | 2024-01-15 |            |
7006   | 00118-9        | Björn Månsson   | Markurells i Wadköping    | 2024-01-17 | 2024-02-09 | 2`)

const hourly = table(`
time             | temperature_2m | precipitation | wind_direction_10m | weather_code
@y-m-d h:i       | dec.           | dec.          | rank               | code
2024-03-01 00:00 | -3.4           | 0.1           | 350                | 71
2024-03-01 01:00 | -3.9           | 0.4           | 348                | 73
2024-03-01 02:00 | -4.1           |               | 2                  | 71
2024-03-01 03:00 | -2.2           | 0.3           | 11                 | 3
2024-03-01 04:00 | 0.7            | 0.2           | 95                 | 61
2024-03-01 05:00 | 1.6            | 1.8           | 120                | 63`)

const prices = table(`
unix_seconds     | price  | load_forecast
@y-m-d h:i       | dec.   | int
2024-03-30 22:00 | 31.27  | 46120
2024-03-30 23:00 | 18.04  | 44871
2024-03-31 00:00 | -0.02  | 43310
2024-03-31 01:00 | -14.63 |
2024-03-31 02:00 | -9.91  | 41975
2024-03-31 03:00 | 2.58   | 42208`)

const orchards = table(`
key ~ id ~ name ~ parsel | köy      | alan_dekar | rekolte_kg | randıman     | hasat
code                     | text     | dec.       | int        | dec.         | @d.m.y
28-0017                  | Çamlık   | 12.5       | 1480       | 50.25        | 14.08.2023
28-0018                  | Çamlık   | 4.75       | 502        | 48.5         | 16.08.2023
28-0102                  | Şıhlı    | 21.25      | 2911       | 51.75        | 21.08.2023
28-0103                  | Şıhlı    | 7.15       |            |              |
52-0007                  | Ağaçlı   | 9.35       | 1007       | 47.25        | 02.09.2023`)

const matches = table(`
id    | utcDate             | home.name       | home.goals | away.name        | away.goals | score.halfTime | attendance | referee
no    | @y-m-d h:i:s        | text            | int        | text             | int        | text           | int        | text
90011 | 2024-02-10 13:30:00 | Łódzki KS       | 2          | Śląsk Wrocław    | 1          | 1:0            | 11204      | Paweł Gil
90012 | 2024-02-10 16:00:00 | Górnik Zabrze   | 0          | Jagiellonia      | 0          | 0:0            | 15822      | Ł. Kuźma
90013 | 2024-02-11 11:15:00 | Piast Gliwice   | 3          | Ruch Chorzów     | 3          | 2:2            | 4017       |
90014 | 2024-02-11 14:30:00 | Lech Poznań     | 4          | Cracovia         | 1          | 1:1            | 22310      | D. Stefański
90015 | 2024-02-12 18:00:00 | Warta Poznań    |            | Stal Mielec      |            |                |            |`)

const declarations = table(`
mrn                | urzad      | data       | nadawca.nazwa          | nadawca.kraj
code               | code       | @y-m-d     | text                   | text
24PL301010E0000017 | PL301010   | 2024-02-05 | Żuk i Synowie sp. j.   | PL
24PL301010E0000025 | PL301010   | 2024-02-06 | Gdańska Stocznia S.A.  | PL
24PL445030E0000108 | PL445030   | 2024-02-09 | "Miód" Eksport         | PL`)
const goods = table(`
lp   | kod_cn     | opis                     | masa_netto_kg | wartosc_pln
rank | code       | text                     | dec.          | dec.
1    | 0409000000 | Miód naturalny           | 1200.5        | 30450.75
2    | 1521901000 | Wosk pszczeli, surowy    | 80.25         | 4012.1
1    | 8906900010 | Łódź robocza             | 15400.75      | 2100300.45
1    | 0409000000 | Miód "lipowy"            | 640.15        | 18233.9
2    | 0409000000 | Miód gryczany            | 355.35        | 9950.55
3    | 4415201000 | Palety                   | 250.65        | 812.05`)
const OF = [0, 0, 1, 2, 2, 2]

export const RECORDS: Case[] = [
  json('subtitles: segments of a German transcript', [{ columns: segments, spare: /task|language|duration|model/ }], {
    task: 'transcribe',
    language: 'de',
    duration: 118.93,
    model: 'large-v3',
    segments: nested(segments),
  }),
  ndjson('meter readings: Portuguese water with every value as text', [readings], nested(readings, true)),
  ndjson(
    'loans: Swedish loans of which some are not back',
    [lent],
    nested(lent).map((one) =>
      Object.fromEntries(Object.entries(one).filter(([name, value]) => name !== 'åter' || value !== null)),
    ),
  ),
  json(
    'weather stations: hours as lists beside each other',
    [{ columns: hourly, spare: /lat|lon|elevation|zone|unit|generation/ }],
    {
      latitude: 60.17,
      longitude: 24.94,
      elevation: 26,
      timezone: 'Europe/Helsinki',
      hourly_units: {
        time: 'iso8601',
        temperature_2m: '°C',
        precipitation: 'mm',
        wind_direction_10m: '°',
        weather_code: 'wmo code',
      },
      hourly: {
        ...lists(hourly),
        time: hourly[0]!.values.map((value) => String(value).slice(0, 16).replace(' ', 'T')),
        weather_code: hourly[4]!.values.map(Number),
      },
    },
  ),
  json('energy markets: prices beside seconds since 1970', [{ columns: prices, spare: /license|unit$|deprecated/ }], {
    license_info: 'CC BY 4.0',
    ...lists(prices),
    unix_seconds: prices[0]!.values.map((value) => Date.parse(`${value}Z`) / 1000),
    unit: 'EUR / MWh',
    deprecated: false,
  }),
  json(
    'harvests: Turkish hazelnuts under the numbers of their plots',
    [orchards],
    Object.fromEntries(
      nested(orchards).map(({ key, hasat: _, ...rest }, at) => [
        key,
        { ...rest, hasat: orchards[5]!.written[at] || null },
      ]),
    ),
  ),
  json('leagues: Polish matches with sides as objects', [{ columns: matches, spare: /competition|count/ }], {
    competition: 'Ekstraklasa',
    count: 5,
    matches: nested(matches).map((match) => ({ ...match, utcDate: String(match.utcDate).replace(/ (.*)/, 'T$1Z') })),
  }),
  json(
    'customs: Polish declarations with their goods',
    [declarations, { columns: goods, spare: /mrn|id|_no|row|parent|index/ }],
    nested(declarations).map((one, at) => ({ ...one, towary: nested(goods).filter((_, row) => OF[row] === at) })),
  ),
]

const stored = (kind: string, name: string, columns: Column[], select: string, written = false): Case =>
  made(`${kind}: ${name}`, 'parquet', [columns], (dir) =>
    parquet(nested(columns, written), `select ${select} from $rows`, dir),
  )

const salaries = table(`
Matricule | Nom de l'agent   | Date d'entrée | Indice | Brut (€) | Cotisations (€) | Titulaire
code      | text             | @y-m-d        | rank   | dec.     | dec.            | yes oui
A00017    | Hélène Périgord  | 2009-09-01    | 512    | 2519.03  | -498.76         | oui
A00102    | Jean-Loup Faÿ    | 2021-01-18    | 371    | 1826.37  | -361.62         | non
B00008    | Cœlina Brûlé     | 1998-03-02    | 673    | 3313.17  | -655.01         | oui
B00441    | Idriss Ben Amor  | 2019-11-25    | 395    | 1944.52  |                 | non
C01200    | Marie d'Août     | 2015-06-15    | 478    | 2353.13  | -465.92         | oui`)
const plate = table(
  `
well | sample    | conc_ng_ul | od_260 | ratio | measured_at         | pass
code | text      | dec.       | dec.   | dec.  | @y-m-d h:i:s        | yes y
A01  | Leber 7   | 152.25     | 3.045  | 1.87  | 2024-02-20 09:30:01 | y
A02  | Leber 8   | 88.75      | 1.775  | 1.92  | 2024-02-20 09:30:44 | y
A03  | Blank     | NaN        | 0.003  | NaN   | 2024-02-20 09:31:27 | n
B01  | Niere 7   | 210.5      | 4.21   | 1.85  | 2024-02-20 09:32:10 | y
B02  | Niere 8   | NaN        | 0.001  | NaN   | 2024-02-20 09:32:53 | n
B03  | Milz, 2×  | 45.35      | 0.907  | 2.11  | 2024-02-20 09:33:36 | y`,
  /^NaN$/,
)
const gusts = table(`
estación | fecha      | viento.velocidad | viento.dirección | presión | calidad
text     | @y-m-d     | dec.             | rank             | dec.    | mark
Ushuaia  | 2024-01-01 | 42.5             | 270              | 987.4   | 1
Ushuaia  | 2024-01-02 | 61.3             | 255              | 979.9   | 1
Ñuñoa    | 2024-01-01 | 7.4              | 180              | 955.2   | 0
Ñuñoa    | 2024-01-02 | 5.9              | 10               |         | 2
Potosí   | 2024-01-01 | 18.2             | 95               | 642.8   | 1`)
const bills = table(`
bl_no        | port_code | packages | gross_t  | loaded_at           | hazardous | remark
code         | code      | int      | dec.     | @y-m-d h:i:s        | yes t     | text
000118820-01 | 0421      | 1200     | 24.311   | 2024-03-02 04:15:00 | f         |
000118820-02 | 0421      | 18       | 18.005   | 2024-03-02 05:40:30 | t         | UN 1263, Klasse 3
000118833-01 | 0077      | 640      | 9.871    | 2024-03-04 22:09:59 | f         | "said to contain"
000118840-01 | 0310      | 2        |          |                     | f         | rolled↵to next voyage
000118841-01 | 0077      | 5050     | 107.456  | 2024-03-05 11:00:07 | f         |`)
const returned = table(`
tessera | lettore        | titolo                 | prestito   | resa       | sollecito | multa
code    | text           | text                   | @d/m/y     | @d/m/y     | yes sì    | dec,
00071   | Noè Cannarò    | Se questo è un uomo    | 03/10/2023 | 30/10/2023 | no        | 0,50
00310   | Zoe Dell'Orto  | Il nome della rosa     | 14/10/2023 |            | sì        | 12,75
00071   | Noè Cannarò    | Lessico famigliare     | 30/10/2023 | 25/11/2023 | no        | 0,25
01204   | Ugo Forà       | Città invisibili, Le   | 02/11/2023 | 13/11/2023 | no        |
00998   | Iris Però      | "Pinocchio"            | 20/11/2023 |            | sì        | 3,15`)

export const COLUMNAR: Case[] = [
  stored(
    'wages',
    'French agents with apostrophes in names',
    salaries,
    `* replace ("Date d'entrée"::date as "Date d'entrée", "Brut (€)"::decimal(9, 2) as "Brut (€)", "Indice"::smallint as "Indice")`,
  ),
  stored(
    'instruments',
    'wells with numbers that are none',
    plate,
    `* replace (coalesce(conc_ng_ul, 'nan')::double as conc_ng_ul, coalesce(ratio, 'nan')::float as ratio, measured_at::timestamp_ms as measured_at)`,
  ),
  stored(
    'weather stations',
    'gusts in the south as structs',
    gusts,
    '* replace (fecha::date as fecha, calidad::tinyint as calidad)',
  ),
  stored(
    'manifests',
    'bills of lading with codes as text',
    bills,
    `* replace (bl_no::varchar as bl_no, gross_t::decimal(12, 3) as gross_t, loaded_at::timestamp as loaded_at)`,
  ),
  stored('loans', 'Italian loans with everything as text', returned, '*', true),
]
