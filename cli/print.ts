import { environment } from './settings.ts'

/** `whole`: cut only when nothing else is left to cut, as ids are that somebody may need; so are numbers. */
export type Column = { name: string; right?: boolean; whole?: boolean }
/** A time that is cut tells nothing. */
const isWhole = ({ name, right, whole }: Column): boolean => Boolean(right || whole) || name.endsWith('(UTC)')

/** Between two columns. */
const GAP = 2
const LEAST = 4
/** What a cut column must still show; with less a row is told line by line. */
const READABLE = 6

/** Text of others without what would steer the terminal; line breaks stay when asked for. */
export function plain(text: string, lines = false): string {
  const safe = Bun.stripANSI(text).replace(lines ? /[^\P{Cc}\n\t]/gu : /\p{Cc}/gu, (char) =>
    lines ? '' : char === '\n' ? ' ' : '',
  )
  return lines ? safe : safe.replace(/\s+/g, ' ')
}

export const style = (code: number, stream: NodeJS.WriteStream) => (text: string) =>
  stream.isTTY && !environment.noColor() ? `\x1b[${code}m${text}\x1b[0m` : text
export const bold = style(1, process.stdout)
export const dim = style(2, process.stdout)
export const dimNote = style(2, process.stderr)
export const red = style(31, process.stderr)

/** Columns of the terminal; no limit when the output goes to a file or another program. */
export const terminalWidth = (): number =>
  process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY

/**
 * A table as lines of text: columns aligned, the widest ones cut with … until a line fits `width`.
 * @param rows one text for each column; it may come from others, so it is made plain
 */
export function tableLines(columns: Column[], rows: string[][], width: number): string[] {
  const cells = [columns.map((column) => column.name), ...rows].map((row) => row.map((cell) => plain(cell)))
  const widths = widthsOf(columns, cells)
  for (const mayCut of [(column: Column) => !isWhole(column), () => true]) shrink(widths, columns.map(mayCut), width)
  const lines = cells.map((row) =>
    row
      .map((cell, i) => fit(cell, widths[i]!, columns[i]!.right ?? false))
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
  const rule = widths.map((of) => '─'.repeat(of)).join(' '.repeat(GAP))
  return [lines[0]!, rule, ...lines.slice(1)]
}

const widthsOf = (columns: Column[], cells: string[][]): number[] =>
  columns.map((_, i) => cells.reduce((most, row) => Math.max(most, Bun.stringWidth(row[i] ?? '')), 0))

/** Whether a table can be made so narrow without cutting what must stay whole. */
function fits(columns: Column[], rows: string[][], width: number): boolean {
  const heads = columns.map(({ name }) => name)
  const natural = widthsOf(columns, [heads, ...rows.map((row) => row.map((cell) => plain(cell)))])
  const least = natural.map((of, i) => (isWhole(columns[i]!) ? of : Math.min(of, READABLE)))
  return least.reduce((sum, of) => sum + of, GAP * (columns.length - 1)) <= width
}

/** What is too wide for a table: a line for each cell that holds something, and an empty one between two rows. */
function recordLines(columns: Column[], rows: string[][]): string[] {
  const label = Math.max(...columns.map(({ name }) => name.length)) + GAP
  const lineOf = ({ name }: Column, cell: string) => (cell === '' ? [] : [name.padEnd(label) + plain(cell)])
  return rows.flatMap((row, at) => [
    ...(at > 0 ? [''] : []),
    ...columns.flatMap((column, i) => lineOf(column, row[i] ?? '')),
  ])
}

/** Takes from the widest of some columns, again and again, until a line fits or none of them can give more. */
function shrink(widths: number[], may: boolean[], width: number): void {
  const room = () => widths.reduce((sum, of) => sum + of, GAP * (widths.length - 1))
  for (;;) {
    const over = room() - width
    const open = widths.map((of, i) => (may[i] ? of : 0))
    const widest = open.indexOf(Math.max(...open))
    if (over <= 0 || open[widest]! <= LEAST) return
    const second = Math.max(LEAST, ...open.filter((_, i) => i !== widest))
    const step = widths[widest]! > second ? widths[widest]! - second : 1
    widths[widest] = widths[widest]! - Math.min(step, over)
  }
}

function fit(text: string, width: number, right: boolean): string {
  const fitted = Bun.stringWidth(text) > width ? `${cut(text, width - 1)}…` : text
  const padding = ' '.repeat(Math.max(0, width - Bun.stringWidth(fitted)))
  return right ? padding + fitted : fitted + padding
}

/** As much of a text as fits; never half a letter. */
function cut(text: string, width: number): string {
  let room = width
  let head = ''
  for (const { segment } of LETTERS.segment(text.slice(0, width * 20))) {
    room -= Bun.stringWidth(segment)
    if (room < 0) break
    head += segment
  }
  return head
}
const LETTERS = new Intl.Segmenter()

export const say = (text: string): void => void process.stdout.write(`${text}\n`)
/** Progress and remarks: they do not mix with an answer that is piped on. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`)
export const sayJson = (value: unknown): void => say(JSON.stringify(value, null, 2))

export function sayTable(columns: Column[], rows: string[][]): void {
  if (!fits(columns, rows, terminalWidth())) {
    say(recordLines(columns, rows).join('\n'))
    return
  }
  const [head, ...rest] = tableLines(columns, rows, terminalWidth())
  say([bold(head!), ...rest].join('\n'))
}
