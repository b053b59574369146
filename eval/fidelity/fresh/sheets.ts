import { type Case, xlsx } from '../case.ts'
import { GROUP, LEVEL, once } from '../everyday/file.ts'
import { namesOf, rowsOf, tuned } from '../exported/file.ts'
import { ANY } from '../later/file.ts'
import { table } from '../latest/table.ts'
import type { Column, Value } from '../truth.ts'
import { type Cell, cells, serial } from '../write.ts'
import { summed } from './file.ts'

type Style = Extract<Cell, { style: string }>['style']
const styled =
  (style: Style) =>
  (value: Value): Cell =>
    value === null ? null : { number: typeof value === 'number' ? value : serial(String(value)), style }
const body = (columns: Column[], as: Record<string, (value: Value) => Cell> = {}) =>
  cells(columns, { names: false, as })
const or = (word: string) => (value: Value) => value ?? word
const total = (columns: Column[], name: string) => Number(summed(columns, name).toFixed(2))

const journal = table(`
  Account ~ ${GROUP} | Date | Source | Description | Reference | Debit | Credit | Running Balance | Gross | GST
  text | @y-m-d | text | text | code | dec. | dec. | dec. | dec. | dec.
  200 - Sales | 2024-03-04 | Receivable Invoice | Ridgeway Uni - desks, 4 | INV-0041 | | 1840.5 | -1840.5 | -2116.58 | 276.08
  200 - Sales | 2024-03-11 | Receivable Invoice | "Basket Case" | INV-0042 | | 312.4 | -2152.9 | -359.26 | 46.86
  200 - Sales | 2024-03-15 | Receivable Credit Note | Basket Case - return | CN-0007 | 62.48 | | -2090.42 | 71.85 | -9.37
  404 - Bank Fees | 2024-03-29 | Spend Money | ANZ | | 15.75 | | 15.75 | 15.75 | 0
  429 - General Expenses | 2024-03-06 | Payable Invoice | Te Puna Cleaners | 00417 | 180.35 | | 180.35 | 207.4 | 27.05
  429 - General Expenses | 2024-03-20 | Payable Invoice | Māori Books Ltd | TPB-9 | 44.25 | | 224.6 | 50.89 | 6.64`)

const claims = table(`
  No. | Date | Description | Category | Mileage | Net (£) | VAT (£) | Gross (£) | Receipt?
  rank | @y-m-d | text | text | dec. | dec. | dec. | dec. | yes Y
  1 | 2024-03-04 | Train LDS-KGX return | Travel | | 118.5 | 0 | 118.5 | Y
  2 | 2024-03-04 | Lunch, client (3) | Subsistence | | 46.25 | 9.25 | 55.5 | Y
  3 | 2024-03-05 | Hotel "The Crown" | Accommodation | | 104.17 | 20.83 | 125 | Y
  4 | 2024-03-08 | Leeds - Whitby - Leeds | Mileage | 142.6 | 64.17 | | 64.17 | N
  5 | 2024-03-13 | Parking | Travel | | 7.92 | 1.58 | 9.5 | N
  6 | 2024-03-19 | Leeds - Hull | Mileage | 61.3 | 27.59 | | 27.59 | N
  7 | 2024-03-22 | Toner; paper | Office | | 83.2 | 16.64 | 99.84 | Y`)

const turnover = tuned(
  table(`
  Счет | Наименование ~ Счет Наименование ~ Наименование счета | Сальдо на начало периода Дебет | Сальдо на начало периода Кредит | Обороты за период Дебет | Обороты за период Кредит | Сальдо на конец периода Дебет | Сальдо на конец периода Кредит
  code | text | dec. | dec. | dec. | dec. | dec. | dec.
  01 | Основные средства | 1204500.5 | | | | 1204500.5 |
  10.06 | Прочие материалы | 18340.25 | | 6200.1 | 9117.35 | 15423 |
  19.03 | НДС по приобретенным МПЗ | | | 1240.02 | 1240.02 | |
  50 | Касса | 4410 | | 120000 | 118900.75 | 5509.25 |
  51 | Расчетные счета | 310877.14 | | 908450.6 | 877301.91 | 342025.83 |
  60.01 | Расчеты с поставщиками | | 92000.4 | 241310.33 | 230077.08 | | 80767.15
  68.02 | Налог на добавленную стоимость | | 14002.07 | 14002.07 | 21877.49 | | 21877.49
  90.01 | Выручка | | | | 512600.2 | | 512600.2`),
  { Наименование: ANY },
)

const wells = table(
  `
  Well | Sample Name | Target Name | Task | Reporter | CT ~ Cт | Ct SD | Quantity | Automatic Ct Threshold
  code | text | text | text | text | dec. | dec. | dec. | yes true
  A1 | Liver 1 | GAPDH | UNKNOWN | FAM | 18.4417 | 0.0412 | | true
  A2 | Liver 1 | IL6 | UNKNOWN | VIC | 29.0031 | 0.1178 | | true
  A3 | Liver 2 | GAPDH | UNKNOWN | FAM | 18.9024 | 0.0087 | | true
  A4 | Liver 2 | IL6 | UNKNOWN | VIC | Undetermined | | | true
  B1 | Std 1e5 | GAPDH | STANDARD | FAM | 15.2205 | 0.0551 | 100000.5 | true
  B2 | Std 1e3 | GAPDH | STANDARD | FAM | 22.0178 | 0.0603 | 1000.25 | true
  B3 | | GAPDH | NTC | FAM | Undetermined | | | true
  B4 | | IL6 | NTC | VIC | 38.9112 | | | false`,
  /^Undetermined$/,
)

const turkish = table(
  `
  İl Province ~ İl - Province ~ İl ~ Province | Toplam Total ~ Toplam - Total ~ Toplam | Erkek Male ~ Erkek - Male ~ Erkek ~ Male | Kadın Female ~ Kadın - Female ~ Kadın ~ Female | Yıllık artış hızı Annual growth rate (‰) ~ Yıllık artış hızı - Annual growth rate (‰) ~ Yıllık artış hızı
  text | int | int | int | dec.
  Adana | 2270298 | 1133447 | 1136851 | -1.7
  Ağrı | 511238 | 265602 | 245636 | -0.4
  Çankırı | 205501 | 105331 | 100170 | 48.3
  Iğdır | 209738 | 108460 | 101278 | 28.2
  Muğla | 1066736 | 540420 | 526316 | 17.1
  Şanlıurfa | 2213964 | 1113421 | 1100543 | 20.3
  Tunceli | 89317 | 51804 | 37513 | 59.9
  Zonguldak | 591492 | 294406 | 297086 | 4.9`,
)

const wards = table(`
  Ward | Electorate | Candidate | Party | Votes | % share ~ share | Elected
  text | int | text | text | int | pct. | text
  Abbey | 6120 | BUTT, Nadia | Labour | 1204 | 51.4 | Elected
  Abbey | 6120 | CLEGG, Tom | Conservative | 811 | 34.6 |
  Abbey | 6120 | O'DOWD, Ciarán | Green | 328 | 14 |
  Brook | 4877 | HUGHES, Siân | Independent | 977 | 49.9 | Elected
  Brook | 4877 | PRICE, R. J. | Labour | 976 | 49.9 |
  Brook | 4877 | FOX, "Screaming" Al | Monster Raving Loony | 5 | 0.3 |
  Castle & Park | 7310 | ACHEBE, Ifeoma | Liberal Democrat | 1650 | 62.8 | Elected
  Castle & Park | 7310 | WARD, Jane | Conservative | 977 | 37.2 |`)

const screenings = table(`
  Film | Distributeur | Séance | Salle | Version | Entrées | Recette TTC (€) ~ Recette TTC | Prix moyen
  text | text | @y-m-d h:i | rank | text | int | dec. | dec.
  Anatomie d'une chute | Le Pacte | 2024-02-28 14:00 | 1 | VF | 41 | 270.6 | 6.6
  Anatomie d'une chute | Le Pacte | 2024-02-28 20:30 | 2 | VF | 88 | 642.4 | 7.3
  Perfect Days | Haut et Court | 2024-02-28 18:15 | 2 | VO | 37 | 262.7 | 7.1
  Perfect Days | Haut et Court | 2024-02-29 18:15 | 2 | VO | 52 | 358.8 | 6.9
  Perfect Days | Haut et Court | 2024-03-01 21:00 | 1 | VO | 64 | 473.6 | 7.4
  Le Garçon et le Héron | Wild Bunch | 2024-03-02 14:30 | 1 | VF | 120 | 660.5 | 5.5
  Le Garçon et le Héron | Wild Bunch | 2024-03-02 20:45 | 1 | VOSTF | 0 | 0 |`)

const works = table(`
  विकास खंड | ग्राम पंचायत | कार्य | स्वीकृत राशि (₹) ~ स्वीकृत राशि | व्यय (₹) ~ व्यय | प्रारंभ तिथि | पूर्ण | टिप्पणी
  text | text | text | int | int | @y-m-d | yes हाँ | text
  बरहज | कपरवार | सड़क मरम्मत | 450000 | 448200 | 2023-05-12 | हाँ |
  बरहज | लक्ष्मीपुर | नाली निर्माण | 125000 | 61000 | 2023-11-02 | नहीं | बारिश से रुका
  बरहज | परसिया | हैंडपंप (3) | 96000 | 95500 | 2023-06-20 | हाँ |
  सलेमपुर | मझौली | तालाब खुदाई | 1230000 | 1229990 | 2023-01-09 | हाँ | मनरेगा
  सलेमपुर | चेरो | शौचालय, 12 | 144000 | | | नहीं |
  सलेमपुर | पिपरा | सौर लाइट | 310000 | 155000 | 2024-02-01 | नहीं | दूसरी किस्त बाकी`)

const power = table(`
  Datum | Stand (kWh) | Verbrauch | Bemerkung
  @y-m-d | dec. | dec. | text
  2023-12-31 | 48210.4 | | Jahresende
  2024-01-31 | 48633.9 | 423.5 |
  2024-02-29 | 49001.2 | 367.3 |
  2024-03-15 | 49170.5 | 169.3 | Zähler getauscht, Endstand
  2024-03-15 | 0.1 | | neuer Zähler 1 EMH00 4417
  2024-03-31 | 188.7 | 188.6 |`)
const gas = table(`
  Datum | Stand (m³) | Verbrauch | Zustandszahl | Brennwert
  @y-m-d | dec. | dec. | dec. | dec.
  2023-12-31 | 10411.83 | | 0.9512 | 11.283
  2024-01-31 | 10688.17 | 276.34 | 0.9512 | 11.283
  2024-02-29 | 10902.44 | 214.27 | 0.9512 | 11.301
  2024-03-31 | 11031.09 | 128.65 | 0.9512 | 11.294`)

const plan = table(`
  Kostenstelle | Bezeichnung | Jan Plan ~ Januar Plan | Jan Ist ~ Januar Ist | Feb Plan ~ Februar Plan | Feb Ist ~ Februar Ist | Mrz Plan ~ März Plan | Mrz Ist ~ März Ist | Abw. % ~ Abw
  code | text | dec. | dec. | dec. | dec. | dec. | dec. | pct.
  4100 | Personal Werk 1 | 120.5 | 119.8 | 120.5 | 124.3 | 122.5 | 121.9 | 0.7
  4120 | Aushilfen | 8.5 | 11.2 | 8.5 | 9.4 | 8.5 | | 20.6
  4210 | Miete/Pacht | 24.1 | 24.1 | 24.1 | 24.1 | 24.1 | 24.1 | 0
  4240 | Gas, Strom, Wasser | 18.4 | 22.7 | 17.9 | 19.6 | 15.2 | 14.8 | 10.9
  4530 | Kfz "Pool" | 3.3 | 2.9 | 3.3 | 3.4 | 3.3 | 3.6 | 0.4
  4600 | Werbung | 5.5 | 1.2 | 5.5 | 4.9 | 12.5 | 13.1 | -18.3`)

const stock = table(`
  仓库 | 货号 | 品名 | 单位 | 账面 数量 ~ 账面数量 | 账面 金额 ~ 账面金额 | 实盘 数量 ~ 实盘数量 | 实盘 金额 ~ 实盘金额 | 差异 | 备注
  text | code | text | text | int | dec. | int | dec. | int | text
  一号库 | 00417 | 不锈钢水杯 500ml | 个 | 1200 | 21600.5 | 1196 | 21528.5 | -4 | 破损
  一号库 | 00418 | 保温壶（白） | 个 | 340 | 20060.25 | 340 | 20060.25 | 0 |
  一号库 | 00522 | 茶具套装 | 套 | 75 | 14925.75 | 76 | 15124.75 | 1 | 漏登
  二号库 | 01001 | 纸箱 40×30×20 | 只 | 5000 | 6500.5 | 4875 | 6337.5 | -125 |
  二号库 | 01003 | 胶带, 透明 | 卷 | 860 | 2494.1 | 860 | 2494.1 | 0 |
  二号库 | 01010 | 气泡膜 | 米 | 2000 | 1800.75 | 2000 | 1800.75 | 0 | 待核`)

const sales = table(`
  店舗 | 4月 ~ 2023年度 4月 | 5月 ~ 2023年度 5月 | 6月 ~ 2023年度 6月 | 7月 ~ 2023年度 7月 | 合計 ~ 2023年度 合計 | 前年比 ~ 2023年度 前年比
  text | int | int | int | int | int | pct.
  札幌本店 | 12340 | 13110 | 11980 | 15020 | 52450 | 103.2
  仙台駅前店 | 8410 | 8022 | 8805 | 9114 | 34351 | 98.7
  新宿東口店 | 30220 | 31877 | 29041 | 33909 | 125047 | 110.4
  金沢店 | 4107 | 3990 | 4222 | 4800 | 17119 | 95.1
  福岡天神店 | 14002 | 15333 | 13870 | 16410 | 59615 | 101.8
  那覇店（新店） | | | 2210 | 6904 | 9114 |`)

const grades = tuned(
  table(
    `
  Α/Α | Επώνυμο | Όνομα | Νεοελληνική Γλώσσα | Μαθηματικά | Φυσική | Μ.Ο. | Απουσίες | Αποτέλεσμα
  rank | text | text | dec. | dec. | dec. | dec. | int | text
  1 | Αγγελή | Δήμητρα | 18.5 | 17.2 | 19.1 | 18.3 | 4 | Προάγεται
  2 | Βασιλείου | Θανάσης | 11.5 | 9.2 | 10.4 | 10.4 | 87 | Προάγεται
  3 | Γκίκα | Άννα-Μαρία | 19.7 | 19.9 | 19.8 | 19.8 | 0 | Αριστείο
  4 | Hoxha | Arben | 14.2 | 16.7 | 15.1 | 15.3 | 12 | Προάγεται
  5 | Κωστόπουλος | Νίκος | 8.3 | ΑΠ | 7.9 | | 118 | Παραπέμπεται
  6 | Ξένου | Ζωή | 16.1 | 15.4 | 15.9 | 15.8 | 21 | Προάγεται
  7 | Χρυσού | Ιωάννα | 12.8 | 13.3 | ΑΠ | | 35 | Παραπέμπεται`,
    /^ΑΠ$/,
  ),
  { Επώνυμο: ANY, Όνομα: ANY },
)

const wages = table(`
  Anst.nr | Namn | Avdelning | Heltid % ~ Heltid | Månadslön | OB-tillägg | Semesterdagar | Skatt | Utbetalt
  code | text | text | pct. | int | dec. | int | dec. | dec.
  0101 | Åkesson, Maj | Kök | 100 | 31200 | 1204.5 | 25 | -7811.25 | 24593.25
  0104 | Öberg, Lars | Kök | 75 | 22500 | 310.75 | 25 | -4702.5 | 18108.25
  0110 | Nyström, Ida | Servering | 50 | 14050 | 2260.4 | 12 | -3262.1 | 13048.3
  0113 | Haile, Yonas | Servering | 100 | 27400 | 3411.6 | 25 | -6778.55 | 24033.05
  0120 | Lindgren, Bo | Disk | 40 | 10200 | | 10 | -2040.5 | 8159.5
  0121 | Ek, Ellen | Disk | 100 | 25900 | 980.35 | 28 | -5913.7 | 20966.65`)

const grouped = (columns: Column[], as: Record<string, (value: Value) => Cell> = {}) =>
  Object.entries(
    Object.groupBy(
      body(columns, as).map((cellsOf, row) => [columns[0]!.written[row]!, cellsOf.slice(1)] as const),
      ([group]) => group,
    ),
  ).map(([group, rows]) => [group, rows!.map(([, rest]) => rest)] as const)
/** The first columns told once, as merged cells are. */
const merged = (columns: Column[], count: number, as: Record<string, (value: Value) => Cell> = {}): Cell[][] => {
  const told = once(rowsOf(columns), count)
  return body(columns, as).map((line, row) =>
    line.map((cell, at) => (at < count && told[row]![at] === '' ? null : cell)),
  )
}

/** Workbooks that people keep and programs write. */
export const SHEETS: Case[] = [
  xlsx(
    'books: transactions below the name of each account with its sums',
    [tuned(journal, { Account: ANY, Description: ANY })],
    [
      {
        name: 'Account Transactions',
        merged: ['A1:I1', 'A2:I2', 'A3:I3'],
        rows: [
          ['Account Transactions'],
          ['Kauri Furniture Limited'],
          ['For the period 1 March 2024 to 31 March 2024'],
          [null],
          namesOf(journal).slice(1),
          ...grouped(journal).flatMap(([account, rows]): Cell[][] => {
            const of = (at: number) => Number(rows.reduce((all, row) => all + Number(row[at] ?? 0), 0).toFixed(2))
            return [
              [null],
              [account],
              ...rows,
              [`Total ${account}`, null, null, null, of(4), of(5), null, of(7), of(8)],
            ]
          }),
          [null],
          ['Total', null, null, null, 302.83, 2152.9, null, -2129.95, 347.26],
        ],
      },
    ],
  ),
  xlsx(
    'expenses: a claim between facts and signatures',
    [tuned(claims, { Description: ANY })],
    [
      {
        name: 'Claim',
        merged: ['A1:I1', 'B3:D3', 'B4:D4'],
        rows: [
          ['EXPENSES CLAIM FORM'],
          [null],
          ['Name:', 'P. Ainsworth', null, null, null, 'Month:', { number: serial('2024-03-01'), style: 'month' }],
          ['Dept:', 'Field Services', null, null, null, 'Rate/mile:', 0.45],
          [null],
          ...cells(claims, { as: { Date: styled('day'), 'Receipt?': (value) => (value ? 'Y' : 'N') } }),
          [null, null, null, null, null, null, null, null],
          [
            null,
            null,
            null,
            'TOTAL',
            total(claims, 'Mileage'),
            total(claims, 'Net (£)'),
            total(claims, 'VAT (£)'),
            { formula: 'SUM(H7:H13)', text: total(claims, 'Gross (£)') },
          ],
          [null],
          ['Signed:', '________________', null, null, null, 'Date:', '____'],
          ['Approved:', 'S. Okonkwo', null, null, null, 'Date:', { number: serial('2024-04-02'), style: 'date' }],
          ['Please attach all receipts. Claims over 3 months old will not be paid.'],
        ],
      },
    ],
  ),
  xlsx(
    'books: a Russian trial balance below two lines of names',
    [turnover],
    [
      {
        name: 'TDSheet',
        merged: ['A1:H1', 'A4:A5', 'B4:B5', 'C4:D4', 'E4:F4', 'G4:H4'],
        rows: [
          ['ООО "Северный ветер"'],
          ['Оборотно-сальдовая ведомость за 1 квартал 2024 г.'],
          ['Выводимые данные: БУ (данные бухгалтерского учета)'],
          [
            'Счет',
            'Наименование',
            'Сальдо на начало периода',
            null,
            'Обороты за период',
            null,
            'Сальдо на конец периода',
            null,
          ],
          [null, null, 'Дебет', 'Кредит', 'Дебет', 'Кредит', 'Дебет', 'Кредит'],
          ...body(turnover),
          [
            'Итого',
            null,
            ...namesOf(turnover)
              .slice(2)
              .map((name) => total(turnover, name)),
          ],
          [null],
          ['Ответственный:', null, '____________', 'Кузнецова Е. В.'],
        ],
      },
    ],
  ),
  xlsx(
    'genes: cycles of a plate below the facts of its run',
    [tuned(wells, { 'Sample Name': ANY })],
    [
      {
        name: 'Sample Setup',
        rows: [
          ['Block Type', '96-Well 0.2-mL Block'],
          ['Passive Reference', 'ROX'],
        ],
      },
      {
        name: 'Results',
        rows: [
          ['Block Type', '96-Well 0.2-mL Block'],
          ['Chemistry', 'TAQMAN'],
          ['Experiment File Name', 'D:\\runs\\2024-03-05 liver.eds'],
          ['Experiment Run End Time', '2024-03-05 16:40:12 PM CET'],
          ['Instrument Type', 'QuantStudio 5'],
          [null],
          ...cells(wells, { as: { CT: or('Undetermined') } }),
          [null],
          ['Analysis Type', 'Singleplex'],
          ['Endogenous Control', 'GAPDH'],
        ],
      },
    ],
  ),
  xlsx(
    'population: Turkish provinces with names in two languages',
    [turkish],
    [
      {
        name: 'Tablo 1',
        merged: ['A1:E1', 'A2:E2'],
        rows: [
          ['Seçilmiş illerde cinsiyete göre nüfus, 2023'],
          ['Population of selected provinces by sex, 2023'],
          [null],
          ['İl', 'Toplam', 'Erkek', 'Kadın', 'Yıllık artış hızı'],
          ['Province', 'Total', 'Male', 'Female', 'Annual growth rate (‰)'],
          [
            'Toplam-Total',
            ...namesOf(turkish)
              .slice(1, 4)
              .map((name) => total(turkish, name)),
            17.4,
          ],
          ...body(turkish),
          [null],
          ['Kaynak: TÜİK, Adrese Dayalı Nüfus Kayıt Sistemi', null, null, null, 'Source: TurkStat'],
        ],
      },
    ],
  ),
  xlsx(
    'council: candidates whose ward is merged over their rows',
    [
      tuned(wards, {
        Elected: { roles: ['flag', 'dimension', 'text'], types: ['text', 'boolean'] },
        Candidate: ANY,
        Electorate: LEVEL,
      }),
    ],
    [
      {
        name: 'Results',
        merged: ['A1:G1', 'A4:A6', 'B4:B6', 'A7:A9', 'B7:B9', 'A10:A11', 'B10:B11'],
        rows: [
          ['Borough Council Election, 2 May 2024 - Declaration of results'],
          [null],
          namesOf(wards),
          ...merged(wards, 2),
          [null],
          ['Rejected papers: 41. Brook was decided after two recounts.'],
        ],
      },
    ],
  ),
  xlsx(
    'cinema: French screenings with a sum below each film',
    [screenings],
    [
      {
        name: 'Sem. 9',
        merged: ['A1:H1'],
        rows: [
          ['Cinéma Le Régent - bordereau, semaine du 28/02 au 05/03/2024'],
          [null],
          namesOf(screenings),
          ...Object.values(
            Object.groupBy(
              merged(screenings, 2, { Séance: styled('moment'), 'Recette TTC (€)': styled('euros') }).map(
                (line, row) => [String(screenings[0]!.values[row]), line] as const,
              ),
              ([film]) => film,
            ),
          ).flatMap((rows): Cell[][] => [
            ...rows!.map(([, line]) => line),
            [
              'Total film',
              null,
              null,
              null,
              null,
              rows!.reduce((all, [, line]) => all + Number(line[5]), 0),
              {
                number: Number(
                  rows!.reduce((all, [, line]) => all + (line[6] as { number: number }).number, 0).toFixed(2),
                ),
                style: 'euros',
              },
            ],
          ]),
          [
            'TOTAL GÉNÉRAL',
            null,
            null,
            null,
            null,
            total(screenings, 'Entrées'),
            { number: total(screenings, 'Recette TTC (€)'), style: 'euros' },
          ],
        ],
      },
    ],
  ),
  xlsx(
    'public works: Hindi villages below their block',
    [works],
    [
      {
        name: 'कार्य',
        merged: ['A1:H1', 'A3:A5', 'A6:A8'],
        rows: [
          ['जनपद देवरिया: ग्राम विकास कार्य 2023-24'],
          namesOf(works),
          ...merged(works, 1, {
            'प्रारंभ तिथि': styled('day'),
            पूर्ण: (value) => (value ? 'हाँ' : 'नहीं'),
          }),
          ['योग', null, null, total(works, 'स्वीकृत राशि (₹)'), total(works, 'व्यय (₹)')],
        ],
      },
    ],
  ),
  xlsx(
    'meters: power and gas below each other, a meter changed',
    [power, gas],
    [
      {
        name: 'Zähler',
        rows: [
          ['Strom', 'Zähler-Nr. 1 ISK 0070512'],
          ...cells(power, { as: { Datum: styled('date') } }),
          [null],
          [null],
          ['Gas', 'Zähler-Nr. 7 ELS 4410 0012'],
          ...cells(gas, { as: { Datum: styled('date') } }),
          ['Summe', null, total(gas, 'Verbrauch')],
        ],
      },
    ],
  ),
  xlsx(
    'controlling: plan and actuals under months',
    [tuned(plan, { Bezeichnung: ANY })],
    [
      {
        name: 'BAB Q1',
        merged: ['A1:I1', 'C3:D3', 'E3:F3', 'G3:H3'],
        rows: [
          ['Kostenstellenbericht Q1 2024 (in T€)'],
          [null],
          ['Kostenstelle', 'Bezeichnung', 'Jan', null, 'Feb', null, 'Mrz', null, 'Abw. %'],
          [null, null, 'Plan', 'Ist', 'Plan', 'Ist', 'Plan', 'Ist', null],
          ...body(plan, {
            Kostenstelle: (value) => Number(value),
            'Abw. %': (value) => ({ number: Number((Number(value) / 100).toFixed(4)), style: 'share' }),
          }),
          [
            'Summe',
            null,
            ...namesOf(plan)
              .slice(2, 8)
              .map((name) => total(plan, name)),
          ],
          [null],
          ['Ist März Aushilfen: Abrechnung liegt noch nicht vor'],
        ],
      },
    ],
  ),
  xlsx(
    'stock-taking: Chinese goods of two stores, booked and counted',
    [stock],
    [
      {
        name: '盘点表',
        merged: ['A1:J1', 'A3:A4', 'B3:B4', 'C3:C4', 'D3:D4', 'E3:F3', 'G3:H3', 'I3:I4', 'J3:J4', 'A5:A7', 'A8:A10'],
        rows: [
          ['库存盘点表'],
          ['盘点日期：2024年3月31日', null, null, null, null, null, null, null, '单位：元'],
          ['仓库', '货号', '品名', '单位', '账面', null, '实盘', null, '差异', '备注'],
          [null, null, null, null, '数量', '金额', '数量', '金额', null, null],
          ...merged(stock, 1),
          ['合计', null, null, null, null, total(stock, '账面 金额'), null, total(stock, '实盘 金额')],
          ['盘点人：', '李娜', null, '监盘人：', '王强'],
        ],
      },
    ],
  ),
  xlsx(
    'sales: Japanese shops over months with the year before',
    [sales],
    [
      {
        name: '2023年度',
        merged: ['A1:G1'],
        rows: [
          ['店舗別売上実績（単位：千円）'],
          [null, null, null, null, null, null, '2023年8月5日 作成'],
          namesOf(sales),
          ...body(sales, {
            前年比: (value) => (value === null ? '－' : { number: Number(value) / 100, style: 'percent' }),
          }),
          [
            '全店計',
            ...namesOf(sales)
              .slice(1, 6)
              .map((name) => total(sales, name)),
            { number: 1.041, style: 'percent' },
          ],
          ['※ 那覇店は6月15日開店'],
        ],
      },
    ],
  ),
  xlsx(
    'marks: a Greek class with words for who was not there',
    [grades],
    [
      {
        name: 'Α1',
        merged: ['A1:I1', 'A2:I2'],
        rows: [
          ['3ο Γυμνάσιο Βόλου'],
          ['Συγκεντρωτική βαθμολογία - Τμήμα Α1'],
          ...cells(grades, { as: { Μαθηματικά: or('ΑΠ'), Φυσική: or('ΑΠ') } }),
          [null],
          ['Ο Διευθυντής', null, null, null, null, null, 'Βόλος, 21/6/2024'],
        ],
      },
    ],
  ),
  xlsx(
    'pay: a Swedish list with shares of full time',
    [tuned(wages, { Namn: ANY })],
    [
      {
        name: 'Lön mars',
        hiddenColumns: [6],
        comments: { F6: 'ej OB i disken' },
        rows: [
          ['Lönelista mars 2024', null, null, 'Utbetalning:', { number: serial('2024-03-25'), style: 'date' }],
          ...cells(wages, { as: { 'Heltid %': (value) => ({ number: Number(value) / 100, style: 'percent' }) } }),
          [
            null,
            'Summa',
            null,
            null,
            total(wages, 'Månadslön'),
            total(wages, 'OB-tillägg'),
            null,
            total(wages, 'Skatt'),
            total(wages, 'Utbetalt'),
          ],
        ],
      },
    ],
  ),
]
