/** How the sum of a column is called where it stands below it, also in German, French, Spanish, Italian, Portuguese and Hindi. */
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
].join('|')

/** How their mean is called. */
export const MEAN = 'averages?|avg|mean|durchschnitt|mittelwert|moyenne|promedio|media|média'

/** What else is said of a column below it, as what is left on an account; shorter words are names of people, too. */
export const STATISTIC =
  '(closing|ending|final) balance|(end|schluss)saldo|solde (final|de clôture)|saldo fin(al|ale)|minimum|maximum|median|count|number of rows|std\\.? ?dev\\.?|standard deviation|standardabweichung|anzahl|lowest|highest|mínimo|máximo|médiane|mediana'
