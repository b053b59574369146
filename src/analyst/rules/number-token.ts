/** How a token of prose is to be compared with cells. */
export type NumberToken = {
  /** As it stands in the prose, with currency, suffix or percent sign. */
  text: string
  /** UTF-16 offsets into the prose. */
  start: number
  end: number
  kind: 'number' | 'percent' | 'factor' | 'date' | 'position'
  /** Value with its unit applied (`1.2M` is 1200000); 0 for dates. Percent tokens keep the figure: 12.5 % is 12.5. */
  value: number
  /** Plain decimal text of the value without grouping, unit applied: exact where a double is not. */
  exact: string
  /** Half a unit of the last printed digit, unit applied: the value may stand for anything this near. */
  tolerance: number
  /** True when a sign is printed. Brackets are not one: `North ($1,200)` is no loss. */
  signed: boolean
  /** True when a unit (k, M, lakh …) was applied, so that equality is only up to rounding. */
  scaled: boolean
  /** ISO prefix of a date token: `2024`, `2024-03` or `2024-03-05`; quarters are `2024-Q1`. */
  date?: string
}

const UNITS: [RegExp, number][] = [
  [/^(?:k|thousand)$/i, 3],
  [/^(?:lakhs?|lacs?)$/i, 5],
  [/^(?:m|mn|mio|million|millions)$/i, 6],
  [/^(?:crores?|cr)$/i, 7],
  [/^(?:b|bn|billion|billions)$/i, 9],
  [/^(?:t|tn|trillion|trillions)$/i, 12],
]
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const YEAR = '((?:19|20)\\d\\d)'

/** Date shapes, most exact first; each gives year, month, day or quarter by name. */
const DATES = [
  /(?<![\w-])(?<y>(?:19|20)\d\d)-(?<m>0[1-9]|1[0-2])-(?<d>0[1-9]|[12]\d|3[01])(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?(?![\w-])/g,
  new RegExp(
    `(?<!\\w)(?<d>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH.replace('(', '(?<mn>')},? ${YEAR.replace('(', '(?<y>')}(?!\\w)`,
    'gi',
  ),
  new RegExp(
    `(?<!\\w)${MONTH.replace('(', '(?<mn>')} (?<d>\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR.replace('(', '(?<y>')}(?!\\w)`,
    'gi',
  ),
  new RegExp(`(?<!\\w)${MONTH.replace('(', '(?<mn>')},? (?:of )?${YEAR.replace('(', '(?<y>')}(?!\\w)`, 'gi'),
  /(?<!\w)Q(?<q>[1-4])(?: of|,)? ?(?<y>(?:19|20)\d\d)(?!\w)/gi,
  /(?<!\w)(?<y>(?:19|20)\d\d)[- ]?Q(?<q>[1-4])(?!\w)/gi,
  /(?<![\w-])(?<y>(?:19|20)\d\d)-(?<m>0[1-9]|1[0-2])(?![\w-])/g,
]

/** Sign, currency, digits with any common grouping, decimals, unit, percent or factor. Digits inside names (r1, SKU-7, Q3) do not count. */
const NUMBER =
  /(?<![\w.,/#@-])(?<sign>[-−–+])?(?<currency>[₹$€£¥]|(?:Rs\.?|INR|USD|EUR|GBP) ?)?(?<sign2>[-−–])?(?<whole>\d{1,3}(?:(?:[,\u00a0\u202f' ]\d{3})+|(?:,\d{2,3})+)(?!\d)|\d+)(?<fraction>\.\d+)?(?<exponent>e[+-]?\d{1,3})?(?:(?<gap>[ \u00a0\u202f])?(?<unit>%|percentage points?|percent|pp\b|per cent|times\b|[x×](?![\w])|k\b|thousand\b|lakhs?\b|lacs?\b|mn\b|mio\b|m\b|millions?\b|crores?\b|cr\b|bn\b|b\b|billions?\b|tn\b|t\b|trillions?\b))?(?<ordinal>st|nd|rd|th)?(?![\w])/giu

/** Spans that make no claim: code, links, and the numbers of list items. */
const SILENT = /```[\s\S]*?(?:```|$)|`[^`\n]*`|\]\([^)\s]*\)|https?:\/\/\S+/g
const LIST_POSITION = /^[ \t]*(?:#{1,6} )?(\d{1,3})[.)](?=\s)/gm

/** Every numeric token of `text` in order of appearance. */
export function numberTokens(text: string): NumberToken[] {
  const taken: NumberToken[] = []
  const free = (start: number, end: number) => taken.every((token) => end <= token.start || start >= token.end)
  const silent = [...text.matchAll(SILENT)].map((match) => [match.index, match.index + match[0].length] as const)
  const speaks = (at: number) => silent.every(([start, end]) => at < start || at >= end)
  for (const match of text.matchAll(LIST_POSITION)) {
    const start = match.index + match[0].lastIndexOf(match[1]!)
    if (speaks(start)) taken.push(plain(match[1]!, start, 'position', Number(match[1]), match[1]!))
  }
  for (const shape of DATES)
    for (const match of text.matchAll(shape)) {
      const end = match.index + match[0].length
      const date = isoOf(match.groups!)
      if (date && speaks(match.index) && free(match.index, end))
        taken.push({ ...plain(match[0], match.index, 'date', 0, ''), date })
    }
  for (const match of text.matchAll(NUMBER)) {
    const token = numberOf(match)
    if (token && speaks(token.start) && free(token.start, token.end)) taken.push(token)
  }
  return taken.sort((a, b) => a.start - b.start)
}

const plain = (text: string, start: number, kind: NumberToken['kind'], value: number, exact: string): NumberToken => ({
  text,
  start,
  end: start + text.length,
  kind,
  value,
  exact,
  tolerance: 0,
  signed: false,
  scaled: false,
})

function isoOf(groups: Record<string, string | undefined>): string | null {
  const { y, q, d } = groups
  if (q) return `${y}-Q${q}`
  const month = groups.m ? Number(groups.m) : MONTHS.indexOf(groups.mn!.slice(0, 3).toLowerCase()) + 1
  if (month < 1 || (d !== undefined && (Number(d) < 1 || Number(d) > 31))) return null
  return [y, String(month).padStart(2, '0'), d?.padStart(2, '0')].filter(Boolean).join('-')
}

function numberOf(match: RegExpMatchArray): NumberToken | null {
  const { sign, sign2, currency, whole, fraction, exponent, gap, ordinal } = match.groups!
  let unit = match.groups!.unit ?? ''
  let text = match[0]
  const start = match.index!
  // `12 m` or `5 t` are metres and tonnes as likely as millions: a single letter counts only where it touches the digits.
  if (gap && /^[kmbtx]$/i.test(unit)) {
    text = text.slice(0, text.lastIndexOf(unit) - 1)
    unit = ''
  }
  const digits = whole!.replace(/[^\d]/g, '')
  const decimals = (fraction?.length ?? 1) - 1
  const power = (UNITS.find(([name]) => name.test(unit))?.[1] ?? 0) + (exponent ? Number(exponent.slice(1)) : 0)
  const negative = /[-−–]/.test((sign ?? '') + (sign2 ?? ''))
  const exact = shifted(`${negative ? '-' : ''}${digits}${fraction ?? ''}`, power)
  const value = Number(exact)
  if (!Number.isFinite(value)) return null
  const kind = ordinal
    ? 'position'
    : /^(%|p)/i.test(unit)
      ? 'percent'
      : /^(times|x|×)/i.test(unit)
        ? 'factor'
        : 'number'
  const year = kind === 'number' && !currency && !fraction && !unit && !negative && /^(19|20)\d\d$/.test(whole!)
  return {
    text,
    start,
    end: start + text.length,
    kind,
    value,
    exact,
    tolerance: 0.5 * 10 ** (power - decimals),
    signed: negative || sign === '+',
    scaled: power !== 0,
    ...(year ? { date: whole! } : {}),
  }
}

/** Plain decimal text moved by `power` tens: `1.25` by 6 is `1250000`. Trailing zeros of a fraction and leading zeros go. */
export function shifted(decimal: string, power: number): string {
  const negative = decimal.startsWith('-')
  const [whole = '0', fraction = ''] = decimal.replace(/^[-+]/, '').split('.')
  const digits = whole + fraction
  const point = whole.length + power
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  const right = padded.slice(at).replace(/0+$/, '')
  const text = right ? `${left}.${right}` : left
  return negative && /[1-9]/.test(text) ? `-${text}` : text
}
