import { type Case, made } from '../case.ts'
import { table } from '../latest/table.ts'
import type { Column, Truth } from '../truth.ts'
import { latin1, type TextLayout, text, utf8, windows1252 } from '../write.ts'

const paper = (name: string, tables: (Column[] | Truth)[], content: string, encode = utf8, ending = 'csv'): Case =>
  made(`what people keep: ${name}`, ending, tables, () => encode(content))
const written = (columns: Column[], layout?: TextLayout) => text(columns, layout)
const rowsOf = (columns: Column[]) => columns[0]!.written.map((_, row) => columns.map(({ written }) => written[row]!))
const group = 'group ~ section ~ heading ~ category ~ block ~ part'

const polish = table(`
  Data operacji ~ #Data operacji | Opis operacji ~ #Opis operacji | Rachunek ~ #Rachunek | Kategoria ~ #Kategoria | Kwota ~ #Kwota
  @y-m-d | text | text | text | dec,
  2024-01-31 | ZAKUP PRZY UŻYCIU KARTY | Konto 1234 | Żywność | -45,20 PLN
  2024-01-30 | PRZELEW PRZYCHODZĄCY | Konto 1234 | Wpływy | 6 250,00 PLN
  2024-01-29 | BLIK INTERNET | Konto 1234 | Zakupy | -1 129,99 PLN
  2024-01-27 | OPŁATA ZA KARTĘ | Konto 1234 | Opłaty | -7,00 PLN
  2024-01-25 | ZAKUP PRZY UŻYCIU KARTY | Konto 1234 | Paliwo | -210,40 PLN
  2024-01-22 | PRZELEW WŁASNY | Konto 5678 | Oszczędności | -500,00 PLN`)

const turkish = table(`
  Tarih | Açıklama | Fiş No | Tutar | Bakiye
  @d.m.y | text | no | dec, | dec,
  02.01.2024 | Maaş ödemesi | 104411 | 32.450,00 TL | 35.120,40 TL
  05.01.2024 | Kira | 104587 | -12.500,00 TL | 22.620,40 TL
  08.01.2024 | Market | 104702 | -1.284,65 TL | 21.335,75 TL
  12.01.2024 | Elektrik faturası | 104990 | -612,30 TL | 20.723,45 TL
  15.01.2024 | Para iadesi | 105120 | 249,90 TL | 20.973,35 TL
  19.01.2024 | Nakit çekim | 105344 | -3.000,00 TL | 17.973,35 TL`)

const departments = table(`
  Dept | Department | Items | Net
  no | text | int | dec.
  1 | Bakery | 214 | 642.10
  2 | Deli | 98 | 1,120.45
  3 | Produce | 341 | 988.02
  4 | Household | 57 | 403.60`)
const tenders = table(`
  Tender | Count | Amount
  text | int | dec.
  Cash | 122 | 811.17
  Card | 301 | 2,205.00
  Voucher | 8 | 138.00`)
const hours = table(`
  Hour | Customers | Net
  text | int | dec.
  08-09 | 41 | 210.40
  09-10 | 88 | 702.15
  10-11 | 102 | 930.00
  11-12 | 97 | 812.62
  12-13 | 103 | 499.00`).map((one, at) =>
  at === 0 ? { ...one, roles: ['time', 'dimension', 'text', 'code'] as Column['roles'] } : one,
)

const voyage = table(`
  Date | Time | Position | Wind | Course | Log nm | Remarks
  @d/m/y | @h:i | text | text | int | dec. | text
  13/06/2023 | 06:00 | 54°10'N 010°52'E | SW 4 | 35 | 0.0 | Left harbour, fog lifting
  13/06/2023 | 09:00 | 54°24'N 011°10'E | SW 5 | 40 | 18.4 | Reefed main
  13/06/2023 | 12:00 | 54°37'N 011°31'E | W 5 | 40 | 36.1 |
  13/06/2023 | 18:00 | 54°55'N 012°20'E | W 3 | 62 | 71.0 | Dolphins
  14/06/2023 | 00:00 | 55°07'N 013°01'E | NW 2 | 70 | 98.6 | Engine on
  14/06/2023 | 06:00 | 55°18'N 013°44'E | N 2 | 75 | 124.9 |
  15/06/2023 | 07:30 | 55°25'N 014°10'E | E 3 | 110 | 143.3 | Anchored for the night
  15/06/2023 | 13:00 | 55°26'N 014°20'E | E 4 | 112 | 156.7 | In port`)

const positions = table(`
  Pos. | Artikel | Menge | Einheit | Einzelpreis | Gesamt
  no | text | dec, | text | dec, | dec,
  1 | Montage der Regale im Lager einschließlich Anfahrt und Material | 6,5 | Std. | 48,00 € | 312,00 €
  2 | Regalboden, verzinkt 1200 x 400 mm | 24,0 | Stk. | 17,50 € | 420,00 €
  3 | Schwerlastanker | 48,0 | Stk. | 2,15 € | 103,20 €
  4 | Prüfung nach DIN mit Protokoll | 1,0 | psch. | 95,00 € | 95,00 €`)
const broken: Record<number, string[]> = {
  0: ['Montage der Regale im Lager', 'einschließlich Anfahrt', 'und Material'],
  1: ['Regalboden, verzinkt', '1200 x 400 mm'],
  3: ['Prüfung nach DIN', 'mit Protokoll'],
}

const prices = table(`
  ${group} | Code | Item | Pack | Price
  text | code | text | text | dec.
  Hand tools | HT-01 | Claw hammer | 1 | £14.50
  Hand tools | HT-02 | Mallet | 1 | £9.95
  Hand tools | HT-07 | Chisel set | 6 | £31.00
  Fixings | FX-11 | Wood screw 4x40 | 200 | £6.20
  Fixings | FX-12 | Wood screw 5x60 | 200 | £8.75
  Fixings | FX-30 | Wall plug | 100 | £3.10
  Paint | PT-03 | Primer 2.5 l | 1 | £22.40
  Paint | PT-04 | Gloss white 1 l | 1 | £18.99`).map((one) =>
  one.names[0] === 'Pack'
    ? {
        ...one,
        types: ['integer', 'text'] as Column['types'],
        roles: ['measure', 'dimension', 'text', 'code'] as Column['roles'],
      }
    : one,
)

const heats = table(
  `
  ${group} | Lane | Athlete | Club | Mark
  text | rank | text | text | dec.
  Heat 1 | 3 | OKORO Blessing | Harriers | 11.62
  Heat 1 | 4 | LINDT Marie | TV 1860 | 11.70
  Heat 1 | 5 | PARK Ji-ho | Seoul AC | 11.94
  Heat 1 | 6 | SOUZA Ana | Olaria | DNF
  Heat 2 | 2 | BAUER Lena | LG Ost | 11.55
  Heat 2 | 3 | NAKANO Yui | Osaka TC | 11.81
  Heat 2 | 5 | DIOP Awa | Dakar UC | DQ
  Heat 3 | 4 | REYES Carla | Sur AC | 11.47
  Heat 3 | 6 | NOVAK Eva | Sparta | 11.77
  Heat 3 | 7 | ADLER Pia | USC | 11.80`,
  /^(DNF|DQ)$/,
)

const league = table(`
  # | Club | P | W | D | L | Goals | Pts | Form
  rank | text | int | int | int | int | text | int | text
  1 | Rovers | 10 | 8 | 1 | 1 | 24:9 | 25 | WWDWW
  2 | Athletic | 10 | 7 | 2 | 1 | 21:8 | 23 | WDWWL
  3 | United | 10 | 6 | 1 | 3 | 19:14 | 19 | LWWWD
  4 | Albion | 10 | 4 | 2 | 4 | 12:13 | 14 | LLWDW
  5 | County | 10 | 3 | 1 | 6 | 11:17 | 10 | LWLLD
  6 | Wanderers | 10 | 2 | 2 | 6 | 9:18 | 8 | DLLWL
  7 | Town | 10 | 1 | 1 | 8 | 7:24 | 4 | LLLDL`)

const budget = table(`
  Konto | Bezeichnung | Ansatz 2024 | Ansatz 2025
  code | text | int | int
  4001 | Grundsteuer | 820.000 | 840.000
  4002 | Gewerbesteuer | 1.450.000 | 1.390.000
  4003 | Hundesteuer | 31.000 | 31.500
  4101 | Zuweisungen Land | 600.000 | 655.000
  4102 | Zuweisungen Bund | 120.000 | 90.000
  4201 | Benutzungsgebühren | 275.500 | 281.000
  4202 | Verwaltungsgebühren | 64.500 | 66.000`)

const cash = table(`
  Date | Voucher | Text | In | Out
  @d/m/y | code | text | dec. | dec.
  02/01/2024 | K1 | Opening float | 200.00 |
  08/01/2024 | K2 | Stamps | | 34.50
  19/01/2024 | K3 | Raffle | 410.25 |
  30/01/2024 | K4 | Hall hire | | 120.00
  05/02/2024 | K5 | Donations | 95.00 |
  14/02/2024 | K6 | Coffee | | 22.80
  27/02/2024 | K7 | Printing | | 61.15
  06/03/2024 | K8 | Jumble sale | 530.40 |
  21/03/2024 | K9 | Insurance | | 288.00`)

const sold = table(`
  Artist | Work | Sold
  text | text | int
  Ferro | Harbour | 450
  Ferro | Nets | 380
  Okafor | Untitled 3 | 1200
  Lunde | Ice | 725
  Lunde | Thaw | 690`)
const guests = table(`
  Guest | Seats
  text | int
  Mayor's office | 4
  Press | 6
  Friends of the museum | 22
  Sponsors | 9
  Lenders | 5
  Staff | 14
  Volunteers | 17`)

const plants = table(`
  Bed | Plant | Sown | Plants
  code | text | @y-m-d | int
  A1 | Leek | 2024-03-02 | 60
  A2 | Carrot | 2024-03-16 | 200
  B1 | Kale | 2024-04-06 | 24
  B2 | Beetroot | 2024-04-13 | 80
  C1 | Squash | 2024-05-11 | 9`)
const rain = table(`
  Week | Rain mm | Watered
  rank | dec. | yes yes
  14 | 12.5 | no
  15 | 3.0 | yes
  16 | 0.0 | yes
  17 | 27.4 | no
  18 | 8.1 | no`)

const shifts = table(`
  Name | Mon 4 | Tue 5 | Wed 6 | Thu 7 | Fri 8 | Sat 9 | Sun 10
  text | text | text | text | text | text | text | text
  Agnes | E | E | L | N | | | X
  Boris | L | L | | E | E | X | X
  Chidi | N | N | N | | L | L | E
  Dana | | E | E | L | X | X | L
  Emre | X | X | L | L | E | E | N`)

const trains = table(
  `
  Station | 4301 ~ Mo-Fr 4301 | 4303 ~ Mo-Fr 4303 | RE 11 ~ täglich RE 11 | 4305 ~ Sa 4305
  text | @h:i | @h:i | @h:i | @h:i
  Altenau | 05:14 | 06:14 | 06:40 | 07:14
  Bergheim | 05:21 | 06:21 | — | 07:21
  Castrop | 05:29 | 06:29 | — | 07:29
  Dorfmark | 05:36 | 06:36 | 06:55 | 07:36
  Elze | 05:44 | — | 07:01 | 07:44
  Forst | 05:58 | — | 07:12 | 07:58`,
  /^—$/,
)

const phone = table(`
  Date | Heure | N° appelé ~ Numéro appelé | Durée | Volume (Mo) | Montant HT
  @d/m/y | @h:i:s | code | span | dec, | dec,
  01/02/2024 | 08:12:44 | 06 12 34 56 78 | 00:03:12 | | 0,4500 €
  01/02/2024 | 19:40:02 | 01 44 55 66 77 | 00:21:05 | | 0,0000 €
  03/02/2024 | 12:01:30 | 3900 | 00:00:48 | | 0,1200 €
  07/02/2024 | 09:15:00 | Internet mobile | | 1 204,5 | 2,3100 €
  11/02/2024 | 22:58:59 | 07 98 76 54 32 | 01:02:40 | | 0,0000 €
  18/02/2024 | 07:30:10 | Internet mobile | | 88,2 | 0,1700 €`).map((one, at) =>
  at === 2 ? { ...one, types: ['text'] as Column['types'] } : one,
)

const turnover = table(`
  Счет | Контрагент | Сальдо на начало Дебет | Сальдо на начало Кредит | Обороты Дебет | Обороты Кредит
  code | text | dec, | dec, | dec, | dec,
  60.01 | ООО «Ромашка» | | 12 500,00 | 12 500,00 | 8 340,50
  60.01 | ИП Петров | | 3 200,00 | | 1 150,00
  60.02 | ООО «Вектор» | 40 000,00 | | | 40 000,00
  62.01 | ЗАО «Север» | 118 240,75 | | 65 300,00 | 90 000,00
  62.01 | ООО «Луч» | 9 999,99 | | 14 000,00 | 9 999,99
  62.02 | ООО «Ромашка» | | 5 000,00 | 5 000,00 |`).map((one, at) =>
  at === 0 ? { ...one, types: ['text'] as Column['types'] } : one,
)

const brazil = table(`
  Data | Histórico | Documento | Valor | Saldo
  @d/m/y | text | code | dec, | dec,
  02/05/2024 | DEPOSITO | 020915 | 1.000,00 C | 1.204,77 C
  03/05/2024 | PIX RECEBIDO | 031122 | 850,00 C | 2.054,77 C
  06/05/2024 | TARIFA PACOTE | 060001 | 32,90 D | 2.021,87 C
  08/05/2024 | BOLETO PAGO | 084410 | 2.310,00 D | 288,13 D
  10/05/2024 | SALARIO | 100007 | 4.500,00 C | 4.211,87 C
  13/05/2024 | COMPRA CARTAO | 130551 | 76,40 D | 4.135,47 C`).map((one, at) =>
  at > 2
    ? {
        ...one,
        values: one.values.map((value, row) =>
          typeof value === 'number' && one.written[row]!.endsWith('D') ? -value : value,
        ),
      }
    : one,
)

const hungarian = table(`
  Sorszám | Dátum | Megnevezés | Mennyiség | Egységár | Összeg
  no | @y m d | text | dec, | dec, | dec,
  1. | 2024. 03. 05. | Fűtőolaj | 12,5 | 1 420,00 | 17 750,00
  2. | 2024. 03. 06. | Csavar | 300,0 | 8,50 | 2 550,00
  3. | 2024. 03. 11. | Festék | 4,5 | 6 300,40 | 28 351,80
  4. | 2024. 03. 14. | Kesztyű | 20,0 | 780,00 | 15 600,00
  5. | 2024. 03. 20. | Ragasztó | 6,0 | 1 199,90 | 7 199,40
  6. | 2024. 04. 02. | Fűrészlap | 3,0 | 4 050,00 | 12 150,00`)

const tickets = table(`
  No | Who | Complaint | Closed
  no | text | text | @y-m-d
  17 | Hall | The lift stops between floors two and three every morning | 2024-02-01
  18 | Ngo | Light out | 2024-02-01
  19 | Perez | Water under the sink, the tap itself seems to be dry | 2024-02-03
  20 | Stone | Key does not turn | 2024-02-05
  21 | Amadi | Heating on in June although the valve is closed | 2024-02-08`)
const wrapped: Record<number, string[]> = {
  0: ['The lift stops between', 'floors two and three', 'every morning'],
  2: ['Water under the sink,', 'the tap itself seems to', 'be dry'],
  4: ['Heating on in June', 'although the valve is', 'closed'],
}

const regional = table(`
  Region | Town | Shops | Turnover
  text | text | int | int
  North | Ayr | 4 | 1,210
  North | Elgin | 2 | 640
  North | Wick | 1 | 95
  Middle | Derby | 9 | 4,300
  Middle | Stoke | 5 | 2,015
  South | Bath | 6 | 3,120
  South | Hove | 3 | 1,890
  South | Rye | 1 | 210`)

const japan = table(`
  科目 | 前年度 | 本年度 | 増減
  text | int | int | int
  会費収入 | 1,200,000 | 1,150,000 | △50,000
  寄付金 | 340,000 | 410,500 | 70,500
  補助金 | 800,000 | 800,000 | 0
  雑収入 | 12,300 | 9,870 | △2,430
  利息 | 120 | 95 | △25`)

const answers = table(`
  Respondent ID | Start Date | Which of these do you eat? Apples ~ Apples | Which of these do you eat? Pears ~ Pears | Which of these do you eat? Other (please specify) ~ Other (please specify) | How often? Response ~ How often?
  no | @m/d/y h:i | text | text | text | text
  11400021 | 03/04/2024 14:02 | Apples | Pears | | Daily
  11400022 | 03/04/2024 15:40 | Apples | | | Weekly
  11400023 | 03/05/2024 08:11 | | Pears | Quinces, in autumn | Rarely
  11400024 | 03/05/2024 09:30 | | | Plums | Daily
  11400025 | 03/16/2024 18:27 | Apples | Pears | | Weekly
  11400026 | 03/17/2024 07:55 | | Pears | | Daily`).map((one, at) =>
  at > 1 ? { ...one, roles: ['dimension', 'text', 'flag'] as Column['roles'] } : one,
)

const panel = table(
  `
  ResponseId | Q1 | Q2_1 | Q2_2 | Q3
  code | int | int | int | text
  R_1a2B3c | 24 | 5 | 4 | Good service
  R_9zYx8w | 31 | 3 | -99 | 
  R_4dEf5g | 45 | 4 | 2 | Slow, but friendly
  R_7hIj8k | -99 | 1 | 1 | No comment
  R_2lMn3o | 52 | 5 | 5 | Would come again
  R_6pQr7s | 38 | -99 | 3 | 
  R_3tUv4w | 29 | 2 | 4 | Too loud`,
  /^-99$/,
).map((one, at) => (at > 1 && at < 4 ? { ...one, roles: ['measure', 'dimension', 'code'] as Column['roles'] } : one))

/** Papers that banks, shops, clubs, offices and people keep. */
export const KEPT: Case[] = [
  paper(
    'a bank in Polish',
    [polish],
    written(polish, {
      delimiter: ';',
      newline: '\r\n',
      header: [polish.map(({ names }) => `#${names[0]}`)],
      above: [
        'Bank Przykładowy S.A.;',
        'Elektroniczne zestawienie operacji;',
        '',
        '#Klient;',
        'JAN KOWALSKI;',
        '',
        '#Za okres:;',
        '01.01.2024;31.01.2024;',
        '',
        '#Waluta;#Wpływy;#Wydatki;',
        'PLN;6 250,00;-1 892,59;',
        '',
      ],
    }),
  ),
  paper(
    'a bank in Turkish',
    [turkish],
    written(turkish, {
      delimiter: ';',
      above: [
        'Hesap Hareketleri',
        'Müşteri Adı:;AYŞE YILMAZ',
        'IBAN:;TR12 0000 0000 0000 0000 0000 01',
        'Tarih Aralığı:;01.01.2024 - 31.01.2024',
        '',
      ],
      below: ['', 'Bu belge bilgi amaçlıdır.'],
    }),
  ),
  paper(
    'the till at closing time',
    [departments, tenders, hours],
    [
      'MARKET HALL 3,,,',
      'Z REPORT,0412,,',
      'Printed,2024-05-06 20:04,,',
      '',
      '=== SALES BY DEPARTMENT ===',
      written(departments).trimEnd(),
      'TOTAL,,710,"3,154.17"',
      '',
      '=== TENDERS ===',
      written(tenders).trimEnd(),
      'TOTAL,431,"3,154.17"',
      '',
      '=== HOURS ===',
      written(hours).trimEnd(),
      '',
      '*** END OF REPORT ***',
      '',
    ].join('\n'),
  ),
  paper(
    'the log of a boat',
    [voyage],
    (() => {
      let last = ''
      return written(voyage, {
        delimiter: ';',
        above: ['LOGBOOK S/Y Tern;;;;;;', 'Skipper: R. Moe;;;;;;', ''],
        within: { 4: ['carried forward;;;;;71.0;', 'brought forward;;;;;71.0;'] },
        line: ([date, ...fields]) => {
          const shown = date === last ? '' : date!
          last = date!
          return [shown, ...fields]
        },
      })
    })(),
  ),
  paper(
    'an invoice with broken lines',
    [positions],
    [
      'Regalbau Nord GmbH;;;;;',
      'Werftstr. 8, 24143 Kiel;;;;;',
      ';;;;;',
      'Rechnung Nr.;2024-118;;;Datum;05.03.2024',
      'Kunde;Hafenlager AG;;;USt-IdNr.;DE123456789',
      ';;;;;',
      positions.map(({ names }) => names[0]).join(';'),
      ...rowsOf(positions).flatMap(([no, , ...fields], row) => {
        const [first, ...more] = broken[row] ?? [positions[1]!.written[row]!]
        return [[no, first, ...fields].join(';'), ...more.map((part) => `;${part};;;;`)]
      }),
      ';;;;;',
      ';;;;Zwischensumme;930,20 €',
      ';;;;zzgl. 19 % MwSt.;176,74 €',
      ';;;;Rechnungsbetrag;1.106,94 €',
      ';;;;;',
      'Zahlbar innerhalb von 14 Tagen ohne Abzug.;;;;;',
      '',
    ].join('\r\n'),
    windows1252,
  ),
  paper(
    'prices under headings',
    [prices],
    [
      'Price list spring 2024,,,',
      'All prices excl. VAT,,,',
      'Code,Item,Pack,Price',
      ...rowsOf(prices).flatMap((fields, row) => [
        ...(row === 0 || prices[0]!.written[row] !== prices[0]!.written[row - 1] ? [`${fields[0]},,,`] : []),
        fields.slice(1).join(','),
      ]),
      '',
    ].join('\n'),
  ),
  paper(
    'heats of a race',
    [heats],
    [
      '100 m women - round 1',
      'Stadium North - 12 May 2024',
      '',
      ...rowsOf(heats).flatMap((fields, row) => [
        ...(row === 0 || heats[0]!.written[row] !== heats[0]!.written[row - 1]
          ? [...(row === 0 ? [] : ['']), `${fields[0]};;;`, 'Lane;Athlete;Club;Mark']
          : []),
        fields.slice(1).join(';'),
      ]),
      '',
      'DNF did not finish;;;',
      'DQ disqualified (rule 16.8);;;',
      '',
    ].join('\n'),
  ),
  paper(
    'a league with lines between',
    [league],
    written(league, {
      delimiter: '\t',
      header: [['#', 'Club', 'P', 'W', 'D', 'L', 'Goals', 'Pts', 'Form']],
      within: { 2: ['--- promotion ---'], 5: ['--- relegation ---'] },
      below: ['', 'County: 3 points deducted'],
    }),
    utf8,
    'tsv',
  ),
  paper(
    'a budget whose sums have no word',
    [budget],
    written(budget, {
      delimiter: ';',
      above: ['Haushaltsplan der Gemeinde Auental', 'Beträge in Euro', ''],
      within: { 3: [';;2.301.000;2.261.500'], 5: [';;720.000;745.000'] },
      below: [';;340.000;347.000', ';;3.361.000;3.353.500'],
    }),
  ),
  paper(
    'a cash book with sums of months',
    [cash],
    written(cash, {
      within: { 4: [',,,610.25,154.50', ''], 7: [',,,95.00,83.95', ''] },
      below: [',,,530.40,288.00', '', ',,,1235.65,526.45'],
    }),
  ),
  paper(
    'two lists side by side',
    [sold, guests],
    [
      'Sales at the opening,,,,Invitations,',
      ...[
        ['Artist', 'Work', 'Sold', '', 'Guest', 'Seats'],
        ...rowsOf(guests).map((right, row) => [...(rowsOf(sold)[row] ?? ['', '', '']), '', ...right]),
      ].map((fields) => fields.join(',')),
      '',
    ].join('\n'),
  ),
  paper(
    'a list, a note and a list',
    [plants, rain],
    [
      written(plants),
      'Squash moved to C2 in June because of slugs',
      '',
      written(rain),
      'Weeks are counted as in the calendar',
    ].join('\n'),
  ),
  paper(
    'shifts of a week',
    [shifts],
    written(shifts, {
      above: ['Rota week 10,,,,,,,', ''],
      below: ['', 'E = early 6-14', 'L = late 14-22', 'N = night 22-6', 'X = leave'],
    }),
  ),
  paper(
    'trains of a line',
    [trains],
    written(trains, {
      delimiter: ';',
      above: ['Fahrplan Linie 43;;;;', 'gültig ab 10.12.2023;;;;'],
      header: [
        ['', 'Mo-Fr', 'Mo-Fr', 'täglich', 'Sa'],
        ['Station', '4301', '4303', 'RE 11', '4305'],
      ],
    }),
  ),
  paper(
    'a telephone bill in French',
    [phone],
    written(phone, {
      delimiter: ';',
      newline: '\r\n',
      above: ['Relevé détaillé;;;;;', 'Ligne 06 00 00 00 00;;;;;', ''],
      below: ['Total;;;00:27:45;1 292,7;3,0500 €'],
    }),
    (content) => latin1(content.replaceAll('€', 'EUR')),
  ),
  paper(
    'turnover in Russian',
    [turnover],
    written(turnover, {
      delimiter: ';',
      quotes: 'none',
      above: ['Оборотно-сальдовая ведомость за Январь 2024 г.;;;;;', 'Выводимые данные: БУ;;;;;', ';;;;;'],
      header: [
        ['Счет', 'Контрагент', 'Сальдо на начало', '', 'Обороты', ''],
        ['', '', 'Дебет', 'Кредит', 'Дебет', 'Кредит'],
      ],
      below: ['Итого;;168 240,74;20 700,00;96 800,00;149 490,49'],
    }),
  ),
  paper(
    'debit and credit as letters',
    [brazil],
    written(brazil, { delimiter: ';', above: ['Extrato de conta corrente', 'Agência 0001 Conta 12345-6', ''] }),
  ),
  paper(
    'a delivery in Hungarian',
    [hungarian],
    written(hungarian, { delimiter: '\t', below: ['', '\t\tÖsszesen:\t\t\t83 601,20'] }),
  ),
  paper(
    'complaints broken over lines',
    [tickets],
    [
      'No  Who     Complaint                 Closed',
      '--  ------  ------------------------  ----------',
      ...rowsOf(tickets).flatMap(([no, who, what, closed], row) => {
        const [first, ...more] = wrapped[row] ?? [what!]
        return [
          `${no}  ${who!.padEnd(6)}  ${first!.padEnd(24)}  ${closed}`,
          ...more.map((part) => `            ${part}`),
        ]
      }),
      '',
    ].join('\n'),
    utf8,
    'txt',
  ),
  paper(
    'regions told once',
    [regional],
    (() => {
      let last = ''
      return written(regional, {
        line: ([region, ...fields]) => {
          const shown = region === last ? '' : region!
          last = region!
          return [shown, ...fields]
        },
        within: { 3: ['North total,,7,"1,945"'], 5: ['Middle total,,14,"6,315"'] },
        below: ['South total,,10,"5,220"', 'All,,31,"13,480"'],
      })
    })(),
  ),
  paper(
    'a comparison in Japanese',
    [japan],
    written(japan, {
      above: ['収支予算書,,,', '令和6年度,,,（単位：円）'],
      below: ['収入合計,"2,352,420","2,370,465","18,045"'],
    }),
  ),
  paper(
    'answers with options as names',
    [answers],
    written(answers, {
      header: [
        ['Respondent ID', 'Start Date', 'Which of these do you eat?', '', '', 'How often?'],
        ['', '', 'Apples', 'Pears', 'Other (please specify)', 'Response'],
      ],
    }),
  ),
  paper(
    'answers with questions below the names',
    [panel],
    written(panel, {
      header: [
        ['ResponseId', 'Q1', 'Q2_1', 'Q2_2', 'Q3'],
        ['Response ID', 'How old are you?', 'Please rate: - Price', 'Please rate: - Staff', 'Anything else?'],
        [
          '{"ImportId":"_recordId"}',
          '{"ImportId":"QID1_TEXT"}',
          '{"ImportId":"QID2_1"}',
          '{"ImportId":"QID2_2"}',
          '{"ImportId":"QID3_TEXT"}',
        ],
      ],
    }),
  ),
]
