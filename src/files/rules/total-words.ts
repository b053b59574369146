/** How the sum of a column is called where it stands below it, also in other languages. */
export const TOTAL = [
  '(grand |sub[- ]?|net |overall )?totals?( (general|geral|général|générale|generale|amount|sum))?|sum|(gesamt|zwischen)?summe|(in)?sgesamt',
  'gesamt|zusammen|ensemble|somme|sous-total|suma( total)?|total[ei]s?|somma|(amount |total |balance )?(carried|brought) (forward|down|over)',
  '[bc]/[fd]|übertrag|à reporter|suma y sigue|a riportare|soma|कुल( योग)?|итого( по .*)?|всего|разом|усього|общо|razem|ogółem|celkem|spolu',
  'ukupno|skupaj|összesen|együtt|součet|súčet|zbroj|vsota|общий итог|mindösszesen|toplam|(genel|ara) toplam|totaal|subtotaal|summa|yhteensä',
  'i alt|totalt|kokku|iš viso|kopā|σύνολο|jumlah|tổng( cộng)?|合計|小計|総計|總計|合计|小计|总计|합계|총계|소계|รวม(ทั้งสิ้น)?|الإجمالي|المجموع|إجمالي|סה"כ|סך הכל',
].join('|')

/** What a program writes for the whole of something, as of a run: sums of some columns, means of others. */
export const SUMMARY =
  'summary|overview|übersicht|zusammenfassung|résumé|récapitulatif|resumen|resumo|riepilogo|samenvatting|sammanfattning|oversigt|podsumowanie|итоги|сводка|汇总|まとめ'

/** What figures above must not be beyond, or should be. */
export const LIMIT =
  'limits?|limit values?|grenzwert|richtwert|sollwert|valeur limite|límite|valor límite|limite|grenswaarde|gränsvärde|grenseverdi|reference (range|values?)|referenzbereich|норма|基準値|标准值'

/** How their mean is called. */
export const MEAN = [
  'ø|⌀|x̄|averages?|avg\\.?|mean|arithmetic mean|durchschnitt|mittelwert|mittel|moyenne|moy\\.?|promedio|prom\\.?|media|média|gemiddelde?|gem\\.?',
  'medel|medelvärde|snitt|gjennomsnitt|gennemsnit|snit|keskiarvo|keskmine|vidējais|vidurkis',
  'średnia|średnio|průměr|priemer|átlag|medie|prosjek|prosek|povprečje|средно',
  'среднее|в среднем|середнє|μέσος όρος|ortalama|المتوسط|متوسط|ממוצע|औसत|平均|平均値|平均值|均值|평균|ค่าเฉลี่ย|trung bình|rata-rata',
].join('|')

/** What is the least or the greatest: "lowest mark", "note la plus basse", "voto più alto". */
const ofMarks = (english: string, german: string, romance: string): string =>
  `(${english}) (mark|score|grade|value|result|price)s?|(${german})(r|s)?( (note|wert|punktzahl))?|((note|valeur|nota|voto|valor|valore|prix) )?((la|le|el|il|o|a) )?(plus|más|più|mais) (${romance})`

/** How the least and the greatest of a column are called. Names of people are among them: only figures tell. */
export const LEAST = [
  'min\\.?|minimum|minimal|lowest|smallest|mín\\.?|mínimo|mínima|minimo|minima|lägst|lägsta|laveste|laagste|kleinster wert|alin|pienin',
  ofMarks(
    'lowest|least|worst|smallest',
    'niedrigste|kleinste|schlechteste',
    'basse?|faible|petite?|baj[oa]|bass[oa]|baix[oa]',
  ),
  'minimalna|najniższa|nejnižší|legkisebb|minim|en düşük|мин\\.?|минимум|ελάχιστο|الحد الأدنى|न्यूनतम|最小|最小値|最小值|最低|최소|최저|ต่ำสุด',
].join('|')
const GREATEST = [
  '(max(imum)?|full|possible) (points|marks|score)|points possible|out of|(maximal|höchst)punkt(e|zahl)|barème|puntos posibles|punti massimi|max\\.?|maximum|maximal|highest|largest|peak|máx\\.?|máximo|máxima|massimo|massima|högst|högsta|høyeste|højeste|hoogste|größter wert|ylin|suurin',
  ofMarks('highest|greatest|best|largest', 'höchste|größte|beste', 'haute?|élevée?|grande?|forte?|alt[oa]|elevad[oa]'),
  'maksymalna|najwyższa|nejvyšší|legnagyobb|maxim|en yüksek|макс\\.?|максимум|μέγιστο|الحد الأقصى|अधिकतम|最大|最大値|最大值|最高|최대|최고|สูงสุด',
].join('|')
const greatest = new RegExp(`^(?:${GREATEST})\\s*[:.]?$`, 'iu')
/** Whether a cell calls its row the greatest of others. */
export const saysGreatest = (cell: string): boolean => greatest.test(cell.trim())

/** What else is said of a column below it, as what is left on an account; shorter words are names of people, too. */
export const STATISTIC =
  '(closing|ending|final) balance|(end|schluss)saldo|solde (final|de clôture)|saldo fin(al|ale)|minimum|maximum|median|count|number of rows|std\\.? ?dev\\.?|standard deviation|standardabweichung|anzahl|lowest|highest|mínimo|máximo|médiane|mediana'

const called = new RegExp(`^\\W*(?:${TOTAL})(?: (?:for|of|für|de|des|del|di|do|da|van|av))?\\W*$`, 'iu')
/** Whether a text is called the sum of what has this name: "Total for Sales". */
export const addsUp = (text: string, name: string): boolean => {
  const [own, part] = [text.toLowerCase(), name.toLowerCase()]
  return (
    own.length > part.length && own.includes(part) && called.test(own.replace(part, ' ').replace(/\s+/g, ' ').trim())
  )
}
