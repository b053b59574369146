import { type Case, csv } from '../case.ts'
import { encoded } from '../columns.ts'
import { utf8, utf16 } from '../write.ts'
import { table } from './table.ts'

const windows = { delimiter: ';', newline: '\r\n' }

export const BUSINESS: Case[] = [
  csv(
    'manifests: containers of a ship between bars',
    table(
      `
Container No  | Type | Seal No | POL   | POD   | Gross Wt    | Temp | UN No | IMO Class | Consignee
code          | text | code    | code  | code  | int         | int  | code  | code      | text
MSKU 912034-7 | 40HC | 0045121 | INNSA | DEHAM | 24,310 KGS  | N/A  |       |           | Hansa Gewürze GmbH
TGHU 330198-0 | 20DV | 0045122 | INNSA | DEHAM | 18,004 KGS  | N/A  | 1263  | 3         | Farben & Lacke "Nord"
HLXU 876543-2 | 40RF | 0099870 | INNSA | NLRTM | 27,950 KGS  | -18C |       |           | FRESH BV
HLXU 876560-1 | 40RF | 0099871 | INNSA | NLRTM | 28,112 KGS  | -18C |       |           | FRESH BV
CAIU 220011-5 | 40HC | 0012007 | AEJEA | DEHAM | 9,870 KGS   | N/A  |       |           | TO ORDER
CAIU 220012-0 | 20DV | 0012008 | AEJEA | GBFXT | 21,455 KGS  | N/A  | 0336  | 1.4G      | Sparkle Ltd.
OOLU 718283-9 | 40RF | 0030305 | AEJEA | GBFXT | 26,001 KGS  | 4C   |       |           | Greens & Co, London
SEGU 404142-6 | 20TK | 0030306 | AEJEA | NLRTM | 22,780 KGS  | 12C  | 1993  | 3         | ChemLog BV`,
      /^N\/A$/,
    ),
    {
      delimiter: '|',
      above: ['CARGO MANIFEST', 'VESSEL: MV AURORA STAR  VOY: 017W  ETA: 19-MAR-2024', ''],
      below: ['TOTAL 8 CTRS|||||178,482 KGS||||', '*** END OF MANIFEST ***'],
    },
    { ending: 'txt' },
  ),
  csv(
    'kitchens: closings of a Spanish bar with sums of days',
    table(`
Fecha    | Turno  | Caja | Cajero    | Comensales | Ventas     | Anulaciones | Ticket medio | Hora cierre
@d/m/y   | text   | code | text      | int        | dec,       | dec,        | dec,         | @h:i
01/03/24 | Comida | 01   | Begoña    | 84         | 1.612,35 € | -12,50 €    | 19,19 €      | 17:05
01/03/24 | Comida | 02   | Iñaki     | 31         | 540,20 €   | 0,00 €      | 17,43 €      | 17:20
01/03/24 | Cena   | 01   | Begoña    | 122        | 3.004,75 € | -45,90 €    | 24,63 €      | 00:48
02/03/24 | Comida | 01   | Íñigo     | 140        | 2.871,15 € | -8,25 €     | 20,51 €      | 17:31
02/03/24 | Comida | 02   | Iñaki     | 66         | 1.190,05 € | 0,00 €      | 18,03 €      | 17:15
02/03/24 | Cena   | 01   | Núria     | 158        | 4.422,60 € | -101,35 €   | 27,99 €      | 01:12
03/03/24 | Comida | 01   | Núria     | 171        | 3.310,95 € | -3,10 €     | 19,36 €      | 17:44
03/03/24 | Comida | 02   | Begoña    | 59         | 987,15 €   | -15,75 €    | 16,73 €      | 17:02`),
    {
      ...windows,
      above: ['BAR LA MARINA - Informe de cierres Z', 'Del 01/03/24 al 03/03/24', ''],
      within: {
        3: ['Total 01/03/24;;;;237;5.157,30 €;-58,40 €;21,76 €;'],
        6: ['Total 02/03/24;;;;364;8.483,80 €;-109,60 €;23,31 €;'],
      },
      below: [
        'Total 03/03/24;;;;230;4.298,10 €;-18,85 €;18,69 €;',
        'TOTAL GENERAL;;;;831;17.939,20 €;-186,85 €;21,59 €;',
      ],
    },
    { encode: encoded('windows-1252') },
  ),
  csv(
    'kitchens: slips of a Japanese pub in UTF-16',
    table(`
伝票番号 | 日時             | 卓番 | 人数 | 小計    | 消費税 | 合計    | 支払方法   | メモ
code     | @y/m/d h:i       | code | int  | int     | int    | int     | text       | text
000118   | 2024/03/01 18:05 | A-3  | 4名  | ¥12,340 | ¥1,234 | ¥13,574 | クレジット |
000119   | 2024/03/01 18:31 | 座敷 | 11名 | ¥48,200 | ¥4,820 | ¥53,020 | 現金       | 宴会、飲み放題
000120   | 2024/03/01 19:02 | A-1  | 2名  | ¥5,480  | ¥548   | ¥6,028  | PayPay     |
000121   | 2024/03/01 19:40 | B-2  | 1名  | ¥2,150  | ¥215   | ¥2,365  | 現金       |
000122   | 2024/03/01 20:15 | A-3  | 3名  | △¥1,200 | △¥120  | △¥1,320 | 現金       | 返品
000123   | 2024/03/01 21:08 | B-1  | 5名  | ¥21,970 | ¥2,197 | ¥24,167 | クレジット | 領収書
000124   | 2024/03/01 22:55 | A-2  | 2名  | ¥7,060  | ¥706   | ¥7,766  | 交通系IC   |
000125   | 2024/03/02 00:20 | A-1  | 2名  | ¥3,300  | ¥330   | ¥3,630  | 現金       |`),
    { delimiter: '\t', newline: '\r\n', below: ['合計\t\t\t30名\t¥99,300\t¥9,930\t¥109,230\t\t'] },
    { encode: (content) => utf16(content), ending: 'txt' },
  ),
  csv(
    'hotels: Italian stays with units below the names',
    table(`
Camera | Ospite            | Arrivo     | Partenza   | Notti | Tariffa (€/notte) | Imposta di soggiorno (€) | Esente | Documento
code   | text              | @d/m/y     | @d/m/y     | int   | dec,              | dec,                     | yes Sì | code
0101   | D'Angelo, Niccolò | 1/3/2024   | 4/3/2024   | 3     | 89,50             | 10,50                    | No     | CA00123XY
0102   | Schröder, Uwe     | 1/3/2024   | 2/3/2024   | 1     | 95,90             | 3,50                     | No     | L01X00T47
0205   | Fam. Bertè        | 2/3/2024   | 9/3/2024   | 7     | 1.120,75          | 49,25                    | No     | AV9981234
0207   | Lo Iàcono, Agata  | 3/3/2024   | 4/3/2024   | 1     | 71,25             |                          | Sì     | YA5550002
0301   | Smith, Joanne     | 10/3/2024  | 24/3/2024  | 14    | 82,15             | 35,75                    | No     | 533380006
0302   | Però, Gesù        | 12/3/2024  | 13/3/2024  | 1     | 79,95             | 3,50                     | No     | CA98765ZZ
0101   | Rossi, Aldo       | 18/3/2024  | 22/3/2024  | 4     | 89,50             | 14,25                    | No     | AU1020304
0404   | Bimbo Bertè       | 2/3/2024   | 9/3/2024   | 7     |                   |                          | Sì     | AV9981235`),
    {
      ...windows,
      header: [
        'Camera;Ospite;Arrivo;Partenza;Notti;Tariffa;Imposta di soggiorno;Esente;Documento'.split(';'),
        ';;;;;(€/notte);(€);;'.split(';'),
      ],
      above: ['Hotel Belvedere - Registro presenze;;;;;;;;'],
    },
    { encode: encoded('windows-1252') },
  ),
  csv(
    'hotels: a night audit whose lines end early',
    table(`
Room | Guest               | Arr       | Dep       | Rate    | Balance     | Routing | Notes
code | text                | @d-b-y    | @d-b-y    | dec.    | dec.        | code    | text
101  | O'Neill, Siobhán    | 12-Mar-24 | 15-Mar-24 | £129.50 | £388.50     | MASTER  | Late c/o agreed
103  | Patel, Mr R         | 13-Mar-24 | 14-Mar-24 | £99.95  | (£40.25)    |         | Deposit > bill; refund
110  | Dubois, Mme         | 10-Mar-24 | 17-Mar-24 | £110.10 | £1,204.70   |         |
204  | Crew BA 0175        | 13-Mar-24 | 14-Mar-24 | £64.35  | £0.00       | AIR01   |
205  | Crew BA 0175        | 13-Mar-24 | 14-Mar-24 | £64.35  | £0.00       | AIR01   |
212  | Lindqvist/Berg      | 11-Mar-24 | 14-Mar-24 | £150.75 | (£1,002.15) | WED     | "Bridal" suite, flowers
301  | Yeo, Ms             | 13-Mar-24 | 20-Mar-24 | £142.20 | £142.20     |         |
318  | House use           | 01-Mar-24 | 31-Mar-24 |         |             |         | painter
401  | Adeyemi, Dr         | 09-Mar-24 | 14-Mar-24 | £175.05 | £611.45     | MASTER  |`),
    {
      above: ['The Anchor Inn - NIGHT AUDIT 13-Mar-24', ''],
      line: (fields) => fields.slice(0, fields.findLastIndex((field) => field !== '') + 1),
      below: ['', '9 rooms of 40 occupied', 'Printed 14-Mar-24 02:14 by NIGHT'],
    },
  ),
  csv(
    'customs: Brazilian imports of which some are exempt',
    table(
      `
Nº da DI     | Adição | NCM        | Descrição                   | País de origem | Valor aduaneiro | II (%) | Desembaraço
code         | code   | code       | text                        | text           | dec,            | pct,   | @d/m/y h:i
24/0012345-6 | 001    | 0901.11.10 | Café não torrado, em grão   | Colômbia       | R$ 128.340,55   | 10,8%  | 05/03/2024 09:14
24/0012345-6 | 002    | 0901.21.00 | Café torrado; não descafeinado | Colômbia    | R$ 9.870,05     | 10,8%  | 05/03/2024 09:14
24/0013001-0 | 001    | 8471.30.12 | Notebooks até 3,5 kg        | China          | R$ 1.204.998,90 | 16,5%  | 06/03/2024 17:40
24/0013001-0 | 002    | 8544.42.00 | Cabos com conectores        | China          | R$ 23.001,35    | 14,4%  | 06/03/2024 17:40
24/0013777-2 | 001    | 3002.15.20 | Reagentes "in vitro"        | Áustria        | R$ 75.660,45    | isento | 11/03/2024 08:02
24/0014120-3 | 001    | 2204.21.00 | Vinho tinto, garrafa 750 ml | Portugal       | R$ 310.045,75   | 27,5%  | 12/03/2024 13:27
24/0014120-3 | 002    | 1509.20.00 | Azeite extravirgem          | Portugal       | R$ 88.212,15    | 9,5%   | 12/03/2024 13:27
24/0014501-9 | 001    | 4901.99.00 | Livros                      | México         | R$ 4.300,65     | isento |
24/0015002-7 | 001    | 0402.10.10 | Leite em pó                 | Uruguai        | R$ 540.120,25   | 25,2%  | 19/03/2024 10:55`,
      /^isento$/,
    ),
    { delimiter: ';', newline: '\r\n', quotes: 'all' },
    { encode: encoded('windows-1252') },
  ),
  csv(
    'tax offices: French property taxes with nothing in words',
    table(
      `
Réf. avis        | SIREN       | Redevable                 | Échéance   | Base nette | Taux (%) | Cotisation | Dégrèvement | Payé
code             | code        | text                      | @d/m/y     | int        | pct,     | dec,       | dec,        | yes Oui
23 38 0114952 01 | 552 081 317 | SCI DU CHÂTEAU            | 16/10/2023 | 12·450     | 41,18    | 5·126,91   | Néant       | Oui
23 38 0114952 02 | 552 081 317 | SCI DU CHÂTEAU            | 16/10/2023 | 8·012      | 41,18    | 3·299,34   | 120,55      | Oui
23 38 0209871 44 | 301 900 456 | BOULANGERIE PÂTISSERIE ÉRIC | 16/10/2023 | 3·377    | 38,05    | 1·284,95   | Néant       | Non
23 38 0310004 17 | 822 414 009 | GARAGE FRANÇOIS & FILS    | 15/12/2023 | 21·900     | 38,05    | 8·332,95   | 1·000,25    | Non
23 38 0310555 09 | 404 833 048 | HÔTEL « LE CÈDRE »        | 15/12/2023 | 40·115     | 52,71    | 21·144,62  | Néant       | Oui
23 38 0420118 63 | 793 115 220 | L'ÎLOT; LIBRAIRIE         | 16/10/2023 | 2·004      | 41,18    | 825,25     | 41,05       | Oui
23 38 0500702 30 | 338 226 791 | MAÎTRE NOËL, NOTAIRE      | 15/12/2023 | 6·690      | 52,71    | 3·526,30   | Néant       | Oui
23 38 0500988 51 | 509 667 103 | GAEC DES PRÉS             | 16/10/2023 | 975        | 38,05    | 370,99     | 370,99      | Oui`,
      /^Néant$/,
    ),
    {
      ...windows,
      above: [
        'DIRECTION DÉPARTEMENTALE DES FINANCES;;;;;;;;',
        'Taxe foncière 2023;;;;;;;;',
        'Édité le 08/01/2024 à 10h42;;;;;;;;',
        '',
      ],
      below: [';;;Total;95 523;;43 911,31;1 532,84;'],
    },
    { encode: encoded('windows-1252') },
  ),
  csv(
    'garages: a German workshop with works in quotes',
    table(`
Auftrag | Kennzeichen | FIN               | Annahme    | km-Stand   | Arbeiten                                    | Std. | Betrag     | Nächste HU
no      | code        | code              | @d.m.y     | int        | text                                        | dec, | dec,       | @m/y
20311   | M-AB 1234   | WVWZZZ1KZAW000123 | 04.01.2024 | 123.456 km | Ölwechsel; Filter "Mann"; Bremsflüssigkeit  | 1,25 | 318,40 €   | 05/2025
20312   | FS-K 77     | WBA3A5C50CF256789 | 04.01.2024 | 88.020 km  | Reifen 205/55 R16↵(4 Stück), wuchten        | 0,75 | 612,95 €   | 11/2024
20315   | EBE-Ü 9     | WDD2050041R098765 | 05.01.2024 | 201.733 km | Kupplung                                    | 6,50 | 1.904,15 € | 02/2024
20316   | M-XY 500E   | WVWZZZAUZJW333111 | 08.01.2024 | 9.870 km   | Garantie: Software                          | 0,50 |            | 01/2027
20320   | DAH-M 301   | VF1RFB00166123456 | 09.01.2024 | 64.105 km  | HU/AU, Scheinwerfer eingestellt             | 1,15 | 149,90 €   | 01/2026
20321   | M-AB 1234   | WVWZZZ1KZAW000123 | 11.01.2024 | 123.590 km | Nacharbeit: Filter undicht                  | 0,25 | -45,50 €   | 05/2025
20325   | STA-RK 88   | ZFA31200000456789 | 15.01.2024 | 45.300 km  | Zahnriemen; Wasserpumpe                     | 4,75 | 987,65 €   | 08/2024
20329   | TÖL-A 4     | TMBJJ7NE0F0111222 | 16.01.2024 | 151.007 km | Auspuff geschweißt                          | 2,05 | 210,35 €   | 03/2025`),
    windows,
    { encode: encoded('windows-1252') },
  ),
  csv(
    'garages: an Indian service centre with lakhs of kilometres',
    table(
      `
Job Card | Reg No        | Model     | In Date     | Odometer | Labour (Rs.) | Parts (Rs.) | Under Warranty | Next Due (km) | Customer Voice
code     | code          | text      | @d-b-y      | int      | dec.         | dec.        | yes Y          | int           | text
JC000871 | MH 12 AB 0456 | Swift VXi | 03-Apr-2024 | 1,23,456 | 1,450.50     | 12,305.25   | N              | 1,33,456      | AC not cooling, noise
JC000872 | MH 14 GZ 0007 | Nexon EV  | 03-Apr-2024 | 18,220   | NIL          | NIL         | Y              | 30,000        | Range "dropped"
JC000875 | MH 12 QR 9981 | i20       | 04-Apr-2024 | 64,310   | 899.75       | 2,150.90    | N              | 74,310        | General service
JC000879 | KA 01 MJ 5120 | Innova    | 06-Apr-2024 | 2,87,004 | 15,210.25    | 1,04,780.60 | N              | 2,97,004      | Clutch slip
JC000880 | MH 12 TT 3040 | Activa    | 06-Apr-2024 | 9,905    | 250.10       | 310.45      | N              | 12,905        | Oil change
JC000884 | MH 12 AB 0456 | Swift VXi | 10-Apr-2024 | 1,23,790 | NIL          | 85.30       | N              | 1,33,456      | AC again!!
JC000890 | GJ 05 CD 0012 | Baleno    | 12-Apr-2024 | 41,118   | 1,100.85     | 4,420.15    | Y              | 51,118        | Pickup poor; hilly roads
JC000893 | MH 14 FF 6666 | Thar      | 15-Apr-2024 | 1,02,600 | 3,305.40     | 27,999.95   | N              | 1,12,600      | 4x4 lamp on`,
      /^NIL$/,
    ),
    { below: [',,,Total,,"22,216.85","1,52,052.60",,,'] },
    { encode: (content) => utf8(content, true) },
  ),
  csv(
    'energy markets: day-ahead prices of intervals',
    table(
      `
MTU (CET/CEST)                      | Day-ahead Price [EUR/MWh] | Currency | Bidding zone
period                              | dec.                      | text     | text
24.02.2024 00:00 - 24.02.2024 01:00 | 51.27                     | EUR      | DE-LU
24.02.2024 01:00 - 24.02.2024 02:00 | 44.83                     | EUR      | DE-LU
24.02.2024 02:00 - 24.02.2024 03:00 | 0.05                      | EUR      | DE-LU
24.02.2024 03:00 - 24.02.2024 04:00 | -12.34                    | EUR      | DE-LU
24.02.2024 04:00 - 24.02.2024 05:00 | -0.01                     | EUR      | DE-LU
24.02.2024 05:00 - 24.02.2024 06:00 | 38.49                     | EUR      | DE-LU
24.02.2024 06:00 - 24.02.2024 07:00 | 112.91                    | EUR      | DE-LU
24.02.2024 07:00 - 24.02.2024 08:00 | n/e                       | EUR      | DE-LU
24.02.2024 08:00 - 24.02.2024 09:00 | n/e                       | EUR      | DE-LU`,
      /^n\/e$/,
    ),
    { quotes: 'all' },
  ),
  csv(
    'energy markets: marginal prices of OMIE without names',
    table(`
     | | | | |
year | code | rank | rank | dec. | dec.
2024 | 01 | 31 | 1  | 63.33 | 63.33
2024 | 01 | 31 | 2  | 50.09 | 50.09
2024 | 01 | 31 | 3  | 48.1  | 48.1
2024 | 01 | 31 | 4  | 43.54 | 45.01
2024 | 01 | 31 | 5  | 4.99  | 6.02
2024 | 01 | 31 | 6  | 0.01  | 0.01
2024 | 01 | 31 | 7  | -1.5  | -1.5
2024 | 01 | 31 | 8  | 88.27 | 88.27
2024 | 01 | 31 | 9  | 101.73 | 99.98
2024 | 01 | 31 | 10 | 75.65 | 75.65`),
    { ...windows, header: [], above: ['MARGINALPDBC;'], line: (fields) => [...fields, ''], below: ['*'] },
    { spare: /^(column|col|field)?[_ ]*\d*$/i, ending: 'txt' },
  ),
]
