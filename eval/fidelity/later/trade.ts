import type { Case } from '../case.ts'
import { encoded } from '../columns.ts'
import { BESIDE, file, GROUP, grouped, join, linesOf } from '../everyday/file.ts'
import { fixed, namesOf, rowsOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { latin1, utf8, utf16 } from '../write.ts'
import { ANY, english, LOOSE, meant, twelve, utc, WHOLE, ZONED } from './file.ts'

const comma = join()
const semicolon = join(';')
const tab = join('\t')
const marked = (content: string) => utf8(content, true)

const till = table(`
  category ~ ${GROUP} | Item | PLU | Qty Sold | Gross Sales | Discounts | Net Sales | % of Sales ~ of Sales ~ pct of Sales
  text | text | code | int | dec. | dec. | dec. | pct.
  Hot Drinks | Flat White | 0101 | 214 | $963.00 | ($12.50) | $950.50 | 31.5%
  Hot Drinks | Filter, large | 0102 | 98 | $343.00 | $0.00 | $343.00 | 11.4%
  Hot Drinks | Chai | 0110 | 41 | $184.50 | ($4.50) | $180.00 | 6.0%
  Pastry | Croissant | 0201 | 156 | $546.00 | ($35.00) | $511.00 | 16.9%
  Pastry | Almond Croissant | 0202 | 64 | $288.00 | ($9.00) | $279.00 | 9.2%
  Pastry | Muffin "Blue" | 0207 | 33 | $115.50 | $0.00 | $115.50 | 3.8%
  Lunch | Toastie | 0301 | 58 | $493.00 | ($17.00) | $476.00 | 15.8%
  Lunch | Soup of the day | 0302 | 22 | $165.00 | $0.00 | $165.00 | 5.5%
  Lunch | Staff meal | 0399 | 12 | $90.00 | ($90.00) | $0.00 | 0.0%`)

const orders = meant(
  table(`
  date/time | settlement id | type | order id | sku | description | quantity | marketplace | order postal | product sales | selling fees | total
  text | code | text | code | code | text | int | text | code | dec. | dec. | dec.
  Mar 1, 2024 12:05:33 AM PST | 19284756011 | Order | 112-5550101-7741826 | TEA-GRN-50 | Green Tea, 50 Bags | 1 | amazon.com | 02134 | 12.99 | -1.95 | 11.04
  Mar 1, 2024 9:44:10 AM PST | 19284756011 | Order | 114-2093871-0038411 | TEA-BLK-20 | Black Tea 20 "Strong" | 3 | amazon.com | 94110-2231 | 23.97 | -3.60 | 20.37
  Mar 2, 2024 1:30:00 PM PST | 19284756011 | Refund | 112-5550101-7741826 | TEA-GRN-50 | Green Tea, 50 Bags | 1 | amazon.com | 02134 | -12.99 | 1.56 | -11.43
  Mar 3, 2024 11:59:59 PM PST | 19284756011 | Service Fee | | | Cost of Advertising | | | | 0 | 0 | -1,204.77
  Mar 4, 2024 6:15:42 AM PST | 19284756011 | Transfer | | | To your account ending in: 041 | | | | 0 | 0 | -2,318.05
  Mar 5, 2024 7:20:01 PM PST | 19299100452 | Order | 111-8800112-5550199 | 0044-MUG | Mug, Enamel | 2 | amazon.com | 00907 | 31.98 | -4.80 | 27.18
  Mar 8, 2024 12:00:07 PM PST | 19299100452 | Order | 113-4440021-9913370 | TEA-BLK-20 | Black Tea 20 "Strong" | 140 | amazon.com | 60614 | 1,118.60 | -167.79 | 950.81`),
  {
    'date/time': [
      'month',
      (text) => utc(english(text.replace(/ \d+:.*/, '')).concat(' ', twelve(text.replace(/^.* 2024 /, ''))), -8),
      ZONED,
    ],
  },
)
const all = (fields: string[]) => fields.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')

const ads = tuned(
  table(
    `
  Campaign status | Campaign | Budget | Budget type | Impr. | Clicks | CTR | Avg. CPC | Cost | Conversions | Currency code | Search impr. share
  text | text | dec. | text | int | int | pct. | dec. | dec. | dec. | code | pct.
  Enabled | Brand - UK & IE | 25.00 | Daily | 12,408 | 1,871 | 15.08% | 0.31 | 580.01 | 96.50 | GBP | 91.20%
  Enabled | Generic, shoes | 120.00 | Daily | 204,991 | 4,033 | 1.97% | 0.88 | 3,549.04 | 71.00 | GBP | 12.44%
  Paused | Generic, boots | 60.00 | Daily | 0 | 0 | -- | -- | 0.00 | 0.00 | GBP | --
  Enabled | DSA "all pages" | 40.00 | Daily | 88,120 | 902 | 1.02% | 0.47 | 423.94 | 11.33 | GBP | < 10%
  Enabled | Remarketing | 15.00 | Daily | 310,754 | 611 | 0.20% | 0.22 | 134.42 | 8.00 | GBP | --
  Removed | Spring sale 2023 | 200.00 | Campaign total | 0 | 0 | -- | -- | 0.00 | 0.00 | GBP | --
  Enabled | PMax Feed | 75.00 | Daily | 1,020,333 | 7,218 | 0.71% | 0.29 | 2,093.22 | 140.67 | GBP | --`,
    /^(--|< 10%)$/,
  ),
  { Campaign: ANY, Budget: WHOLE, 'Search impr. share': { types: ['integer', 'decimal', 'text'] } },
)

const visits = tuned(
  table(`
  Nth day | Active users | New users
  rank | int | int
  0000 | 1204 | 890
  0001 | 1188 | 843
  0002 | 640 | 401
  0003 | 598 | 377
  0004 | 1377 | 1002
  0005 | 1410 | 1031
  0006 | 1299 | 911`),
  { 'Nth day': { types: ['integer', 'text'] } },
)
const sources = table(`
  Session source / medium | Sessions | Engagement rate | Average engagement time per session
  text | int | dec. | dec.
  google / organic | 4021 | 0.6137776672469535 | 72.40263615020144
  (direct) / (none) | 2250 | 0.4311111111111111 | 38.11955555555556
  newsletter / email | 610 | 0.7540983606557377 | 121.0344262295082
  bing / organic | 148 | 0.5743243243243243 | 64.55405405405405
  m.facebook.com / referral | 97 | 0.27835051546391754 | 9.701030927835052
  partner.example, ltd / referral | 12 | 0.8333333333333334 | 210.25`)

const basket = tuned(
  meant(
    table(`
  Name | Email | Financial Status | Paid at | Total | Lineitem quantity | Lineitem name | Lineitem price | Lineitem sku | Billing Zip
  code | text | text | text | dec. | int | text | dec. | code | text
  #1041 | ana@example.com | paid | 2024-03-04 10:12:01 +0000 | 61.50 | 2 | Candle - Fig / L | 18.00 | CN-FIG-L | '02134
  #1041 | ana@example.com | | | | 1 | Matches, long | 4.50 | MT-01 |
  #1041 | ana@example.com | | | | 3 | Gift wrap | 7.00 | |
  #1042 | bo@example.org | refunded | 2024-03-04 18:40:55 +0000 | 18.00 | 1 | Candle - Fig / L | 18.00 | CN-FIG-L | SW1A 1AA
  #1043 | cy@example.net | pending | | 25.00 | 1 | Gift card | 25.00 | GC-25 | '90210
  #1044 | dee@example.com | paid | 2024-03-06 07:00:30 +0000 | 40.50 | 1 | Diffuser "Sea" | 36.00 | DF-SEA | '00501
  #1044 | dee@example.com | | | | 1 | Matches, long | 4.50 | MT-01 |
  #1045 | eli@example.com | partially_refunded | 2024-03-07 22:15:09 +0000 | 108.00 | 6 | Candle - Fig / L | 18.00 | CN-FIG-L | K1A 0B1`),
    {
      'Paid at': ['timestamp', (text) => text.slice(0, 19)],
      'Billing Zip': ['text', (text) => text.replace(/^'/, '')],
    },
  ),
  { 'Billing Zip': { ...LOOSE }, Email: ANY },
)

const auctions = tuned(
  meant(
    table(`
  Sales Record Number | Order Number | Buyer Username | Ship To Zip | Item Number | Item Title | Quantity | Sold For | Shipping | Total Price | Payment Method | Sale Date | Tracking Number
  no | code | code | code | code | text | int | dec. | dec. | dec. | text | text | code
  311 | 08-11301-55501 | lampfan77 | 04609 | 225501934411 | Art Deco Lamp 1930's, brass | 1 | $120.00 | $18.50 | $138.50 | PayPal | Mar-03-24 | 9400111899560000000011
  312 | 08-11301-55502 | j.k_99 | 73301 | 225501934417 | LOT of 12 teaspoons | 2 | $15.00 | $6.10 | $36.10 | Credit card | Mar-03-24 | 9400111899560000000028
  313 | 11-11310-55511 | oldclocks | 10001 | 225501990002 | Clock "Junghans" FOR PARTS | 1 | $1,045.00 | $0.00 | $1,045.00 | PayPal | Mar-09-24 |
  314 | 11-11312-55519 | *mina* | 02860 | 225501934417 | LOT of 12 teaspoons | 1 | $7.50 | $6.10 | $13.60 | Apple Pay | Mar-11-24 | 9400111899560000000035
  315 | 14-11325-55520 | tt_attic | 99501 | 225502000348 | Brass hook | 1 | $22.00 | $4.95 | $26.95 | Credit card | Mar-20-24 | 9400111899560000000042`),
    {
      'Sale Date': ['date', (text) => english(text.replace(/(\w+)-(\d+)-(\d+)/, '$2 $1 20$3'))],
    },
  ),
  { 'Item Title': ANY },
)

const trades = table(`
  DataDiscriminator | Asset Category | Currency | Symbol | Date/Time | Quantity | T. Price | Proceeds | Comm/Fee | Code
  text | text | code | code | @y-m-d, h:i:s | int | dec. | dec. | dec. | text
  Order | Stocks | EUR | ASML | 2024-03-04, 09:31:02 | 10 | 901.2 | -9012 | -4.506 | O
  Order | Stocks | EUR | SAP | 2024-03-07, 15:20:44 | -25 | 173.46 | 4336.5 | -2.16825 | C;P
  Order | Stocks | USD | KO | 2024-03-05, 10:00:00 | 1,200 | 59.87 | -71844 | -6 | O
  Order | Stocks | USD | BRK B | 2024-03-12, 15:59:58 | 3 | 405.115 | -1215.345 | -1 | O
  Order | Stocks | USD | KO | 2024-03-20, 11:04:31 | -200 | 60.33 | 12066 | -1.13 | C`)
const dividends = table(`
  Currency | Date | Description | Amount
  code | @y-m-d | text | dec.
  EUR | 2024-03-11 | ASML(NL0010273215) Cash Dividend EUR 1.45 per Share (Ordinary Dividend) | 14.5
  USD | 2024-03-15 | KO(US1912161007) Cash Dividend USD 0.485 per Share, net | 582
  USD | 2024-03-28 | VT(US9220427424) Cash Dividend USD 0.4236 per Share (Mixed Income) | 21.18`)
const kept = { spare: /^(trades|dividends|header|data|section|part|group|column.*|col.*)$/i }

const card = tuned(
  table(`
  Date | Date de valeur | Libellé | Débit euros | Crédit euros
  @d/m/y | @d/m/y | text | dec, | dec,
  01/03/2024 | 01/03/2024 | PRELEVEMENT SEPA EDF↵REF 00412 MANDAT ++RUM7 | 84,12 |
  02/03/2024 | 04/03/2024 | CARTE X1234 01/03 BOULANGERIE ÉPI D'OR | 6,40 |
  05/03/2024 | 05/03/2024 | VIREMENT DE M. LEFÈVRE↵MOTIF: LOYER; MARS | | 1 250,00
  08/03/2024 | 08/03/2024 | CHEQUE N° 0004417 | 1 310,00 |
  11/03/2024 | 12/03/2024 | RETRAIT DAB PARIS 11 | 60,00 |
  15/03/2024 | 15/03/2024 | COTISATION "ESPRIT LIBRE" | 7,90 |
  22/03/2024 | 22/03/2024 | REMBOURSEMENT CPAM | | 23,65
  29/03/2024 | 29/03/2024 | VIR SEPA SALAIRE SARL DUPRÉ | | 2 187,33`),
  { Libellé: ANY },
)

const meter = tuned(
  table(`
  TYPE | DATE | START TIME | END TIME | USAGE (kWh) | COST | NOTES
  text | @y-m-d | @h:i | @h:i | dec. | dec. | text
  Electric usage | 2024-03-01 | 00:00 | 00:59 | 0.41 | $0.12 |
  Electric usage | 2024-03-01 | 01:00 | 01:59 | 0.38 | $0.11 |
  Electric usage | 2024-03-01 | 02:00 | 02:59 | 0.37 | $0.11 |
  Electric usage | 2024-03-01 | 03:00 | 03:59 | 0.40 | $0.12 | estimated
  Electric usage | 2024-03-01 | 04:00 | 04:59 | 0.44 | $0.13 |
  Electric usage | 2024-03-01 | 05:00 | 05:59 | 1.02 | $0.31 |
  Electric usage | 2024-03-01 | 06:00 | 06:59 | 2.15 | $0.65 |
  Electric usage | 2024-03-01 | 07:00 | 07:59 | 1.98 | $0.60 |
  Electric usage | 2024-03-01 | 08:00 | 08:59 | -0.27 | -$0.08 | net export
  Electric usage | 2024-03-01 | 09:00 | 09:59 | -1.13 | -$0.34 | net export`),
  { NOTES: ANY },
)

const manifest = table(`
  Contenedor | Precinto | Bultos | Peso bruto (kg) ~ Peso bruto ~ Peso bruto kg | Volumen (m3) ~ Volumen ~ Volumen m3 | Destino | Temp. (°C) ~ Temp. ~ Temp
  code | code | int | dec, | dec, | text | dec,
  MSKU7712340 | 0081234 | 1.240 | 21.870,5 | 58,30 | VALPARAISO | -18,0
  TCLU4409981 | 0081235 | 960 | 18.040,0 | 61,05 | CALLAO | 4,5
  HLXU2208745 | | 12 | 24.600,0 | 12,75 | CALLAO |
  MSKU1190026 | 0081240 | 2.004 | 9.318,2 | 66,90 | GUAYAQUIL | -20,0
  CMAU5530117 | 0081251 | 48 | 15.002,4 | 33,15 | BUENAVENTURA |
  TGHU9917304 | 0081252 | 480 | 12.480,0 | 40,00 | VALPARAISO | 13,0
  SUDU6004418 | 0081266 | 1.115 | 20.099,9 | 59,70 | CALLAO | -18,0`)
const cargo = (lines: string[][]) =>
  fixed(lines, [13, 10, -8, -13, -9, 15, -7]).map((line) => line.replace(/^(.{53})/, '$1  '))

const prices = tuned(
  table(
    `
  Reparto ~ ${GROUP} | Cod. | Descrizione | Conf. | Prezzo | Sconto
  text | code | text | text | dec, | pct,
  UTENSILERIA MANUALE | 0010 | Martello 300 g | 1 pz | € 12,50 | 10%
  UTENSILERIA MANUALE | 0012 | Cacciavite a croce PH2 | 1 pz | € 4,90 | 10%
  UTENSILERIA MANUALE | 0017 | Chiave a bussola, serie | 24 pz | € 1.089,00 | 22,5%
  FERRAMENTA | 0101 | Vite TSP 4x40 | 200 pz | € 7,35 | 15%
  FERRAMENTA | 0102 | Tassello Ø 8 | 100 pz | € 6,20 | 15%
  FERRAMENTA | 0140 | Serratura "Europa" | 1 pz | a richiesta |
  GIARDINO | 0900 | Tubo 25 m ½" | 1 rotolo | € 28,00 | 5%
  GIARDINO | 0903 | Cesoia | 1 pz | € 19,95 |`,
    /^a richiesta$/,
  ),
  { Descrizione: ANY },
)

const alipay = tuned(
  table(`
  交易时间 | 交易分类 | 交易对方 | 商品说明 | 收/支 | 金额 | 收/付款方式 | 交易状态 | 交易订单号
  @y-m-d h:i:s | text | text | text | text | dec. | text | text | code
  2024-03-28 12:31:05 | 餐饮美食 | 老王面馆 | 牛肉面, 大份 | 支出 | 28.00 | 花呗 | 交易成功 | 2024032822001400010000000001
  2024-03-27 08:02:44 | 交通出行 | 杭州公交 | 公交乘车 | 支出 | 2.00 | 余额宝 | 交易成功 | 2024032722001400010000000002
  2024-03-25 20:15:30 | 退款 | 某某旗舰店 | 退款-雨伞 | 不计收支 | 39.90 | | 退款成功 | 2024032522001400010000000003
  2024-03-22 19:40:12 | 日用百货 | 某某旗舰店 | 雨伞 | 支出 | 39.90 | 花呗 | 交易关闭 | 2024032222001400010000000003
  2024-03-15 10:00:00 | 收入 | 张三 | 转账 | 收入 | 1500.00 | 余额 | 交易成功 | 2024031522001400010000000004
  2024-03-10 09:11:27 | 充值缴费 | 国网电力 | 电费 | 支出 | 213.56 | 银行卡 | 交易成功 | 2024031022001400010000000005
  2024-03-01 00:03:19 | 投资理财 | 余额宝 | 收益发放 | 不计收支 | 0.37 | 余额宝 | 交易成功 | 2024030122001400010000000006`),
  { 交易对方: ANY, 商品说明: ANY },
)

const rupees = tuned(
  meant(
    table(`
  Txn Date | Value Date | Description | Ref No./Cheque No. | Debit | Credit | Balance
  text | text | text | text | dec. | dec. | dec.
  1 Mar 2024 | 1 Mar 2024 | BY TRANSFER-NEFT*HDFC0000001*N061240001*ASHA TRADERS | TRANSFER FROM 9901 | | 1,25,000.00 | 3,41,207.55
  2 Mar 2024 | 2 Mar 2024 | ATM WDL-ATM CASH 4061 PUNE | | 10,000.00 | | 3,31,207.55
  5 Mar 2024 | 4 Mar 2024 | TO CLEARING-CHQ | 000417 | 85,500.00 | | 2,45,707.55
  7 Mar 2024 | 7 Mar 2024 | UPI/DR/406712345678/RAMESH/paytm | TRANSFER TO 4897 | 1,249.50 | | 2,44,458.05
  15 Mar 2024 | 15 Mar 2024 | CASH DEPOSIT-SELF | | | 12,00,000.00 | 14,44,458.05
  25 Mar 2024 | 25 Mar 2024 | CREDIT INTEREST | | | 2,318.00 | 14,46,776.05
  31 Mar 2024 | 31 Mar 2024 | SMS CHARGES Q4 | | 17.70 | | 14,46,758.35`),
    { 'Txn Date': ['date', english], 'Value Date': ['date', english] },
  ),
  { Description: ANY, 'Ref No./Cheque No.': ANY, Credit: WHOLE },
)

const videos = meant(
  table(`
  Content | Video title | Video publish time | Duration | Views | Watch time (hours) | Subscribers | Impressions click-through rate (%)
  code | text | text | int | int | dec. | int | pct.
  dQx-4w9WgXc | How to prune a rose, step by step | Mar 4, 2024 | 612 | 18402 | 1290.4417 | 311 | 6.12
  _a8Kz0L1mNo | "No dig" beds in 10 minutes | Feb 19, 2024 | 604 | 9120 | 702.1023 | 95 | 4.8
  Zz19-pQrStU | Compost: 3 mistakes | Jan 28, 2024 | 388 | 40277 | 1876.9304 | 820 | 9.05
  0bCdEfGhIjK | Garden tour (spring) | Apr 2, 2023 | 1520 | 733 | 61.0075 | -4 | 2.31
  LmNoPqRsTuV | Q&A #7 | Dec 11, 2022 | 2890 | 291 | 40.5512 | 0 | 1.94
  wXyZ012_345 | Tools I use; links below | Nov 5, 2022 | 845 | 5518 | 398.2781 | 41 | 3.7`),
  { 'Video publish time': ['date', english] },
)

const rakuten = tuned(
  table(`
  注文番号 | 注文日時 | 注文者 | 郵便番号 | 商品名 | 個数 | 単価 | 小計 | 配送希望日 | 備考
  code | @y/m/d h:i | text | code | text | int | int | int | @y/m/d | text
  290411-20240301-0001 | 2024/03/01 09:15 | 佐藤 花子 | 060-0001 | 緑茶 100g | 2点 | ￥1,080 | ￥2,160 | 2024/03/05 |
  290411-20240301-0002 | 2024/03/01 22:40 | 鈴木 一郎 | 150-0002 | 湯呑み（青） | 1点 | ￥3,300 | ￥3,300 | | のし「内祝」希望
  290411-20240303-0001 | 2024/03/03 13:02 | 高橋 ミキ | 001-0010 | 緑茶 100g | 12点 | ￥1,080 | ￥12,960 | 2024/03/10 | 午前中
  290411-20240304-0005 | 2024/03/04 08:59 | 田中 誠 | 903-0801 | 急須, 常滑焼 | 1点 | ￥8,800 | ￥8,800 | |
  290411-20240307-0001 | 2024/03/07 19:30 | 佐藤 花子 | 060-0001 | ほうじ茶 200g | 3点 | ￥972 | ￥2,916 | 2024/03/12 | 領収書あり
  290411-20240310-0003 | 2024/03/10 11:11 | 伊藤 さくら | 530-0001 | 湯呑み（赤） | 2点 | ￥3,300 | ￥6,600 | 2024/03/15 |`),
  { 注文者: ANY, 商品名: ANY, 備考: ANY },
)

/** Shops, markets, banks and those who move goods. */
export const TRADE: Case[] = [
  file(
    'till: items below their category with sums',
    'csv',
    [till],
    [
      'Corner Café,,,,,,',
      'Product Mix,,03/01/2024 - 03/31/2024,,,,',
      ',,,,,,',
      namesOf(till).slice(1).join(','),
      ...grouped(
        till,
        comma,
        (group) => [`${group},,,,,,`],
        (group, rows) => {
          const total = (at: number) => rows.reduce((sum, row) => sum + Number(row[at]!.replace(/[$,()%]/g, '')), 0)
          return [
            `Total ${group},,${total(3)},"$${total(4).toLocaleString('en-US', { minimumFractionDigits: 2 })}",($${total(5).toFixed(2)}),"$${total(6).toLocaleString('en-US', { minimumFractionDigits: 2 })}",${total(7).toFixed(1)}%`,
          ]
        },
      ),
      'Grand Total,,698,"$3,188.00",($168.00),"$3,020.00",100.0%',
    ],
  ),
  file(
    'marketplace: transactions below what their columns mean',
    'csv',
    [orders],
    [
      '"Includes Amazon Marketplace, Fulfillment by Amazon (FBA), and Amazon Webstore transactions"',
      '"All amounts in USD, unless specified"',
      '"Definitions:"',
      '"Sales tax collected: Includes sales tax collected from buyers for product sales, shipping, and gift wrap."',
      '"Selling fees: Includes variable closing fees and referral fees."',
      all(namesOf(orders)),
      ...rowsOf(orders).map(all),
    ],
    marked,
    '\r\n',
  ),
  file(
    'advertising: campaigns with totals by network and account',
    'csv',
    [ads],
    [
      'Campaign performance',
      '1 March 2024 - 31 March 2024',
      ...linesOf(ads, '\t'),
      tab([
        'Total: Campaigns',
        ' --',
        '335.00',
        ' --',
        '1,636,606',
        '14,635',
        '0.89%',
        '0.46',
        '6,780.63',
        '327.50',
        'GBP',
        ' --',
      ]),
      tab([
        'Total: Account',
        ' --',
        '535.00',
        ' --',
        '1,636,606',
        '14,635',
        '0.89%',
        '0.46',
        '6,780.63',
        '327.50',
        'GBP',
        ' --',
      ]),
      tab([
        'Total: Search',
        ' --',
        '200.00',
        ' --',
        '305,519',
        '6,806',
        '2.23%',
        '0.67',
        '4,552.99',
        '178.83',
        'GBP',
        '14.10%',
      ]),
    ],
    (content) => utf16(content),
  ),
  file(
    'web visits: two reports below notes with a hash',
    'csv',
    [visits, sources],
    [
      '# ----------------------------------------',
      '# Reports snapshot',
      '# Account: Corner Café',
      '# Property: cafe.example - GA4',
      '# ----------------------------------------',
      '',
      '# All Users',
      '# Start date: 20240301',
      '# End date: 20240307',
      ...linesOf(visits),
      '',
      '# All Users',
      '# Start date: 20240301',
      '# End date: 20240307',
      ...linesOf(sources),
    ],
  ),
  file('shop: orders told once and their items in lines', 'csv', [basket], linesOf(basket)),
  file(
    'auctions: a blank line below the names and counts at the end',
    'csv',
    [auctions],
    [
      '',
      ...linesOf(auctions).slice(0, 1),
      namesOf(auctions)
        .map(() => '')
        .join(','),
      ...linesOf(auctions).slice(1),
      '',
      '5,record(s) downloaded, from Mar-01-24 00:00:00 to Mar-31-24 23:59:59',
      'Seller ID : corner_attic',
    ],
  ),
  file(
    'broker: statements whose lines name their section',
    'csv',
    [
      { columns: trades, ...kept },
      { columns: dividends, ...kept },
    ],
    [
      'Statement,Header,Field Name,Field Value',
      'Statement,Data,Title,Activity Statement',
      'Statement,Data,Period,"March 1, 2024 - March 31, 2024"',
      ...['Name,J. Ostrom', 'Account,U0012345', 'Base Currency,EUR'].map((line) => `Account Information,Data,${line}`),
      `Trades,Header,${comma(namesOf(trades))}`,
      ...rowsOf(trades)
        .slice(0, 2)
        .map((fields) => `Trades,Data,${comma(fields)}`),
      'Trades,SubTotal,,Stocks,EUR,,,,,-4675.5,-6.67425,',
      ...rowsOf(trades)
        .slice(2)
        .map((fields) => `Trades,Data,${comma(fields)}`),
      'Trades,SubTotal,,Stocks,USD,,,,,-60993.345,-8.13,',
      `Dividends,Header,${comma(namesOf(dividends))}`,
      ...rowsOf(dividends).map((fields) => `Dividends,Data,${comma(fields)}`),
      'Dividends,Data,Total,,,617.68',
    ],
  ),
  file(
    'current account: a balance on either side and labels of two lines',
    'csv',
    [card],
    [
      'Compte de Dépôt;n° 00041234567;;;',
      'Titulaire : MME CLAIRE LEFÈVRE;;;;',
      'Solde au 29/02/2024;1 020,77 €;;;',
      '',
      namesOf(card).join(';'),
      ...rowsOf(card).map(semicolon),
      '',
      'Solde au 31/03/2024;3 013,33 €;;;',
    ],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'electricity: use by the hour below the customer',
    'csv',
    [meter],
    [
      'Name,NORA QUILL',
      'Address,"12 PINE ST, APT 4, OAKLAND CA 94607"',
      'Account Number,0123456789-1',
      'Service,Service 2',
      '',
      ...linesOf(meter),
    ],
    marked,
  ),
  file(
    'containers: a manifest of fixed width with units below its names',
    'txt',
    [manifest],
    [
      'NAVIERA AUSTRAL S.A.        MANIFIESTO DE CARGA        Viaje 017N',
      'Buque: M/N PATAGONIA        Puerto de carga: SAN ANTONIO',
      '',
      ...cargo([['Contenedor', 'Precinto', 'Bultos', 'Peso bruto', 'Volumen', 'Destino', 'Temp.']]),
      ...cargo([['', '', '', '(kg)', '(m3)', '', '(°C)']]),
      '-'.repeat(77),
      ...cargo(rowsOf(manifest)),
      '-'.repeat(77),
      ...cargo([['TOTAL 7', '', '5.859', '121.411,0', '331,85', '', '']]),
    ],
    latin1,
    '\r\n',
  ),
  file(
    'catalogue of prices: departments, discounts and prices on request',
    'csv',
    [prices],
    [
      'FERRAMENTA ROSSI S.N.C.;;;;',
      'Listino n. 12 valido dal 01/03/2024;;;;IVA esclusa',
      ';;;;',
      'Cod.;Descrizione;Conf.;Prezzo;Sconto',
      ...grouped(prices, semicolon, (group) => [`${group};;;;`]),
      ';;;;',
      'I prezzi possono variare senza preavviso.;;;;',
    ],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'wallet: payments between rules with a comma too many',
    'csv',
    [{ columns: alipay, spare: BESIDE }],
    [
      '------------------------------------------------------------------------------------',
      '导出信息：',
      '姓名：李四',
      '支付宝账户：li4@example.cn',
      '起始时间：[2024-03-01 00:00:00]    终止时间：[2024-03-31 23:59:59]',
      '共7笔记录',
      '收入：1笔 1500.00元',
      '支出：4笔 283.46元',
      '',
      '------------------------支付宝（中国）网络技术有限公司  电子客户回单------------------------',
      `${namesOf(alipay).join(',')},`,
      ...rowsOf(alipay).map((fields) => `${comma(fields.map((one, at) => (at === 8 ? `${one}\t` : one)))},`),
    ],
    encoded('gb18030'),
    '\r\n',
  ),
  file(
    'savings: lakhs between tabs and a note of the computer',
    'txt',
    [rupees],
    [
      'Account Name       :\tMr. KIRAN PATIL',
      'Account Number     :\t_00000030012345678',
      'Branch             :\tPUNE CAMP',
      'Drawing Power      :\t0.00',
      'Balance as on 1 Mar 2024\t:\t2,16,207.55',
      '',
      tab(namesOf(rupees).map((name) => (name === 'Debit' ? '        Debit' : name))),
      ...rowsOf(rupees).map((fields) => tab(fields.map((one) => one || ' '))),
      '',
      '**This is a computer generated statement and does not require a signature.',
    ],
  ),
  file(
    'channel: videos with their total in front',
    'csv',
    [videos],
    [...linesOf(videos).slice(0, 1), 'Total,,,,74341,4369.3112,1263,6.02', ...linesOf(videos).slice(1)],
    marked,
  ),
  file(
    'mall orders: yen, pieces and a sum below',
    'csv',
    [rakuten],
    [...linesOf(rakuten), '合計,,,,,21点,,"￥36,736",,'],
    encoded('shift_jis'),
    '\r\n',
  ),
]
