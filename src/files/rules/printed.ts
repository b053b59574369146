import { isUnit } from '#catalog/rules/units.ts'
import { isValue, planColumn } from './column-type.ts'
import { RecordReader } from './csv.ts'
import { recordCells } from './marked-records.ts'
import { markedCells } from './marked-up.ts'
import { sniffDialect } from './sniff-dialect.ts'
import { TOTAL } from './total-words.ts'

/** The cells of each line of a text; null for a line that says nothing: a rule, or a part of a record that ends below. */
type Cells = (string[] | null)[]

/** Lines that a printed table needs at least, and the share of those that must be its own. */
const FEWEST_LINES = 3
const MOST_OWN = 0.9
/** Lines above a table that its names stand in. */
const MOST_ABOVE = 50

/** A line between rows or below names: `+----+----+`, `|:---|---:|`, `─┼─`. */
const RULE =
  /^[\s|+=*:─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝│║-]*(?:-{2}|─{2}|━{2}|═{2}|={3}|\*{3}|-:|:-)[\s|+=*:─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝│║-]*$/
const BAR = /[|│║]/

/**
 * The cells of a table as consoles and documents print it for people: between bars with a rule below the names, in columns of fixed width,
 * as records of names and values, with several values in the first column, or with each line as one value. Null for any other text.
 */
export function printedCells(text: string): Cells | null {
  const lines = text.split(/\r?\n/)
  const marked = markedCells(text) ?? recordCells(text)
  if (marked) return marked
  return (
    fielded(lines) ??
    wrapped(lines) ??
    packed(lines) ??
    ruled(lines) ??
    recorded(lines) ??
    stacked(lines) ??
    led(lines) ??
    underlined(lines) ??
    unclocked(aligned(lines)) ??
    figured(lines)
  )
}

const IS_CLOCK = /^\d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?$/i
/** Without the time that monitors print in front of names, above the times of their rows. */
function unclocked(cells: Cells | null): Cells | null {
  const at = cells?.findIndex((line) => line && IS_CLOCK.test(line[0]!)) ?? -1
  const [names, next] = cells?.slice(at, at + 2) ?? []
  const isNamed = at >= 0 && names!.length > 2 && names!.slice(1).every((name) => name !== '' && !isValue(name))
  if (!isNamed || !next || !IS_CLOCK.test(next[0]!)) return cells
  return cells!.with(at, ['column_1', ...names!.slice(1)])
}

const FIELDS = /^#Fields:\s+/m

/** A log whose columns a line names, as web servers of Microsoft and content networks write: remarks stand between its rows. */
function fielded(lines: string[]): Cells | null {
  const at = lines.findIndex((line) => FIELDS.test(line))
  if (at < 0 || at > MOST_ABOVE) return null
  const cut = (line: string) => line.trim().split(line.includes('\t') ? '\t' : /\s+/)
  const names = cut(lines[at]!.replace(FIELDS, ''))
  const rows = lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).map(cut)
  if (rows.length === 0 || !rows.every(({ length }) => length === names.length)) return null
  return lines.map((line, place) =>
    place === at ? names : line.trim() === '' || line.startsWith('#') ? null : cut(line),
  )
}

const WRAPPED = /^"(?:[^"\n]|"")*[,;\t|](?:[^"\n]|"")*"\r?(?:\n"(?:[^"\n]|"")*"\r?)+(?:\n|$)/

/** Lines that were taken for one value each: `"a,b"` below `"name,size"`. */
function wrapped(lines: string[]): Cells | null {
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.length < FEWEST_LINES || !filled.every((line) => /^"(?:[^"]|"")*"$/.test(line.trim()))) return null
  const unwrapped = (line: string) => line.trim().slice(1, -1).replaceAll('""', '"')
  const { columns, dialect, skip } = sniffDialect(filled.map(unwrapped).join('\n'), true)
  // Two parts with a blank between them are a text: "Lyon, France".
  const isText = columns === 2 && filled.every((line) => line.includes(`${dialect.delimiter} `))
  if (columns < 2 || skip > 0 || isText) return null
  const cut = (line: string) => [...new RecordReader(dialect).push(unwrapped(line), true)][0]
  const cells = lines.map((line) => (line.trim() === '' ? null : (cut(line)?.fields ?? [])))
  return cells.every((fields) => fields === null || fields.length === columns) ? cells : null
}

/** Whether each line of a text stands in quotes as a whole. */
export const isWrapped = (text: string): boolean => WRAPPED.test(text)

const PACKED = /^[^\s,"]+(?:,[^\s,"]+)+ *\t/

/** Lines whose first value holds several with commas between them, and tabs behind it, as statistics offices write keys of series. */
function packed(lines: string[]): Cells | null {
  const filled = lines.filter((line) => line.trim() !== '')
  if (!PACKED.test(filled[0] ?? '')) return null
  const cells = lines.map((line) => {
    const [first = '', ...rest] = line.split('\t')
    return line.trim() === '' ? null : ([first.trim().split(','), rest] as const)
  })
  const [names] = cells.find((line) => line !== null)!
  if (filled.length < 2 || cells.some((line) => line && line[0].length !== names.length)) return null
  // "geo\TIME" names the column, and what the names of the others are.
  names.push(names.pop()!.replace(/\\.*$/, ''))
  return cells.map((line) => (line === null ? null : line.flat()))
}

/** Whether the first column of a text holds several values. */
export const isPacked = (text: string): boolean => PACKED.test(text)

/** Whether a beginning may be printed so: looks at far less than `printedCells`. */
export const mayBePrinted = (head: string): boolean =>
  FIELDS.test(head) ||
  isWrapped(head) ||
  PACKED.test(head) ||
  RULED.test(head) ||
  BARRED.test(head) ||
  RECORD.test(head) ||
  NAMED.test(head) ||
  LEADERS.test(head) ||
  mayBeStacked(head) ||
  /\S {2,}\S/.test(head)
const NAMED = /^ *(?:- )?[\p{L}_][\p{L}\p{N} _./()-]{0,60}(?::| =| \|) /mu
const BARRED = /^[ \t]*\|[^\n]*\|[ \t\r]*$/m
const WIKI = /^[ \t]*\|\|.*[^|]\|\|\s*$/
/** Whether all lines that have bars stand between them. */
const areBarred = (lines: string[]) => {
  const own = lines.filter((line) => BAR.test(line))
  return own.length >= FEWEST_LINES && own.every((line) => BARRED.test(line))
}
const RULED = /^[^\n]*[|│║][^\n]*\r?\n[ |+:─━═├┼┤╠╬╣-]*(?:-{2}|─{2}|━{2}|═{2}|-:|:-)/m

/**
 * Between bars, as psql, MySQL and Markdown print: a rule stands below the names; or all lines stand between bars, those of the names in wikis
 * between two.
 */
function ruled(lines: string[]): Cells | null {
  const below = lines.findIndex((line, at) => at > 0 && RULE.test(line) && BAR.test(lines[at - 1]!))
  const rule = below < 0 && areBarred(lines) ? lines.findIndex((line) => BARRED.test(line)) + 1 : below
  if (rule < 0 || rule > MOST_ABOVE) return null
  const names = lines[rule - 1]!.trim()
  // Only where the names stand within bars, those of the rows hold no empty cell.
  const [first, last] = [/^[|│║]/.test(names), /[|│║]$/.test(names)]
  const cut = (line: string) => {
    const cells = line
      .trim()
      .split(WIKI.test(line) ? '||' : /(?<!\\)[|│║]/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
    return cells.slice(first ? 1 : 0, last ? -1 : undefined)
  }
  const columns = cut(lines[rule - 1]!).length
  const own = lines.slice(rule).filter((line) => BAR.test(line) && !RULE.test(line))
  if (
    columns < 2 ||
    own.length === 0 ||
    own.filter((line) => cut(line).length === columns).length < own.length * MOST_OWN
  )
    return null
  return lines.map((line) => {
    if (RULE.test(line) || line.trim() === '') return null
    return BAR.test(line) ? cut(line) : [line.trim()]
  })
}

/** `name: value`, `name = value` or `name | value`. */
const PAIR = /^([\p{L}_][\p{L}\p{N} _./()-]{0,60}?)\s*(?::(?=\s|$)|\s=(?=\s|$)|\|(?=\s|$))\s*(.*)$/u
/** What stands between two records beside an empty line. */
const RECORD = /^(?:-\[ RECORD \d+ \]|\*{3,} ?\d+\. row ?\*{3,}|[-=*_#~]{2,}\s*$)/m

/** Records of names and values, one below the other, as `\x` of psql and `\G` of MySQL print them. */
function recorded(lines: string[]): Cells | null {
  const records: { end: number; values: Map<string, string> }[] = []
  let open: (typeof records)[number] | null = null
  let others = 0
  for (const [at, line] of lines.entries()) {
    const pair = PAIR.exec(line.trim().replace(/^- /, ''))
    // Each of a list begins with a dash.
    if (/^ *- /.test(line)) open = null
    if (line.trim() === '' || RECORD.test(line)) open = null
    else if (!pair) others++
    else {
      const [, name = '', value = ''] = pair
      // The first name again begins another record.
      if (!open || open.values.has(name)) {
        if (open && open.values.keys().next().value !== name) return null
        open = { end: at, values: new Map() }
        records.push(open)
      }
      open.values.set(name, value.trim())
      open.end = at
    }
  }
  // What stands above all records speaks of the file: "version: 1".
  const [head, next] = records
  if (head?.values.size === 1 && next && !next.values.has(head.values.keys().next().value!)) records.shift()
  const names = [...new Set(records.flatMap(({ values }) => [...values.keys()]))]
  const pairs = records.reduce((sum, { values }) => sum + values.size, 0)
  if (records.length < 2 || names.length < 2 || others > pairs * (1 - MOST_OWN)) return null
  // Records of one kind have most of their names in common; a letter or a report has not.
  if (pairs < records.length * names.length * 0.6 || records.some(({ values }) => values.size < 2)) return null
  const cells: Cells = lines.map(() => null)
  cells[0] = names
  for (const { end, values } of records) cells[end] = names.map((name) => values.get(name) ?? '')
  return cells
}

/** The lines between empty ones, and where they start. */
function partsOf(lines: string[]) {
  const parts: { start: number; own: string[] }[] = []
  for (const [start, line] of lines.entries()) {
    if (line.trim() !== '' && !lines[start - 1]?.trim()) parts.push({ start, own: [] })
    if (line.trim() !== '') parts.at(-1)!.own.push(line)
  }
  return parts
}

/** A beginning may end within a record. */
const mayBeStacked = (head: string) =>
  [head, head.slice(0, Math.max(0, head.lastIndexOf('\n\n')))].some((text) => stacked(text.split(/\r?\n/)) !== null)
const [FEWEST_STACKED, MOST_STACKED, LONGEST_STACKED] = [3, 10, 60]

/**
 * Records of a value a line, as addresses are written: as many short lines in each, between empty ones, and in one place all begin with digits, or
 * with the same word, which names them where a colon says so. Titles stand above.
 */
function stacked(lines: string[]): Cells | null {
  const parts = partsOf(lines).map(({ start, own }) => ({ start, own: own.map((line) => line.trim()) }))
  const size = parts.at(-1)?.own.length ?? 0
  const first = parts.findLastIndex(({ own }) => own.length !== size) + 1
  const records = parts.slice(first)
  const isShort = (line: string) => line.length <= LONGEST_STACKED && !/[;\t|]|[.!?:,]$/.test(line)
  if (first > 1 || records.length < FEWEST_STACKED || size < 2 || size > MOST_STACKED) return null
  if (!records.every(({ own }) => own.every(isShort))) return null
  const places = Array.from({ length: size }, (_, place) => {
    const values = records.map(({ own }) => own[place]!)
    const [label] = /^\p{L}[\p{L} .-]*:?(?=\s)/u.exec(values[0]!) ?? []
    const word = label?.endsWith(':') ? label : label?.split(' ')[0]
    return {
      label: word?.endsWith(':') && values.every((value) => value.startsWith(word)) ? word : '',
      isAlike: values.every((value) => /^\d/.test(value)) || values.every((value) => word && value.startsWith(word)),
    }
  })
  if (!places.some(({ isAlike }) => isAlike) || places.every(({ isAlike, label }) => isAlike && !label)) return null
  const cells: Cells = lines.map((line, at) => (at < records[0]!.start && line.trim() !== '' ? [line.trim()] : null))
  cells[records[0]!.start] = places.map(({ label }, at) => label.slice(0, -1) || `column_${at + 1}`)
  for (const { start, own } of records)
    cells[start + size - 1] = own.map((value, at) => value.slice(places[at]!.label.length).trim())
  return cells
}

/** Dots that lead from a name to its value, with a blank beside them: in a number that is masked there is none. */
const LEADER = /(?<=\S)(?: *[.…_]{4,} +| +[.…_]{3,} *|(?: \.){4,} *)(?=[^\s.…_])/
const LEADERS = /[.…_]{3}|(?: \.){4}/
const LONGEST_LED = 300

/** Names and values with dots between them, as menus and lists of contents have: titles and notes stand around. */
function led(lines: string[]): Cells | null {
  const isOwn = (line: string) => line.length <= LONGEST_LED && LEADER.test(line)
  const own = lines.filter(isOwn)
  const isLed = own.length >= FEWEST_LINES && 2 * own.length >= lines.filter((line) => line.trim() !== '').length
  if (!isLed || new Set(own.map((line) => line.split(LEADER).length)).size > 1 || isDelimited(own)) return null
  const last = lines.lastIndexOf(own.at(-1)!)
  const cut = (line: string) => (isOwn(line) ? line.split(LEADER) : [line]).map((cell) => cell.trim())
  return lines.map((line, at) => (line.trim() === '' || at > last ? null : cut(line)))
}

/** Whether a sign stands between values of lines; commas may be within numbers. */
function isDelimited(lines: string[]): boolean {
  const text = lines.slice(0, 200).join('\n')
  const { columns, dialect } = sniffDialect(text, true)
  return columns > 1 && dialect.delimiter !== ' ' && !(dialect.delimiter === ',' && areWithin(text))
}

/** A remark above the table; a hash before names over columns is one of them. */
const REMARK = /^\s*(?:[%;!*]|#(?!(?: {2,}\S+){2}))/
/** Words with rules around them, over several columns. */
const SPANNING = /(?:^|\s)-{3,}\p{L}+-{3,}/u

/** Names above a rule with a part a column, and rows below it; what does not fit in these columns speaks of the table. */
function underlined(lines: string[]): Cells | null {
  // A rule that begins further to the right stands above sums.
  const at = lines.findIndex((line, at) => GAPPED.test(line) && indent(line) <= indent(lines[at - 1] ?? ''))
  const rule = lines[at]
  if (rule === undefined || at === 0 || at > MOST_ABOVE) return null
  const places = beginnings([unbarred(rule)]).map((part) => part.at)
  const isOwn = (line: string) =>
    line.trim() !== '' &&
    !line.includes('\t') &&
    places.every((place) => place === 0 || (line[place - 1] ?? ' ') === ' ')
  let first = at
  while (first > 0 && at - first < MOST_RULED_NAMES && isOwn(lines[first - 1]!)) first--
  const below = lines.slice(at + 1).filter((line) => line.trim() !== '' && !GAPPED.test(line))
  const own = below.filter(isOwn)
  if (first === at || own.length < 2 || own.length < below.length / 2) return null
  const cut = (line: string) =>
    places.map((from, index) => line.slice(index === 0 ? 0 : from, places[index + 1]).trim())
  return lines.map((line, index) => {
    if (line.trim() === '' || RULE.test(line)) return null
    return index >= first && isOwn(line) ? cut(line) : [line.trim()]
  })
}
const MOST_RULED_NAMES = 2
const indent = (line: string) => line.search(/\S|$/)

const IS_FIGURED = /^\s*[-+]?\d[\d\s.,:/eE+-]*$/
const LEAST_FIGURED = 5
/** A line that ends what stands above it: END OF HEADER. */
const ENDS = /^\W*(?:end|begin)\b/i
/** Rows of figures with blanks between them, as many in each, below lines that speak of them, as instruments write; the last of these may name them. */
function figured(lines: string[]): Cells | null {
  const widthOf = (line = '') => (IS_FIGURED.test(line) ? line.trim().split(/\s+/).length : 0)
  const from = lines.findIndex((line, at) =>
    lines.slice(at, at + LEAST_FIGURED).every((other) => widthOf(other) === widthOf(line) && widthOf(line) > 1),
  )
  if (from < 1 || from + LEAST_FIGURED > lines.length) return null
  const end = lines.findIndex((line, at) => at > from && widthOf(line) !== widthOf(lines[from]))
  const own = lines.slice(from, end < 0 ? undefined : end)
  const gap = [/\s{2,}/, /\s+/].find((gap) => new Set(own.map((line) => line.trim().split(gap).length)).size === 1)!
  const cut = (line: string) => line.trim().split(gap)
  const count = cut(own[0]!).length
  if (count < 2 || lines.slice(from + own.length).some((line) => widthOf(line) > 0)) return null
  if (sniffDialect(lines.join('\n'), true).columns > 1) return null
  const names = namesIn(lines[from - 1]!, count)
  return lines.map((line, at) => {
    if (at >= from && at < from + own.length) return cut(line)
    if (at === from - 1 && names?.every((name) => !isValue(name)) && !ENDS.test(line)) return names
    const isTold = at < from && line.trim() !== '' && !RULE.test(line) && widthOf(line) === 0
    return isTold ? [line.trim()] : null
  })
}

/**
 * Columns of fixed width in parts that empty lines divide, where not in all lines: titles stand above, and other lines speak of them. Parts
 * with the same names are cut alike.
 */
function aligned(lines: string[]): Cells | null {
  const heads = pageHeads(lines)
  const whole = alignedIn(lines, heads)
  const starts = partsOf(lines)
  const parts = starts.flatMap(({ start, own }) => partIn(own, start, heads) ?? [])
  const columns = widthOf(whole)
  // Titles between parts may hide where columns begin.
  const isFiner = parts.length > 0 && parts.every((part) => part.isNamed && part.columns > columns)
  if (whole && !isFiner) return whole
  const longest = Math.max(0, ...parts.map(({ own }) => own.length))
  if ((starts.length < 2 && parts[0]?.from === starts[0]?.start) || (parts.length < 2 && longest < LEAST_NARROW))
    return null
  const found: Cells = lines.map((line) => (line.trim() === '' || RULE.test(line) ? null : [line.trim()]))
  for (const same of Map.groupBy(parts, ({ names }) => names).values()) {
    const own = same.flatMap(({ own }) => own)
    const joint = same.length > 1 ? alignedIn(own, heads) : null
    let at = 0
    for (const { from, own, cells } of same) {
      for (const [row, line] of (joint?.slice(at, at + own.length) ?? cells).entries()) found[from + row] = line
      at += own.length
    }
  }
  const most = widthOf(found)
  return found.map((line) => line && [...line, ...Array<string>(most - line.length).fill('')])
}

/** The lines of a part from its names on, below as few titles as leave most columns. */
function partIn(lines: string[], start: number, heads: ReadonlySet<string>) {
  const read = (from: number, own: string[], cells: Cells) => {
    const rows = cells.filter((line) => line !== null)
    const columns = rows[0]?.length ?? 0
    // A title has fewer parts than names.
    const width = columns + (rows[0]?.filter((cell) => cell !== '').length ?? 0)
    return { from: start + from, own, names: own[0]!, cells, columns, width, isNamed: hasFigures(rows) }
  }
  let best: ReturnType<typeof read> | null = null
  for (let skip = 0; skip <= MOST_PART_TITLES && skip + FEWEST_LINES <= lines.length; skip++) {
    const own = lines.slice(skip)
    const cells = RULE.test(own[0]!) ? null : alignedIn(own, heads)
    const part = cells && read(skip, own, cells)
    if (part && part.width > (best?.width ?? 0) && (skip === 0 || part.isNamed)) best = part
  }
  return best
}
const MOST_PART_TITLES = 4

/** What stands above the names on each page, where only numbers differ; the same names with a rule below them stand on each. */
function pageHeads(lines: string[]): Set<string> {
  const unnumbered = (line: string) => line.trim().replace(/\d+/g, '0')
  const some = lines.filter((line) => line.trim() !== '')
  const counts = Map.groupBy(some, unnumbered)
  const heads = new Set<string>()
  for (const [at, names] of some.entries()) {
    if (!RULE.test(some[at + 1] ?? '') || RULE.test(names) || some.indexOf(names) === some.lastIndexOf(names)) continue
    for (let above = at - 1; above >= 0 && counts.get(unnumbered(some[above]!))!.length > 1; above--)
      if (!RULE.test(some[above]!)) heads.add(some[above]!)
  }
  return heads
}

/** Columns of fixed width, with blanks between them in each line. @param heads lines that belong to pages */
function alignedIn(lines: string[], heads: ReadonlySet<string>): Cells | null {
  const found = alignedBeside(lines, heads)
  const isCut = (line: string) => /\S {2,}\S/.test(line) && !RULE.test(line) && !heads.has(line)
  const least = Math.min(...lines.filter(isCut).map(indent))
  // Notes behind marks below the rows, and what stands below a rule there, may stand where columns have blanks.
  const marked = lines.findLastIndex((line) => line.trim() !== '' && !FOOT.test(line)) + 1
  const rules = lines.flatMap((line, at) => (RULE.test(line) && indent(line) <= least ? [at] : []))
  const feet = [marked, ...rules.slice(1).slice(-1)].map((end) => lines.slice(end))
  // So may titles above a gap, and headings of the rows below them, which are one text: further to the right one goes on.
  const own = lines.slice(0, lines.length - feet.at(-1)!.length).filter(isCut)
  const places = beginnings(own).flatMap(({ at, gap }) => (gap > 1 ? [at] : []))
  const isAcross = (line: string) => indent(line) <= least || places.some((at) => (line[at - 1] ?? ' ') !== ' ')
  const some = lines.filter((line) => line.trim() !== '' && !RULE.test(line) && !isCut(line) && isAcross(line))
  const lone = MOST_LONE * some.length <= lines.length ? some : []
  const titles = lines.slice(0, Math.max(0, lines.indexOf('', 1)))
  const around = [...lone, ...titles]
  // What sums are called may run across columns as well.
  const sums = lines.filter((line) => SUM.test(line))
  const summed = sums.length > 0 ? [sums, [...around, ...sums]] : []
  return [...feet, lone, titles, around, [...around, ...feet.at(-1)!], ...summed].reduce((best, beside) => {
    const own = new Set(beside.filter((line) => line.trim() !== ''))
    const cells = own.size > 0 ? alignedBeside(lines, new Set([...heads, ...own])) : null
    if (!cells || !(feet.includes(beside) || isNamed(cells, own))) return best
    // Between columns that two blanks divide, lines without such are no rows.
    const rest = lines.filter((line) => !own.has(line) && line.trim() !== '' && !RULE.test(line))
    const isWide = lone.length > 0 && widthOf(cells) === beginnings(rest).filter(({ gap }) => gap !== 1).length
    return widthOf(cells) > widthOf(best) || (isWide && widthOf(cells) === widthOf(best)) ? cells : best
  }, found)
}
/** Whether the first line of cells that is none of those beside names figures. */
const isNamed = (cells: Cells, beside: ReadonlySet<string>) => {
  const said = new Set([...beside].map((line) => line.trim()))
  return hasFigures(cells.filter((line) => line !== null && !said.has(line[0]!)) as string[][])
}
const MOST_LONE = 2
const widthOf = (cells: Cells | null) => Math.max(0, ...(cells ?? []).map((line) => line?.length ?? 0))
const FOOT = /^[*†‡§]/

function alignedBeside(lines: string[], beside: ReadonlySet<string>): Cells | null {
  const isBeside = (line: string) => REMARK.test(line) || SPANNING.test(line) || beside.has(line)
  const own = lines.filter((line) => line.trim() !== '' && !isBeside(line) && !RULE.test(line))
  if (own.length < FEWEST_LINES || own.some((line) => line.includes('\t'))) return null
  if (isDelimited(own)) return null
  const rule = lines.find((line) => RULE.test(line) && GAPPED.test(line) && indent(line) <= indent(own[0]!))
  const ruled = rule === undefined ? [] : beginnings([unbarred(rule)]).slice(1)
  const hold = (places: number[]) => own.every((line) => places.every((at) => (line[at - 1] ?? ' ') === ' '))
  // A rule may be as long as the names alone.
  const [places = []] = [ruled.map(({ at }) => at), gutters(own, rule)].filter((some) => some.length > 0 && hold(some))
  if (places.length === 0) return null
  // Where most lines have two blanks, a text goes on behind one, before a value that its line lacks.
  const wide = places.map((at) => MOST_WIDE * own.length <= own.filter((line) => (line[at - 2] ?? ' ') === ' ').length)
  const cut = (line: string) => {
    const cells = [0, ...places].map((from, at) => line.slice(from, places[at] ?? line.length).trim())
    for (const [at, place] of places.entries())
      if (wide[at] && line[place - 2] !== ' ' && isWord(cells[at]!) && isWord(cells[at + 1]!) && cells[at + 2] === '')
        cells.splice(at, 2, `${cells[at]} ${cells[at + 1]}`, '')
    return cells
  }
  const filled = own.map(cut)
  const held = [0, ...places].map((_, at) => filled.filter((cells) => cells[at] !== '').length >= own.length / 2)
  // A column that holds little has a name, and most hold more.
  const areMost = held.filter(Boolean).length >= held.length / 2 || (filled[0]!.every(Boolean) && hasFigures(filled))
  if (!areMost || held.some((isHeld, at) => !isHeld && !filled[0]![at])) return null
  const at = lines.indexOf(own[0]!) - 1
  // Below names may stand what they are measured in.
  const isMeasured = namesIn(lines[at] ?? '', places.length + 1)?.some(isUnit)
  const names = lines.slice(Math.max(0, isMeasured ? at - 1 : at), at + 1)
  return lines.map((line) => {
    if (line.trim() === '' || RULE.test(line)) return null
    if (!isBeside(line)) return cut(line)
    return (names.includes(line) && namesIn(line, places.length + 1)) || sumIn(line, [0, ...places]) || [line.trim()]
  })
}

const SUM = new RegExp(`^\\s*(?:\\S+ )*?(?:${TOTAL})(?: \\S+)*:? {2,}[-(]?\\d`, 'iu')
/** The cells of a sum whose name runs across columns: each figure stands in the column in which it ends. Null for another line. */
function sumIn(line: string, places: number[]): string[] | null {
  if (!SUM.test(line)) return null
  const label = /^.*? {2,}(?=[-(]?\d)/.exec(line.trimStart())![0]
  const from = indent(line) + label.length
  const cells = places.map(() => '')
  const columnAt = (at: number) => places.findLastIndex((place) => place <= at)
  const parts = [...line.slice(from).matchAll(/\S+/g)].map(
    (part) => [part[0], from + part.index + part[0].length - 1] as const,
  )
  for (const [text, end] of [[label.trim(), indent(line)] as const, ...parts]) {
    const at = columnAt(end)
    if (cells[at]) return null
    cells[at] = text
  }
  return cells
}

const MOST_WIDE = 0.7
const isWord = (cell: string) => cell !== '' && !isValue(cell)
/** Whether commas stand within numbers and behind words only. */
const areWithin = (text: string) => !text.replace(/\d,(?=\d)|(?<!\d),(?= )/g, '').includes(',')

/** The names in a remark directly above the rows; null where it has not as many words, or parts between two blanks. */
function namesIn(remark: string, count: number): string[] | null {
  const bare = remark.replace(/^[\s#%;!]+/, '').trim()
  // The sign itself may stand above the numbers of rows.
  const cuts = [bare.split(/\s{2,}/), bare.split(/\s+/), remark.trim().split(/\s{2,}/)]
  return cuts.find(({ length }) => length === count) ?? null
}

/** A rule below names that shows how wide each column is. */
const GAPPED = /^\s*-+(?:[ |+]+-+)+[\s|+]*$/
const unbarred = (rule: string) => rule.replace(/[|+]/g, ' ')
const LEAST_NARROW = 4

/**
 * Where columns begin: behind at least two places that are blank in all lines; or behind one, where several lines have it, each side has a
 * name in the first, and a column holds figures or days.
 */
function gutters(lines: string[], rule = ''): number[] {
  const found = beginnings([...lines, rule]).slice(1)
  const names = lines[0]!
  // A number of the row needs no name.
  const isNumbered = ({ at }: { at: number }, index: number) =>
    index === 0 &&
    !names.slice(0, at).trim() &&
    lines.every((line) => line === names || /^\s*\d{1,4}\.?\s*$/.test(line.slice(0, at)))
  const wide = found.filter((place, index) => place.gap > 1 || isNumbered(place, index)).map(({ at }) => at)
  const places: number[] = []
  for (const [index, { at }] of found.entries()) {
    const end = found[index + 1]?.at
    const sides = [names.slice(places.at(-1) ?? 0, at), names.slice(at, end)]
    // A name of two words may have a blank where all rows have one.
    const isHeld = lines.filter((line) => line.slice(at, end).trim() !== '').length >= lines.length / 2
    // Half a day belongs to its time.
    const halves = lines.filter((line) => HALF.test(line.slice(at - 3, end))).length
    const isHalf = halves > 0 && halves === lines.filter((line) => line.slice(at, end).trim() !== '').length
    if (wide.includes(at) || (isHeld && !isHalf && sides.every((side) => side.trim() !== ''))) places.push(at)
  }
  const cells = lines.map((line) => [0, ...places].map((from, at) => line.slice(from, places[at]).trim()))
  const areFigures = (some: string[][]) => some.flat().every((cell) => FIGURE.test(cell))
  if (lines.length < LEAST_NARROW) return lines.length > 2 && areFigures(cells.slice(1)) ? places : wide
  return hasFigures(cells) || areFigures(cells) ? places : wide
}
const HALF = /^\d\d [AP]M\b/i

const FIGURE = /^[-+]?[\d.,]*\d(?:e[-+]?\d+)?$/i
/** Whether a column holds figures or days below a name that is none. */
const hasFigures = ([names = [], ...rows]: string[][]) =>
  names.some(
    (name, at) => name !== '' && !isValue(name) && planColumn(rows.map((row) => row[at] ?? '')).kind !== 'text',
  )

/** Where something begins behind places that are blank in all lines, and how many these are. */
function beginnings(lines: string[]): { at: number; gap: number }[] {
  const width = lines.reduce((most, line) => Math.max(most, line.trimEnd().length), 0)
  const used = new Uint8Array(width)
  for (const line of lines) for (let at = 0; at < line.length; at++) if (line[at] !== ' ') used[at] = 1
  const found: { at: number; gap: number }[] = []
  for (let at = 0, gap = 0; at < width; at++)
    if (!used[at]) gap++
    else {
      if (gap > 0 || at === 0) found.push({ at, gap })
      gap = 0
    }
  return found
}
