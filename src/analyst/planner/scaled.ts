import { makeColumn } from '../built-in/derived-columns.ts'
import type { Token } from '../built-in/lex.ts'
import type { Mention } from '../built-in/link.ts'
import type { Column, Schema } from '../built-in/schema.ts'
import { unitIn, unitOf } from './units.ts'

const HOUR = 3_600_000
/** The unit that tells how long rows last that begin and end on one day, by the first and the last times of all: a visit is no part of a day. */
function unitOfSpan({ made }: Column): 'hour' | 'minute' | null {
  if (made?.kind !== 'span' || [made.time, made.since].some(({ type }) => !type.startsWith('TIMESTAMP'))) return null
  const apart = (['min', 'max'] as const).map(
    (end) => Date.parse(made.time[end] ?? '') - Date.parse(made.since[end] ?? ''),
  )
  const most = Math.max(...apart.map(Math.abs))
  return most === 0 ? null : most < 2 * HOUR ? 'minute' : most < 24 * HOUR ? 'hour' : null
}

const saysUnit = (tokens: Token[]): boolean =>
  tokens.some(
    ({ lower }, at) =>
      unitOf(lower)?.of === 'time' &&
      (tokens[at - 1]?.kind === 'number' || /^(?:in|many|an?|of)$/.test(tokens[at - 1]?.lower ?? '')),
  )

/** A column that is measured in a unit of time, in another; null where it is in none, or in that already. */
function scaledTo(column: Column, unit: string, schema: Schema): Column | null {
  const [own, other] = [column.made && column.made.kind !== 'span' ? undefined : unitIn(column, 'time'), unitOf(unit)]
  if (!own || !other || own.factor === other.factor) return null
  return makeColumn(schema, {
    ...{ kind: 'scaled', of: column, by: own.factor / other.factor },
    unit: `${unit.replace(/s$/, '')}s`,
  })
}

/**
 * Links figures that are asked for in another unit of time than they are kept in ("listening time in hours" of milliseconds) to what they come
 * to in it, and times that are parts of a day to hours or minutes.
 */
export function linkScaled(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const changed = new Map<Mention, Mention>()
  const put = (one: Mention, unit: (column: Column) => string | null) => {
    const columns = one.columns.flatMap(({ column, score }) => {
      const said = unit(column)
      const other = said && scaledTo(column, said, schema)
      return other ? [{ column: other, score }] : []
    })
    if (one.kind === 'column' && columns.length > 0) changed.set(one, { ...one, columns })
  }
  for (const [at, { lower }] of tokens.entries())
    if (tokens[at - 1]?.lower === 'in' && unitOf(lower)?.of === 'time')
      for (const one of mentions) if (one.end <= at) put(one, () => lower)
  if (!saysUnit(tokens)) for (const one of mentions) put(one, unitOfSpan)
  return mentions.map((one) => changed.get(one) ?? one)
}
