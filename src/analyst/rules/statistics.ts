import { identifier } from '#base/sql.ts'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import { isNumeric } from '#query/rules/result.ts'
import type { ColumnStatistics } from './answer.ts'
import { exactOf } from './cell.ts'

export const statisticsOf = (columns: ResultColumn[], rows: Cell[][]): ColumnStatistics[] =>
  columns.map(({ name, type }, at) => {
    const values = rows.map((row) => row[at] ?? null).filter((value) => value !== null)
    const numeric = isNumeric(type)
    const ordered = values.toSorted((a, b) =>
      numeric ? Number(a) - Number(b) : String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0,
    )
    const numbers = numeric ? values.flatMap((value) => exactOf(value) ?? []) : []
    return {
      column: name,
      nulls: rows.length - values.length,
      distinct: new Set(values).size,
      min: ordered[0] ?? null,
      max: ordered.at(-1) ?? null,
      ...(numbers.length > 0
        ? { sum: sumOf(numbers), avg: numbers.reduce((sum, value) => sum + Number(value), 0) / numbers.length }
        : {}),
    }
  })

export function sumOf(decimals: string[]): string {
  const scale = Math.max(...decimals.map((text) => text.split('.')[1]?.length ?? 0))
  const total = decimals.reduce((sum, text) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return sum + BigInt(whole + fraction.padEnd(scale, '0'))
  }, 0n)
  const digits = String(total < 0n ? -total : total).padStart(scale + 1, '0')
  const text = scale > 0 ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '') : digits
  return total < 0n ? `-${text}` : text
}

/** One statement that measures every column of a stored result: a row with nulls, distinct, min, max, sum and avg for each. */
export function statisticsSql(table: string, columns: ResultColumn[]): string {
  const measures = columns.flatMap(({ name, type }, at) => {
    const column = identifier(name)
    const numeric = isNumeric(type)
    return [
      `count(*) - count(${column}) as n${at}`,
      `approx_count_distinct(${column}) as d${at}`,
      `min(${column}) as lo${at}`,
      `max(${column}) as hi${at}`,
      `${numeric ? `sum(${column})::varchar` : 'null'} as s${at}`,
      `${numeric ? `avg(${column})` : 'null'} as a${at}`,
    ]
  })
  return `select ${measures.join(', ')} from ${identifier(table)}`
}

/** Reads the row of `statisticsSql`. */
export const readStatistics = (columns: ResultColumn[], row: Cell[]): ColumnStatistics[] =>
  columns.map(({ name }, at) => {
    const [nulls, distinct, min, max, sum, avg] = row.slice(at * 6, at * 6 + 6)
    return {
      column: name,
      nulls: Number(nulls),
      distinct: Number(distinct),
      approximate: true,
      min: min ?? null,
      max: max ?? null,
      ...(sum === null || sum === undefined ? {} : { sum: String(sum), avg: Number(avg) }),
    }
  })
