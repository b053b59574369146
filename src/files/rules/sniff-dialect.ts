import { isUnit } from '#catalog/rules/units.ts'
import { planColumn } from './column-type.ts'
import { type CsvDialect, type CsvRecord, RECORD_SEPARATOR, RecordReader } from './csv.ts'
import { areTitles, headOf, isFilled, isHeading, isRule, isText } from './head.ts'
import { countsOn, isNumberOfTimes } from './header.ts'
import { namesTold } from './told-names.ts'

/** Candidates in order of preference when they explain a sample equally well: a decimal comma makes the comma the last of the usual four. */
const USUAL = ['\t', ';', '|', ',']
const UNUSUAL = ['\u0001', '\u001f', '^', '~', '؛', '；', ':', '§', '¬', '!', '*', '#', '&', ' ']
const MOST_RECORDS = 1000
const MOST_PREAMBLE = 50

/**
 * What the sample of a text says about how it is written. `columns`: values of most rows; `skip`: physical lines before the first row
 * that belongs to the table (titles and notes); `records`: the rows of the sample from there on, ragged ones included; `above`: those before; `isRagged`: shorter
 * rows are filled up.
 */
export type SniffedDialect = {
  dialect: CsvDialect
  columns: number
  skip: number
  records: CsvRecord[]
  above: CsvRecord[]
  isRagged?: boolean
}

/** `mayBeRagged`: where rows have different numbers of values there are as many columns as the longest has. */
export type DialectHints = { delimiter?: string; quote?: string; skip?: number; mayBeRagged?: boolean }

/**
 * Guesses delimiter and quoting from the beginning of a text.
 * @param whole the sample is the whole text
 * @param hints what a person has decided already
 */
export function sniffDialect(sample: string, whole: boolean, hints: DialectHints = {}): SniffedDialect {
  // Spreadsheets say in a line of its own what stands between values.
  const said = hints.delimiter || hints.skip !== undefined ? null : /^sep=([^\r\n"])\r?\n/i.exec(sample)
  if (said) return moved(sniffDialect(sample.slice(said[0].length), whole, { ...hints, delimiter: said[1]! }), 1)
  if (hints.skip === undefined) return sniffBelow(sample, whole, hints) ?? sniffFrom(sample, whole, hints)
  const newline = newlineOf(sample)
  let at = 0
  for (let line = 0; line < hints.skip && at < sample.length; line++) {
    const end = sample.indexOf(newline, at)
    at = end < 0 ? sample.length : end + 1
  }
  const found = sniffFrom(sample.slice(at), whole, hints)
  return { ...moved(found, hints.skip), skip: hints.skip }
}

const REMARKS = /^(?:[ \t]*(?:[%!*]|;+[ \t])[^\r\n]*\r?\n)+/
/** The same below remarks that tell the names of its columns, whose signs stand between no values. */
function sniffBelow(sample: string, whole: boolean, hints: DialectHints): SniffedDialect | null {
  const remarks = REMARKS.exec(sample)?.[0].split(/(?<=\n)/) ?? []
  const rest = sample.slice(remarks.join('').length)
  if (remarks.length === 0 || rest.trim() === '') return null
  const found = moved(sniffFrom(rest, whole, hints), remarks.length)
  const above = remarks.map((text, at) => ({ line: at + 1, fields: [text.trim()], text }))
  return namesTold(remarks, found.columns) && { ...found, above: [...above, ...found.above] }
}

/** The same below so many lines more. */
function moved(found: SniffedDialect, lines: number): SniffedDialect {
  const down = (records: CsvRecord[]) => records.map((record) => ({ ...record, line: record.line + lines }))
  return { ...found, skip: found.skip + lines, records: down(found.records), above: down(found.above) }
}

function newlineOf(text: string): CsvDialect['newline'] {
  if (text.split(RECORD_SEPARATOR).length > text.split('\n').length) return RECORD_SEPARATOR
  return text.includes('\n') || !text.includes('\r') ? '\n' : '\r'
}

function sniffFrom(sample: string, whole: boolean, hints: DialectHints): SniffedDialect {
  const newline = newlineOf(sample)
  const text = whole ? sample : sample.slice(0, sample.lastIndexOf(newline) + 1) || sample
  const run = runIn(text)
  const usual = hints.delimiter ? [hints.delimiter] : run ? [run, ...USUAL.filter((one) => !run.includes(one))] : USUAL
  let best: Scored | null = null
  // A hash in front of lines makes them remarks, and a colon in moments parts of these.
  const unusual = UNUSUAL.filter(
    (one) =>
      !hints.delimiter &&
      !run?.includes(one) &&
      !(one === '#' && HASHED.test(text)) &&
      !(one === ':' && MOMENT.test(text)),
  )
  for (const delimiter of [...usual, ...unusual].filter((one) => text.includes(one))) {
    // An unusual delimiter counts only when no usual one explains the text.
    if (best && !usual.includes(delimiter)) break
    if (delimiter === ',' && (best || isCut(text)) && areDecimal(text)) break
    for (const quoting of quotings(text, delimiter, hints.quote)) {
      const found = explain(text, { delimiter, newline, ...quoting }, hints.skip !== undefined)
      // Figures alone, below lines of words, need no more.
      const least = found?.records.slice(1, 1 + LEAST_NAMELESS).every(isFigured) ? 0.97 : 0.999
      if (!found || found.score < (usual.includes(delimiter) ? 0 : least)) continue
      if (!best || found.score > best.score + 1e-9) best = found
    }
  }
  return best ?? (hints.mayBeRagged ? raggedIn(text, newline, hints) : null) ?? oneColumn(text, newline, hints)
}

/** The same with so many columns, and rows that have fewer values filled up. */
export const filledUp = (found: SniffedDialect, columns: number): SniffedDialect => ({
  ...{ ...found, columns, isRagged: true },
  records: found.records.map((record) => ({
    ...record,
    fields: Array.from({ length: columns }, (_, at) => record.fields[at] ?? ''),
  })),
})

/** Lines most of which have the same sign between values, however many; null where it may as well be that of sentences. */
function raggedIn(text: string, newline: CsvDialect['newline'], hints: DialectHints): SniffedDialect | null {
  for (const delimiter of hints.delimiter ? [hints.delimiter] : USUAL) {
    const dialect = { delimiter, newline, ...quotings(text, delimiter, hints.quote)[0]! }
    const records = readAll(text, dialect)
    const cut = records.filter(({ fields }) => fields.length > 1)
    const spaced = cut.filter(({ fields }) => fields.slice(1).some((field) => /^\s\S/.test(field)))
    if (2 * cut.length > records.length && 2 * spaced.length < cut.length) {
      // Titles above names are single texts.
      const wide = records.findIndex(({ fields }) => fields.length > 1)
      const first = records[wide]!.fields.every((field) => !isFilled(field) || isText(field)) ? wide : 0
      const found = { dialect, columns: 0, skip: records[first]!.line - 1 }
      return filledUp(
        { ...found, records: records.slice(first), above: records.slice(0, first) },
        Math.max(...cut.map(({ fields }) => fields.length)),
      )
    }
  }
  return null
}

const MOST_DECIMAL = 0.8
/** Whether commas of a text stand within numbers. */
function areDecimal(text: string): boolean {
  const commas = text.split(',').length - 1
  return (text.match(/\d,(?=\d)/g)?.length ?? 0) >= commas * MOST_DECIMAL
}

/** Whether another sign than the comma stands within half of the lines with commas, also where they have different numbers of values. */
function isCut(text: string): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.includes(','))
  return USUAL.slice(0, -1).some((sign) => 2 * lines.filter((line) => line.includes(sign)).length >= lines.length)
}

/** Several signs that stand together between values, as `||` and `~|~`: none of them stands by itself. */
function runIn(text: string): string | null {
  const [run] = /[|~^#@!*:&]{2,4}/.exec(text) ?? []
  const rest = run && text.replaceAll(run, '')
  return run && !HASHED.test(text) && ![...run].some((sign) => rest!.includes(sign)) ? run : null
}
const HASHED = /^#/m
const MOMENT = /\d[T ]\d\d:\d\d:\d\d/

const quotings = (text: string, delimiter: string, chosen?: string): Pick<CsvDialect, 'quote' | 'escape'>[] =>
  chosen === undefined ? likely(text, delimiter) : [{ quote: chosen || null, escape: chosen || null }]

const likely = (text: string, delimiter: string): Pick<CsvDialect, 'quote' | 'escape'>[] => [
  { quote: '"', escape: '"' },
  ...(text.includes('\\"') ? [{ quote: '"', escape: '\\' }] : []),
  ...(quotedOnce(delimiter).test(text) ? [{ quote: "'", escape: "'" }] : []),
]
/** A value between strokes and delimiters. */
const quotedOnce = (delimiter: string) =>
  new RegExp(`(^|${RegExp.escape(delimiter)})'[^']*'(${RegExp.escape(delimiter)}|\\r?$)`, 'm')

function explain(text: string, dialect: CsvDialect, fromFirst: boolean): Scored | null {
  const records = readAll(text, dialect)
  const counts = new Map<number, number>()
  for (const { fields } of records) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1)
  const early = endingEarly(records, counts)
  if (early) for (const { fields } of records) while (fields.length < early) fields.push('')
  const widths = [...counts.keys()].filter((size) => size > 1).sort((a, b) => counts.get(b)! - counts.get(a)! || b - a)
  const [usual, ...others] = early ? [early] : widths
  if (usual === undefined) return null
  const found = ofWidth(records, dialect, usual, fromFirst)
  // Facts above a short table may be more than its rows.
  const wider = others.flatMap((columns) => {
    const wide =
      columns > usual && counts.get(columns)! >= LEAST_WIDE ? ofWidth(records, dialect, columns, fromFirst) : null
    // What tells names may be nearly as wide.
    const isTold = wide && namesTold(textsOf(wide.above), columns) !== null
    const most = isTold ? columns - 1 : columns / WIDER
    const isFact = ({ fields }: CsvRecord) => fields.filter(isFilled).length <= most
    return wide && [...wide.above, ...wide.records.slice(counts.get(columns))].every(isFact) ? [wide] : []
  })
  return [found, ...wider].reduce<Scored | null>(
    (best, one) => (best && one && one.score <= best.score ? best : (one ?? best)),
    null,
  )
}
const [WIDER, LEAST_WIDE] = [2, 3]
export const textsOf = (records: CsvRecord[]) => records.map(({ text }) => text.trimEnd())

type Scored = SniffedDialect & { score: number }

function ofWidth(records: CsvRecord[], dialect: CsvDialect, columns: number, fromFirst: boolean): Scored | null {
  const first = fromFirst ? 0 : firstRow(records, columns)
  if (first < 0 || first > MOST_PREAMBLE) return null
  const table = records.slice(first)
  // The names may lack one for the number of the row; a reading in which they do not is better.
  const isNamed = isNarrow(table[0]!, columns)
  const fitting = (isNamed ? 1 : 0) + table.filter(({ fields }) => fields.length === columns).length
  const share = fitting / table.filter(({ fields }) => fields.length === columns || !COMMENT.test(fields[0]!)).length
  // A few rows may be ragged; half of them are another delimiter's, unless what is shorter stands below all of them.
  const end = table.findLastIndex(({ fields }) => fields.length === columns) + 1
  const isWhole = columns > LEAST_WIDE && end > LEAST_WIDE && fitting === end
  if (share < 0.5 && !isWhole) return null
  // Below more notes than rows all rows must be alike.
  if (records.length > 2 && first > records.length / 2 && (share < 1 || table.length < 3 || columns < 3)) return null
  const clean = records.filter(({ error }) => !error).length / records.length
  return {
    dialect,
    columns,
    skip: first === 0 ? 0 : table[0]!.line - 1,
    records: table,
    above: records.slice(0, first),
    score:
      share * clean * (dialect.quote === "'" ? 0.999 : 1) * (isNamed ? 0.997 : 1) * (first === 0 ? 1 : 0.98) +
      Math.min(columns, 20) / 1000,
  }
}

/** Rows of the most frequent width below which others end where their last value does. */
const MOST_ALIKE = 0.8

/** The number of columns where lines end with their last value: as many as there are names, of which rows have different numbers. */
function endingEarly([names, ...rows]: CsvRecord[], counts: ReadonlyMap<number, number>): number | null {
  const width = names?.fields.length ?? 0
  const isEven = Math.max(...counts.values()) >= (rows.length + 1) * MOST_ALIKE
  if (isEven || counts.size <= 2 || !areNames(names!.fields, width) || names!.fields.some((name) => !name.trim()))
    return null
  return rows.every(({ fields }) => fields.length > 1 && fields.length <= width) ? width : null
}

/**
 * The first record of the table, of those that are as wide as most, or one narrower and directly above (names without one for a row number).
 * What is passed over speaks of the table, and each way in which what follows looks like its beginning counts. -1 where none is so wide.
 */
export function firstRow(records: CsvRecord[], columns: number): number {
  const begin = pastComments(records, columns)
  const wide = records.findIndex(({ fields }, at) => at >= begin && fields.length === columns)
  if (wide < 0) return -1
  const above = records[wide - 1]
  const isDirect =
    wide > begin &&
    above &&
    isNarrow(above, columns) &&
    !isApart(above, records[wide]!) &&
    !areNames(records[wide]!.fields, columns)
  const first = isDirect ? wide - 1 : wide
  // Where nothing looks like a beginning, it is a word above figures, else the first record that holds most values.
  const most = Math.max(...records.map((record) => Math.min(filled(record).length, columns)))
  const isWord = /^\p{L}\S*$/u.test(records[first]?.fields.filter(isFilled).join(' ') ?? '')
  const isNamed = isWord && records.length > first + 1 && records.slice(first + 1).every(isFigured)
  const full = records.findIndex(
    (record, at) => at >= first && (isNamed || filled(record).length >= LEAST_NAMED * most),
  )
  let best = { at: Math.max(first, full), score: 0 }
  for (let at = first; at < Math.min(records.length, first + MOST_PREAMBLE); at++) {
    const score = scoreOf(records, first, at, columns)
    if (score > best.score) best = { at, score }
  }
  // Where the line below has the same names behind its first one, this one says where columns come from: "Source,CH1,CH2".
  const [source = [], names = []] = records.slice(best.at, best.at + 2).map(({ fields }) => fields)
  const isAgain = names.every((name, at) => isFilled(name) && (name === source[at]) === at > 0)
  return best.score > 0 && columns > 2 && isAgain && areNames(names, columns) ? best.at + 1 : best.at
}

/** How much a record looks like the first of a table, below what is passed over from another one on. */
function scoreOf(records: CsvRecord[], first: number, at: number, columns: number): number {
  const [passed, here, below] = [records.slice(first, at), records[at]!, records.slice(at + 1)]
  const joined = () => joinedAt(records.slice(at, at + LOOKED), columns)
  const names = [() => here.fields, joined, () => (below.length > 1 ? below[0]!.fields : [])]
  const named = names.findIndex((line, index) => areNames(line(), columns, index === 0 ? below : []))
  const own = names[Math.max(0, named)]!()
  const rows = named === 0 ? below : [here, ...below]
  const isNameless = named < 0 && rows.slice(0, LEAST_NAMELESS).every(isFigured)
  const score = named === 0 ? 3 : named > 0 ? 2 : isNameless ? 1 : 0
  if (at === first) return score
  const full = rows.filter(({ fields }) => fields.length === columns).length
  if (rows.length === 0 || 2 * full < rows.length) return 0
  const said = passed.filter(({ fields }) => fields.some(isFilled))
  const typed = (some: CsvRecord[], column: number) =>
    planColumn(some.map(({ fields }) => fields[column] ?? '')).kind !== 'text'
  const areFiguresBelow = () => here.fields.some((_, column) => typed(rows, column) && !typed(said, column))
  const areAllTitles = passed.every(
    (record) => isAbove(record) || isRule(record.fields) || speaksOf(record.fields, own),
  )
  if (named >= 0 && areAllTitles && (columns > 2 || areFiguresBelow())) return score
  const before = records[at - 1]!
  // A rule above names, where none stand above the rule.
  if (named === 0 && isRule(before.fields) && !passed.some(({ fields }) => areNames(fields, columns))) return score
  const isBelow =
    isApart(before, here) ||
    !before.fields.some(isFilled) ||
    (isNameless && said.length > 1 && !areNames(before.fields, columns))
  const areFacts = rows.length >= LEAST_BELOW && isBelow && said.every((record) => isFact(record, columns))
  return areFacts && areFiguresBelow() ? score + 3 : 0
}

/** The names that begin in the first of these records and go over several lines without a gap. */
function joinedAt(records: CsvRecord[], columns: number): string[] {
  const [here, ...below] = records.filter(({ fields }) => fields.length === columns)
  if (here !== records[0] || !here?.fields.every((cell) => !isFilled(cell) || isHeading(cell))) return []
  const { names, lines } = headOf([here, ...below].map(({ fields }) => fields))
  const isWhole = records.slice(1, lines).every((record, at) => !isApart(records[at]!, record))
  return names && lines > 1 && isWhole ? names : []
}

/** Whether a record says one thing, or names it and says it. */
function isFact({ fields }: CsvRecord, columns: number): boolean {
  const said = fields.filter(isFilled)
  return said.length === 0 || (isText(said[0]!) && (said.length <= Math.max(2, columns / 2) || arePairs(fields)))
}

/** Whether a line holds several names, each with its value behind it, and nothing between them. */
export const arePairs = (fields: readonly string[]) =>
  fields.filter(isFilled).length > 2 &&
  fields.every((field, at) => {
    const [before, after] = [isFilled(fields[at - 1]), isFilled(fields[at + 1])]
    return !isFilled(field) || (before !== after && (before || isText(field)))
  })
const [LEAST_BELOW, LEAST_NAMELESS, LEAST_NAMED, LOOKED] = [2, 3, 0.6, 50]
const isApart = (above: CsvRecord, record: CsvRecord) => record.line > above.line + countLines(above)
const countLines = ({ text }: CsvRecord) => text.trimEnd().split('\n').length
/** Whether a record holds figures alone. */
const isFigured = ({ fields }: CsvRecord) => fields.every((field) => FIGURE.test(field.trim()))

/** Names without one for the number of the row, or with more delimiters behind them than rows have. */
const isNarrow = ({ fields }: CsvRecord, columns: number) =>
  columns > 2 &&
  (fields.length === columns - 1 || (fields.length > columns && fields.slice(columns).every((field) => field === '')))

const COMMENT = /^#+[^#\d]/

/** Lines that begin with a hash, above the table; the last of them may be the names, where none stand below. */
function pastComments(records: CsvRecord[], columns: number): number {
  const end = records.findIndex(({ fields, text }) => !COMMENT.test(fields[0] ?? '') && !text.startsWith('# '))
  const [last, first, second] = [records[end - 1], records[end], records[end + 1]]
  if (!last || !first) return 0
  const isNamed =
    areNames(first.fields, columns) && (second?.fields.some((field) => FIGURE.test(field.trim())) ?? false)
  if ((last.fields.length !== columns && !isNarrow(last, columns)) || isNamed) return end
  // Below names may stand what they are measured in.
  const isMeasured = last.fields.some((field) => isUnit(field.trim())) && records[end - 2]?.fields.length === columns
  return isMeasured ? end - 2 : end - 1
}

const filled = ({ fields }: CsvRecord) => fields.filter((field) => field.trim())
const FIGURE = /^[-+]?[\d.,\s%€$£₹]+$/

/** Whether a line above names is no heading of them: it is a title, or holds a value. */
const speaksOf = (fields: string[], names: string[]) =>
  areTitles(fields, names) || fields.some((field) => isFilled(field) && (!isHeading(field) || NAMED_FIGURE.test(field)))
const NAMED_FIGURE = /^\s*\p{L}[\p{L} .]*:\s+[\d.,]+$/u

/** What stands in brackets beside a title says in what a table is measured. */
const ASIDE = /^[（(［[].*[)）］\]]$/
const isAbove = (record: CsvRecord) =>
  filled(record).filter((field) => !ASIDE.test(field.trim())).length <= 1 || isAbout(record.fields)
/** Whether a line says things about its table, each after a colon. */
export function isAbout(cells: readonly string[]): boolean {
  const isLabel = (cell = '') => /\p{L}\s*:\s*$/u.test(cell)
  const said = cells.filter((cell) => cell.trim())
  return said.some(isLabel) && said.every((cell, at) => isLabel(cell) || isLabel(said[at - 1]))
}

/** @param below rows by whose times a number is known as that of a trip */
function areNames(fields: readonly string[], columns: number, below: readonly CsvRecord[] = []): boolean {
  const names = fields.filter((field) => field.trim())
  const different = names.length >= 0.8 * columns && new Set(names).size === names.length
  const isName = (name: string, at: number) =>
    !name.trim() ||
    (isHeading(name) && !FIGURE.test(name)) ||
    isNumberOfTimes(
      name,
      below.map(({ fields }) => fields[at] ?? ''),
    )
  return different && (countsOn(fields) || fields.every(isName))
}

function oneColumn(text: string, newline: CsvDialect['newline'], hints: DialectHints): SniffedDialect {
  const delimiter =
    hints.delimiter ?? [',', ';', '\t', '|', '\u001f'].find((candidate) => !text.includes(candidate)) ?? '\u001e'
  const dialect: CsvDialect = { delimiter, newline, ...quotings(text, delimiter, hints.quote)[0]! }
  return { dialect, columns: 1, skip: 0, records: readAll(text, dialect), above: [] }
}

function readAll(text: string, dialect: CsvDialect): CsvRecord[] {
  const records: CsvRecord[] = []
  for (const record of new RecordReader(dialect).push(text, true)) {
    records.push(record)
    if (records.length >= MOST_RECORDS) break
  }
  return records
}
