import { isUnit } from '#catalog/rules/units.ts'
import { isValue, planColumn } from './column-type.ts'
import { hasHeader, isNumberOfTimes, LONGEST_NAME } from './header.ts'
import { saysNothing } from './missing-words.ts'
import { periodOf } from './period.ts'

/**
 * The lines that name the columns of a table: null where none does. `units`: what figures are measured in, `labels`: what else is said,
 * by column; `lines`: how many, of which so many `above` the names are no names.
 */
export type Head = { names: string[] | null; units: string[]; labels?: string[]; lines: number; above?: number }

type Line = readonly string[]

const MOST_NAME_LINES = 3
const LEAST_BODY = 2
/** Longest text that may be a unit where others of its line are known ones. */
const LONGEST_UNIT = 14

export const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== ''
/** `----,-----` below names. */
export const isRule = (cells: readonly string[]) =>
  cells.some((cell) => /^\s*[-=_*]{3,}\s*$/.test(cell)) && cells.every((cell) => /^\s*[-=_*]+\s*$/.test(cell))

/** Whether a cell says something that is no value. */
export const isText = (cell: string) => !saysNothing(cell) && !isValue(cell)
/** Whether a cell may stand above names. */
export const isHeading = (cell: string) => isText(cell) || periodOf(cell) !== null

/**
 * Names of columns may go over several lines, the upper of which span several columns, and the last may say what figures are measured in.
 * @param rows of a table from its first line on
 * @param wished whether somebody says that the first line names the columns
 */
export function headOf(rows: readonly Line[], wished?: boolean): Head {
  const above = wished === false ? 0 : aboveNames(rows)
  if (above > 0) {
    const head = headOf(rows.slice(above), wished)
    return head.names ? { ...head, lines: head.lines + above, above } : head
  }
  const head = headIn(rows, wished)
  // Of a longer name the rest stands in the description.
  const long = (head.names ?? []).map((name) => (name.trim().length > LONGEST_NAME ? name.trim() : ''))
  if (!long.some(isFilled)) return head
  return { ...head, labels: long.map((name, at) => [name, head.labels?.[at] ?? ''].filter(isFilled).join(' ')) }
}

function headIn(rows: readonly Line[], wished?: boolean): Head {
  const first = rows[0]
  if (wished === false || !first) return { names: null, units: [], lines: 0 }
  const apart = namedApart(rows) ?? levelled(rows)
  if (apart) return apart
  const lines = nameLines(rows)
  const names = rows.slice(1, lines).reduce<Line>(joinedNames, first)
  const units = areUnits(names, rows.slice(lines)) ? [...rows[lines]!] : []
  let end = lines + (units.length > 0 ? 1 : lines === 1 ? labelLines(rows) : 0)
  const said = rows.slice(lines + (units.length > 0 ? 1 : 0), end)
  // Numbers over times name trips: words below them are no row.
  const isOfTrips = names.some((name, at) => isNumberOfTimes(name, valuesAt(rows.slice(lines + 1), at)))
  for (; (end > lines || isOfTrips) && end - lines < MOST_NAME_LINES && saysMore(rows.slice(end)); end++)
    said.push(rows[end]!)
  if (end > lines) {
    const labelled = (at: number) => said.map((line) => labelOf(line[at] ?? '')).filter(isFilled)
    const labels = names.map((_, at) => labelled(at).join('; '))
    // What is said of a column without a name names it.
    const named = names.map((name, at) => (isFilled(name) && !(isOfTrips && isText(name)) ? name : labels[at] || name))
    // Names that come twice are told apart by their units.
    const isTwice = (name: string, at: number) => isFilled(units[at]) && named.indexOf(name) !== named.lastIndexOf(name)
    const apart = named.map((name, at) => (isTwice(name, at) ? `${name} ${units[at]!.trim()}` : name))
    return { names: apart, units, ...(said.length > 0 ? { labels } : {}), lines: end }
  }
  if (isNumbering(rows[lines])) return { names: [...names], units: [], lines: lines + 1 }
  if (lines === 1 && !(wished ?? hasHeader(rows))) return { names: null, units: [], lines: 0 }
  return { names: [...names], units: [], lines }
}

/** How spreadsheets call the rows of a pivot table, above which only stands what it measures. */
const ROW_LABELS =
  /^(row labels|zeilenbeschriftungen|étiquettes de lignes|etiquetas de fila|rótulos de linha|etichette di riga|rijlabels|radetiketter|rækkenavne|riviotsikot|etykiety wierszy|popisky řádků|sorcímkék|satır etiketleri|названия строк|行标签|列標籤|行ラベル|행 레이블)$/i

/** What a pivot table measures, in front of the line that names what its columns are: "Sum of Amount". */
const MEASURED =
  /^(?:(?:sum|count|average|min|max|summe|anzahl|mittelwert|somme|nombre|moyenne|suma|cuenta|promedio|soma|contagem|média|somma|conteggio|media|som|aantal|gemiddelde) (?:of|von|de|di|van)|(?:итог|сумма|количество) по полю) /iu

/**
 * How many of the first lines belong to a table without naming its columns: what a pivot table measures, and the title of the first of
 * several parts, where the names come again below another title that begins alike.
 */
function aboveNames([first, second, ...rows]: readonly Line[]): number {
  if (!first || !second) return 0
  const [label, names] = [(first[0] ?? '').trim(), JSON.stringify(second)]
  const isShort = 2 * first.filter(isFilled).length <= first.length
  const isMeasured = isShort && MEASURED.test(label) && isFilled(second[0])
  if (isMeasured || ROW_LABELS.test((second[0] ?? '').trim())) return 1
  if (areFacts(first) && second.every((cell) => isFilled(cell) && !FACT.test(cell)) && second.some(isText)) return 1
  const isTitle = (line: Line) => line !== first && (line[0] ?? '').trim() === label
  const again = rows.findIndex((line) => JSON.stringify(line) === names)
  return label !== '' && isShort && again > 0 && isTitle(rows[again - 1]!) && isText(label) ? 1 : 0
}

const FACT = /^\s*\p{L}[^:]{0,30}:\s+\S/u
/** Whether a line tells facts of the whole file, and spans no columns: "Binder: B0999PC24", "Period: Q1 2024". */
const areFacts = (line: Line): boolean => {
  const filled = line.filter(isFilled)
  return filled.length > 0 && filled.length < line.length && filled.every((cell) => FACT.test(cell))
}

/** Whether a line only numbers the columns, as forms do: (1), (2), (3). */
const isNumbering = (line: Line | undefined) =>
  line !== undefined &&
  line.length >= LEAST_NUMBERED &&
  line.every((cell, at) => /^[([]?(\d+)[)\]]$/.exec(cell.trim())?.[1] === String(at + 1))
const LEAST_NUMBERED = 3

/** Names of the first columns on a line of their own below those of the others, as pandas writes an index of several columns. */
function namedApart(rows: readonly Line[]): Head | null {
  const blank = (line: Line) => line.findIndex(isFilled)
  const first = blank(rows[0]!)
  const count = rows.findIndex((line) => isFilled(line[0]))
  const line = rows[count]
  if (first < 1 || count < 1 || count >= MOST_NAME_LINES || !line || rows.length < count + 1 + LEAST_BODY) return null
  const above = rows.slice(0, count)
  // Another such line below is a heading of rows, and so is this one.
  const isApart = (row: Line) => row.every((cell, at) => isFilled(cell) === at < first)
  if (
    !isApart(line) ||
    !line.slice(0, first).every(isText) ||
    rows.slice(count + 1).some(isApart) ||
    above.some((line) => blank(line) !== first || !line.slice(first).every((cell) => isFilled(cell)))
  )
    return null
  const names = line.map((cell, at) => (at < first ? cell.trim() : above.map((one) => one[at]!.trim()).join(' ')))
  return { names, units: [], lines: count + 1 }
}

/**
 * Names over two lines that begin with what each line says, above a third with the names of the first columns alone, as pandas writes columns
 * of several levels.
 */
function levelled(rows: readonly Line[]): Head | null {
  const [one, two, line] = rows
  if (!line || rows.length < MOST_NAME_LINES + LEAST_BODY) return null
  const first = line.findIndex((cell) => !isFilled(cell))
  const isApart = first > 0 && line.every((cell, at) => (at < first ? isText(cell) : !isFilled(cell)))
  const above = [one!, two!].map((names) => names.slice(first).map((name) => name.trim()))
  const spans = above[0]!.some((name, at) => at > 0 && name === above[0]![at - 1])
  if (!isApart || !spans || above.some((names) => !names.every((name) => name !== '' && isHeading(name)))) return null
  return {
    names: line.map((cell, at) => (at < first ? cell.trim() : above.map((names) => names[at - first]).join(' '))),
    units: [],
    labels: line.map((_, at) => (at < first ? [one![at]!, two![at]!].filter(isFilled).join('; ') : '')),
    lines: 3,
  }
}

/** A cell that says something in JSON, as survey tools write the id of a question. */
const isJson = (cell: string) => /^\s*\{.*\}\s*$/s.test(cell)
const labelOf = (cell: string) => (isJson(cell) ? cell.replace(/["{}]/g, '').replaceAll(':', ': ') : cell).trim()
const LEAST_LABELLED = 2

/**
 * How many lines below the names say more of each column: the question, or a label, where the rows have figures or days; and what a program
 * notes as JSON, where the rows have none.
 */
function labelLines(rows: readonly Line[]): number {
  const [names, one, two] = rows
  if (!names?.every((cell) => isFilled(cell) && isText(cell))) return 0
  const isNoted = (line: Line | undefined, body: readonly Line[]) =>
    line !== undefined &&
    line.filter(isFilled).length >= LEAST_LABELLED &&
    line.filter(isFilled).every(isJson) &&
    !body.some((row) => row.some(isJson))
  const saysAll = (line: Line | undefined, body: readonly Line[]) => {
    if (!line?.every((cell) => isFilled(cell) && isText(cell)) || new Set(line).size < line.length) return false
    const typed = typedPlaces(names.length, body)
    // A number with a note is a value, and so is a mark.
    const isLabel = (at: number) => isNoneOf(line[at]!, valuesAt(body, at)) && !('style' in planColumn([line[at]!]))
    // Of codes for questions and their parts less tells: Q3_1.
    const least = names.every((name) => /^\s*\p{L}{1,12}_?\d+(?:[_.]\w+)*\s*$/u.test(name)) ? 1 : LEAST_LABELLED
    return body.length >= LEAST_BODY && typed.length >= least && typed.every(isLabel)
  }
  if (isNoted(two, rows.slice(3)) && one && !one.some(isJson)) return 2
  if (isNoted(one, rows.slice(2))) return 1
  return saysAll(one, rows.slice(2)) ? 1 : 0
}

/** Whether a line has words where all others have figures or days, and none of these. */
function saysMore([line, ...body]: readonly Line[]): boolean {
  if (!line || body.length < LEAST_BODY) return false
  const typed = typedPlaces(line.length, body)
  const said = typed.map((at) => line[at]!).filter(isFilled)
  return (
    typed.length >= LEAST_LABELLED &&
    said.length > 0 &&
    typed.every((at) => !isFilled(line[at]) || isNoneOf(line[at]!, valuesAt(body, at)))
  )
}

/** Whether words are no value of their column: "2h" is one only beside "1h 20m". */
const isNoneOf = (cell: string, values: string[]) =>
  /\p{L}/u.test(cell) &&
  isText(cell) &&
  values.filter(isText).every((value) => planColumn([cell, value]).kind === 'text')

/** How many lines name the columns together; 1 where the second may as well be a row. */
export function nameLines(rows: readonly Line[]): number {
  for (let count = MOST_NAME_LINES + 1; count > 1; count--) {
    const next = rows[count]
    const body = rows.slice(next && saysUnits(next, rows.slice(0, count)) ? count + 1 : count)
    if (goTogether(rows.slice(0, count), body)) return count
  }
  return 1
}

const valuesAt = (rows: readonly Line[], at: number): string[] => rows.map((row) => row[at] ?? '')

/** Places of the columns that hold figures or days. */
const typedPlaces = (width: number, body: readonly Line[]): number[] =>
  Array.from({ length: width }, (_, at) => at).filter((at) => planColumn(valuesAt(body, at)).kind !== 'text')

/** Whether each line goes on with the one above: no column of figures holds one there, and each line spans columns of the next. */
function goTogether(lines: readonly Line[], body: readonly Line[]): boolean {
  const last = lines.at(-1)!
  if (body.length < LEAST_BODY || saysUnits(last, lines.slice(0, -1))) return false
  if (lines.length === 2 && lines[0]!.every(isHeading) && areNumbered(last, body)) return true
  if (lines.length === 2 && areAgain(lines[0]!, last, body)) return true
  const typed = typedPlaces(Math.max(...lines.map(({ length }) => length)), body)
  const isTyped = (at: number) => !isNumberOfTimes(last[at] ?? '', valuesAt(body, at))
  const named = typed
    .filter(isTyped)
    .map((at) => last[at] ?? '')
    .filter(isFilled)
  // A row would have what all others have, a figure or a day.
  const lacksKeys = () =>
    typed.length >= LEAST_LABELLED &&
    last.filter(isFilled).length >= 2 &&
    typed.every((at) => !isFilled(last[at]) && body.every((row) => isFilled(row[at])))
  if (
    (named.length === 0 && typed.every(isTyped) && !lacksKeys()) ||
    !typed.every((at) => lines.some((line) => isFilled(line[at])))
  )
    return false
  if (lines.slice(0, -1).some((line) => line.some((cell) => isFilled(cell) && !isHeading(cell)))) return false
  const periods = named.filter((cell) => !isText(cell))
  const holdsFigures = () =>
    typed.every((at) => !isFilled(last[at]) || isText(last[at]!) || 'style' in planColumn(valuesAt(body, at)))
  // Years below headings are names, unless such years are the figures of the table.
  const holdsPeriods = () => typed.some((at) => body.every((row) => !isFilled(row[at]) || periodOf(row[at]!) !== null))
  // Days above figures are names as well.
  const isPeriod = (cell: string) => periodOf(cell) !== null || (isDay(cell) && holdsFigures())
  if (!periods.every(isPeriod) || (periods.length > 0 && holdsPeriods())) return false
  return lines.slice(0, -1).every((line, at) => spans(line, lines[at + 1]!))
}

/** Whether a line without what names all rows has digits in each column where these have none: days below those of a week. */
function areNumbered([first, ...cells]: Line, body: readonly Line[]): boolean {
  const places = cells.flatMap((cell, at) => (isFilled(cell) ? [at + 1] : []))
  return (
    !isFilled(first) &&
    places.length >= LEAST_NUMBERED &&
    places.every((at) => /\d/.test(cells[at - 1]!)) &&
    body.every((row) => isFilled(row[0]) && places.every((at) => !/\d/.test(row[at] ?? '')))
  )
}

/** Whether the same names stand below each heading, in a line without what names all rows: AM and PM below each day. */
function areAgain(headings: Line, names: Line, body: readonly Line[]): boolean {
  const first = names.findIndex(isFilled)
  const below = names.slice(first).map((name) => name.trim())
  const size = new Set(below).size
  return (
    first > 0 &&
    size > 1 &&
    below.length > size &&
    below.length % size === 0 &&
    below.every((name, at) => name !== '' && name === below[at % size]) &&
    headings.slice(first).every((cell, at) => (at % size === 0 ? isHeading(cell) : !isFilled(cell))) &&
    body.every((row) => row.slice(0, first).every(isFilled))
  )
}

const isDay = (cell: string) => planColumn([cell]).kind === 'date'

/** Names below a title of several cells, for each of these. */
const NAMES_A_TITLE = 3
/** Whether what stands above names speaks of the table: one text in front of it, or a few beside each other, where nothing needs a heading. */
export function areTitles(line: Line, below: Line): boolean {
  const first = line.findIndex(isFilled)
  const count = line.filter(isFilled).length
  if (count === 0 || first > below.findIndex(isFilled)) return false
  if (count === 1) return true
  const names = below.filter(isFilled).map((name) => name.trim())
  // In the last column stands when or which it was: "Rota of May", "page 2".
  const isAside = count === 2 && first === 0 && isFilled(line[below.length - 1])
  return (
    (isAside || line.slice(first, first + count).every(isFilled)) &&
    names.length >= NAMES_A_TITLE * count &&
    new Set(names).size === names.length &&
    names.length === below.length
  )
}

/** Whether a heading stands over several names: nothing, or the heading again, stands beside it. */
function spans(line: Line, below: Line): boolean {
  const headings = line.filter(isFilled).map((cell) => cell.trim())
  if (headings.length === 0 || areTitles(line, below)) return false
  const repeats = headings.length > new Set(headings).size
  return below.some((cell, at) => isFilled(cell) && (!isFilled(line[at]) || repeats))
}

/** Names over two lines: a heading goes before each name below it, as far as it spans. */
export function joinedNames(first: Line, second: Line): string[] {
  let heading = ''
  let goesOn = false
  // Where headings come again above each of their names, nothing above a name is none.
  const isRepeated = first.some((cell, at) => isFilled(cell) && cell.trim() === first[at - 1]?.trim())
  return second.map((below, index) => {
    const above = (first[index] ?? '').trim()
    const name = below.trim()
    // A heading without a name below it names its own column only.
    if (above !== '') {
      heading = name === '' ? '' : above
      goesOn = isLower(name) && !isLower(above)
    } else if (isRepeated || (goesOn && !isLower(name))) heading = ''
    if (name === '') return above
    return heading === '' || heading === name ? name : `${heading} ${name}`
  })
}

/** "Respondent" over "id" is one name; a capital letter beside it begins another. */
const isLower = (text: string) => /^\p{Ll}/u.test(text)

/** Whether the first row below the names says in what the figures of its columns are measured. */
function areUnits(names: Line, [line, ...body]: readonly Line[]): boolean {
  if (!line || body.length < LEAST_BODY || names.some((cell) => isFilled(cell) && !isHeading(cell))) return false
  const ofFigures = typedPlaces(names.length, body).flatMap((at) => unitsIn([line[at] ?? '']))
  return (
    saysUnits(line, [names]) &&
    (ofFigures.some(saysUnit) || areSame(ofFigures)) &&
    ofFigures.every((cell) => isText(bareUnit(cell)))
  )
}

const unitsIn = (line: Line) => line.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== '-')

/** Whether a cell is a unit, or stands in brackets as one. */
const saysUnit = (cell: string) => isUnit(bareUnit(cell)) || bareUnit(cell) !== cell || COUNTED.test(cell)
/** What says that figures are counts, as offices write it below names. */
const COUNTED = /^\s*(?:anzahl|number|count|nombre|número|numero|numer|antal|antall|aantal|liczba|počet)\s*$/i

/** Whether all cells say the same: no column is told from another by that, but what is counted may be. */
const areSame = (said: Line) => said.length > 1 && new Set(said).size === 1

/** Whether at least half of the cells are units, or all say the same, and all are as short, each below a name: below none they are names themselves. */
function saysUnits(line: Line, above: readonly Line[]): boolean {
  const said = unitsIn(line)
  if (line.some((cell, at) => isFilled(cell) && !above.some((names) => isFilled(names[at])))) return false
  const units = said.filter(saysUnit).length
  return (areSame(said) || (units > 0 && 2 * units >= said.length)) && said.every((cell) => cell.length <= LONGEST_UNIT)
}

/** A unit without the brackets around it. */
export const bareUnit = (cell: string): string => cell.trim().replace(/^[([](.*)[)\]]$/, '$1')
