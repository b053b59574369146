import { type Case, csv, made } from '../case.ts'
import { table } from '../latest/table.ts'
import { utf8, windows1252 } from '../write.ts'

const CYCLER = table(
  `
Well | Sample Name | Target Name | Task     | CT           | Ct Mean | Quantity | Tm1
code | text        | text        | text     | dec.         | dec.    | dec.     | dec.
A1   | P-0012      | N1          | UNKNOWN  | 24.318       | 24.402  | 1820.5   | 81.25
A2   | P-0012      | N1          | UNKNOWN  | 24.486       | 24.402  | 1655.2   | 81.25
A3   | P-0013      | N1          | UNKNOWN  | Undetermined |         |          | 60.5
A4   | P-0013      | N1          | UNKNOWN  | Undetermined |         |          | 62.75
B1   | STD 1       | N1          | STANDARD | 18.005       | 18.011  | 100000.0 | 81.0
B2   | STD 1       | N1          | STANDARD | 18.017       | 18.011  | 100000.0 | 81.25
B3   | NTC         | N1          | NTC      | Undetermined |         |          | 60.25
B4   | STD 2       | N1          | STANDARD | 21.377       | 21.377  | 10000.0  | 81.0`,
  /^Undetermined$/,
)
const SNOW = table(
  `
DATE       | TMAX | TMIN | PRCP | SNOW | DEPTH
@y-m-d     | int  | int  | dec. | dec. | int
2024-02-01 | 34   | 21   | 0.00 | 0.0  | 8
2024-02-02 | 36   | 25   | 0.12 | 1.2  | 9
2024-02-03 | 31   | M    | 0.45 | 4.1  | 13
2024-02-04 | 29   | 12   | 0.00 | 0.0  | 12
2024-02-05 | 33   | 9    | 0.00 | 0.0  | 11
2024-02-06 | 41   | 28   | 0.07 | 0.1  | 9`,
  /^M$/,
)
const widths = [12, 6, 6, 7, 7, 7]
const fixed = (fields: string[]) =>
  fields.map((field, at) => (at === 0 ? field.padEnd(widths[at]!) : field.padStart(widths[at]!))).join('')

/** What instruments, loggers and observatories write. */
export const INSTRUMENTS: Case[] = [
  csv(
    'cyclers',
    'wells below remarks with an asterisk',
    CYCLER,
    {
      delimiter: '\t',
      newline: '\r\n',
      above: [
        '* Block Type = 96-Well',
        '* Chemistry = TAQMAN',
        '* Experiment Run End Time = 2024-03-05 14:22:10',
        '',
        '[Results]',
      ],
      below: ['', 'Analysis Type\tSingleplex', 'Endogenous Control\t'],
    },
    { ending: 'txt' },
  ),
  made('climate', 'days of a station in columns of fixed width', 'txt', [SNOW], () =>
    utf8(
      [
        'STATION: USC00391076  BROOKINGS 2 NE',
        '',
        fixed(SNOW.map(({ names }) => names[0]!)),
        ...SNOW[0]!.values.map((_, row) => fixed(SNOW.map(({ written }) => written[row]!))),
        '',
      ].join('\n'),
    ),
  ),
  csv(
    'earthquakes',
    'events between bars below a name with a hash',
    table(`
EventID ~ #EventID | Time                    | Latitude | Longitude | Depth/km | Author | MagType | Magnitude | EventLocationName
code               | @y-m-d h:i:s            | geo.     | geo.      | dec.     | text   | text    | dec.      | text
23101              | 2024-03-01 04:12:33     | 38.1042  | 15.6431   | 10.2     | SURVEY | ML      | 2.1       | Stretto di Messina
23102              | 2024-03-01 09:55:01     | 42.8337  | 13.1102   | 8.75     | SURVEY | ML      | 1.6       | 3 km NE Norcia
23107              | 2024-03-02 22:40:59     | 37.7519  | 14.9988   | 0.5      | SURVEY | Md      | 2.8       | Etna, versante nord
23111              | 2024-03-04 00:00:12     | 40.8271  | 14.1399   | 2.25     | OV     | Md      | 3.1       | Campi Flegrei
23115              | 2024-03-05 17:31:46     | 45.9903  | 12.5210   | 11.0     | OGS    | ML      | 1.9       | Alpago`).map(
      (column) => column,
    ),
    {
      delimiter: '|',
      header: [
        [
          '#EventID',
          'Time',
          'Latitude',
          'Longitude',
          'Depth/km',
          'Author',
          'MagType',
          'Magnitude',
          'EventLocationName',
        ],
      ],
    },
    { ending: 'txt' },
  ),
  csv(
    'water laboratories',
    'results below what can be found, with letters beside them',
    table(`
Sample ID | Collected           | Analyte          | Result | Qual | RL    | Units | Method      | DF
code      | @m/d/y h:i          | text             | dec.   | text | dec.  | text  | text        | int
W24-0001  | 03/04/2024 09:10    | Arsenic          | 3.12   |      | 0.5   | ug/L  | EPA 200.8   | 1
W24-0001  | 03/04/2024 09:10    | Lead             | <0.25  | U    | 0.25  | ug/L  | EPA 200.8   | 1
W24-0001  | 03/04/2024 09:10    | Nitrate, as N    | 4.875  |      | 0.05  | mg/L  | EPA 353.2   | 5
W24-0002  | 03/04/2024 10:25    | Arsenic          | 0.31   | J    | 0.5   | ug/L  | EPA 200.8   | 1
W24-0002  | 03/04/2024 10:25    | Lead             | <0.25  | U    | 0.25  | ug/L  | EPA 200.8   | 1
W24-0002  | 03/04/2024 10:25    | Nitrate, as N    | 12.5   | H    | 0.05  | mg/L  | EPA 353.2   | 10
W24-0003  | 03/13/2024 15:59    | Turbidity        | 0.44   |      | 0.1   | NTU   | SM 2130B    | 1`),
  ),
  csv(
    'tides',
    'Portuguese heights with a remark in front of each line above',
    table(`
Data       | Hora  | Altura (m) | Fenómeno  | Lua
@y-m-d     | @h:i  | dec.       | text      | text
2024-03-10 | 03:05 | 3.74       | Preia-mar | Lua Nova
2024-03-10 | 09:12 | 0.41       | Baixa-mar |
2024-03-10 | 15:31 | 3.68       | Preia-mar |
2024-03-10 | 21:27 | 0.45       | Baixa-mar |
2024-03-11 | 03:47 | 3.89       | Preia-mar |
2024-03-11 | 09:52 | 0.27       | Baixa-mar |`),
    { delimiter: '\t', above: ['# Porto: Leixões', '# Fuso: UTC+0', '# Zero hidrográfico: 2.00 m'] },
    { encode: windows1252 },
  ),
  csv(
    'loggers',
    'a German data logger with the serial numbers of its channels below the names',
    table(`
Datum      | Zeit     | Temperatur | rel. Feuchte | Taupunkt | Batterie
@d.m.y     | @h:i:s   | dec,       | dec,         | dec,     | dec,
01.03.2024 | 00:00:00 | 21,4       | 45,2         | 9,0      | 3,61
01.03.2024 | 00:15:00 | 21,3       | 45,5         | 9,1      | 3,61
01.03.2024 | 00:30:00 | 21,3       | 45,9         | 9,2      | 3,60
01.03.2024 | 00:45:00 | 21,1       | 46,4         | 9,2      | 3,60
01.03.2024 | 01:00:00 | 20,9       | 47,0         | 9,2      | 3,60
01.03.2024 | 01:15:00 | 20,8       | 47,1         | 9,1      | 3,59`),
    {
      delimiter: ';',
      newline: '\r\n',
      header: [
        ['Datum', 'Zeit', 'Temperatur', 'rel. Feuchte', 'Taupunkt', 'Batterie'],
        ['', '', '°C', '%', '°C', 'V'],
      ],
      above: ['Logger: EL-USB-2', 'Seriennummer: 010043215', 'Intervall: 15 min', ''],
    },
    { encode: windows1252 },
  ),
  csv(
    'races',
    'laps with thousandths of a second',
    table(`
Pos  | No | Rider               | Lap | Lap Time | Best     | Gap    | Top Speed
rank | no | text                | int | span     | span     | dec.   | dec.
1    | 93 | MARQUEZ, M.         | 12  | 1:32.449 | 1:31.981 |        | 331.2
2    | 20 | QUARTARARO, F.      | 12  | 1:32.601 | 1:32.005 | 0.412  | 329.8
3    | 1  | BAGNAIA, P.         | 12  | 1:32.588 | 1:32.114 | 1.077  | 333.1
4    | 72 | BEZZECCHI, M.       | 12  | 1:32.950 | 1:32.340 | 4.908  | 330.4
5    | 12 | VIÑALES, M.         | 11  | 1:33.207 | 1:32.411 | 12.330 | 328.9`),
    { above: ['MotoGP - Race - Lap Chart', ''] },
  ),
  csv(
    'meters',
    'readings in digits alone with a letter for each that was estimated',
    table(
      `
Zaehlpunkt | DATUM    | ZEIT | OBIS      | WERT     | EINHEIT | STATUS
code       | @ymd     | @hi  | text      | dec.     | text    | text
DE00011122 | 240301   | 0000 | 1-1:1.8.0 | 10432.75 | kWh     | W
DE00011122 | 240301   | 0015 | 1-1:1.8.0 | 10432.98 | kWh     | W
DE00011122 | 240301   | 0030 | 1-1:1.8.0 | 10433.20 | kWh     | E
DE00011122 | 240301   | 2345 | 1-1:1.8.0 | 10455.11 | kWh     | W
DE00011122 | 240302   | 0000 | 1-1:1.8.0 | 10455.30 | kWh     | W
DE00011122 | 240302   | 0015 | 1-1:1.8.0 | 10455.52 | kWh     | E`
        .replaceAll('@ymd', '@y-m-d')
        .replaceAll('@hi ', '@h:i'),
    ).map((column) => column),
    { delimiter: ';' },
  ),
  csv(
    'balances',
    'Polish weighings with the unit behind each and a mark for unstable ones',
    table(`
Lp.  | Data       | Godzina  | Próbka   | Masa      | Tara     | Operator
rank | @y.m.d     | @h:i:s   | code     | dec.      | dec.     | text
1    | 2024.03.04 | 08:01:12 | 24/0101  | 10.0231 g | 0.0000 g | K. Zając
2    | 2024.03.04 | 08:03:40 | 24/0102  | 9.9987 g  | 0.0000 g | K. Zając
3    | 2024.03.04 | 08:05:02 | 24/0103  | 10.0004 g | 0.0012 g | K. Zając
4    | 2024.03.04 | 12:47:33 | 24/0103  | 10.0005 g | 0.0012 g | Ł. Żak
5    | 2024.03.05 | 07:59:59 | wzorzec  | -0.0002 g | 0.0000 g | Ł. Żak`),
    { delimiter: ';' },
  ),
  csv(
    'buoys',
    'hours in columns with units below the names and missing in nines',
    table(
      `
YY   | MM   | DD   | hh   | WDIR | WSPD | WVHT | ATMP | WTMP
rank | rank | rank | rank | rank | dec. | dec. | dec. | dec.
2024 | 03   | 01   | 00   | 290  | 7.2  | 1.85 | 11.4 | 12.9
2024 | 03   | 01   | 01   | 300  | 8.1  | 1.92 | 11.2 | 12.9
2024 | 03   | 01   | 02   | 310  | 8.4  | MM   | 11.0 | 12.8
2024 | 03   | 01   | 03   | 300  | 7.7  | MM   | 10.9 | 12.8
2024 | 03   | 01   | 04   | 290  | 6.5  | 1.70 | 10.9 | 12.8
2024 | 03   | 01   | 05   | 280  | 6.1  | 1.66 | 10.7 | 12.7`,
      /^MM$/,
    ).map((column) =>
      column.names[0]!.length === 2
        ? { ...column, types: ['integer' as const, 'text' as const], roles: [...column.roles, 'text' as const] }
        : column,
    ),
    { delimiter: ' ', header: [['YY', 'MM', 'DD', 'hh', 'WDIR', 'WSPD', 'WVHT', 'ATMP', 'WTMP']], quotes: 'none' },
    { ending: 'txt' },
  ),
]
