import type { Case } from '../case.ts'
import { encoded } from '../columns.ts'
import { file, GROUP, grouped, join, linesOf } from '../everyday/file.ts'
import { fixed, namesOf, rowsOf, tuned } from '../exported/file.ts'
import { ANY, headed, meant, WHOLE } from '../later/file.ts'
import { table } from '../latest/table.ts'
import { marked, packed, quoted, summed, unnamed } from './file.ts'

const euros = (value: number) => value.toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const dollars = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const savings = tuned(
  table(`
  Auftragskonto | Buchungstag | Valutadatum | Buchungstext | Verwendungszweck | Glaeubiger ID | Beguenstigter/Zahlungspflichtiger | Kontonummer/IBAN | BIC (SWIFT-Code) | Betrag | Waehrung | Info
  code | @d.m.y | @d.m.y | text | text | code | text | code | code | dec, | text | text
  DE12500105170648489890 | 28.03.24 | 28.03.24 | LOHN GEHALT | Lohn/Gehalt 03/24 | | Stadtwerke Möhringen GmbH | DE89370400440532013000 | COBADEFFXXX | 2.871,34 | EUR | Umsatz gebucht
  DE12500105170648489890 | 27.03.24 | 27.03.24 | FOLGELASTSCHRIFT | Strom Abschlag April; Vertrag 00417 | DE98ZZZ00000012345 | Überlandwerk e.G. | DE02120300000000202051 | BYLADEM1001 | -92,00 | EUR | Umsatz gebucht
  DE12500105170648489890 | 25.03.24 | 26.03.24 | KARTENZAHLUNG | 2024-03-23T17:41 Debitk.1 2027-12 | | EDEKA Süß//Möhringen/DE | DE66600501010002034304 | SOLADEST600 | -63,18 | EUR | Umsatz gebucht
  DE12500105170648489890 | 15.03.24 | 15.03.24 | DAUERAUFTRAG | Miete "Whg. 4" | | Hausverwaltung Bär | DE44500105175407324931 | INGDDEFFXXX | -780,50 | EUR | Umsatz gebucht
  DE12500105170648489890 | 11.03.24 | 11.03.24 | GUTSCHR. UEBERWEISUNG | Danke fürs Auslegen | | Jörg Weiß | DE75512108001245126199 | SOGEDEFFXXX | 24,90 | EUR | Umsatz gebucht
  DE12500105170648489890 | 04.03.24 | 05.03.24 | BARGELDAUSZAHLUNG | 04.03/12.07UHR | | GA NR00001234 | DE12500105170648489890 | | -1.200,00 | EUR | Umsatz gebucht
  DE12500105170648489890 | 01.03.24 | 01.03.24 | ENTGELTABSCHLUSS | siehe Anlage | | | | | -4,95 | EUR | Umsatz vorgemerkt`),
  { Verwendungszweck: ANY },
)

const dutch = meant(
  table(`
  Datum | Naam / Omschrijving | Rekening | Tegenrekening | Code | Af Bij | Bedrag (EUR) | Mutatiesoort | Mededelingen
  text | text | code | code | text | text | dec, | text | text
  20240329 | J.P. de Wit e/o M. Smit | NL20INGB0001234567 | NL13TEST0123456789 | GT | Bij | 45,50 | Online bankieren | Naam: J.P. de Wit Omschrijving: tikkie, etentje
  20240328 | Albert Heijn 1411 UTRECHT | NL20INGB0001234567 | | BA | Af | 37,81 | Betaalautomaat | Pasvolgnr: 003 28-03-2024 18:11 Transactie: A4H2J8
  20240327 | Belastingdienst | NL20INGB0001234567 | NL86INGB0002445588 | IC | Af | 1204,00 | Incasso | IncassantID: NL00ZZZ123 "MRB"
  20240325 | WERKGEVER BV | NL20INGB0001234567 | NL69RABO0300065264 | OV | Bij | 2410,07 | Overschrijving | Salaris maart
  20240318 | Hr. Ö. Yılmaz | NL20INGB0001234567 | NL02ABNA0123456789 | GT | Af | 150,00 | Online bankieren | Omschrijving: fiets
  20240311 | Kosten OranjePakket | NL20INGB0001234567 | | DV | Af | 2,45 | Diversen | 1 feb t/m 29 feb 2024
  20240301 | Woningstichting 't Huis | NL20INGB0001234567 | NL91ABNA0417164300 | IC | Af | 688,42 | Incasso | Huur mrt; kenmerk 00091`),
  { Datum: ['date', packed] },
)

const wallet = tuned(
  table(`
  Date | Time | TimeZone | Name | Type | Status | Currency | Gross | Fee | Net | From Email Address | Transaction ID | Balance
  @m/d/y | @h:i:s | text | text | text | text | text | dec. | dec. | dec. | text | code | dec.
  03/01/2024 | 06:14:09 | PST | Rosa Lind | Express Checkout Payment | Completed | USD | 48.00 | -1.70 | 46.30 | rosa@example.com | 9AB12345CD678901E | 1,246.30
  03/01/2024 | 06:20:55 | PST | | General Currency Conversion | Completed | EUR | -20.00 | 0.00 | -20.00 | | 1TR99911AA000212K | -20.00
  03/02/2024 | 22:01:10 | PST | "K" Prints, Inc. | Website Payment | Pending | USD | 1,310.75 | -38.50 | 1,272.25 | k@example.org | 77L00311XY0098123 | 2,518.55
  03/04/2024 | 09:33:48 | PST | Rosa Lind | Payment Refund | Completed | USD | -48.00 | 1.40 | -46.60 | shop@example.com | 5NN44400ZZ1112223 | 2,471.95
  03/07/2024 | 13:00:00 | PST | Hosting Co | PreApproved Payment Bill User Payment | Completed | USD | -12.99 | 0.00 | -12.99 | shop@example.com | 0PQ12300RR4445556 | 2,458.96
  03/11/2024 | 02:47:31 | PDT | Émile Roy | Express Checkout Payment | Completed | USD | 96.20 | -3.10 | 93.10 | emile@example.fr | 2CC78900SS7778889 | 2,552.06
  03/15/2024 | 08:08:08 | PDT | | General Withdrawal | Completed | USD | -2,000.00 | 0.00 | -2,000.00 | | 8VV00011TT1234567 | 552.06`),
  { Name: ANY, 'From Email Address': ANY },
)

const payouts = table(`
  id | Type | Source | Amount | Fee | Net | Currency | Created (UTC) | Available On (UTC) | Description
  code | text | code | dec. | dec. | dec. | text | @y-m-d h:i | @y-m-d h:i | text
  txn_3OpA1b2C | charge | ch_3OpA1b2C | 29.00 | 1.14 | 27.86 | usd | 2024-03-01 00:41 | 2024-03-05 00:00 | Subscription update
  txn_3OpB9x8Y | charge | py_3OpB9x8Y | 290.00 | 8.71 | 281.29 | usd | 2024-03-01 14:09 | 2024-03-05 00:00 | Annual plan
  txn_1OpC7n6M | refund | re_3OpA1b2C | -29.00 | 0.00 | -29.00 | usd | 2024-03-02 08:30 | 2024-03-02 08:30 | REFUND FOR CHARGE (Subscription update)
  txn_1OpD5k4L | stripe_fee | | -2.05 | 0.00 | -2.05 | usd | 2024-03-03 00:00 | 2024-03-03 00:00 | Billing - Usage Fee (2024-03-02)
  txn_3OpE3h2G | charge | ch_3OpE3h2G | 1450.50 | 42.36 | 1408.14 | usd | 2024-03-04 19:22 | 2024-03-08 00:00 |
  txn_1OpF1f0D | adjustment | dp_1OpF1f0D | -1450.50 | 15.00 | -1465.50 | usd | 2024-03-09 11:11 | 2024-03-09 11:11 | Chargeback withdrawal for ch_3OpE3h2G
  txn_1OpG8s7R | payout | po_1OpG8s7R | -220.74 | 0.00 | -220.74 | usd | 2024-03-11 00:02 | 2024-03-12 00:00 | STRIPE PAYOUT`)

const polish = tuned(
  table(`
  #Data operacji | #Opis operacji | #Rachunek | #Kategoria | #Kwota
  @y-m-d | text | text | text | dec,
  2024-03-28 | ŻABKA Z8812 K.1 /ŁÓDŹ DATA TRANSAKCJI: 2024-03-27 | eKonto 1111 ... 2222 | Żywność i chemia domowa | -23,45 PLN
  2024-03-27 | WYNAGRODZENIE ZA MARZEC | eKonto 1111 ... 2222 | Wpływy - regularne | 6 812,07 PLN
  2024-03-20 | PKN ORLEN STACJA 412; PB95 | eKonto 1111 ... 2222 | Paliwo | -287,91 PLN
  2024-03-15 | PRZELEW WŁASNY | mKonto 3333 ... 4444 | Przelew własny | -1 500,00 PLN
  2024-03-15 | PRZELEW WŁASNY | eKonto 1111 ... 2222 | Przelew własny | 1 500,00 PLN
  2024-03-11 | ZWROT: ALLEGRO "LAMPKA" | eKonto 1111 ... 2222 | Zwroty | 49,99 PLN
  2024-03-05 | CZYNSZ SM "ZGODA" | eKonto 1111 ... 2222 | Czynsz i wynajem | -744,30 PLN
  2024-03-01 | OPŁATA ZA KARTĘ | mKonto 3333 ... 4444 | Opłaty i odsetki | -9,00 PLN`),
  { '#Opis operacji': ANY },
)

const swish = table(`
  Radnr | Clnr | Kontonr | Bokfdag | Transdag | Mottagarnr | Mottagarnamn | Avsändarnr | Avsändarnamn | Meddelande | Tid | Belopp
  rank | code | code | @y-m-d | @y-m-d | code | text | code | text | text | @h:i | dec.
  1 | 8327 | 9012345678 | 2024-03-02 | 2024-03-02 | 1231234567 | BAGARSTUGAN HB | +46700000001 | ÅKE ÖSTLUND | Semlor 6 st | 09:41 | 270.00
  2 | 8327 | 9012345678 | 2024-03-02 | 2024-03-02 | 1231234567 | BAGARSTUGAN HB | +46700000002 | SARA AL-AMIN | | 10:02 | 45.50
  3 | 8327 | 9012345678 | 2024-03-04 | 2024-03-03 | 1231234567 | BAGARSTUGAN HB | +46700000003 | LÄSECIRKELN | Tårta, 12 bitar | 23:58 | 640.00
  4 | 8327 | 9012345678 | 2024-03-04 | 2024-03-04 | 1231234567 | BAGARSTUGAN HB | +46700000001 | ÅKE ÖSTLUND | bröd | 07:15 | 38.75
  5 | 8327 | 9012345678 | 2024-03-07 | 2024-03-07 | 1231234567 | BAGARSTUGAN HB | +46700000009 | Föreningen "Vi" | faktura 0117 | 12:30 | 1250.00
  6 | 8327 | 9012345678 | 2024-03-09 | 2024-03-09 | 1231234567 | BAGARSTUGAN HB | +46700000002 | SARA AL-AMIN | återbet. kommer | 11:11 | 12.00`)

const swiss = tuned(
  table(`
  Datum | Bewegungstyp | Avisierungstext | Gutschrift in CHF | Lastschrift in CHF | Label | Kategorie
  @d.m.y | text | text | dec. | dec. | text | text
  28.03.2024 | Buchung | LASTSCHRIFT KRANKENKASSE; POLICE 0081 | | -412.35 | | Gesundheit
  26.03.2024 | Gutschrift | GIRO AUS KONTO SCHREINEREI KÄGI AG MITTEILUNGEN: LOHN | 5120.6 | | Lohn | Einkommen
  22.03.2024 | Buchung | KAUF/DIENSTLEISTUNG VOM 21.03.2024 COOP ZÜRICH | | -87.05 | | Haushalt
  15.03.2024 | Buchung | BARGELDBEZUG POSTOMAT OERLIKON | | -200 | |
  11.03.2024 | Gutschrift | TWINT VON "MÄNI" | 18.5 | | Znüni | Freizeit
  05.03.2024 | Buchung | DAUERAUFTRAG MIETE WG | | -1450 | | Wohnen
  01.03.2024 | Buchung | PREIS FÜR DIE KONTOFÜHRUNG | | -5 | | Gebühren`),
  { Avisierungstext: ANY },
)

const japanese = table(`
   | | | | | |
  @y/m/d | text | text | text | int | int | text
  2024/02/03 | セブン－イレブン | ご本人 | 1回払い | 540 | 540 |
  2024/02/05 | ＡＭＡＺＯＮ．ＣＯ．ＪＰ | ご本人 | 1回払い | 12980 | 12980 |
  2024/02/09 | 東京ガス料金（２月分） | ご本人 | 1回払い | 7812 | 7812 |
  2024/02/11 | ＥＴＣ 首都高速道路 | 家族 | 1回払い | 1320 | 1320 | 平日
  2024/02/14 | ヨドバシカメラ | ご本人 | 分割3回 | 89700 | 29900 | 初回
  2024/02/20 | ＪＲ東日本 モバイルＳｕｉｃａ | ご本人 | 1回払い | 5000 | 5000 |
  2024/02/27 | 返品 ヨドバシカメラ | ご本人 | 1回払い | -2480 | -2480 |`)

const russian = table(`
  Дата операции | Дата платежа | Номер карты | Статус | Сумма операции | Валюта операции | Кэшбэк | Категория | MCC | Описание
  @d.m.y h:i:s | @d.m.y | code | text | dec, | text | dec, | text | code | text
  31.03.2024 19:02:11 | 31.03.2024 | *4417 | OK | -1290,50 | RUB | 12,00 | Супермаркеты | 5411 | Пятёрочка
  30.03.2024 08:15:40 | 01.04.2024 | *4417 | OK | -64,00 | RUB | | Транспорт | 4111 | Метро; Санкт-Петербург
  29.03.2024 12:00:00 | 29.03.2024 | | OK | 84350,25 | RUB | | Зарплата | | ООО "Ромашка"
  27.03.2024 21:44:09 | | *4417 | FAILED | -5990,00 | RUB | | Одежда | 5651 | Lamoda
  25.03.2024 10:31:55 | 26.03.2024 | *9032 | OK | -18,40 | USD | 0,50 | Такси | 4121 | Yandex Go Ереван
  20.03.2024 00:00:01 | 20.03.2024 | | OK | 311,07 | RUB | | Бонусы | | Проценты на остаток
  14.03.2024 16:20:30 | 15.03.2024 | *9032 | OK | -740,00 | RUB | 37,00 | Аптеки | 5912 | Аптека № 7
  11.03.2024 09:09:09 | 11.03.2024 | *4417 | OK | 1500,00 | RUB | | Переводы | | Иван П.`)

const ledger = table(`
  txid | refid | time | type | subtype | aclass | asset | amount | fee | balance
  code | code | @y-m-d h:i:s | text | text | text | text | dec. | dec. | dec.
  LAB3DE-7QX2T-AAAAA1 | QGB5X-AAAA-1 | 2024-01-03 08:12:55 | deposit | | currency | ZEUR | 1000.0000 | 0.0000 | 1000.0000
  LCC4FG-8RY3U-AAAAA2 | TDE2A-BBBB-2 | 2024-01-03 09:00:01 | trade | | currency | ZEUR | -250.1234 | 0.6503 | 749.2263
  LDD5GH-9SZ4V-AAAAA3 | TDE2A-BBBB-2 | 2024-01-03 09:00:01 | trade | | currency | XXBT | 0.0061234500 | 0.0000000000 | 0.0061234500
  LEE6HI-1TA5W-AAAAA4 | SKH9B-CCCC-3 | 2024-01-10 00:31:40 | staking | | currency | DOT.S | 0.0417000000 | 0.0000000000 | 12.5417000000
  LFF7IJ-2UB6X-AAAAA5 | TXL1C-DDDD-4 | 2024-02-01 17:45:02 | transfer | spottostaking | currency | DOT | -3.0000000000 | 0.0000000000 | 0.2500000000
  LGG8JK-3VC7Y-AAAAA6 | BWD0D-EEEE-5 | 2024-02-14 22:10:10 | withdrawal | | currency | XXBT | -0.0050000000 | 0.0001000000 | 0.0010234500
  LHH9KL-4WD8Z-AAAAA7 | QGB7E-FFFF-6 | 2024-03-01 06:00:00 | deposit | | currency | ZEUR | 75.5000 | 0.0000 | 824.7263`)

const aging = table(`
  Customer | Current | 1 - 30 | 31 - 60 | 61 - 90 | 91 and over | Total
  text | dec. | dec. | dec. | dec. | dec. | dec.
  Ace Marine, Inc. | 1200.50 | | 310.25 | | | 1510.75
  Bluff Point Yacht Club | | 845.10 | | | | 845.10
  Carrow & Sons | 77.35 | | | 20.40 | 1999.99 | 2097.74
  Delaney, Pat | -150.25 | | | | | -150.25
  Eastern Rigging "East" LLC | 9310.15 | 4120.60 | | | | 13430.75
  Fisher Dock:Repairs | | | 64.80 | | 12.15 | 76.95
  Gull Charters | 430.05 | 18.90 | | | | 448.95`).map((one, at) => ({
  ...one,
  ...(at === 0 ? { names: unnamed(1, 'Customer'), roles: ANY.roles! } : {}),
  written: at === 0 ? one.written : one.values.map((value) => (value === null ? '' : dollars(Number(value)))),
}))

const balances = tuned(
  table(`
  Konto | Bezeichnung | EB-Wert Soll | EB-Wert Haben | Jahresverkehrszahlen Soll | Jahresverkehrszahlen Haben | Saldo Soll | Saldo Haben
  code | text | dec, | dec, | dec, | dec, | dec, | dec,
  0420 | Büroeinrichtung | 12.400,00 | | 1.190,35 | | 13.590,35 |
  0650 | Fuhrpark | 31.250,75 | | | 2.604,25 | 28.646,50 |
  1200 | Bank | 8.114,09 | | 96.410,22 | 88.070,91 | 16.453,40 |
  1400 | Forderungen aus L+L | 22.005,60 | | 71.900,00 | 80.333,18 | 13.572,42 |
  1600 | Verbindlichkeiten aus L+L | | 9.870,11 | 40.118,75 | 36.002,48 | | 5.753,84
  1776 | Umsatzsteuer 19 % | | 3.417,00 | 3.417,00 | 11.479,83 | | 11.479,83
  4120 | Gehälter | | | 36.540,90 | | 36.540,90 |
  4210 | Miete; Nebenkosten | | | 7.200,45 | | 7.200,45 |
  8400 | Erlöse 19 % USt | | | 512,60 | 60.932,20 | | 60.419,60`),
  { Bezeichnung: ANY },
)
const klass = (rows: string[][], words: string) => [
  words,
  '',
  ...[2, 3, 4, 5, 6, 7].map((at) =>
    euros(rows.reduce((sum, row) => sum + Number(row[at]!.replaceAll('.', '').replace(',', '.')), 0)),
  ),
]

const register = tuned(
  table(`
  Emp# | Employee Name | Dept | Reg Hrs | OT Hrs | Gross | Fed W/H | FICA | Net Pay | Chk#
  code | text | code | dec. | dec. | dec. | dec. | dec. | dec. | code
  00104 | ALVAREZ, MARIA T | 010 | 80.00 | 4.50 | 2,314.75 | 231.10 | 177.08 | 1,906.57 | 004411
  00107 | BAXTER, JOHN JR | 010 | 80.00 | | 1,920.00 | 180.44 | 146.88 | 1,592.68 | 004412
  00115 | CHEN, LI | 020 | 72.25 | | 1,517.25 | 121.38 | 116.07 | 1,279.80 | 004413
  00121 | D'AMICO, RENEE | 020 | 80.00 | 11.75 | 2,688.13 | 290.02 | 205.64 | 2,192.47 | 004414
  00130 | EVERETT, SAM | 030 | 40.00 | | 600.00 | 12.00 | 45.90 | 542.10 | 004415
  00131 | FARAH, AMINA | 030 | 80.00 | 2.00 | 1,743.00 | 149.55 | 133.34 | 1,460.11 | 004416
  00142 | GRANT, O. | 030 | 16.50 | | 247.50- | 0.00 | 18.93- | 228.57- | 004417
  00150 | HOLT, BEATRIX | 040 | 80.00 | | 3,450.00 | 512.60 | 263.93 | 2,673.47 | 004418`),
  { 'Employee Name': ANY },
)
const WIDTHS = [7, 20, 5, -8, -7, -11, -10, -9, -11, -8]
const printed = (lines: string[][]) => fixed(lines, WIDTHS, ' ')
const head = (page: number) => [
  `RUN DATE 03/15/24  14:02            HARBOR TOOLS LLC                        PAGE  ${page}`,
  'PAYROLL REGISTER  PERIOD ENDING 03/10/24',
  '',
  ...printed([namesOf(register)]),
  '-'.repeat(105),
]

const calls = table(`
  Linea ~ Utenza ~ ${GROUP} | Data | Ora | Numero chiamato | Direttrice | Durata | Importo €
  code | @d/m/y | @h:i:s | code | text | span | dec,
  335 1234567 | 01/02/2024 | 08:12:40 | 0266800XXX | Nazionale fisso | 00:03:12 | 0,00
  335 1234567 | 03/02/2024 | 19:45:01 | 347555XXX | Mobile | 00:00:41 | 0,00
  335 1234567 | 09/02/2024 | 11:02:33 | 0041445XXX | Svizzera | 00:12:05 | 3,75
  335 1234567 | 20/02/2024 | 21:30:00 | 899112XXX | Numerazioni speciali | 00:01:00 | 2,44
  348 7654321 | 02/02/2024 | 07:58:15 | 335123XXX | Mobile | 00:01:59 | 0,00
  348 7654321 | 14/02/2024 | 14:14:14 | 0033142XXX | Francia; U.E. | 01:02:09 | 0,19
  348 7654321 | 28/02/2024 | 16:40:22 | 0687XXX | Nazionale fisso | 00:00:05 | 0,00`)

/** Statements of banks, services of payment, books and bills. */
export const MONEY: Case[] = [
  file(
    'giro account: turnover of a savings bank with two digits of the year',
    'csv',
    [savings],
    [namesOf(savings), ...rowsOf(savings)].map(quoted(';')),
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'giro account: a Dutch list with debit and credit as words',
    'csv',
    [dutch],
    [namesOf(dutch), ...rowsOf(dutch)].map(quoted()),
  ),
  file(
    'giro account: a Polish list whose names begin with a hash',
    'csv',
    [polish],
    [
      'mBank S.A. Bankowość Detaliczna;',
      'Skrytka Pocztowa 2108;',
      '90-959 Łódź 2;',
      '',
      '#Klient;',
      'JAGODA ŻÓŁĆ;',
      '',
      'Lista operacji;',
      '',
      '#Za okres:;',
      '01.03.2024;31.03.2024;',
      '',
      '#Waluta;#Wpływy;#Wydatki;',
      'PLN;8 362,06;-2 564,66;',
      '',
      ...linesOf(polish, ';').map((line) => `${line};`),
    ],
    encoded('windows-1250'),
    '\r\n',
  ),
  file(
    'giro account: a Swiss list between facts and a disclaimer',
    'csv',
    [swiss],
    [
      'Datum von:;="2024-03-01"',
      'Datum bis:;="2024-03-31"',
      'Buchungstyp:;="Alle Buchungen"',
      'Konto:;="CH3709000000304442225"',
      'Währung:;="CHF"',
      '',
      ...linesOf(swiss, ';'),
      '',
      'Disclaimer:',
      'Dies ist kein durch die Bank erstelltes Dokument. Sie haftet nicht für den Inhalt.',
    ],
    marked,
    '\r\n',
  ),
  file(
    'giro account: Russian operations of which one failed',
    'csv',
    [russian],
    [namesOf(russian), ...rowsOf(russian)].map(quoted(';')),
    encoded('windows-1251'),
  ),
  file(
    'payment service: movements of two currencies',
    'csv',
    [wallet],
    [namesOf(wallet), ...rowsOf(wallet)].map(quoted()),
    marked,
    '\r\n',
  ),
  file('payment service: charges, refunds and payouts', 'csv', [payouts], linesOf(payouts)),
  file(
    'payment service: a Swedish report below a line with a star',
    'csv',
    [swish],
    ['* Swish-rapport Avser 2024-03-01 - 2024-03-31, Skapad 2024-04-02 08:12 CET', ...linesOf(swish)],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'credit card: Japanese purchases without names and with a sum',
    'csv',
    [japanese],
    [
      '山田　太郎　様,4980-00**-****-****,ゴールドカード',
      ...rowsOf(japanese).map(join()),
      `,,,,,${japanese[5]!.values.reduce<number>((all, value) => all + Number(value), 0)},`,
    ],
    encoded('shift_jis'),
    '\r\n',
  ),
  file('coin exchange: a ledger of assets', 'csv', [ledger], [namesOf(ledger), ...rowsOf(ledger)].map(quoted())),
  file(
    'books: debts of customers by age',
    'csv',
    [aging],
    [
      '"Harbor Tools, LLC"',
      'A/R Aging Summary',
      '"As of March 31, 2024"',
      '',
      ...[['', ...namesOf(aging).slice(1)], ...rowsOf(aging)].map(join()),
      join()([
        'TOTAL',
        ...namesOf(aging)
          .slice(1)
          .map((name) => `$${dollars(summed(aging, name))}`),
      ]),
      '',
      '"Sunday, Mar 31, 2024 05:12:44 PM GMT-7"',
    ],
  ),
  file(
    'books: German balances with sums of classes',
    'csv',
    [balances],
    [
      'Mustermann Möbel GmbH;;;;;;;',
      'Summen- und Saldenliste März 2024;;;;;;;Blatt 1',
      ';;;;;;;',
      'Konto;Bezeichnung;EB-Wert;;Jahresverkehrszahlen;;Saldo;',
      ';;Soll;Haben;Soll;Haben;Soll;Haben',
      ...[...Map.groupBy(rowsOf(balances), ([konto]) => konto![0]!)].flatMap(([first, rows]) => [
        ...rows.map(join(';')),
        join(';')(klass(rows, `Summe Klasse ${first}`)),
      ]),
      join(';')(klass(rowsOf(balances), 'Summe gesamt')),
    ],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'books: a register of pay over two pages',
    'txt',
    [tuned(register, { 'OT Hrs': WHOLE })],
    [
      ...head(1),
      ...printed(rowsOf(register).slice(0, 5)),
      '\f',
      ...head(2),
      ...printed(rowsOf(register).slice(5)),
      '-'.repeat(105),
      ...printed([['TOTAL', '8 EMPLOYEES', '', '528.75', '18.25', '13,985.63', '1,497.09', '1,069.91', '11,418.63']]),
      '',
      '*** END OF REPORT ***',
    ],
  ),
  file(
    'telephone: Italian calls by line with sums of each',
    'csv',
    [headed(calls, 'Linea ')],
    [
      'Dettaglio del traffico - bimestre febbraio 2024',
      'Fattura n. 2X00123456 del 07/03/2024',
      '',
      namesOf(calls).slice(1).join(';'),
      ...grouped(
        calls,
        join(';'),
        (group) => [`Linea ${group};;;;;`],
        (group, rows) => [
          `Totale linea ${group};;;;;${euros(rows.reduce((all, row) => all + Number(row[6]!.replace(',', '.')), 0))}`,
        ],
      ),
      '',
      "Le ultime tre cifre sono oscurate ai sensi dell'art. 124 del Codice Privacy.",
    ],
  ),
]
