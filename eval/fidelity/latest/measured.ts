import { type Case, csv } from '../case.ts'
import { encoded } from '../columns.ts'
import { utf8 } from '../write.ts'
import { table } from './table.ts'

const windows = { delimiter: ';', newline: '\r\n' }
const PADDED = [7, 5, 8, 8, 8, 8, 8]
const laps = table(
  `
Runde | Zeit    | Distanz (km) | Ø Pace (min/km) | Ø HF (bpm) | Positiver Höhenunterschied (m) | Ø Schrittfrequenz
rank  | span    | dec,         | span            | int        | int                            | int
1     | 0:05:23 | 1,01         | 5:20            | 141        | 12                             | 168
2     | 0:05:17 | 1,02         | 5:11            | 149        | 4                              | 170
3     | 0:05:44 | 1,01         | 5:41            | 156        | 38                             | 167
4     | 0:06:31 | 1,03         | 6:20            | 163        | 71                             | 161
5     | 0:05:02 | 1,01         | 4:59            | 158        | --                             | 172
6     | 0:04:55 | 1,02         | 4:49            | --         | --                             | 174
7     | 0:05:10 | 1,01         | 5:07            | --         | 6                              | 171
8     | 0:01:48 | 0,37         | 4:52            | 166        | 1                              | 175`,
  /^--$/,
)

export const MEASURED: Case[] = [
  csv(
    'instruments: peaks of a chromatograph below sections',
    table(`
Peak# | R.Time | I.Time | Area    | Height | Area% | Mark | ID# | Name            | Conc.
rank  | dec.   | dec.   | int     | int    | pct.  | text | no   | text            | dec.
1     | 1.842  | 1.790  | 120394  | 30211  | 4.213 |      |     |                 |
2     | 2.377  | 2.301  | 904411  | 181020 | 31.649 | M   | 1   | Caffeine        | 0.51872
3     | 2.990  | 2.915  | 88120   | 17745  | 3.084 | V    | 2   | Theobromine     | 0.04419
4     | 3.415  | 3.340  | 1300277 | 220981 | 45.502 |     | 3   | Gallic acid     | 1.20334
5     | 4.028  | 3.962  | 40011   | 9023   | 1.401 | V    |     |                 |
6     | 5.551  | 5.470  | 310056  | 50127  | 10.851 | SV  | 4   | (-)-Epicatechin | 0.30991
7     | 7.204  | 7.101  | 22310   | 3990   | 0.781 | T    |     |                 |
8     | 9.876  | 9.790  | 71999   | 8807   | 2.519 |      | 5   | Rutin, hydrate  | 0.08765`),
    {
      delimiter: '\t',
      newline: '\r\n',
      above: [
        '[Header]',
        'Application Name\tLabSolutions',
        'Sample Name\tTea, green 03',
        'Acquired\t2024/03/05 11:42:09',
        '',
        '[Peak Table(Ch1)]',
        '# of Peaks\t8',
      ],
      below: ['', '[Compound Results(Ch1)]', '# of IDs\t0'],
    },
    { ending: 'txt' },
  ),
  csv(
    'instruments: weighings of a Dutch balance with units in cells',
    table(`
Volgnr | Datum      | Tijd     | Monster   | Bruto     | Tarra    | Netto     | Stabiel | Opmerking
rank   | @d-m-y     | @h:i:s   | code      | dec,      | dec,     | dec,      | yes J   | text
1      | 04-03-2024 | 08:12:45 | M24-0017A | 12,4071 g | 2,1003 g | 10,3068 g | J       |
2      | 04-03-2024 | 08:14:02 | M24-0017B | 12,3998 g | 2,1001 g | 10,2997 g | J       | duplo
3      | 04-03-2024 | 08:20:31 | M24-0018A | 9,8704 g  | 2,1002 g | 7,7702 g  | N       | trilling; deur open
4      | 04-03-2024 | 08:21:59 | M24-0018A | 9,8655 g  | 2,1002 g | 7,7653 g  | J       | opnieuw
5      | 04-03-2024 | 13:05:17 | BLANCO    | 2,0998 g  | 2,1001 g | -0,0003 g | J       |
6      | 05-03-2024 | 07:58:08 | M24-0021A | 31,0046 g | 5,2507 g | 25,7539 g | J       |
7      | 05-03-2024 | 08:01:40 | M24-0021B | 30,9973 g | 5,2507 g | 25,7466 g | N       |
8      | 05-03-2024 | 08:02:55 | M24-0022A | 15,1119 g | 2,1004 g | 13,0115 g | J       | "nat" monster`),
    { ...windows, above: ['Balans XP205;Serienr.;B0123456', 'Laatste kalibratie;01-03-2024;'] },
  ),
  csv(
    'meter readings: a French load curve below the facts of its meter',
    table(`
Date       | Heure | Puissance atteinte (W) | Nature des données | Pas (min)
@d/m/y     | @h:i  | int                    | text               | int
01/02/2024 | 00:30 | 1 204                  | Réelle             | 30
01/02/2024 | 01:00 | 988                    | Réelle             | 30
01/02/2024 | 01:30 | 1 010                  | Réelle             | 30
01/02/2024 | 02:00 |                        | Manquante          | 30
01/02/2024 | 02:30 | 976                    | Estimée            | 30
01/02/2024 | 03:00 | 2 344                  | Estimée            | 30
01/02/2024 | 03:30 | 12 051                 | Réelle             | 30
01/02/2024 | 04:00 | 0                      | Réelle             | 30
01/02/2024 | 04:30 | 1 133                  | Réelle             | 30`),
    {
      ...windows,
      above: [
        'Identifiant PRM;Type de données;Date de début;Date de fin;Unité',
        '09123456789012;Courbe de charge;01/02/2024;02/02/2024;W',
        '',
      ],
    },
    { encode: (content) => utf8(content, true) },
  ),
  csv(
    'triage: a Spanish emergency room with values not measured',
    table(
      `
Episodio | NHC      | Llegada          | Edad | Nivel | Motivo                               | TA     | FC  | Tª (ºC) | SatO2 | Alergias | Destino
no       | code     | @d/m/y h:i       | int  | rank  | text                                 | text   | int | dec,    | pct,  | yes Sí   | text
881204   | 00045122 | 02/03/2024 23:15 | 67   | 2     | Dolor torácico; irradia a brazo      | 165/95 | 112 | 36,4    | 94%   | No       | Observación
881205   | 00310987 | 02/03/2024 23:41 | 4    | 3     | Fiebre, vómitos                      | N/V    | 138 | 39,2    | 98%   | No       | Pediatría
881206   | 00077003 | 02/03/2024 23:58 | 29   | 5     | "Se cortó con un vaso"               | 118/76 | 80  | N/V     | 99%   | No       | Alta
881207   | 00129944 | 03/03/2024 00:07 | 81   | 1     | Disnea intensa                       | 190/88 | 131 | 37,1    | 81%   | Sí       | UCI
881208   | 00310988 | 03/03/2024 00:30 | 33   | 4     | Lumbalgia                            | 131/82 | N/V | 36,6    | N/V   | No       | Alta
881209   | 00201517 | 03/03/2024 01:02 | 52   | 3     | Cólico nefrítico, 2.º episodio       | 142/90 | 97  | 36,9    | 97%   | Sí       | Observación
881210   | 00000850 | 03/03/2024 01:45 | 19   | 4     | Intoxicación etílica↵acompañado      | 105/60 | 88  | 35,3    | 96%   | No       | Observación
881211   | 00388001 | 03/03/2024 02:20 | 74   | 2     | Déficit focal: afasia                | 178/99 | 76  | 36,2    | 95%   | No       | Ictus`,
      /^N\/V$/,
    ),
    { ...windows, above: ['Hospital Comarcal;Listado de triaje;;;;;;;;;;'], below: ['N/V: no valorable;;;;;;;;;;;'] },
    { encode: encoded('windows-1252') },
  ),
  csv(
    'harvests: yields of a Polish farm with sums of crops',
    table(`
Nr działki | Uprawa           | Odmiana    | Pow. [ha] | Zbiór [t] | Plon [dt/ha] | Wilg. [%] | Data zbioru
code       | text             | text       | dec,      | dec,      | dec,         | pct,      | @d.m.y
014/2      | pszenica ozima   | Euforia    | 12,45     | 92,13     | 74,05        | 13,8      | 28.07.2023
014/3      | pszenica ozima   | Euforia    | 8,07      | 55,28     | 68,55        | 14,1      | 29.07.2023
021        | pszenica ozima   | RGT Bilanz | 21,32     | 171,65    | 80,51        | 13,5      | 31.07.2023
033/1      | jęczmień jary    | Avatar     | 5,51      | 30,03     | 54,55        | 12,9      | 05.08.2023
033/4      | jęczmień jary    | KWS Vermont | 6,66     | 31,97     | 48,05        | 13,3      | 05.08.2023
002        | rzepak           | Ambassador | 18,95     | 70,87     | 37,45        | 7,4       | 19.07.2023
007/1      | rzepak           | "własna"   | 3,15      | 9,14      | 29,05        | 8,2       | 20.07.2023
040        | kukurydza        | ES Hattrick | 9,99     | 103,45    | 103,55       | 31,6      | 11.10.2023`),
    {
      ...windows,
      within: {
        3: ['Razem pszenica;;;41,84;319,06;76,26;;'],
        5: ['Razem jęczmień;;;12,17;62,00;50,94;;'],
        7: ['Razem rzepak;;;22,10;80,01;36,20;;'],
      },
      below: ['Razem kukurydza;;;9,99;103,45;103,55;;', '', 'Ogółem;;;86,10;564,52;;;'],
    },
    { encode: encoded('windows-1250') },
  ),
  csv(
    'museums: an Italian inventory with notes over lines',
    table(`
N. inv.     | Oggetto                 | Autore                      | Datazione      | Misure (cm)  | Valore assicurativo | Acquisizione | Esposto | Note
code        | text                    | text                        | period         | text         | dec,                | @d/m/y       | yes sì  | text
Inv. 0012/a | Pala d'altare           | Bottega di G. Bellini       | 1490 ca.       | 180 × 145    | € 1.250.000,50      | 04/11/1931   | sì      | Restaurata;↵vedi scheda 44
Inv. 0012/b | Predella                | Bottega di G. Bellini       | 1490 ca.       | 31 × 145     | € 210.500,75        | 04/11/1931   | sì      |
Inv. 0340   | Vaso attico             | "Pittore di Berlino" (attr.) | V sec. a.C.   | h 42,5       | € 98.300,25         | 12/06/1958   | sì      | lacunoso
Inv. 0341   | Lekythos                |                             | V sec. a.C.    | h 18         | € 7.450,10          | 12/06/1958   | no      | prestito a Trento
Inv. 1107   | Ritratto di dama        | Anonimo veneto              | fine sec. XVII | 64 × 51      | € 12.800,90         | 23/02/1972   | no      | Cornice d'epoca, "guasta"
Inv. 1560   | Orologio a pendolo      | Fr. Perotti, Città di Castello | 1822        | 44 × 20 × 15 | € 3.950,35          | 30/09/1999   | sì      |
Inv. 1561   | Moneta (grosso)         |                             | 1305-1311      | Ø 2,1        | € 180,15            | 30/09/1999   | no      | ↵doppia: cfr. 1562
Inv. 2003   | Bozzetto per il sipario | Cesare Laurenti             | 1908           | 25 × 40      | € 5.600,45          | 15/01/2021   | no      | dono eredi; 2 fogli`),
    { ...windows, quotes: 'all', above: ['"Museo Civico: inventario al 31/12/2023"', ''] },
    { encode: encoded('windows-1252') },
  ),
  csv(
    'tracks: points of a logger with directions behind degrees',
    table(`
INDEX | TAG  | DATE   | TIME   | LATITUDE N/S | LONGITUDE E/W | HEIGHT | SPEED | HEADING | VOX
rank  | text | @ymd   | @his   | geo.         | geo.          | int    | int   | rank    | text
1     | T    | 240301 | 081502 | 33.447888S   | 070.641694W   | 521    | 0     | 0       |
2     | T    | 240301 | 081507 | 33.447901S   | 070.641733W   | 521    | 4     | 251     |
3     | C    | 240301 | 081512 | 33.447955S   | 070.641811W   | 523    | 5     | 249     |
4     | T    | 240301 | 081517 | 33.448012S   | 070.641907W   | 524    | 6     | 247     |
5     | V    | 240301 | 081522 | 33.448066S   | 070.642002W   | 524    | 5     | 250     | VOX00021
6     | T    | 240301 | 081601 | 33.448311S   | 070.642518W   | 528    | 12    | 238     |
7     | T    | 240301 | 081606 | 33.448399S   | 070.642633W   | 529    | 13    | 236     |
8     | T    | 240302 | 235959 | 33.501114S   | 070.700123W   | 540    | 41    | 9       |
9     | T    | 240303 | 001004 | 33.500601S   | 070.699987W   | 540    | 43    | 358     |`),
    { newline: '\r\n' },
  ),
  csv('tracks: laps of a German watch with a summary', laps, {
    quotes: 'all',
    below: ['"Übersicht","0:39:50","7,48","5:20","156","132","169"'],
  }),
  csv(
    'weather stations: Japanese days with marks of quality below the names',
    table(`
年月日    | 平均気温(℃) ~ 東京 平均気温(℃) | 平均気温(℃) 品質情報 ~ 東京 平均気温(℃) 品質情報 | 降水量の合計(mm) ~ 東京 降水量の合計(mm) | 降水量の合計(mm) 現象なし情報 ~ 東京 降水量の合計(mm) 現象なし情報 | 降水量の合計(mm) 品質情報 ~ 東京 降水量の合計(mm) 品質情報
@y/m/d    | dec. | mark | dec. | mark | mark
2024/2/24 | 5.1  | 8 | 0.5  | 0 | 8
2024/2/25 | 4.7  | 8 | 23.5 | 0 | 8
2024/2/26 | 6.9  | 8 | 0    | 1 | 8
2024/2/27 | 7.7  | 8 | 0    | 1 | 8
2024/2/28 | 8.4  | 5 | 0    | 1 | 8
2024/2/29 | 7.2  | 8 | 12.5 | 0 | 8
2024/3/1  | 9.3  | 8 | 1.5  | 0 | 4
2024/3/2  | -0.6 | 8 |      |   | 1
2024/3/3  | 6.1  | 8 | 0    | 1 | 8`),
    {
      newline: '\r\n',
      above: ['ダウンロードした時刻：2024/03/10 12:04:33', '', ',東京,東京,東京,東京,東京'],
      header: [
        ['年月日', '平均気温(℃)', '平均気温(℃)', '降水量の合計(mm)', '降水量の合計(mm)', '降水量の合計(mm)'],
        ['', '', '品質情報', '', '現象なし情報', '品質情報'],
      ],
    },
    { encode: encoded('shift_jis') },
  ),
  csv(
    'weather stations: British months in columns of spaces with stars',
    table(
      `
yyyy | mm   | tmax (degC) | tmin (degC) | af (days) | rain (mm) | sun (hours)
year | rank | dec.        | dec.        | int       | dec.      | dec.
2023 | 3    | 10.1        | 4.0         | 3         | 87.2      | 61.3
2023 | 4    | 12.8        | 4.4         | 2         | 49.0      | 160.5
2023 | 5    | 17.1        | 8.3         | 0         | 25.6      | ---
2023 | 6    | 22.5        | 12.2        | 0         | 41.1      | ---
2023 | 7    | 20.4        | 12.7        | 0         | 90.9      | ---
2023 | 8    | 21.0        | 13.1        | 0         | 62.4      | 150.1
2023 | 9    | 21.6*       | 13.0*       | 0*        | 70.3*     | 131.7
2023 | 10   | 16.2*       | 9.5*        | ---       | 118.8*    | 88.2
2023 | 11   | 10.9*       | 5.1*        | 5*        | 82.5*     | 70.4`,
      /^---$/,
    ),
    {
      delimiter: '',
      above: [
        'Ross-on-Wye',
        'Lat 51.911 Lon -2.584, 67 metres amsl',
        'Estimated data is marked with a * after the value.',
      ],
      header: [
        ['yyyy', 'mm', 'tmax', 'tmin', 'af', 'rain', 'sun'],
        ['', '', 'degC', 'degC', 'days', 'mm', 'hours'],
      ].map((names) => names.map((name, at) => name.padStart(PADDED[at]!))),
      line: (fields) => fields.map((field, at) => (field.endsWith('*') ? field : `${field} `).padStart(PADDED[at]!)),
      quotes: 'none',
    },
    { ending: 'txt' },
  ),
  csv(
    'subtitles: a German meeting with speakers and lines',
    table(`
Nr. | Start    | Ende     | Sprecher       | Text
rank | span    | span     | text           | text
1   | 00:00:03 | 00:00:07 | Dr. Böhm       | Guten Morgen,↵sind alle da?
2   | 00:00:07 | 00:00:09 | Frau Yıldız    | Ja; bis auf Herrn Peters.
3   | 00:00:09 | 00:00:21 | Dr. Böhm       | Dann zu TOP 1: "Haushalt".
4   | 00:00:21 | 00:00:24 |                | [Gemurmel]
5   | 00:00:24 | 00:01:48 | Kämmerer Voß   | Wir haben 1.200.000 €, nicht mehr.
6   | 00:01:48 | 00:02:02 | Frau Yıldız    | Und die Rücklage?↵↵Die Rücklage!
7   | 00:02:02 | 00:59:40 | Kämmerer Voß   | - Die bleibt.
8   | 01:00:05 | 01:00:06 | Dr. Böhm       | =Ende=`),
    { delimiter: ';', quotes: 'all' },
  ),
]
