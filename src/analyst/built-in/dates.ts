/** A period of days: `to` is exclusive; null is open. ISO dates. */
export type Period = {
  from: string | null
  to: string | null
  /** As people say it: "2024", "Q3 2024", "the last 3 months". */
  label: string
  /** Counted back from now: may be moved to the end of the data. */
  relative?: {
    unit: Unit
    count: number
    complete: boolean
    /** Today, for the current unit. */
    today?: string
    /** Month (1 to 12) in which years begin, where they are fiscal ones. */
    begins?: number
  }
  /** The period named before it, one such unit earlier: "the same quarter last year", "the month before". */
  before?: Unit
}
export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
export const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const YEAR = '((?:19|20)\\d\\d)'

const iso = (date: Date) => date.toISOString().slice(0, 10)
const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day))
const monthNumber = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase())
const titled = (text: string) => text[0]!.toUpperCase() + text.slice(1).toLowerCase()

/** First day of the unit that holds `date`; weeks begin on Monday, years and quarters in the month `begins`. */
function startOf(date: Date, unit: Unit, begins = 1): Date {
  const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const months = (m + 13 - begins) % 12
  if (unit === 'year') return utc(y, m - months, 1)
  if (unit === 'quarter') return utc(y, m - (months % 3), 1)
  if (unit === 'month') return utc(y, m, 1)
  if (unit === 'week') return utc(y, m, d - ((date.getUTCDay() + 6) % 7))
  return utc(y, m, d)
}

export function shift(date: Date, unit: Unit, count: number): Date {
  const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (unit === 'year') return utc(y + count, m, d)
  if (unit === 'quarter') return utc(y, m + 3 * count, d)
  if (unit === 'month') return utc(y, m + count, d)
  return utc(y, m, d + count * (unit === 'week' ? 7 : 1))
}

const span = (from: Date, to: Date, label: string, relative?: Period['relative']): Period => ({
  from: iso(from),
  to: iso(to),
  label,
  ...(relative ? { relative } : {}),
})

/** The last `count` units up to `end` (inclusive day), or the complete ones before the current. */
export function lastPeriod(end: Date, unit: Unit, count: number, complete: boolean): Period {
  const label = complete ? `last ${unit}` : `the last ${count === 1 ? unit : `${count} ${unit}s`}`
  const relative = { unit, count, complete }
  if (complete) {
    const to = startOf(end, unit)
    return span(shift(to, unit, -count), to, label, relative)
  }
  const to = shift(end, 'day', 1)
  return span(shift(to, unit, -count), to, label, relative)
}

type Rule = [RegExp, (match: RegExpMatchArray, now: Date) => Period | null]
/** Numbers in words, by what they say. */
export const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
/** A number in digits or in words; 1 where none is said. */
export const numberSaid = (text: string | undefined) =>
  text && NUMBERS.includes(text.toLowerCase()) ? NUMBERS.indexOf(text.toLowerCase()) : Number(text ?? 1)
export const NUMBER = `\\d+|${NUMBERS.slice(1).join('|')}`
const COUNT = `(${NUMBER})`

const DAY = `(?:(\\d{4})-(\\d{1,2})-(\\d{1,2})|${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}|(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}\\.?,? ${YEAR})`

function readDay(m: (string | undefined)[]): Date | null {
  if (m[0]) return utc(Number(m[0]), Number(m[1]) - 1, Number(m[2]))
  if (m[3]) return utc(Number(m[5]), monthNumber(m[3]), Number(m[4]))
  if (m[7]) return utc(Number(m[8]), monthNumber(m[7]), Number(m[6]))
  return null
}

const POINT = `(?:${DAY}|${MONTH},? ${YEAR}|q([1-4]) ${YEAR}|${YEAR})`
const POINT_GROUPS = 14

/** First day and exclusive end of a day, month, quarter or year, from the groups of POINT. */
function readPoint(m: (string | undefined)[]): [Date, Date] | null {
  const day = readDay(m)
  if (day) return [day, shift(day, 'day', 1)]
  if (m[9]) return [utc(Number(m[10]), monthNumber(m[9]), 1), utc(Number(m[10]), monthNumber(m[9]) + 1, 1)]
  if (m[11]) return [utc(Number(m[12]), 3 * Number(m[11]) - 3, 1), utc(Number(m[12]), 3 * Number(m[11]), 1)]
  if (m[13]) return [utc(Number(m[13]), 0, 1), utc(Number(m[13]) + 1, 0, 1)]
  return null
}

const groups = (m: RegExpMatchArray, from: number) => m.slice(from, from + POINT_GROUPS) as (string | undefined)[]
const label = (text: string) => text.trim().replace(/\b[a-z]/, (c) => c.toUpperCase())

/** What begins or ends with a day, month or year: "since", "before". */
function bounded(said: string, from: string | null, to: string | null, label: string): Period {
  if (/^(since|from|starting|on or after)/.test(said)) return { from, to: null, label }
  if (/^(after|later)/.test(said)) return { from: to, to: null, label }
  if (/^(before|prior|earlier)/.test(said)) return { from: null, to: from, label }
  return { from: null, to, label }
}
/** Bounds before what is counted from today: "before today", "since last month". */
const BOUND =
  /^(since|after|later than|before|prior to|earlier than|until|till|up to) (?=today|yesterday|(?:the )?(?:this|last|previous|current)\b)(?:the )?/

const RULES: Rule[] = [
  // "in the 1990s"
  [
    /^(?:(?:in|during|of|from|for) )?(?:the )?((?:1[89]|20)\d0)['’]?s/,
    (m) => span(utc(Number(m[1]), 0, 1), utc(Number(m[1]) + 10, 0, 1), m[0]),
  ],
  // "from January to March 2025", "Jan-Mar 2025": the year stands once.
  [
    new RegExp(`^(?:between |from )?${MONTH}(?: and | to | until | till | through |-| - |–)${MONTH},? ${YEAR}`),
    (m) => {
      const [first, last, year] = [monthNumber(m[1]!), monthNumber(m[2]!), Number(m[3])]
      return span(utc(first > last ? year - 1 : year, first, 1), utc(year, last + 1, 1), m[0])
    },
  ],
  [
    new RegExp(`^(?:between|from) ${POINT} (?:and|to|until|till|through|-) ${POINT}`),
    (m) => {
      const [a, b] = [readPoint(groups(m, 1)), readPoint(groups(m, 1 + POINT_GROUPS))]
      return a && b ? span(a[0], b[1], m[0]) : null
    },
  ],
  [
    new RegExp(
      `^(since|from|starting(?: in| from)?|on or after|after|later than|before|prior to|earlier than|until|till|up to|by the end of) (?:the (?:start|beginning|end) of )?${POINT}(?: onwards?)?`,
    ),
    (m) => {
      const point = readPoint(groups(m, 2))
      return point && bounded(m[1]!, iso(point[0]), iso(point[1]), m[0])
    },
  ],
  [
    new RegExp(`^${DAY}`),
    (m) => {
      const d = readDay(m.slice(1))
      return d && span(d, shift(d, 'day', 1), m[0])
    },
  ],
  [
    new RegExp(`^(?:the )?(first|second|1st|2nd) half of ${YEAR}|^h([12]) ${YEAR}`),
    (m) => {
      const year = Number(m[2] ?? m[4])
      const second = /second|2nd/.test(m[1] ?? '') || m[3] === '2'
      return span(utc(year, second ? 6 : 0, 1), utc(year, second ? 12 : 6, 1), `H${second ? 2 : 1} ${year}`)
    },
  ],
  [
    new RegExp(`^(?:q([1-4])|(?:the )?(first|second|third|fourth|last) quarter)(?: of| in|,)? ${YEAR}`),
    (m) => {
      const q = m[1] ? Number(m[1]) : m[2] === 'last' ? 4 : ORDINALS.indexOf(m[2]!) + 1
      return span(utc(Number(m[3]), 3 * q - 3, 1), utc(Number(m[3]), 3 * q, 1), `Q${q} ${m[3]}`)
    },
  ],
  [
    new RegExp(`^${YEAR}[- ]q([1-4])`),
    (m) => span(utc(Number(m[1]), 3 * Number(m[2]) - 3, 1), utc(Number(m[1]), 3 * Number(m[2]), 1), `Q${m[2]} ${m[1]}`),
  ],
  [
    new RegExp(`^${MONTH}\\.?(?: of| in|,)? ${YEAR}`),
    (m) => {
      const [month, year] = [monthNumber(m[1]!), Number(m[2])]
      return span(utc(year, month, 1), utc(year, month + 1, 1), label(m[0]))
    },
  ],
  [
    /^(\d{4})-(\d{2})\b(?!-)/,
    (m) => span(utc(Number(m[1]), Number(m[2]) - 1, 1), utc(Number(m[1]), Number(m[2]), 1), m[0]),
  ],
  [
    new RegExp(`^(?:the year )?${YEAR}(?![\\d.,-]*\\d)`),
    (m) => span(utc(Number(m[1]), 0, 1), utc(Number(m[1]) + 1, 0, 1), m[1]!),
  ],
  [
    new RegExp(
      `^(?:the |in the |over the )?(?:last|past|previous|trailing|latest) ${COUNT} (day|week|month|quarter|year)s?`,
    ),
    (m, now) => lastPeriod(now, m[2] as Unit, numberSaid(m[1]), false),
  ],
  // "More than 30 days ago": before that day.
  [
    new RegExp(`^(?:from |of )?(?:more than |over |longer than )${COUNT} (day|week|month|quarter|year)s? ago\\b`),
    (m, now) => ({ from: null, to: iso(shift(now, m[2] as Unit, -numberSaid(m[1]))), label: m[0] }),
  ],
  [/^(?:the )?(?:past) (week|month|quarter|year)\b/, (m, now) => lastPeriod(now, m[1] as Unit, 1, false)],
  [/^(?:last|previous) (week|month|quarter|year)\b/, (m, now) => lastPeriod(now, m[1] as Unit, 1, true)],
  [
    /^(?:this|the current|current) (week|month|quarter|year)\b|^(year|month|quarter)[- ]to[- ]date|^(ytd|mtd|qtd)\b/,
    (m, now) => {
      const short = new Map<string, Unit>([
        ['ytd', 'year'],
        ['mtd', 'month'],
        ['qtd', 'quarter'],
      ])
      const unit = (m[1] ?? m[2] ?? short.get(m[3]!)) as Unit
      const from = startOf(now, unit)
      return span(from, shift(from, unit, 1), `this ${unit}`, { unit, count: 0, complete: true, today: iso(now) })
    },
  ],
  // Not counted back: what lies ahead is in the data or it is not.
  [
    /^(?:the )?(?:next|coming|upcoming) (week|month|quarter|year)\b/,
    (m, now) => {
      const from = shift(startOf(now, m[1] as Unit), m[1] as Unit, 1)
      return span(from, shift(from, m[1] as Unit, 1), m[0])
    },
  ],
  [
    new RegExp(`^(?:the )?(?:next|coming|upcoming) ${COUNT} (day|week|month|quarter|year)s?\\b`),
    (m, now) => {
      const from = shift(now, 'day', 1)
      return span(from, shift(from, m[2] as Unit, numberSaid(m[1])), m[0])
    },
  ],
  [
    /^(today|yesterday)\b/,
    (m, now) => {
      const day = shift(now, 'day', m[1] === 'today' ? 0 : -1)
      return span(day, shift(day, 'day', 1), m[1]!, { unit: 'day', count: m[1] === 'today' ? 0 : 1, complete: true })
    },
  ],
]
const SAME_YEAR_BEFORE =
  /^(?:the |in the |in )?same (?:day|week|month|quarter|period|time)(?: of| in)? (?:the )?(?:last|previous|prior|past) year/
const BEFORE =
  /^(?:the |a |one )(day|week|month|quarter|year) (?:ago|before|earlier|prior)\b|^the (?:previous|prior|preceding) (day|week|month|quarter|year)\b/

/** A period so far before another. */
export const periodBefore = ({ from, to }: { from: string | null; to: string | null }, unit: Unit) => {
  const earlier = (day: string | null) => day && iso(shift(new Date(day), unit, -1))
  return { from: earlier(from), to: earlier(to) }
}

const ORDINALS = ['first', 'second', 'third', 'fourth']
/** A quarter whose year is not told. */
export const QUARTER_ALONE = `(?:q([1-4])|(?:the )?(${ORDINALS.join('|')}) quarter)\\b(?!,? (?:(?:of|in) )?\\d)`
const SIDE = '(in|during|for|of|since|last|before|until|after)'
const PART_ALONE = new RegExp(
  `^(?:${SIDE} (?:the (start|beginning|end) of )?${MONTH}\\b(?!,? \\d)|(?:${SIDE} )?${QUARTER_ALONE})`,
)
/** A day whose year is not told. */
const DAY_ALONE = new RegExp(
  `^(?:(on|since|before|until|after) (?:the )?)?(?:${MONTH} (\\d{1,2})(st|nd|rd|th)?|(\\d{1,2})(st|nd|rd|th)?(?: of)? ${MONTH})\\b(?!,? (?:of )?\\d)`,
)

const MONTHS_ALONE = new RegExp(
  `^((?:in|from|between|during|of|for) )?${MONTH}( and | or | to | than | vs\\.? | versus | until | through | compared (?:to|with) |-| - |–)${MONTH}\\b(?!,? \\d)`,
)
/** The last year that had begun its month, from 0, before the end of the data. */
const latestYear = (month: number, end: Date): number => end.getUTCFullYear() - (month > end.getUTCMonth() ? 1 : 0)
const monthOf = (year: number, month: number, label: string): Period =>
  span(utc(year, month, 1), utc(year, month + 1, 1), label)
/** A period, or what begins or ends with it where the word before it says so. */
const fromSide = (side: string, period: Period, said: string): Period =>
  /^(?:since|before|until|after)$/.test(side) ? bounded(side, period.from, period.to, said) : period

/** Two months at a place of a text, or the time from one to the other: of the last the latest so called that has begun when the data end, of the first the one before it. */
function latestMonths([said, from = '', first, link, last]: RegExpMatchArray, at: number, end: Date): FoundPeriod[] {
  const [one, other] = [monthNumber(first!), monthNumber(last!)]
  const year = latestYear(other, end)
  const before = monthOf(one > other ? year - 1 : year, one, titled(first!))
  const after = monthOf(year, other, titled(last!))
  const [start, stop] = [at + said.length - last!.length, at + said.length]
  return /^(?:from|between)/.test(from) || /^(?: to |[ –-]+$)/.test(link!)
    ? [{ start: at, end: stop, period: { from: before.from, to: after.to, label: said } }]
    : [
        { start: at, end: start - link!.length, period: before },
        { start, end: stop, period: after },
      ]
}

/** The latest month or quarter so called that has begun when the data end. */
function latestPart([said, ...parts]: RegExpMatchArray, end: Date): Period {
  const [before, edge, month, beforeQuarter, quarter, ordinal] = parts
  const first = month ? monthNumber(month) : 3 * (quarter ? Number(quarter) - 1 : ORDINALS.indexOf(ordinal!))
  const year = latestYear(first, end)
  const period = month
    ? monthOf(year, first, `${titled(month)} ${year}`)
    : span(utc(year, first, 1), utc(year, first + 3, 1), `Q${first / 3 + 1} ${year}`)
  const point = edge === 'end' ? period.to : period.from
  return fromSide(before ?? beforeQuarter ?? '', edge ? { ...period, from: point, to: point } : period, said)
}

/** The latest day so called that does not lie after the end of the data. */
function latestDay(
  [said, side = '', month, day, ordinal, otherDay, otherOrdinal, otherMonth]: RegExpMatchArray,
  end: Date,
): Period | null {
  // "May 5" alone may be five of May's.
  if (!side && !ordinal && !otherOrdinal) return null
  const [of, on] = [monthNumber((month ?? otherMonth)!), Number(day ?? otherDay)]
  const year = end.getUTCFullYear() - (utc(end.getUTCFullYear(), of, on) > end ? 1 : 0)
  return fromSide(side, span(utc(year, of, on), utc(year, of, on + 1), said), said)
}

const FISCAL = '(?:fiscal|financial)'
const FISCAL_YEAR = `(?:${FISCAL}(?: years?)?|fy)[ ']*(?:20)?(\\d\\d)(?:[-/–](?:20)?(\\d\\d))?(?!\\d)`

/** Years and quarters of a workspace whose years begin in the month `begins`. A fiscal year is called by the calendar year in which it ends. */
const fiscalRules = (begins: number): Rule[] => {
  const named = (last: string, end: string | undefined) => {
    const year = 2000 + Number(end ?? last)
    return utc(begins > 1 ? year - 1 : year, begins - 1, 1)
  }
  const isOdd = (last: string, end: string | undefined) => end !== undefined && (Number(last) + 1) % 100 !== Number(end)
  return [
    [
      new RegExp(`^(?:the )?(this|current|last|previous|next) (?:${FISCAL} (year|quarter)|fy)(?!\\p{L})`, 'u'),
      (m, now) => {
        const unit = (m[2] ?? 'year') as Unit
        const away = /this|current/.test(m[1]!) ? 0 : m[1] === 'next' ? 1 : -1
        const from = shift(startOf(now, unit, begins), unit, away)
        const back = { unit, count: -away, complete: true, begins, ...(away === 0 ? { today: iso(now) } : {}) }
        return span(from, shift(from, unit, 1), m[0], away > 0 ? undefined : back)
      },
    ],
    [
      new RegExp(`^(?:the )?(?:${FISCAL} year|fy)[- ]to[- ]date|^fytd(?!\\p{L})`, 'u'),
      (m, now) => {
        const from = startOf(now, 'year', begins)
        const back = { unit: 'year' as const, count: 0, complete: true, begins, today: iso(now) }
        return span(from, shift(from, 'year', 1), m[0], back)
      },
    ],
    [
      new RegExp(`^q([1-4])(?: of| in|,)? (?:the )?${FISCAL_YEAR}`),
      (m) => {
        if (isOdd(m[2]!, m[3])) return null
        const from = shift(named(m[2]!, m[3]), 'quarter', Number(m[1]) - 1)
        return span(from, shift(from, 'quarter', 1), m[0])
      },
    ],
    [
      new RegExp(`^(?:the )?${FISCAL_YEAR}`),
      (m) => {
        if (isOdd(m[1]!, m[2])) return null
        const from = named(m[1]!, m[2])
        return span(from, shift(from, 'year', 1), m[0])
      },
    ],
  ]
}

export type FoundPeriod = { start: number; end: number; period: Period }

/**
 * Every period that `text` names, with its place. A month or quarter without a year is its latest occurrence that does not lie after `now`;
 * `dataEnd` (ISO date) bounds it when the data end earlier.
 * @param fiscal month (1 to 12) in which the years of the workspace begin; without one, fiscal years are none that are known
 */
export function findPeriods(text: string, now: string, dataEnd?: string | null, fiscal?: number): FoundPeriod[] {
  const rules = fiscal ? [...fiscalRules(fiscal), ...RULES] : RULES
  const today = new Date(`${now.slice(0, 10)}T00:00:00Z`)
  const end = dataEnd && dataEnd < now ? new Date(`${dataEnd.slice(0, 10)}T00:00:00Z`) : today
  const lower = text.toLowerCase()
  const found: FoundPeriod[] = []
  let at = 0
  while (at < lower.length) {
    const startsWord = at === 0 || !/[\p{L}\p{N}$€£.,-]/u.test(lower[at - 1]!)
    const rest = startsWord ? lower.slice(at) : ''
    let hit: FoundPeriod | null = null
    const [bound = '', side] = BOUND.exec(rest) ?? []
    const point = rest.slice(bound.length)
    for (const [pattern, read] of rest ? rules : []) {
      const match = point.match(pattern)
      const whole = match && !/[\p{L}\p{N}]/u.test(point[match[0].length] ?? '')
      const period = match && whole ? read(match, today) : null
      if (match && period) {
        const end = at + bound.length + match[0].length
        const label = text.slice(at, end)
        hit = { start: at, end, period: side ? bounded(side, period.from, period.to, label) : { ...period, label } }
        break
      }
    }
    const again = !hit && rest && found.length ? (rest.match(SAME_YEAR_BEFORE) ?? rest.match(BEFORE)) : null
    if (again) {
      const before = (again[1] ?? again[2] ?? 'year') as Unit
      const period = { ...periodBefore(found[0]!.period, before), label: again[0], before }
      hit = { start: at, end: at + again[0].length, period }
    }
    const pair = !hit && rest ? rest.match(MONTHS_ALONE) : null
    if (pair) {
      found.push(...latestMonths(pair, at, end))
      hit = found.pop()!
    }
    const onDay = !hit && rest ? rest.match(DAY_ALONE) : null
    const day = onDay && latestDay(onDay, end)
    if (onDay && day) hit = { start: at, end: at + onDay[0].length, period: day }
    const alone = !hit && rest ? rest.match(PART_ALONE) : null
    if (alone) hit = { start: at, end: at + alone[0].length, period: latestPart(alone, end) }
    if (hit) {
      found.push(hit)
      at = hit.end
    } else at++
  }
  return found
}

/** The same period counted back from the last day of the data; `besideCurrent` when the question names the current one as well. */
export function movedTo(end: string, period: Period, besideCurrent = false): Period {
  if (!period.relative) return period
  const { unit, count: n, complete, begins } = period.relative
  const day = new Date(`${end.slice(0, 10)}T00:00:00Z`)
  if (n === 0) {
    const from = startOf(day, unit, begins)
    return { from: iso(from), to: iso(shift(from, unit, 1)), label: period.label }
  }
  // A complete unit before the current one: the last unit that the data fill is the one which holds their last day.
  if (complete) {
    const from = shift(startOf(day, unit, begins), unit, besideCurrent ? -1 : 0)
    return { from: iso(shift(from, unit, 1 - n)), to: iso(shift(from, unit, 1)), label: period.label }
  }
  return { ...lastPeriod(day, unit, n, false), label: period.label }
}
