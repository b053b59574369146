export type NumberToken = {
  /** As it stands in the prose, with currency, suffix or percent sign. */
  text: string
  /** UTF-16 offsets into the prose. */
  start: number
  end: number
  kind: 'number' | 'percent' | 'factor' | 'date' | 'time' | 'position'
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
  /** ISO prefix of a date token: `2024`, `2024-03` or `2024-03-05`; quarters are `2024-Q1`, days of any year `--03-05`. */
  date?: string
  /** Of a time of day: `14:05`, or `14:05:30`. */
  time?: string
  /** The other reading, where nothing in the text tells whether `1.234` or `1,234` is grouped, or which of 3/4/2024 is the month. */
  other?: Partial<Pick<NumberToken, 'value' | 'exact' | 'tolerance' | 'date'>>
}

const UNITS: [RegExp, number][] = [
  [/^(?:k|thousand|tsd\.?|tausend|mille|mil)$/i, 3],
  [/^(?:lakhs?|lacs?)$/i, 5],
  [/^(?:m|mn|mio\.?|mill?ion(?:s|en|es)?|mill[oó]n(?:es)?)$/i, 6],
  [/^(?:crores?|cr)$/i, 7],
  [/^(?:b|bn|billions?|mrd\.?|milliarden?|milliards?)$/i, 9],
  [/^(?:t|tn|trillions?)$/i, 12],
]
const UNIT =
  '%|percentage points?|percent|per cent|pct|pp\\b|prozentpunkte|prozent|por ciento|pour cent|times\\b|[x×](?![\\w])|tausend|tsd\\.?|thousand|k\\b|lakhs?|lacs?|mio\\.?|mn|mill?ion(?:s|en|es)?|mill[oó]n(?:es)?|m\\b|crores?|cr\\b|mrd\\.?|milliarden?|milliards?|bn|billions?|b\\b|trillions?|tn|t\\b'

/** Months of the languages in which answers are written, each language's long and short names. */
const MONTHS = new Map(
  ['en', 'de', 'fr', 'es'].flatMap((locale) =>
    ['long', 'short'].flatMap((month) =>
      Array.from({ length: 12 }, (_, at): [string, number] => {
        const format = new Intl.DateTimeFormat(locale, { month: month as 'long' | 'short', timeZone: 'UTC' })
        return [format.format(Date.UTC(2024, at)).replace('.', '').toLowerCase(), at + 1]
      }),
    ),
  ),
).set('sept', 9)
const MONTH = `(?<mn>${[...MONTHS.keys()].sort((a, b) => b.length - a.length).join('|')})\\.?`
const YEAR = '(?<y>(?:19|20)\\d\\d)'
const OF = '(?: of| de|,)? '

/** Date shapes, most exact first; each gives year, month, day or quarter by name. */
const DATES = [
  /(?<![\w-])(?<y>(?:19|20)\d\d)-(?<m>0[1-9]|1[0-2])-(?<d>0[1-9]|[12]\d|3[01])(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?(?![\w-])/g,
  /(?<![\w.])(?<d>0?[1-9]|[12]\d|3[01])\.(?<m>0?[1-9]|1[0-2])\.(?<y>(?:19|20)\d\d)(?!\w)/g,
  new RegExp(`(?<!\\w)(?<d>\\d{1,2})(?:st|nd|rd|th|\\.)?${OF}${MONTH}${OF}${YEAR}(?!\\w)`, 'gi'),
  new RegExp(`(?<!\\w)(?<d>\\d{1,2})(?:st|nd|rd|th|\\.)? ${MONTH},? ${YEAR}(?!\\w)`, 'gi'),
  new RegExp(`(?<!\\w)${MONTH} (?<d>\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}(?!\\w)`, 'gi'),
  new RegExp(`(?<!\\w)${MONTH}${OF}${YEAR}(?!\\w)`, 'gi'),
  /(?<!\w)Q(?<q>[1-4])(?: of|,)? ?(?<y>(?:19|20)\d\d)(?!\w)/gi,
  /(?<!\w)(?<y>(?:19|20)\d\d)[- ]?Q(?<q>[1-4])(?!\w)/gi,
  /(?<![\w-])(?<y>(?:19|20)\d\d)-(?<m>0[1-9]|1[0-2])(?![\w-])/g,
  /(?<![\w/])(?<y>(?:19|20)\d\d)\/(?<m>0?[1-9]|1[0-2])\/(?<d>0?[1-9]|[12]\d|3[01])(?![\w/])/g,
  // Day or month first: `otherDay` reads the other.
  /(?<![\w/])(?<d>0?[1-9]|[12]\d|3[01])\/(?<m>0?[1-9]|[12]\d|3[01])\/(?<y>(?:19|20)\d\d)(?![\w/])/g,
  // A financial year: 2024-25.
  /(?<![\w-])(?<y>(?:19|20)\d\d)[-–/]\d\d(?![\w-])/g,
  // Of no year: "March 12" may begin "in March 12 shops …".
  new RegExp(`(?<!\\w)(?<d>\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of| de)? ${MONTH}(?![\\w-])`, 'gi'),
  new RegExp(`(?<!\\w)${MONTH} (?<d>\\d{1,2})(?:(?:st|nd|rd|th)(?!\\w)|(?=[,;:)]|\\.?(?:\\s|$))(?! \\p{L}))`, 'giu'),
]

/** Times of day. A colon alone may also stand in a ratio (3:2), so minutes have two digits; "3 am Markt" is no time. */
const TIME =
  /(?<![\w:.,/-])(?<h>[01]?\d|2[0-3])(?:(?:[:h](?<min>[0-5]\d)(?::(?<s>[0-5]\d))?)(?:[ \u00a0\u202f]?(?<half>[ap])\.?m\b\.?)?|[ \u00a0\u202f]?(?<half2>[ap])\.?m\b\.?(?! \p{Lu}\p{Ll})|[.](?<min2>[0-5]\d) Uhr\b)(?![\w:])/giu

/** Digits in any grouping: by space or apostrophe, or with dots and commas, which `numeral` reads. */
const DIGITS = "\\d{1,3}(?:[ \\u00a0\\u202f\\u2009'’]\\d{3})+(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*"
/** Units that touch their number and do not change it: 1.5h, 12kg. */
const MEASURES = '(?:h|min|ms|s|kg|g|km|cm|mm|l|am|pm)'
/** Sign, currency, digits, unit, percent or factor. Digits inside names (r1, SKU-7, Q3) do not count; the second end of a range does. */
const NUMBER = new RegExp(
  `(?<![\\w.,/#@%]|(?<![\\d%])-)(?<sign>[-−–+±])?(?<currency>\\p{Sc}|(?:Rs\\.?|INR|USD|EUR|GBP) ?)?(?<sign2>[-−–])?(?<digits>${DIGITS})(?<exponent>e[+-]?\\d{1,3})?(?:(?<gap>[ \\u00a0\\u202f])?(?<unit>${UNIT}))?(?<ordinal>st|nd|rd|th)?(?:(?=${MEASURES}(?!\\w))|(?![\\w]|[.,]\\d))`,
  'giu',
)

/** Spans that make no claim: code, links, and the numbers of list items. */
const SILENT = /```[\s\S]*?(?:```|$)|`[^`\n]*`|\]\([^)\s]*\)|https?:\/\/\S+/g
const LIST_POSITION = /^[ \t]*(?:#{1,6} )?(\d{1,3})[.)](?=\s)/gm

/** Digits as wide as characters of Chinese and Japanese, with the signs between them. */
const FULL_WIDTH = /[０-９％]|(?<=[０-９])[，．](?=[０-９])/g

/** Every numeric token of `text` in order of appearance. */
export function numberTokens(text: string): NumberToken[] {
  const narrow = text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
  if (narrow !== text)
    return numberTokens(narrow).map((token) => ({ ...token, text: text.slice(token.start, token.end) }))
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
      const readings = [match.groups!, otherDay(match[0], match.groups!)].flatMap(
        (groups) => (groups && isoOf(groups)) ?? [],
      )
      const [date, other] = readings
      if (date && speaks(match.index) && free(match.index, end))
        taken.push({
          ...plain(match[0], match.index, 'date', 0, ''),
          date,
          ...(other ? { other: { date: other } } : {}),
        })
    }
  for (const match of text.matchAll(TIME)) {
    const end = match.index + match[0].length
    if (speaks(match.index) && free(match.index, end))
      taken.push({ ...plain(match[0], match.index, 'time', 0, ''), time: timeOf(match.groups!) })
  }
  const numbers = [...text.matchAll(NUMBER)].filter(
    ({ index, 0: { length } }) => speaks(index) && free(index, index + length),
  )
  const mark = decimalMark(numbers.map(({ groups }) => groups!.digits!))
  taken.push(...numbers.flatMap((match) => numberOf(match, mark) ?? []))
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

/** Of 3/4/2024 the reading with the month first. */
const otherDay = (text: string, { y, m, d }: Record<string, string | undefined>) =>
  /^\d{1,2}\//.test(text) && m !== d ? { y, m: d, d: m } : null

function timeOf({ h, min, min2, s, half, half2 }: Record<string, string | undefined>): string {
  const isAfternoon = (half ?? half2)?.toLowerCase()
  const hour = isAfternoon ? (Number(h) % 12) + (isAfternoon === 'p' ? 12 : 0) : Number(h)
  return [String(hour).padStart(2, '0'), min ?? min2 ?? '00', s].filter(Boolean).join(':')
}

function isoOf(groups: Record<string, string | undefined>): string | null {
  const { y, q, m, mn, d } = groups
  if (q) return `${y}-Q${q}`
  const month = m ? Number(m) : mn && MONTHS.get(mn.toLowerCase())
  // Day 0 of the next month is the last of this one.
  if (month && month > 12) return null
  // A leap year, where none is named.
  if (d && month && (Number(d) < 1 || Number(d) > new Date(Date.UTC(Number(y ?? 2024), month, 0)).getUTCDate()))
    return null
  if (!y) return `--${String(month).padStart(2, '0')}-${d!.padStart(2, '0')}`
  return [y, month && String(month).padStart(2, '0'), d?.padStart(2, '0')].filter(Boolean).join('-')
}

/** Digits with `.` as decimal mark: both readings, where `1.234` and `1,234` leave it open. */
type Numeral = { point?: string; comma?: string }

/** What digits are when the decimal mark is a point, and when it is a comma; neither for what is no number, such as 1.2.3. */
function numeral(digits: string): Numeral {
  const packed = digits.replace(/[ \u00a0\u202f\u2009'’]/g, '')
  const isGrouped = packed !== digits
  const read = (mark: string, group: string): string | undefined => {
    const [whole = '', fraction, ...more] = packed.split(mark)
    const grouped = whole.split(group)
    // By thousands, or by hundreds up to the last three digits, as in 12,34,567.
    const fits = /^[1-9]\d{0,2}$/.test(grouped[0]!) && grouped.slice(1).every((part) => /^\d{2,3}$/.test(part))
    const isWhole = grouped.length === 1 || (!isGrouped && fits && grouped.at(-1)!.length === 3)
    if (more.length > 0 || fraction?.includes(group) || !isWhole) return undefined
    return fraction === undefined ? grouped.join('') : `${grouped.join('')}.${fraction}`
  }
  return { point: read('.', ','), comma: read(',', '.') } as Numeral
}

/** The decimal mark of a text: that of its numbers which can be read in one way only. */
function decimalMark(all: string[]): keyof Numeral | null {
  const votes = all.map(numeral).filter(({ point, comma }) => point !== comma && !(point && comma))
  const points = votes.filter(({ point }) => point !== undefined).length
  return points === votes.length - points ? null : points > votes.length - points ? 'point' : 'comma'
}

function numberOf(match: RegExpMatchArray, mark: keyof Numeral | null): NumberToken | null {
  const { sign, sign2, currency, digits, exponent, gap, ordinal } = match.groups!
  const { point, comma } = numeral(digits!)
  const written = (mark === 'comma' ? comma : point) ?? point ?? comma
  if (written === undefined) return null
  let unit = match.groups!.unit ?? ''
  let text = match[0]
  const start = match.index!
  // `12 m` or `5 t` are metres and tonnes as likely as millions: a single letter counts only where it touches the digits.
  // "Ordered 2,025 times" counts orders; "2.5 times" and "3 times as many" compare.
  const counts =
    /^times/i.test(unit) &&
    /^\d+$/.test(written) &&
    !/^\s*(?:as|more|less|higher|lower|larger|smaller|the)\b/.test(match.input!.slice(start + text.length))
  if ((gap && /^[kmbtx]$/i.test(unit)) || counts) {
    text = text.slice(0, text.lastIndexOf(unit) - (gap?.length ?? 0))
    unit = ''
  }
  const power = (UNITS.find(([name]) => name.test(unit))?.[1] ?? 0) + (exponent ? Number(exponent.slice(1)) : 0)
  const negative = /[-−–]/.test((sign ?? '') + (sign2 ?? ''))
  const reading = (decimal: string) => {
    const exact = shifted(`${negative ? '-' : ''}${decimal}`, power)
    return { value: Number(exact), exact, tolerance: 0.5 * 10 ** (power - (decimal.split('.')[1]?.length ?? 0)) }
  }
  const open = mark === null && point !== undefined && comma !== undefined && point !== comma
  const read = reading(written)
  if (!Number.isFinite(read.value)) return null
  const kind = ordinal
    ? 'position'
    : /^(%|p)/i.test(unit)
      ? 'percent'
      : /^(times|x|×)/i.test(unit)
        ? 'factor'
        : 'number'
  const year = kind === 'number' && !currency && !unit && !negative && /^(19|20)\d\d$/.test(digits!)
  return {
    text,
    start,
    end: start + text.length,
    kind,
    ...read,
    signed: negative || sign === '+',
    scaled: power !== 0,
    ...(open ? { other: reading(comma) } : {}),
    ...(year ? { date: digits! } : {}),
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
