/** How the sum of a column is called where it stands below it, also in other languages. */
export const TOTAL = [
  '(grand |sub[- ]?|net |overall )?totals?( (general|geral|général|générale|generale|amount|sum))?',
  ...[
    'sum',
    '(gesamt|zwischen)?summe',
    '(in)?sgesamt',
    'gesamt',
    'somme',
    'sous-total',
    'suma( total)?',
    'total[ei]s?',
    'somma',
  ],
  // What is taken to the next page of a journal.
  ...[
    '(amount |total |balance )?(carried|brought) (forward|down|over)',
    '[bc]/[fd]',
    'übertrag',
    'à reporter',
    'suma y sigue',
    'a riportare',
  ],
  ...['soma', 'कुल( योग)?'],
  ...[
    'итого( по .*)?',
    'всего',
    'разом',
    'усього',
    'общо',
    'razem',
    'ogółem',
    'celkem',
    'spolu',
    'ukupno',
    'skupaj',
    'összesen',
    'mindösszesen',
  ],
  ...[
    'toplam',
    '(genel|ara) toplam',
    'totaal',
    'subtotaal',
    'summa',
    'yhteensä',
    'i alt',
    'totalt',
    'kokku',
    'iš viso',
    'kopā',
    'σύνολο',
    'jumlah',
    'tổng( cộng)?',
  ],
  ...[
    '合計',
    '小計',
    '総計',
    '總計',
    '合计',
    '小计',
    '总计',
    '합계',
    '총계',
    '소계',
    'รวม(ทั้งสิ้น)?',
    'الإجمالي',
    'المجموع',
    'إجمالي',
    'סה"כ',
    'סך הכל',
  ],
].join('|')

/** How their mean is called. */
export const MEAN =
  'averages?|avg|mean|durchschnitt|mittelwert|moyenne|promedio|media|média|gemiddelde|среднее|średnia|průměr|ortalama|keskiarvo|平均|평균'

/** What else is said of a column below it, as what is left on an account; shorter words are names of people, too. */
export const STATISTIC =
  '(closing|ending|final) balance|(end|schluss)saldo|solde (final|de clôture)|saldo fin(al|ale)|minimum|maximum|median|count|number of rows|std\\.? ?dev\\.?|standard deviation|standardabweichung|anzahl|lowest|highest|mínimo|máximo|médiane|mediana'
