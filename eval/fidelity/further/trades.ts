import { type Case, csv } from '../case.ts'
import { table } from '../latest/table.ts'
import { utf8, windows1252 } from '../write.ts'

/** Exports of shops, workshops, banks and carriers. */
export const TRADES: Case[] = [
  csv(
    'pharmacies',
    'a German delivery note with the month in which packs expire',
    table(`
Pos | PZN      | Artikel                  | Menge | Verfall | Charge  | EK netto  | Kühlware
no  | code     | text                     | int   | @m/y    | code    | dec,      | yes ja
1   | 00245612 | Ibuprofen 400 mg 50 St.  | 12    | 03/2026 | K4471A  | 4,95 €    | nein
2   | 09731254 | Insulin (rapid) 5x3      | 3     | 11/2024 | 0081275 | 62,10 €   | ja
3   | 03041347 | Salbe; 50 g              | 20    | 08/2025 | K4471B  | 3,05 €    | nein
4   | 11548302 | Impfstoff Grippe         | 10    | 06/2024 | AX-0007 | 14,88 €   | ja
5   | 00999831 | Verband, steril          | 100   | 12/2028 | 7700120 | 0,39 €    | nein
6   | 02483617 | Nasenspray 10 ml         | 36    | 01/2026 | N0012   | 1,75 €    | nein`),
    {
      delimiter: ';',
      newline: '\r\n',
      quotes: 'none',
      above: ['Löwen-Apotheke;Lieferschein 2024-00417;;;;;;', 'Datum: 12.03.2024;;;;;;;'],
      below: ['Summe;;;181;;;;'],
    },
    { encode: windows1252 },
  ),
  csv(
    'banks',
    'a Polish statement whose names begin with a hash',
    table(`
Data operacji ~ #Data operacji | Opis operacji ~ #Opis operacji | Rachunek ~ #Rachunek | Kategoria ~ #Kategoria | Kwota ~ #Kwota | Saldo ~ #Saldo
@y-m-d                         | text                           | text                 | text                   | dec,           | dec,
2024-03-01                     | ZAKUP PRZY UŻYCIU KARTY        | eKonto 1111          | Żywność                | -45,90 PLN     | 3 204,11 PLN
2024-03-01                     | PRZELEW PRZYCHODZĄCY; PENSJA   | eKonto 1111          | Wpływy                 | 8 450,00 PLN   | 11 654,11 PLN
2024-03-04                     | BLIK "KINO"                    | eKonto 1111          | Rozrywka               | -64,00 PLN     | 11 590,11 PLN
2024-03-05                     | CZYNSZ                         | eKonto 1111          | Dom                    | -1 250,75 PLN  | 10 339,36 PLN
2024-03-07                     | ZAKUP PRZY UŻYCIU KARTY        | eKonto 2222          | Żywność                | -12,49 PLN     | 512,00 PLN
2024-03-08                     | ZWROT                          | eKonto 2222          | Bez kategorii          | 12,49 PLN      | 524,49 PLN`),
    {
      delimiter: ';',
      above: [
        '#Klient;',
        'Anna Nowak;',
        '',
        '#Za okres:;01.03.2024;31.03.2024;',
        '',
        '#Lista rachunków;',
        'eKonto 1111;',
        'eKonto 2222;',
        '',
      ],
      header: [['#Data operacji', '#Opis operacji', '#Rachunek', '#Kategoria', '#Kwota', '#Saldo']],
      line: (fields) => [...fields, ''],
    },
  ),
  csv(
    'banks',
    'an Italian account with debits beside credits and its balance below',
    table(`
Data       | Valuta     | Dare      | Avere    | Descrizione
@d/m/y     | @d/m/y     | dec,      | dec,     | text
02/01/2024 | 02/01/2024 | -350,00   |          | Prelievo sportello ATM
05/01/2024 | 03/01/2024 |           | 1.842,37 | Emolumenti; dicembre
09/01/2024 | 09/01/2024 | -1.120,40 |          | Bonifico a "Rossi & C."
15/01/2024 | 15/01/2024 | -2,00     |          | Imposta di bollo
22/01/2024 | 23/01/2024 |           | 75,10    | Rimborso
31/01/2024 | 31/01/2024 | -18,55    |          | Canone mensile`),
    {
      delimiter: ';',
      quotes: 'needed',
      above: [
        'Conto corrente 1000/00012345',
        'Intestatario: BIANCHI MARIO',
        'Saldo iniziale al 01/01/2024;;;2.104,99;',
        '',
      ],
      below: ['', 'Saldo finale al 31/01/2024;;;2.531,51;'],
    },
  ),
  csv(
    'tills',
    'Japanese receipts with a sum of each day',
    table(`
日付       | 時刻  | 伝票番号 | 商品名         | 数量 | 単価  | 金額   | 支払
@y/m/d     | @h:i  | code     | text           | int  | int   | int    | text
2024/03/01 | 10:15 | 000121   | ドリップ珈琲   | 2    | ¥420  | ¥840   | 現金
2024/03/01 | 10:32 | 000122   | チーズケーキ   | 1    | ¥550  | ¥550   | カード
2024/03/01 | 18:04 | 000123   | 贈答セット     | 3    | ¥3,300 | ¥9,900 | カード
2024/03/02 | 09:58 | 000124   | ドリップ珈琲   | 1    | ¥420  | ¥420   | 現金
2024/03/02 | 13:20 | 000125   | 紅茶           | 4    | ¥480  | ¥1,920 | 電子マネー
2024/03/02 | 19:45 | 000126   | サンド, 卵     | 2    | ¥380  | ¥760   | 現金`),
    {
      quotes: 'needed',
      above: ['店舗名,駅前店', '期間,2024/03/01,2024/03/02', ''],
      within: { 3: ['小計,,,,6,,"¥11,290",'] },
      below: ['小計,,,,7,,"¥3,100",', '合計,,,,13,,"¥14,390",'],
    },
  ),
  csv(
    'gyms',
    'Dutch members with letters for yes and no',
    table(`
Lidnr | Naam                | Geboortedatum | Ingeschreven | Abonnement | Bedrag  | Incasso | Opgezegd per
code  | text                | @d-m-y        | @d-m-y       | text       | dec,    | yes J   | @d-m-y
00101 | Vries, de, Anneke   | 04-07-1988    | 01-09-2021   | Onbeperkt  | € 39,95 | J       |
00102 | Yılmaz, Emre        | 21-11-1999    | 15-01-2023   | Daluren    | € 24,50 | N       | 01-04-2024
00107 | "Jan ""Beer"" Smit" | 30-01-1975    | 01-02-2019   | Onbeperkt  | € 39,95 | J       |
00110 | El Idrissi, Samira  | 12-12-2003    | 11-03-2024   | Student    | € 19,00 | J       |
00111 | Bakker, Hendrik     | 28-02-1961    | 01-10-2020   | Daluren    | € 24,50 | N       |
00115 | Jansen, Lotte       | 17-05-1994    | 01-06-2022   | Onbeperkt  | € 39,95 | J       | 01-03-2024`),
    { delimiter: ';', quotes: 'none', above: ['sep=;'] },
  ),
  csv(
    'auctions',
    'British lots of which some were not sold',
    table(
      `
Lot | Description                      | Estimate    | Hammer Price | Buyer's Premium | Paddle | Provenance
no  | text                             | text        | int          | dec.            | code   | text
1   | A pair of brass candlesticks     | £40 - £60   | £55          | £13.75          | 112    |
2   | "Longcase clock, ""Harrison"""   | £800-£1,200 | £1,450       | £362.50         | 087    | Private collection, Leeds
2A  | Small quantity of spoons         | £20 - £30   | Unsold       |                 |        |
3   | Oil on canvas, unsigned          | £300 - £500 | £280         | £70.00          | 112    | By descent
4   | Victorian dresser                | £150 - £200 | Unsold       |                 |        |
5   | Edwardian brooch, seed pearls    | £250 - £350 | £410         | £102.50         | 215    |
6   | Box of mixed ephemera            | £10 - £20   | £5           | £1.25           | 009    |
7   | Georgian silver teapot           | £600 - £800 | £720         | £180.00         | 087    | Christie's 1971`.replace(
        '\nno  |',
        '\ncode|',
      ),
      /^Unsold$/,
    ),
    { quotes: 'none', delimiter: '\t', above: ['Sale 2417: Fine & General', ''] },
  ),
  csv(
    'estate agents',
    'Brazilian flats with units in cells',
    table(`
Código | Bairro        | Área      | Quartos | Vagas | Valor           | Condomínio  | Mobiliado | Anunciado em
code   | text          | dec,      | int     | int   | dec,            | dec,        | yes sim   | @d/m/y h:i
AP0012 | Vila Madalena | 85,5 m²   | 3       | 1     | R$ 1.250.000,00 | R$ 1.180,50 | não       | 04/03/2024 09:12
AP0019 | Centro        | 32 m²     | 1       | 0     | R$ 285.000,00   | R$ 410,00   | sim       | 04/03/2024 18:40
CO0003 | Jardim Europa | 310,25 m² | 4       | 4     | R$ 6.900.000,00 | R$ 4.950,75 | não       | 11/03/2024 08:05
AP0044 | Água Branca   | 61 m²     | 2       | 1     | R$ 690.500,00   | R$ 702,30   | não       | 15/03/2024 14:22
KI0001 | Sé            | 24,75 m²  | 1       | 0     | R$ 199.900,00   |             | sim       | 20/03/2024 11:59
AP0051 | Lapa          | 70 m²     | 2       | 2     | R$ 815.000,00   | R$ 655,00   | sim       | 22/03/2024 16:30`),
    { delimiter: ';' },
  ),
  csv(
    'couriers',
    'Chinese parcels with weights and a mark that keeps digits',
    table(`
运单号         | 收件人 | 目的地       | 重量    | 体积重 | 运费   | 签收时间            | 异常
code           | text   | text         | dec.    | dec.   | dec.   | @y-m-d h:i:s        | yes 是
SF1203345567781 | 王小明 | 浙江省杭州市 | 2.5kg   | 3.1kg  | 23.00元 | 2024-03-02 11:20:05 | 否
SF1203345567799 | 李雷   | 广东省深圳市 | 0.8kg   | 0.5kg  | 13.00元 | 2024-03-02 15:48:51 | 否
SF1203345567804 | 韩梅梅 | 四川省, 成都 | 12.05kg | 9.9kg  | 88.50元 |                     | 是
SF1203345567812 | 赵云   | 北京市朝阳区 | 1.2kg   | 1.0kg  | 18.00元 | 2024-03-03 09:02:33 | 否
SF1203345567820 | 孙悦   | 上海市浦东   | 5.75kg  | 6.0kg  | 41.50元 | 2024-03-03 20:15:10 | 否`),
    {},
    { encode: (content) => utf8(content, true) },
  ),
  csv(
    'accountants',
    'bookings behind a line that says of which program they are',
    table(`
Umsatz (ohne Soll/Haben-Kz) | Soll/Haben-Kennzeichen | WKZ Umsatz | Konto | Gegenkonto | BU-Schlüssel | Belegdatum | Belegfeld 1 | Buchungstext
dec,                        | text                   | text       | code  | code       | code         | code       | code        | text
119,00                      | S                      | EUR        | 10000 | 8400       |              | 0103       | RE-0001     | Müller "Ware"
1190,50                     | S                      | EUR        | 10012 | 8400       |              | 0403       | RE-0002     | Schulze; Teil 1
59,90                       | H                      | EUR        | 70001 | 4930       | 9            | 0503       | 2024-17     | Papier
23,80                       | S                      | EUR        | 4650  | 1000       | 9            | 1203       | B14         | Bewirtung
2500,00                     | H                      | EUR        | 1200  | 1780       |              | 1503       |             | Umsatzsteuer
7,14                        | S                      | EUR        | 4910  | 1000       |              | 2803       | B15         | Porto`),
    {
      delimiter: ';',
      quotes: 'needed',
      newline: '\r\n',
      above: [
        '"EXTF";700;21;"Buchungsstapel";13;20240402101530123;;"RE";"";"";29098;55003;20240101;4;20240301;20240331;"März 2024";"WD";1;0;0;"EUR"',
      ],
    },
    { encode: windows1252 },
  ),
  csv(
    'transit',
    'times beyond midnight at stops',
    table(`
trip_id | arrival_time | departure_time | stop_id | stop_sequence | pickup_type | shape_dist_traveled
code    | span         | span           | code    | rank          | mark        | dec.
N1_0001 | 23:48:00     | 23:48:30       | 100A    | 1             | 0           | 0.0
N1_0001 | 23:59:00     | 24:00:00       | 100B    | 2             | 0           | 4.62
N1_0001 | 24:11:00     | 24:11:00       | 0077    | 3             | 1           | 9.05
N1_0002 | 24:48:00     | 24:48:30       | 100A    | 1             | 0           | 0.0
N1_0002 | 24:59:00     | 25:00:00       | 100B    | 2             | 0           | 4.62
N1_0002 | 25:11:00     | 25:11:00       | 0077    | 3             | 1           | 9.05`),
    {},
    { ending: 'txt' },
  ),
  csv(
    'workshops',
    'Czech repairs in crowns with blanks in days',
    table(`
Zakázka | Přijato     | Vydáno      | Zákazník          | SPZ      | Práce (h) | Materiál    | Cena celkem  | Záruka
code    | @d.m.y      | @d.m.y      | text              | code     | dec,      | dec,        | dec,         | yes ano
24/0113 | 1. 3. 2024  | 4. 3. 2024  | Novák Petr        | 1AB 2345 | 2,5       | 1 250,50 Kč | 3 000,50 Kč  | ne
24/0114 | 4. 3. 2024  | 4. 3. 2024  | Dvořáková, Ž.     | 3SA 0001 | 0,5       | 0,00 Kč     | 350,00 Kč    | ano
24/0117 | 5. 3. 2024  | 12. 3. 2024 | AUTO-SERVIS s.r.o. | 5T7 9911 | 14,25     | 22 480,00 Kč | 32 455,00 Kč | ne
24/0120 | 6. 3. 2024  |             | Říha Jan          | 2B2 4040 | 1,0       | 399,90 Kč   | 1 099,90 Kč  | ne
24/0121 | 11. 3. 2024 | 13. 3. 2024 | "U Lva" hostinec  | 1AC 8080 | 3,75      | 5 100,00 Kč | 7 725,00 Kč  | ano`),
    { delimiter: '\t', quotes: 'none', below: ['Celkem\t\t\t\t\t22,00\t29 230,40 Kč\t44 630,40 Kč\t'] },
    { ending: 'tsv' },
  ),
  csv(
    'orchards',
    'a Greek packing house with days in one figure and no value in words',
    table(
      `
Παρτίδα | Ημερομηνία | Παραγωγός          | Ποικιλία | Κιβώτια | Βάρος (kg) | Brix | Τιμή €/kg
code    | @d/m/y     | text               | text     | int     | dec,       | dec, | dec,
Λ-001   | 1/3/2024   | Παπαδόπουλος Γ.    | Navel    | 120     | 2.412,5    | 11,2 | 0,42
Λ-002   | 1/3/2024   | Αγρ. Συν. Σκάλας   | Valencia | 64      | 1.280,0    | δ/υ  | 0,38
Λ-003   | 4/3/2024   | Νικολάου, Μαρία    | Navel    | 210     | 4.305,75   | 12,0 | 0,42
Λ-004   | 15/3/2024  | Παπαδόπουλος Γ.    | Merlin   | 18      | 355,25     | δ/υ  | 0,55
Λ-005   | 18/3/2024  | Κτήμα "Ο Ήλιος"    | Navel    | 99      | 1.990,5    | 11,8 | 0,40`,
      /^δ\/υ$/,
    ),
    { delimiter: ';', quotes: 'none' },
  ),
]
