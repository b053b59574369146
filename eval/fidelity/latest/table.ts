import type { ColumnRole } from '#catalog/rules/answers.ts'
import { type Column, column, type Kind, type TypeKind, type Value } from '../truth.ts'

type Meaning = {
  kind: Kind
  read: (text: string) => Value
  roles?: ColumnRole[]
  types?: TypeKind[]
  factor?: number
}

/** Latin digits in the place of Arabic, Hindi and full-width ones. */
const latin = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[٠-٩०-९]/g, (digit) => String((digit.charCodeAt(0) - (digit < '०' ? 0x660 : 0x966)) % 10))

/** A number whose decimals follow `mark`, negative by any way in which people write that; `none`: a whole number. */
function number(written: string, mark: '.' | ',' | 'none'): number {
  const text = latin(written)
  const digits = /\d(?:[\d.,'’\s]*\d)?/
    .exec(text)![0]
    .replace(mark === ',' ? /[^\d,]/g : mark === '.' ? /[^\d.]/g : /\D/g, '')
  const negative = /^\(|[-−–△▲]\D*\d|\d\s*[-−–]$|\d[WS]$/.test(text)
  return Number(digits.replace(',', '.')) * (negative ? -1 : 1)
}

/** Months in letters as far as the files have them, by their numbers. */
const MONTHS = ['', 'ene', 'feb', 'mar', 'apr']

/** The ISO text of a moment whose numbers stand in the order of these letters: y m d h i s, `b` a month in letters. */
function moment(written: string, order: string): string {
  const text = latin(written).toLowerCase()
  const letters = order.replace(/[^ymdhis]/g, '')
  const isPacked = letters.length > 1 && /^(?:\d\d){2,3}$/.test(text)
  const numbers = text.match(isPacked ? /\d\d/g : /\d+/g)!
  const at = (letter: string) => numbers[letters.indexOf(letter)] ?? '00'
  const two = (value: string | number) => String(value).padStart(2, '0')
  const month = order.includes('b') ? MONTHS.findLastIndex((name) => text.includes(name)) : at('m')
  const year = at('y').length === 4 ? at('y') : `20${at('y')}`
  const clock = `${two(at('h'))}:${two(at('i'))}:${two(at('s'))}`
  if (!order.includes('y')) return clock
  const date = `${year}-${two(month)}${order.includes('d') ? `-${two(at('d'))}` : ''}`
  return order.includes('h') ? `${date} ${clock}` : date
}

const same = (text: string) => text
const whole = (text: string) => number(text, 'none')
const MEANINGS: Record<string, Meaning> = {
  text: { kind: 'text', read: same },
  period: { kind: 'text', read: same, roles: ['time', 'dimension', 'text'] },
  code: { kind: 'text', read: same, roles: ['code', 'id', 'dimension', 'text'] },
  no: { kind: 'integer', read: whole, roles: ['id', 'code'], types: ['integer', 'text'] },
  int: { kind: 'integer', read: whole },
  rank: { kind: 'integer', read: whole, roles: ['measure', 'dimension', 'time', 'id', 'code'] },
  mark: { kind: 'integer', read: whole, roles: ['flag', 'code', 'dimension'], types: ['integer', 'text'] },
  year: { kind: 'integer', read: whole, roles: ['time', 'dimension'], types: ['integer', 'date', 'text'] },
  // Of a length of time seconds are as good as a clock.
  span: {
    kind: 'time',
    read: (text) =>
      ['00', ...text.split(':')]
        .slice(-3)
        .map((part) => part.padStart(2, '0'))
        .join(':'),
    roles: ['measure', 'time'],
    types: ['integer', 'decimal', 'time', 'other'],
  },
}

/**
 * How a column is meant: a word of `MEANINGS`; `yes X` for a flag whose X means true; `@d.m.y h:i` for moments; or `dec`, `pct` or `geo`
 * with the mark of its decimals, as `dec,`.
 */
function meaning(spec: string): Meaning {
  const [word, rest = ''] = spec.split(/ (.*)/)
  if (word === 'yes') return { kind: 'flag', read: (text) => text === rest }
  if (spec.startsWith('@')) {
    const kind = !spec.includes('y') ? 'time' : spec.includes('h') ? 'timestamp' : spec.includes('d') ? 'date' : 'month'
    return { kind, read: (text) => moment(text, spec) }
  }
  const [, numeric, mark] = /^(dec|pct|geo)([.,])$/.exec(spec) ?? []
  if (!numeric) return MEANINGS[spec]!
  const decimal: Meaning = { kind: 'decimal', read: (text) => number(text, mark as '.' | ',') }
  if (numeric === 'pct') return { ...decimal, factor: 100, types: ['integer', 'decimal'] }
  return numeric === 'geo' ? { ...decimal, roles: ['dimension', 'measure'] } : decimal
}

/** What a column may be called: ways between tildes, each with and without what stands in brackets. */
const namesOf = (name: string) =>
  name.split(' ~ ').flatMap((one) => [...new Set([one, one.replace(/\s*[([（][^)\]）]*[)\]）]/g, '') || one])])

/**
 * A table from lines of fields between bars: names, meanings, then values as the file has them. `↵` stands for a new line
 * within a value, `·` for a space that does not break.
 * @param missing what stands for no value beside nothing at all
 */
export function table(block: string, missing = /^$/): Column[] {
  const lines = block.trim().split('\n')
  const [names, specs, ...body] = lines.map((line) =>
    line.split('|').map((field) => field.trim().replaceAll('↵', '\n').replaceAll('·', '\u00a0')),
  )
  return names!.map((name, at) => {
    const { kind, read, ...more } = meaning(specs![at]!)
    const written = body.map((fields) => fields[at]!)
    const values = written.map((text) => (text === '' || missing.test(text) ? null : read(text)))
    // A code whose digits never begin with 0 may as well be a number.
    const types: TypeKind[] = written.every((text) => /^([1-9]\d*)?$/.test(text)) ? ['text', 'integer'] : ['text']
    return column(namesOf(name), kind, values, {
      ...(more.roles?.includes('code') && kind === 'text' ? { types } : {}),
      ...more,
      write: (_, row) => written[row]!,
    })
  })
}
