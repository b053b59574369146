/** What the name of a sheet, file or column says of time. `date`: the first day, as ISO text. */
export type Period =
  | { unit: 'month' | 'quarter' | 'day'; date: string }
  | { unit: 'year' | 'month_of_year' | 'quarter_of_year'; number: number }

/** Names of months in English, German, French, Spanish, Italian, Portuguese and Hindi in Latin letters, and how they are cut. */
export const MONTHS: string[][] = [
  ['jan', 'janvari', 'january', 'januar', 'jänner', 'janvier', 'janv', 'enero', 'ene', 'gennaio', 'gen', 'janeiro'],
  [
    'feb',
    'farvari',
    'february',
    'februar',
    'février',
    'fevrier',
    'fév',
    'févr',
    'febrero',
    'febbraio',
    'fevereiro',
    'fev',
  ],
  ['mar', 'maarch', 'march', 'märz', 'maerz', 'mär', 'mrz', 'mars', 'marzo', 'março'],
  ['apr', 'aprail', 'april', 'avril', 'avr', 'abril', 'abr', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio', 'mag', 'maio'],
  ['jun', 'joon', 'june', 'juni', 'juin', 'junio', 'giugno', 'giu', 'junho'],
  ['jul', 'julai', 'july', 'juli', 'juillet', 'juil', 'julio', 'luglio', 'lug', 'julho'],
  ['aug', 'agast', 'august', 'août', 'aout', 'agosto', 'ago'],
  ['sep', 'sitambar', 'sept', 'september', 'septembre', 'septiembre', 'settembre', 'set', 'setembro'],
  ['oct', 'aktubar', 'october', 'oktober', 'okt', 'octobre', 'octubre', 'ottobre', 'ott', 'outubro', 'out'],
  ['nov', 'navambar', 'november', 'novembre', 'noviembre', 'novembro'],
  [
    'dec',
    'disambar',
    'december',
    'dezember',
    'dez',
    'décembre',
    'decembre',
    'déc',
    'diciembre',
    'dic',
    'dicembre',
    'dezembro',
  ],
]
const MONTH_OF = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1])))
const two = (number: number) => String(number).padStart(2, '0')
const YEAR = /^(?:19|20)\d\d$/

/** The period that a name is, whole; null where it says more or something else. */
export function periodOf(name: string): Period | null {
  const text = name.trim().toLowerCase()
  const parts = text.split(/[\s._/'’-]+/).filter(Boolean)
  const years = parts.filter((part) => YEAR.test(part))
  const others = parts.filter((part) => !YEAR.test(part))
  const [year] = years
  if (years.length > 1 || others.length > 2) return null
  const [one, two_] = others
  if (one === undefined) return year === undefined ? null : { unit: 'year', number: Number(year) }
  if (two_ !== undefined) return year === undefined ? null : dayOf(parts, Number(year))
  const quarter = /^(?:q([1-4])|([1-4])q|([1-4])\.?\s?quartal)$/.exec(one)
  const ofYear = quarter ? Number(quarter[1] ?? quarter[2] ?? quarter[3]) : undefined
  const month = MONTH_OF.get(one) ?? (year !== undefined && /^(0?[1-9]|1[0-2])$/.test(one) ? Number(one) : undefined)
  // Two digits behind the name of a month are its year.
  const short = /^(\p{L}+)(\d\d)$/u.exec(one)
  const shortMonth = short && MONTH_OF.get(short[1]!)
  if (shortMonth && year === undefined) return { unit: 'month', date: `20${short[2]}-${two(shortMonth)}-01` }
  if (ofYear !== undefined)
    return year === undefined
      ? { unit: 'quarter_of_year', number: ofYear }
      : { unit: 'quarter', date: `${year}-${two(ofYear * 3 - 2)}-01` }
  if (month === undefined) return null
  return year === undefined
    ? { unit: 'month_of_year', number: month }
    : { unit: 'month', date: `${year}-${two(month)}-01` }
}

/** A day as ISO writes it: year first; in other orders day and month could be exchanged. */
function dayOf(parts: string[], year: number): Period | null {
  const [first, month, day] = parts.map(Number)
  if (first !== year || !(month! >= 1 && month! <= 12) || !(day! >= 1 && day! <= 31)) return null
  return { unit: 'day', date: `${year}-${two(month!)}-${two(day!)}` }
}

/**
 * The column that periods of one kind make: its name, and each of them as SQL reads it. `called`: what the names themselves are, where
 * the column only puts them in order.
 */
export type PeriodColumn = { name: string; type: 'DATE' | 'BIGINT'; values: string[]; called?: string }

/** The column of these names, where all of them are different periods of one kind. */
export function periodColumn(names: string[]): PeriodColumn | null {
  const periods = names.map(periodOf)
  const unit = periods[0]?.unit
  const same = periods.filter((period) => period !== null).filter((period) => period.unit === unit)
  if (unit === undefined || same.length < names.length) return null
  const values = same.map((period) => ('date' in period ? period.date : String(period.number)))
  if (new Set(values).size < values.length) return null
  if (unit === 'year') return { name: 'year', type: 'BIGINT', values }
  if (unit === 'month_of_year') return { name: 'month_number', type: 'BIGINT', values, called: 'month' }
  if (unit === 'quarter_of_year') return { name: 'quarter_number', type: 'BIGINT', values, called: 'quarter' }
  return { name: unit === 'day' ? 'day' : 'period', type: 'DATE', values }
}
