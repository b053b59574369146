import { PAGE } from './blocks.ts'
import { type ColumnPlan, planColumn } from './column-type.ts'
import { filledIn, goneOn, groupsOf, loneText, outlineOf, sumsAbove, toldOnce } from './grouped.ts'
import { isFilled, isRule, isText } from './head.ts'
import { countsOn } from './header.ts'
import { periodOf } from './period.ts'
import { isAbout } from './sniff-dialect.ts'
import { saysGreatest } from './total-words.ts'
import { ADDS_UP, balancesAlone, figuresOf, type GridRow, IS_STATISTIC, saysTotal, TotalFinder } from './totals.ts'

const REPEATS = 'The row repeats the names of the columns.'
const EMPTY = 'The row is empty.'
const NOTE = 'The row is a note below the table.'
const HEADING = 'The row is a heading of the rows below it.'
const REMARK = 'The row is a remark.'
const RULE = 'The row is a line below names.'
const TITLE = 'The row is a title above names that come again.'
const PAGE_HEAD = 'The row repeats what stands above the names.'
const GOES_ON = 'The row goes on with the text above it.'
/** Lines above names that come again, and below the last row, that are looked at. */
const MOST_TITLES = 5
const MOST_NOTES = 50
const LONG_NOTE = 4
const NOTE_MARK =
  /^\s*(?:[*†‡§¹²³⁴⁵⁶※]|(?:注|注意|備考|备注|出典|资料|資料|来源|說明|说明)\s*\d*\s*[:：]|\(?\d{1,2}\)\s|\[\d{1,2}\]|(?:source|sources|note|notes|quelle|quellen|hinweis|anmerkung|fuente|fonte|remarque|stand|as of|copyright|©)\b.*[:\s]\S)/iu

/** "*** End of report ***", "Ende der Liste" */
const END_MARK =
  /^\W*(?:end|ende|eof|fin|fine|fim|final|slut|koniec|konec|loppu|einde|конец|終わり|以上)(?: (?:of|der|des|du|de|del|da|do|van|av|af) (?:[\p{L}-]+ ?){1,3})?\W*$/iu

/** What consoles print below a table: "(12 rows)", "12 records selected." */
const COUNTS_ALL = /^\W*(\d+) \p{L}[\p{L}() ]*(?:\([\d.,]+ \p{L}+\))?\W*$/u
/** The same with more behind it, of which commas may have made cells: "5,record(s) downloaded, from ..." */
const COUNTS_AND_SAYS = /^\W*(\d+) \p{L}/u

/** A line that a program or a person writes between rows, as "# door opened". */
const IS_REMARK = /^\s*(?:#+|\/\/|%|!|--|~)\s*\p{L}/u
const trimmed = (cells: readonly string[]) => cells.map((cell) => cell.trim())

const keyOf = (cells: readonly string[]) => JSON.stringify(trimmed(cells))
const unnumbered = (cells: readonly string[]) => trimmed(cells).filter(isFilled).join('\n').replace(/\d+/g, '0')

/**
 * Rows that are empty or say the names again are no values: types and headers are found without them. Where the first line comes again,
 * those below it that name columns do so too.
 */
export function valuesOf<Row extends { cells: readonly string[] }>(rows: Row[]): Row[] {
  const some = rows.filter(({ cells }) => cells.some(isFilled) && !isRule(cells))
  const [first] = some
  if (!first) return rows
  const isNames = first.cells.every((cell) => !isFilled(cell) || isText(cell) || periodOf(cell) !== null)
  if (!isNames && !countsOn(first.cells)) return some
  const keys = some.map(({ cells }) => keyOf(cells))
  let again = 0
  return some.filter((_, at) => {
    again = at > 0 && keys[at] === keys[0] ? 1 : again > 0 && keys[at] === keys[again] ? again + 1 : 0
    return again === 0
  })
}

const FOOT_MARK = /^\s*[*†‡§]/
const BARE_MARK = /^\s*(?:[*†‡§]+|\(?\d{1,2}\)|\[\d{1,2}\])\s*$/
/** A row of one text, in the first cell or behind a mark: a note, a title, or a row of which nothing else is known. */
const isLone = ({ cells }: GridRow, width: number) => {
  const [one = '', two, three] = cells.filter(isFilled)
  const isMark = BARE_MARK.test(one) || (width > LONG_NOTE && FOOT_MARK.test(one))
  const isMarked = isMark && two !== undefined && isText(two) && three === undefined
  if (width <= 2) return two === undefined && NOTE_MARK.test(one) && wordsIn(one) >= LONG_NOTE
  return two === undefined ? isFilled(cells[0]) || NOTE_MARK.test(one) : isMarked
}

/** The cells of a row without empty ones at its end. */
const saidIn = ({ cells }: GridRow) => cells.slice(0, cells.findLastIndex(isFilled) + 1)

/** A sentence that its commas cut: short of columns, no figure where the others have them, and a space behind each comma. */
const isProse = (row: GridRow, plans: ColumnPlan[]) => {
  const said = saidIn(row)
  return (
    said.length > 1 &&
    said.length < plans.length &&
    said.slice(1).every((cell) => /^\s\S/.test(cell)) &&
    plans.every(({ kind }, index) => kind === 'text' || !isFilled(said[index]) || isText(said[index]!)) &&
    (NOTE_MARK.test(said[0]!) || wordsIn(said.join(' ')) >= LONG_NOTE)
  )
}

/** What is left to be filled in by hand. */
const TO_FILL_IN = /_{4,}|\.{6,}/
/** `abs = absent` */
const LEGEND = /^\s*\S{1,6}\s*=\s*\p{L}/u

const NAMED_VALUE = /^\s*\p{L}[\p{L} .]*:\s+\S/u
/** Names and their values, each in a cell of its own, where rows have more: "Copies: 3", "Fees: 9.00". */
const isTelling = ({ cells }: GridRow, width: number) => {
  const said = cells.filter(isFilled)
  return said.length < width && (said.length > 1 || isFilled(cells[0])) && said.every((cell) => NAMED_VALUE.test(cell))
}

const isToFill = ({ cells }: GridRow, width: number) =>
  cells.some(
    (cell) =>
      TO_FILL_IN.test(cell) &&
      (2 * cells.filter(isFilled).length <= width || cell.trim() === cell.match(TO_FILL_IN)![0]),
  )

/** Whether a row that begins with a sign for remarks is one: it lacks values, and has none of the type of the first column. */
const isRemark = ({ cells }: GridRow, plans: ColumnPlan[]) =>
  cells.filter(isFilled).length < plans.length && (plans[0]!.kind !== 'text' || cells.filter(isFilled).length === 1)

const wordsIn = (text: string) => text.trim().split(/\s+/).length

/** Lines of empty rows, of names that come again with what stands above them on each page, and of notes below the last row. */
function linesApart(
  body: GridRow[],
  names: readonly (readonly string[])[],
  plans: ColumnPlan[],
  noted: boolean,
  above: readonly (readonly string[])[],
  apart: Map<number, string>,
): Map<number, string> {
  const keys = new Set(names.filter((line) => line.some(isFilled)).map(keyOf))
  // What stands above the names on each page, which counts its pages.
  const heads = new Set(above.filter((line) => line.some((cell) => /\p{L}/u.test(cell))).map(unnumbered))
  const remarks = body.filter(({ cells }) => IS_REMARK.test(cells[0] ?? ''))
  // Where rows begin so that are none, it is how their names are written.
  if (noted && remarks.length * 2 <= body.length && remarks.every((row) => isRemark(row, plans)))
    for (const { line } of remarks) apart.set(line, REMARK)
  for (const [at, row] of body.entries())
    if (apart.has(row.line)) continue
    else if (!row.cells.some(isFilled)) apart.set(row.line, EMPTY)
    else if (isRule(row.cells)) apart.set(row.line, RULE)
    else if (noted && heads.has(unnumbered(row.cells))) apart.set(row.line, PAGE_HEAD)
    else if (keys.has(keyOf(row.cells))) {
      apart.set(row.line, REPEATS)
      // What stands directly above the first names may count the parts of the table: Heat 1, Heat 2.
      const titles = noted ? titlesAbove(body, at, plans) : []
      for (const { line, cells } of titles)
        if (!apart.has(line) || unnumbered(cells) === unnumbered(above.at(-1) ?? [])) apart.set(line, TITLE)
    }
  if (!noted) return apart
  for (const { line } of signedBelow(body, apart, plans)) apart.set(line, NOTE)
  for (const { line } of belowRule(body, plans)) apart.set(line, NOTE)
  const { headings, ends } = headingsWithin(body, apart, plans)
  for (const { line } of headings) apart.set(line, HEADING)
  for (const { line } of ends) apart.set(line, NOTE)
  for (const { line } of strayWithin(body, apart, plans)) apart.set(line, REMARK)
  let gap = false
  const below: GridRow[] = []
  const count = body.filter(({ line }) => !apart.has(line)).length
  /** Whether a row says how many stand above it. */
  const countsAll = (row: GridRow) => {
    const said = row.cells.filter(isFilled).map((cell) => cell.trim())
    const isShort = said.length > 1 && 3 * said.length < plans.length
    const number =
      (holdsFigures(row, plans) && COUNTS_ALL.exec(said[0]!)?.[1]) ||
      (isShort && COUNTS_AND_SAYS.exec(said.join(' '))?.[1])
    return number === String(count - below.length - 1)
  }
  const figures = figuresOf(plans)
  /** Rows that say by themselves that they are none. */
  const counting = new Set<GridRow>()
  for (const row of body.toReversed().slice(0, MOST_NOTES)) {
    if (apart.get(row.line) === EMPTY) continue
    const saysOne = plans.length > 2 && isAbout(row.cells) && figures(row).every((figure) => figure === null)
    if (countsAll(row) || saysOne || isTelling(row, plans.length) || isToFill(row, plans.length)) counting.add(row)
    else if (!isLone(row, plans.length) && !isProse(row, plans)) {
      gap = below.length > 0 && (apart.get(row.line + 1) === EMPTY || row.line + 1 < below.at(-1)!.line)
      break
    }
    below.push(row)
  }
  /** Whether a text stands where the rows have a figure or a day. */
  const isOfNone = ({ cells }: GridRow) => {
    const at = cells.findIndex(isFilled)
    return isText(cells[at]!) && (plans[at]?.kind ?? 'text') !== 'text'
  }
  // What only looks short may be a row of which nothing else is known: it takes a mark, a sentence or a gap.
  const isNote = (row: GridRow) =>
    counting.has(row) ||
    (plans.length > 2 && isOfNone(row)) ||
    [NOTE_MARK, END_MARK, LEGEND, BARE_MARK].some((mark) => mark.test(row.cells.find(isFilled)!)) ||
    (row.cells.length === 1 ? wordsIn(row.cells[0]!) >= LONG_NOTE : /[.!?]$/.test(saidIn(row).at(-1)!.trim()))
  const from = gap || saysMuch(below, body) ? below.length : below.findLastIndex(isNote) + 1
  for (const { line } of below.slice(0, from)) apart.set(line, NOTE)
  return apart
}

/** How many of the last rows hold per cents alone behind a text, where no other row has any in these columns: of what each column adds up to. */
export function sharesBelow(rows: readonly { cells: readonly string[] }[]): number {
  const isShare = (cell = '') => /^\s*-?[\d.,]+\s*%\s*$/.test(cell)
  const own = rows.findLastIndex(({ cells: [first = '', ...cells] }) => {
    const figures = cells.filter(isFilled)
    return !isText(first) || figures.length < LEAST_SHARES || !figures.every(isShare)
  })
  const others = rows.slice(0, own + 1)
  const count = rows.length - others.length
  return others.length > LEAST_SHARES * count && !others.some(({ cells }) => cells.some(isShare)) ? count : 0
}
const LEAST_SHARES = 2

/** Whether figures alone stand behind the first cell of a row. */
function holdsFigures({ cells }: GridRow, plans: ColumnPlan[]): boolean {
  const first = cells.findIndex(isFilled)
  return cells.every((cell, at) => at <= first || !isFilled(cell) || (at < plans.length && 'style' in plans[at]!))
}

/** Whether the only row of one text is a sentence, below rows that hold most of their values. */
function saysMuch(below: GridRow[], body: GridRow[]): boolean {
  const [row] = below
  const others = body.filter((one) => one !== row && one.cells.some(isFilled))
  const isFull = ({ cells }: GridRow) => cells.length > 2 && 2 * cells.filter(isFilled).length > cells.length
  return below.length === 1 && wordsIn(row!.cells.find(isFilled)!) > LONG_NOTE && others.every(isFull)
}

/**
 * Rows that name those below them in the first column and hold nothing else: the first of all is one, others stand between rows that hold
 * most of their values. `ends`: what the same words say below each of their groups: "Items: 3".
 */
function headingsWithin(body: GridRow[], apart: ReadonlyMap<number, string>, plans: ColumnPlan[]) {
  const count = ({ cells }: GridRow) => cells.filter(isFilled).length
  const left = body.filter(({ line }) => !apart.has(line))
  /** A number and a name, where the numbers of the rows below begin with it: 01 Concrete, 01.01 Foundation. */
  const isNumbered = (row: GridRow) => {
    const [number = '', name = ''] = row.cells
    const next = left[left.indexOf(row) + 1]?.cells[0]?.trim() ?? ''
    return (
      count(row) === 2 && isText(name) && isFilled(number) && next.startsWith(number.trim()) && next !== number.trim()
    )
  }
  // Above texts a day is none of them.
  const isName = (cell: string) => isText(cell) || (plans[0]!.kind === 'text' && planColumn([cell]).kind === 'date')
  const isLone = (row: GridRow) =>
    (count(row) === 1 && isFilled(row.cells[0]) && isName(row.cells[0]!)) || (plans.length > 3 && isNumbered(row))
  // Below the last row with values single texts are notes.
  const all = left.slice(0, left.findLastIndex((row) => !isLone(row)) + 1)
  const ending = all.filter((row, at) => isLone(row) && at > 0 && isLone(all[at + 1]!) && !isLone(all[at - 1]!))
  const ends = new Set(ending.map(({ cells }) => unnumbered(cells))).size === 1 ? ending : []
  const rows = all.filter((row) => !ends.includes(row))
  const headings = rows.filter(isLone)
  const others = rows.filter((row) => !headings.includes(row))
  const isFull = (row: GridRow) => 2 * count(row) > plans.length
  /** A text in front and figures alone behind it: a sum of the rows of a heading. */
  const isSum = (row: GridRow) => isText(loneText(row)) && holdsFigures(row, plans)
  // One may stand directly above that of its first part.
  const areBetween = rows.every(
    (row, at) => !headings.includes(row) || others.includes(rows[at + 1]!) || others.includes(rows[at + 2]!),
  )
  const isSure =
    plans.length > 2 &&
    headings.length >= LEAST_HEADINGS &&
    headings[0] === rows[0] &&
    areBetween &&
    others.filter(isFull).length > headings.length &&
    areNearly(others, (row) => isFull(row) || isSum(row))
  return isSure ? { headings, ends } : { headings: [], ends: [] }
}
const LEAST_HEADINGS = 2
/** So many times as many rows are as they should be as are not. */
const NEARLY = 7
const areNearly = (rows: GridRow[], test: (row: GridRow) => boolean) => {
  const others = rows.filter((row) => !test(row)).length
  return NEARLY * others <= rows.length - others
}

/** How many columns that name all other rows the first one lacks. */
const lackedBy = ([first, ...rows]: GridRow[], plans: ColumnPlan[]): number =>
  plans.filter(
    (plan, index) =>
      (!('style' in plan) || plan.kind === 'integer') &&
      first &&
      !isFilled(first.cells[index]) &&
      rows.every(({ cells }) => isFilled(cells[index])),
  ).length

/**
 * The first row where it lacks what names all others, or a part of that and is called so, and has no smaller figure than any of them: how many
 * points a test has, say. It takes several rows to tell.
 */
function possibleAbove([first, ...rows]: GridRow[], plans: ColumnPlan[]): GridRow[] {
  const isCalled = first?.cells.some(saysGreatest)
  if (!first || rows.length < (isCalled ? LEAST_CALLED : LEAST_BELOW)) return []
  const [own, ...figures] = [first, ...rows].map(figuresOf(plans))
  const told = own!.flatMap((figure, index) => (figure === null ? [] : [{ figure, index }]))
  const areMost = told.every(({ figure, index }) => figures.every((row) => (row[index] ?? figure) <= figure))
  return lackedBy([first, ...rows], plans) >= (isCalled ? 1 : LEAST_LACKED) && told.length > 1 && areMost ? [first] : []
}
const [LEAST_BELOW, LEAST_CALLED, LEAST_LACKED] = [4, 2, 2]

/**
 * Rows of one text in the place of a figure or a day, or of more words than any other row has there, between rows that hold most of their
 * values: "--- relegation ---".
 */
function strayWithin(body: GridRow[], apart: ReadonlyMap<number, string>, plans: ColumnPlan[]): GridRow[] {
  const left = body.filter(({ line }) => !apart.has(line))
  const isOne = ({ cells }: GridRow) => cells.filter(isFilled).length === 1 && isFilled(cells[0]) && isText(cells[0]!)
  const rows = left.slice(0, left.findLastIndex((row) => !isOne(row)) + 1)
  const most = rows.reduce((words, row) => (isOne(row) ? words : Math.max(words, wordsIn(row.cells[0] ?? ''))), 0)
  const least = plans[0]?.kind === 'text' ? Math.max(LONG_NOTE, most) : 0
  const isStray = (row: GridRow) => isOne(row) && wordsIn(row.cells[0]!) > least
  const others = rows.filter((row) => !isStray(row))
  const isSure =
    plans.length > 2 &&
    2 * (rows.length - others.length) <= others.length &&
    areNearly(others, ({ cells }) => 2 * cells.filter(isFilled).length > plans.length)
  return isSure ? rows.filter(isStray) : []
}

/**
 * The rows below the last gap where words stand in columns of figures or days and no value does: who made the table, and who agreed to it.
 */
function signedBelow(body: GridRow[], apart: ReadonlyMap<number, string>, plans: ColumnPlan[]): GridRow[] {
  const rows = body.filter(({ line }) => apart.get(line) !== EMPTY)
  const first = rows.findLastIndex((row, at) => at > 0 && row.line > rows[at - 1]!.line + 1)
  const below = rows.slice(first)
  const typed = below.flatMap(({ cells }) =>
    plans.flatMap(({ kind }, index) => (kind !== 'text' && isFilled(cells[index]) ? [cells[index]!] : [])),
  )
  const isSigned = first >= LEAST_ABOVE && below.length <= MOST_SIGNED && typed.length > 0 && typed.every(isText)
  return isSigned ? below : []
}
const [LEAST_ABOVE, MOST_SIGNED] = [3, 10]

/** The rows below a line that ends the rows above it, where each holds few values and is called no total. */
function belowRule(body: GridRow[], plans: ColumnPlan[]): GridRow[] {
  const rule = body.findLastIndex(({ cells }) => isRule(cells))
  const below = body.slice(rule + 1).filter(({ cells }) => cells.some(isFilled))
  const isSure =
    plans.length >= LEAST_ABOVE &&
    rule >= LEAST_ABOVE &&
    below.every(({ cells }) => 2 * cells.filter(isFilled).length <= plans.length && isText(cells.find(isFilled)!))
  return isSure ? below.filter((row) => !saysTotal(row)) : []
}

/** Lines of single texts, or of texts alone, below the last row, where a total stands above them: the table ended with it. */
function belowTotals(
  body: GridRow[],
  apart: ReadonlyMap<number, string>,
  totals: ReadonlySet<number>,
  plans: ColumnPlan[],
): number[] {
  const lines: number[] = []
  const saysTexts = ({ cells }: GridRow) =>
    plans.some(({ kind }) => kind !== 'text') &&
    plans.every(({ kind }, index) => !isFilled(cells[index]) || (kind === 'text' && isText(cells[index]!)))
  for (const row of body.toReversed()) {
    if (totals.has(row.line)) return lines
    if (apart.has(row.line)) continue
    const isShort = 2 * row.cells.filter(isFilled).length <= plans.length && isText(row.cells.find(isFilled)!)
    if (!saysTexts(row) && !isShort && (!isLone(row, plans.length) || !isText(row.cells[0]!))) return []
    lines.push(row.line)
  }
  return []
}

/**
 * Lines of titles above names that come again: with an empty line above them, or texts where figures should be; and all that hold few
 * values, between an empty line and names, as each page of a list begins.
 */
function titlesAbove(body: GridRow[], names: number, plans: ColumnPlan[]): GridRow[] {
  const lines: GridRow[] = []
  let gap = false
  for (let at = names - 1; at >= 0 && lines.length < MOST_TITLES; at--) {
    const row = body[at]!
    gap = row.line + 1 < body[at + 1]!.line || !body[at + 1]!.cells.some(isFilled)
    if (!row.cells.some(isFilled)) continue
    if (saysTotal(row)) break
    const isShort = 2 * row.cells.filter(isFilled).length < plans.length && isText(row.cells.find(isFilled)!)
    if (!isShort && (!isLone(row, plans.length) || !isText(row.cells[0]!))) break
    lines.push(row)
  }
  return gap || plans[0]!.kind !== 'text' ? lines : []
}

/** What rows are told beside their own cells: the texts that lines above the names say, and the places of values that are written once. */
type Told = { cells: Map<number, readonly string[]>; groups: Map<number, string> | null; group: string }
/** How the column is called of what lines between rows say of them, where these do not name it themselves. */
const GROUP = 'group'

/**
 * What each row of a table is.
 * @param body the rows below the names; all of them, or nothing is told of them
 * @param names the names of the columns, and the lines that say them
 * @param plans of the columns, as far as the rows without repeated names tell
 * @param figured whether totals and notes are told from rows, too
 * @param listed whether the file itself says that each is a row, so that only totals are told
 * @param above the lines above the names
 * @returns `told`: rows of which the lines around them say more: their group, a value that is written once for several, the rest of a text
 */
export function apartOf(
  body: GridRow[],
  names: readonly (readonly string[])[],
  plans: ColumnPlan[],
  { figured, listed, above = [] }: { figured: boolean; listed: boolean; above?: readonly (readonly string[])[] },
) {
  const outline = listed || !figured ? null : outlineOf(body, plans)
  const outlined = new Map<number, string>()
  for (const line of outline?.headings ?? []) outlined.set(line, HEADING)
  for (const line of outline?.sums ?? []) outlined.set(line, ADDS_UP)
  for (const line of outline?.results ?? []) outlined.set(line, IS_STATISTIC)
  const apart = listed ? outlined : linesApart(body, names, plans, figured, above, outlined)
  const told: Told = { cells: new Map(), groups: null, group: GROUP }
  if (!figured) return { apart, totals: 0, notes: [], told }
  const rest = () => body.filter(({ line }) => !apart.has(line))
  if (!listed) {
    const { whole, parts } = goneOn(rest(), plans)
    for (const line of parts) apart.set(line, GOES_ON)
    told.cells = whole
    const { name, headings } = namedHeadings(headingsOf(body, apart, titleOf(above.at(-1) ?? [])))
    told.groups = outline?.groups ?? groupsOf(rest(), headings)
    if (!outline && told.groups && name) told.group = name
    for (const { line } of possibleAbove(rest(), plans)) apart.set(line, IS_STATISTIC)
    const shares = sharesBelow(rest())
    for (const { line } of shares > 0 ? rest().slice(-shares) : []) apart.set(line, IS_STATISTIC)
  }
  const isLast = (row: GridRow, at: number, all: GridRow[]) => at === all.length - 1 && saysTotal(row)
  const summed =
    listed || told.groups
      ? null
      : sumsAbove(
          rest().filter((...row) => !isLast(...row)),
          plans,
          figuresOf(plans),
        )
  for (const line of summed?.sums ?? []) apart.set(line, ADDS_UP)
  const headed = summed?.groups ?? outline?.groups
  if (headed) {
    // A column that holds nothing but the names of groups says them in each row.
    const isOwn = isFilled(names[0]?.[0]) && rest().every(({ cells }) => !isFilled(cells[0]))
    told.groups = isOwn ? null : headed
    // How far a name stands to the right said that it is within a group.
    for (const { line, cells } of rest())
      if (isOwn || /^\s/.test(cells[0]!))
        told.cells.set(line, [isOwn ? headed.get(line)! : cells[0]!.trim(), ...cells.slice(1)])
  }
  const finder = new TotalFinder(plans)
  const rows = rest()
  // What adds up all rows may stand above them, without a word for it.
  const isAbove = saysTotal(rows[0]) || (lackedBy(rows, plans) >= LEAST_LACKED && !saysTotal(rows.at(-1)))
  for (const row of isAbove ? [...rows.slice(1), rows[0]!] : rows) finder.push(row, told.groups?.get(row.line))
  const { found, doubts } = finder.end()
  for (const [line, reason] of found) apart.set(line, reason)
  for (const line of balancesAlone(rest(), plans)) apart.set(line, IS_STATISTIC)
  if (!listed) {
    for (const line of belowTotals(body, apart, new Set(found.keys()), plans)) apart.set(line, NOTE)
    const own = rest().map((row) => ({ ...row, cells: told.cells.get(row.line) ?? row.cells }))
    const once = toldOnce(own, plans)
    if (once.length > 0) for (const { line, cells } of filledIn(own, once)) told.cells.set(line, cells)
  }
  const notes = doubts.map(
    ({ line, text }) =>
      `Line ${line} is called “${text.trim()}”, but its figures are not those of the rows above: it counts as a row.`,
  )
  return { apart, totals: found.size + (summed?.sums.length ?? outline?.sums.length ?? 0), notes, told }
}

/** What a line says, where it is one text, or a value behind its name: "Employee:", "Nadia Brook". */
const titleOf = (cells: readonly string[]) => {
  const [one = '', two = '', ...others] = cells.filter(isFilled).map((cell) => cell.trim())
  if (others.length > 0) return ''
  return two === '' ? one : one.endsWith(':') ? `${one} ${two}` : ''
}

/** What headings have before a colon names what they tell: "Employee: Obi". */
const LABELLED = /^(\p{L}[\p{L} .&/-]{0,30}?)\s*:\s+(\S.*)$/u
function namedHeadings(headings: { line: number; text: string }[]) {
  const parts = headings.map(({ text }) => LABELLED.exec(text))
  const name = parts[0]?.[1]
  if (!name || parts.length < LEAST_HEADINGS || parts.some((part) => part?.[1] !== name)) return { headings }
  return { name, headings: headings.map(({ line }, at) => ({ line, text: parts[at]![2]! })) }
}

/** Lines that name the rows below them. What stands above the names on each page of a table is none. */
function headingsOf(body: GridRow[], apart: ReadonlyMap<number, string>, title: string) {
  const lines = body.filter(({ line }) => [HEADING, TITLE].includes(apart.get(line) ?? ''))
  const titled = lines.some(({ line }) => apart.get(line) === TITLE)
  if (titled && (title === '' || lines.some((row) => PAGE.test(loneText(row))))) return []
  const first = titled ? [{ line: 0, text: title }] : []
  return [...first, ...lines.map(({ line, cells }) => ({ line, text: trimmed(cells).filter(isFilled).join(' ') }))]
}

/** Places of columns that hold nothing: neither a name nor a value stands in them. */
export const emptyColumns = (header: readonly string[] | null, body: GridRow[], width: number): number[] =>
  Array.from({ length: width }, (_, index) => index).filter(
    (index) => !isFilled(header?.[index] ?? '') && !body.some(({ cells }) => isFilled(cells[index] ?? '')),
  )

/** The name of a column that only numbers the rows. */
export const ROW_NUMBER = 'row_id'

/** Whether the first column, without a name of its own, numbers the rows. */
export function numbersRows(header: readonly string[] | null, body: readonly (readonly string[])[]): boolean {
  if (!header || !/^([Uu]nnamed: 0|index)?$/.test((header[0] ?? '').trim()) || body.length < 3) return false
  const start = Number(body[0]![0])
  return (start === 0 || start === 1) && body.every((row, at) => row[0] === String(start + at))
}
