/** What ends a record: the record separator of ASCII does so where values hold line breaks. */
export const RECORD_SEPARATOR = '\u001e'
type Newline = '\n' | '\r' | typeof RECORD_SEPARATOR

/** How a delimited text is written. `quote` null: quotes are ordinary characters. */
export type CsvDialect = {
  delimiter: string
  quote: string | null
  escape: string | null
  newline: Newline
}

/**
 * Rules that reading may loosen, one at a time. strict: every row has every column and quotes are as RFC 4180 says; padded: short
 * rows end in empty values; lenient: a quote inside a value is a character; unquoted: every quote is a character.
 */
export const RUNGS = ['strict', 'padded', 'lenient', 'unquoted'] as const
export type Rung = (typeof RUNGS)[number]

/** One record; `line` is the physical line it starts on, from 1. `error` tells why it cannot be read; `fields` is then empty. */
export type CsvRecord = { line: number; fields: string[]; error?: string; text: string }

/** A quoted value longer than this is taken for a forgotten quote. */
const LONGEST_RECORD = 1_000_000
const LONGEST_LINE = 16_000_000
const LONG_QUOTE = 'A value in quotes is longer than a million characters, or its quote was never closed.'
const TOO_LONG = 'The line is longer than 16 million characters.'

/**
 * Cuts text into records, chunk by chunk. Blank lines are skipped. A record that breaks the quoting rules is given as an error for
 * its first line only, and reading continues with the next line, so one forgotten quote never swallows a file.
 */
export class RecordReader {
  private rest = ''
  private line = 1

  constructor(
    private readonly dialect: CsvDialect,
    private readonly rung: Rung = 'strict',
  ) {}

  /** The records that are complete after `text`; `last` ends the input. */
  *push(text: string, last = false): Generator<CsvRecord> {
    const buffer = this.rest + text
    let at = 0
    while (at < buffer.length) {
      const parsed = this.parse(buffer, at, last)
      if (!parsed) break
      const { next, record } = parsed
      if (record) yield record
      this.line += countOf(buffer, this.dialect.newline, at, next)
      at = next
    }
    this.rest = buffer.slice(at)
  }

  private parse(buffer: string, start: number, last: boolean): { next: number; record: CsvRecord | null } | null {
    const { delimiter, quote, newline } = this.dialect
    let end = buffer.indexOf(newline, start)
    if (end < 0) {
      if (!last && buffer.length - start <= LONGEST_LINE) return null
      if (!last) return { next: buffer.length, record: { line: this.line, fields: [], error: TOO_LONG, text: '' } }
      end = buffer.length
    }
    const next = Math.min(end + 1, buffer.length)
    const text = withoutCarriageReturn(buffer.slice(start, end))
    if (text === '') return { next, record: null }
    if (quote === null || !text.includes(quote))
      return { next, record: { line: this.line, fields: text.split(delimiter), text } }
    if (this.rung === 'unquoted') {
      const fields = text.split(delimiter).map((field) => withoutQuotes(field, quote))
      return { next, record: { line: this.line, fields, text } }
    }
    const quoted = this.parseQuoted(buffer, start, last)
    if (quoted === null) return null
    if (typeof quoted === 'string') return { next, record: { line: this.line, fields: [], error: quoted, text } }
    return {
      next: quoted.next,
      record: { line: this.line, fields: quoted.fields, text: buffer.slice(start, quoted.next) },
    }
  }

  /** Fields of a record with quotes; null when more input is needed; a sentence when it breaks the rules. */
  private parseQuoted(
    buffer: string,
    start: number,
    last: boolean,
  ): { fields: string[]; next: number } | string | null {
    const { delimiter, newline } = this.dialect
    const quote = this.dialect.quote!
    const fields: string[] = []
    let at = start
    for (;;) {
      let opening = at
      while (buffer[opening] === ' ' && delimiter !== ' ') opening++
      const closed = buffer[opening] === quote ? this.closeQuote(buffer, opening + 1, last) : undefined
      if (closed === null) return null
      if (typeof closed === 'string' && this.rung !== 'lenient') return closed
      if (typeof closed === 'object') {
        fields.push(closed.value)
        at = closed.next
      } else {
        const stop = fieldEnd(buffer, at, delimiter, newline)
        // An unquoted last value of a CRLF line ends before the carriage return.
        const value = buffer.slice(at, stop)
        fields.push(buffer.startsWith(delimiter, stop) ? value : withoutCarriageReturn(value))
        at = stop
      }
      if (at >= buffer.length) return last ? { fields, next: at } : null
      if (buffer.startsWith(delimiter, at)) {
        at += delimiter.length
        continue
      }
      return { fields, next: at + 1 }
    }
  }

  private closeQuote(buffer: string, start: number, last: boolean): { value: string; next: number } | string | null {
    const { delimiter, newline, escape: escaping } = this.dialect
    const quote = this.dialect.quote!
    let value = ''
    let from = start
    for (;;) {
      const at = nextOf(buffer, quote, escaping, from)
      if (at < 0 || at - start > LONGEST_RECORD) {
        if (!last && buffer.length - start <= LONGEST_RECORD) return null
        return at < 0 && last ? 'A quote is opened and never closed.' : LONG_QUOTE
      }
      value += buffer.slice(from, at)
      const after = buffer[at + 1]
      if (after === undefined && !last) return null
      if (buffer[at] === escaping && escaping !== quote) {
        value += after ?? ''
        from = at + 2
        continue
      }
      if (after === quote && escaping === quote) {
        value += quote
        from = at + 2
        continue
      }
      let end = at + 1
      while (buffer[end] === ' ' && delimiter !== ' ') end++
      if (buffer[end] === '\r' && newline === '\n') end++
      if (end >= buffer.length && !last) return null
      if (end >= buffer.length || buffer[end] === newline || buffer.startsWith(delimiter, end))
        return { value, next: end }
      if (this.rung === 'strict' || this.rung === 'padded') return 'There is text after a closing quote.'
      value += quote
      from = at + 1
    }
  }
}

/** A value without the quotes around it, of which the second may have been forgotten. */
const withoutQuotes = (field: string, quote: string): string => {
  const inner = field.startsWith(quote)
    ? field.slice(1, field.length > 1 && field.endsWith(quote) ? -1 : undefined)
    : field
  return inner.includes(quote) ? field : inner
}

function nextOf(buffer: string, quote: string, escaping: string | null, from: number): number {
  const at = buffer.indexOf(quote, from)
  if (escaping === null || escaping === quote) return at
  const escaped = buffer.indexOf(escaping, from)
  return escaped >= 0 && (at < 0 || escaped < at) ? escaped : at
}

function fieldEnd(buffer: string, at: number, delimiter: string, newline: string): number {
  const line = buffer.indexOf(newline, at)
  const end = line < 0 ? buffer.length : line
  const stop = buffer.indexOf(delimiter, at)
  return stop < 0 || stop > end ? end : stop
}

const withoutCarriageReturn = (text: string) => (text.endsWith('\r') ? text.slice(0, -1) : text)

function countOf(buffer: string, newline: string, from: number, to: number): number {
  let count = 0
  for (let at = buffer.indexOf(newline, from); at >= 0 && at < to; at = buffer.indexOf(newline, at + 1)) count++
  return count
}
