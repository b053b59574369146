import { columnFormat, unitOf, withUnit } from '#base/cell-format.ts'
import { numberText } from '#base/format.ts'
import type { Cell } from './answers.ts'
import { spoken } from './chart.ts'
import { NO_VALUE, type Table } from './chart-data.ts'
import { isOfData, OTHER, TOTAL } from './chart-kinds.ts'
import type { ChartSpec } from './chart-spec.ts'
import { valueWriter } from './number-format.ts'

/** A pivot table as people read it: exact values, totals of all rows last. `isTotal` marks those rows and columns. */
export type Pivot = {
  corner: string
  columns: { label: string; isTotal: boolean }[]
  rows: { label: string; isTotal: boolean; cells: string[] }[]
}

/** Puts the rows of `pivotSql` into a table. */
export function pivotOf(spec: ChartSpec, { columns, rows, folded }: Table, locale: string): Pivot {
  const at = (name: string | null) => columns.findIndex((column) => column.name === name)
  const labelsOf = (name: string | null, others: number) => {
    const place = at(name)
    const format = columnFormat(columns[place]!, rows.map((row) => row[place] ?? null).filter(isOfData), locale)
    return (key: Cell) =>
      key === null
        ? NO_VALUE
        : key === OTHER
          ? `other (${numberText(others, locale)})`
          : key === TOTAL
            ? 'total'
            : format.text(key)
  }
  const xs = [...new Set(rows.map((row) => row[at(spec.x)] ?? null))]
  const series = spec.series === null ? null : [...new Set(rows.map((row) => row[at(spec.series)] ?? null))]
  const rowLabel = labelsOf(spec.x, folded?.x ?? 0)
  const columnLabel = spec.series === null ? null : labelsOf(spec.series, folded?.series ?? 0)
  const writers = spec.y.map((name) => {
    const column = columns[at(name)]!
    const values = rows.map((row) => row[at(name)] ?? null)
    const unit = unitOf(column, values)
    if (spec.format) return (value: Exclude<Cell, null>) => valueWriter(spec.format, unit, locale)(Number(value))
    const { text } = columnFormat(column, values, locale)
    return (value: Exclude<Cell, null>) => withUnit(text(value), unit)
  })
  const found = new Map(
    rows.map((row) => [JSON.stringify([row[at(spec.x)] ?? null, series ? (row[at(spec.series)] ?? null) : null]), row]),
  )
  const cell = (x: Cell, of: Cell, measure: number) => {
    const value = found.get(JSON.stringify([x, of]))?.[at(spec.y[measure]!)] ?? null
    return value === null ? '' : writers[measure]!(value)
  }
  return {
    corner: spoken(spec.x ?? ''),
    columns: series
      ? series.map((key) => ({ label: columnLabel!(key), isTotal: key === TOTAL }))
      : spec.y.map((name) => ({ label: spoken(name), isTotal: false })),
    rows: xs.map((x) => ({
      label: rowLabel(x),
      isTotal: x === TOTAL,
      cells: series ? series.map((key) => cell(x, key, 0)) : spec.y.map((_, measure) => cell(x, null, measure)),
    })),
  }
}
