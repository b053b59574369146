import { wordsOf } from '#base/text.ts'
import { commonUnit, isCurrency, mayPrecede, unitOfName, writingsOf } from '#catalog/rules/units.ts'
import { periodOf } from './period.ts'

/**
 * What cells write around their numbers. `unit`: a currency or measure, by its name; `signs`: accounting negatives `(5)` and `5-`, `+5`;
 * `notes`: words about the number, as in `12 (est.)`, `~12`, `12*`; `bracketed`: `(5)` is a 5 with a note, and no accounting negative; `ledger`: debits end in Dr, credits, which are negative, in Cr;
 * `south`: letters of directions that make degrees negative, as in `33.45S`.
 */
export type Dress = {
  unit: string | null
  signs: boolean
  notes: boolean
  bracketed: boolean
  ledger: boolean
  south: string | null
  /** Whether whole numbers may have their minus behind them, as `5-`. */
  behind: boolean
}

export const UNDRESSED: Dress = {
  unit: null,
  signs: false,
  notes: false,
  bracketed: false,
  ledger: false,
  south: null,
  behind: false,
}
/** What of a plan is around its numbers. */
export const dressIn = ({ unit, signs, notes, bracketed, ledger, south, behind }: Dress): Dress => {
  return { unit, signs, notes, bracketed, ledger, south, behind }
}

/** A part of a text and what stands in its place, where $1 is its first group: read alike by JavaScript and by the engine. */
type Step = [pattern: string, instead: string]

const FLAGGED = '(\\d) +(?:[bcdefnprsuz]{1,2}|[AC-JLN-Z])$'
/** The mark of a footnote directly behind decimals or a year, where it is no unit. */
const MARKED = '^([-+]?\\d+[.,]\\d+|(?:19|20)\\d\\d)[abcdefprux]$'
const IS_FLAGGED = new RegExp(`${FLAGGED}|${MARKED}`)
const NOTES: Step[] = [
  [
    '\\s*(?:\\([^()]*[A-Za-z][^()]*\\)|\\[[^\\[\\]]*\\]|[*†‡§]+|[¹²³⁴-⁹]+[)⁾]?|\\b(?:est|approx|prov|provisional|estimated|revised)\\.?)$',
    '',
  ],
  // What statistics offices write behind a figure: "b" for a break in the series, "p" for a provisional one; what stands for noughts (K, M, B) is none.
  [FLAGGED, '$1'],
  [MARKED, '$1'],
  // Brackets that close nothing, as Japanese stations write behind a value of doubtful quality.
  ['^([^([]*\\d) +[)\\]]$', '$1'],
  // How far a measurement may be off, which may stand in the next column.
  ['(\\d) ?(?:±|\\+/-)(?: ?\\d[\\d.,]*%?)?$', '$1'],
  // What a laboratory can only say that it is below or above.
  ['^[<>≤≥]\\s*(\\d)', '$1'],
  // The highest class of a statistic, as 250,000+.
  ['^(\\d[\\d.,]*)\\+$', '$1'],
  ['^(?:~|≈|ca?\\. ?|circa |about |approx\\.? |est\\.? )\\s*', ''],
]
/** Numbers in brackets that may be anything, and those with thousands or two decimals, which are amounts. */
const BRACKETED: Step = ['^\\(\\s*(\\d+(?:\\.(?:\\d|\\d{3,})|,(?:\\d|\\d{4,}))?)\\s*\\)$', '$1']
const AMOUNT: Step = ["^\\(\\s*([^()]*\\d(?:[,'’]\\d{3}[^()]*|[.,]\\d\\d[^()\\d]*))\\)$", '-$1']
const NEGATIVE: Step = ['^\\(\\s*([^()]*\\d[^()]*?)\\s*\\)$', '-$1']
/** A year since when something is so. */
const SINCE = /^(?:1[5-9]|20)\d\d\s*[-−–]$/
const BEHIND: Step = ['^(\\d+)\\s*[-−]$', '-$1']
const SIGNS: Step[] = [
  // Nothing behind the mark: 5.- and 1,200/-.
  ['(?:[.,][-–—]{1,2}|/[-–=])$', ''],
  ['^([^-−]*[.,]\\d+)\\s*[-−]$', '-$1'],
  ['^[-−△▲]\\s*', '-'],
  ['^\\+\\s*', ''],
  // Nothing has changed: ±0.00.
  ['^±\\s*(0(?:[.,]0+)?)$', '$1'],
  // The number of a row: 1., 2.
  ['^(\\d+)\\.$', '$1'],
]
const LEDGER: Step[] = [
  ['^(.*\\d)\\s*[Cc][Rr]\\.?$', '-$1'],
  ['^(.*\\d)\\s*[Dd][Rr]\\.?$', '$1'],
  // Banks write C for what comes in and D for what goes out.
  ['^(.*\\d)\\s*C$', '$1'],
  ['^(.*\\d)\\s*D$', '-$1'],
]
/** Beside debits, or below thousands that are written in full, Cr is no crore. */
const isLedger = (values: string[]): boolean => {
  const credits = values.filter((value) => /\d\s*cr\.?$/i.test(value))
  const letters = new Set(values.map((value) => /\d\s*([CD])$/.exec(value)?.[1]))
  return (
    (letters.size === 2 && !letters.has(undefined)) ||
    values.some((value) => /\d\s*dr\.?$/i.test(value)) ||
    (credits.length > 0 && credits.every((value) => /,\d{3}(\.\d\d)?\s*cr\.?$/i.test(value)))
  )
}
/** Degrees with the direction before or behind them: north and south, or east and west, which is O in Romance languages and east in German. */
const DEGREES = '0*(\\d{1,3}(?:[.,]\\d+)?)\\s*[°º]?'
const DIRECTED = new RegExp(`^([NSEWO])?\\s*${DEGREES}\\s*([NSEWO])?$`)
const LEAST_PLACES = 3
export const COORDINATE_NAME =
  /(^| )(lat|lon|lng|long|latitude?|longitude?|latitud|longitud|latitudine|longitudine|breite|länge|breitengrad|längengrad|szerokość|długość)( |$)/
const GERMANIC = /läng|laeng|lengte|længde|lengde/i
const southSteps = (south: string): Step[] => [
  [`^(?:${DEGREES}\\s*[${south}]|[${south}]\\s*${DEGREES})$`, '-$1$2'],
  [`^(?:${DEGREES}\\s*[NEO]|[NEO]\\s*${DEGREES})$`, '$1$2'],
]
/** The letters of directions that make degrees negative, where a column holds such; null for others. */
function southIn(values: string[], name: string): string | null {
  const matches = values.map((value) => DIRECTED.exec(value))
  if (!matches.every((match) => match && (match[1] === undefined) !== (match[3] === undefined))) return null
  const letters = new Set(matches.map((match) => match![1] ?? match![3]!))
  const isOne = [...letters].every((letter) => 'NS'.includes(letter)) || ![...letters].some((one) => 'NS'.includes(one))
  const isExact = values.every((value) => new RegExp(`[.,]\\d{${LEAST_PLACES}}`).test(value))
  if (!isOne || !(isExact || COORDINATE_NAME.test(wordsOf(name).join(' ')))) return null
  return letters.has('W') || GERMANIC.test(name) ? 'SW' : 'SWO'
}
const unitSteps = (unit: string): Step[] => [
  ...(mayPrecede(unit) ? [[`^([-+−△▲(]?)\\s*(?:${writingsOf(unit)})\\s*`, '$1'] as Step] : []),
  [`\\s*(?:${writingsOf(unit)})\\s*([)−-]?)$`, '$1'],
]

/** What is done to a text, one after the other, so that its number is left. */
export const undressing = ({ unit, signs, notes, bracketed, ledger, south, behind }: Dress): Step[] => [
  ...(south === null ? [] : southSteps(south)),
  ...(ledger ? LEDGER : []),
  ...(notes ? NOTES : []),
  ...(notes && bracketed ? [BRACKETED] : []),
  ...(unit === null ? [] : unitSteps(unit)),
  ...(signs && behind ? [BEHIND] : []),
  ...(signs ? [bracketed ? AMOUNT : NEGATIVE, ...SIGNS] : []),
]

/** Takes away what is around a number. */
export function undresser(dress: Dress): (value: string) => string {
  const steps = undressing(dress).map(([pattern, instead]) => [new RegExp(pattern, 'u'), instead] as const)
  return (value) => steps.reduce((text, [pattern, instead]) => text.replace(pattern, instead), value)
}

/** Texts without what is around their numbers. */
export const undress = (values: string[], dress: Dress): string[] => values.map(undresser(dress))

/** A telephone number begins with a plus too. */
const PHONE = /^\+\d[\d ()-]{6,}$/

/** Names of columns that are money, or may fall below nought as accounts write it; of periods in a statement as well. */
const MONEY = new RegExp(
  `(^| )(${[
    'amount|amt|balance|budget|cash|cost|credit|debit|debt|deficit|dividend|earning|ebit|ebitda|eps|equity|expenditure|expense|fee',
    'gain|gross|income|interest|loss|margin|net|outlay|payment|pnl|price|proceed|profit|receipt|refund|result|return|revenue|salary',
    'sale|spend|spending|surplus|tax|turnover|variance|wage|usd|eur|gbp|inr',
    'betrag|saldo|umsatz|gewinn|verlust|kosten|ergebnis|ertrag|guthaben|importe|ingreso|gasto|solde|montant|résultat|recette|dépense',
  ].join('|')})(s|es)?( |$)`,
)
const speaksOfMoney = (name: string): boolean =>
  MONEY.test(wordsOf(name).join(' ')) || isCurrency(unitOfName(name) ?? '') || periodOf(name) !== null

const IS_AMOUNT = new RegExp(`${AMOUNT[0]}|^\\d[\\d.,]*[.,]\\d+\\s*[-−]$`, 'u')
const GROUPED_AMOUNT = /^\(\d{1,3}([,.'’]\d{3})+[.,]\d\d\)$/
/** Whether any cell of a file is a negative as only accounts write it: then `(5)` is one anywhere in it. */
export const writesAccounts = (columns: readonly (readonly string[])[]): boolean =>
  columns.some((values) => values.some((value) => /[-−)]\s*$/.test(value) && IS_AMOUNT.test(value.trim())))

/**
 * What the cells of a column have around their numbers.
 * @param isNumber whether a text is one, in any style @param accounts whether the file writes negatives as accounts do
 */
export function dressOf(
  values: string[],
  isNumber: (value: string) => boolean,
  { name = '', accounts = false } = {},
): Dress {
  const south = southIn(values, name)
  if (south !== null) return { ...UNDRESSED, south }
  const unit = commonUnit(values, name)
  const arePlain = values.every((value) => /^-?\d+(?:\.\d+)?$/.test(value))
  const helps = (dress: Dress, without: Dress) => {
    if (arePlain) return false
    const before = undress(values, without)
    return undress(values, dress).some((text, at) => text !== before[at] && isNumber(text))
  }
  const isPaid = (unit !== null && isCurrency(unit)) || speaksOfMoney(name)
  // Where all values stand in brackets and are no money, these are marks and no signs.
  const areMarks = !isPaid && values.every((value) => value.startsWith('(') && !GROUPED_AMOUNT.test(value))
  const mayHaveSigns = !values.some((value) => PHONE.test(value)) && !areMarks
  const isMoney = accounts || isPaid || writesAccounts([values])
  const plain = {
    ...UNDRESSED,
    unit,
    bracketed: mayHaveSigns && !isMoney,
    ledger: isLedger(values),
    behind: accounts && !values.some((value) => SINCE.test(value)),
  }
  const signs = mayHaveSigns && helps({ ...plain, signs: true }, plain)
  const signed = { ...plain, signs }
  const bare = undress(values, { ...plain, unit: null, notes: true })
  // "1 (low)", "2 (high)" on every line are names of categories.
  const areNames = bare.every((text, at) => text !== values[at]) && new Set(values).size * 2 <= values.length
  // Where most are followed by a letter it is a unit: "5 s".
  const flagged = values.filter((value) => IS_FLAGGED.test(value)).length
  return { ...signed, notes: !areNames && 2 * flagged <= values.length && helps({ ...signed, notes: true }, signed) }
}
