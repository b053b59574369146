import { cut } from '#base/text.ts'
import { isValue, planColumn, unitOfPlan } from './column-type.ts'
import { periodOf } from './period.ts'

/** Longest column name; the rest of a longer one is cut. */
export const LONGEST_NAME = 120

/** Whether the first of these rows names the columns. Rows are as wide as the table. */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...body] = rows
  if (!first) return false
  const filled = first.filter((value) => value.trim() !== '')
  if (filled.length === 0) return false
  if (body.length === 0) return filled.every((value) => !isValue(value))
  if (countsOn(first) && !body.some(countsOn)) return true
  // Lines that all begin with a number are as many rows.
  if (first.length === 1 && rows.every(([line = '']) => /^\s*\d/.test(line))) return false
  if (first.every(isYear)) return false
  const columns = first.map((name, index) => ({ name, values: body.map((row) => row[index] ?? '') }))
  const typedColumns = columns.filter(({ values }) => planColumn(values).kind !== 'text')
  if (typedColumns.some(({ name, values }) => name.trim() !== '' && !isValue(name) && !isMeasured(name, values)))
    return true
  const data = typedColumns.filter(({ name, values }) => isValue(name) && !isNumberOfTimes(name, values))
  if (data.length === 0 && typedColumns.some(({ name }) => isValue(name))) return true
  // A row of years, or of days over numbers, names its columns.
  const namesPeriod = ({ name, values }: (typeof columns)[number]) =>
    isYear(name) || ((periodOf(name) !== null || planColumn([name]).kind === 'date') && 'style' in planColumn(values))
  if (data.length > 0)
    return data.every(namesPeriod) && new Set(first).size === first.length && data.length < first.length
  if (filled.some(isValue)) return false
  return (
    new Set(filled).size === filled.length && !columns.some(({ name, values }) => name !== '' && values.includes(name))
  )
}

/** Whether a name is a number and its column holds times: of a train, say. */
export const isNumberOfTimes = (name: string, values: string[]): boolean =>
  /^\s*\d+\s*$/.test(name) && ['time', 'date', 'timestamp'].includes(planColumn(values).kind)

/** Whether a name is an amount in the same unit as all of the values: "1204.5 g". */
function isMeasured(name: string, values: string[]): boolean {
  const unit = unitOfPlan(planColumn(values))
  return unit !== null && /\d/.test(name) && unit === unitOfPlan(planColumn([name]))
}

const [LEAST_COUNTED, LEAST_STEPS] = [3, 5]
/**
 * Whether cells are numbers or times with the same step between them, as days of a month, quarters of an hour, wells of a plate and wave
 * lengths over their columns, and the others texts: three that count from 0 or 1 on, or five.
 */
export function countsOn(cells: readonly string[]): boolean {
  const numbers = cells.flatMap((cell) => {
    const [, hours, minutes] = /^\s*([01]?\d|2[0-4]):([0-5]\d)(?::00)?\s*$/.exec(cell) ?? []
    return hours ? [Number(hours) * 60 + Number(minutes)] : /^\s*\d+(\.\d+)?\s*$/.test(cell) ? [Number(cell)] : []
  })
  const [one = 0, two = 0] = numbers
  const step = two - one
  const others = cells.filter((cell) => cell.trim() !== '' && !/^\s*\d/.test(cell))
  return (
    numbers.length >= (one <= 1 && step === 1 ? LEAST_COUNTED : LEAST_STEPS) &&
    step !== 0 &&
    cells.length > numbers.length &&
    numbers.every((number, at) => Math.abs(number - one - at * step) < 1e-6) &&
    !others.some(isValue)
  )
}

const isYear = (value: string) => /^(19|20)\d\d$/.test(value.trim())

/**
 * Names for the columns of a table: as the header writes them, without control characters; empty ones become `column_3`, repeated
 * ones (SQL does not tell `Id` from `id`) get a number.
 * @param header null when the file has no names @param remarked whether they stand in a remark among others, below a hash
 */
export function columnNames(header: string[] | null, count: number, remarked = false): string[] {
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const whole = (header?.[index] ?? '').normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    const written = cut(whole.trim().replace(remarked && index === 0 ? /^#\s+(?=\S)/ : '', ''), LONGEST_NAME)
    const base = written || `column_${index + 1}`
    return freeColumn(base, taken)
  })
}

/** A name that no column has yet. @param taken names in lower case; gets it too */
export function freeColumn(base: string, taken: Set<string>): string {
  let name = base
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base}_${n}`
  taken.add(name.toLowerCase())
  return name
}
