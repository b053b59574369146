import { makeColumn } from '../built-in/derived-columns.ts'
import type { Token } from '../built-in/lex.ts'
import type { Mention } from '../built-in/link.ts'
import type { Column, Schema } from '../built-in/schema.ts'
import { unitIn, unitOf } from './units.ts'

/** Links figures that are asked for in another unit of time than they are kept in ("listening time in hours" of milliseconds) to what they come to in it. */
export function linkScaled(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const changed = new Map<Mention, Mention>()
  for (const [at, { lower }] of tokens.entries()) {
    const unit = tokens[at - 1]?.lower === 'in' ? unitOf(lower) : undefined
    if (unit?.of !== 'time') continue
    const scaled = (column: Column): Column | null => {
      const own = column.made && column.made.kind !== 'span' ? undefined : unitIn(column, unit.of)
      if (!own || own.factor === unit.factor) return null
      return makeColumn(schema, {
        kind: 'scaled',
        of: column,
        by: own.factor / unit.factor,
        unit: `${lower.replace(/s$/, '')}s`,
      })
    }
    for (const one of mentions) {
      const hits = one.kind === 'column' && one.end <= at ? one.columns : []
      const columns = hits.flatMap(({ column, score }) => {
        const other = scaled(column)
        return other ? [{ column: other, score }] : []
      })
      if (columns.length > 0) changed.set(one, { ...one, columns })
    }
  }
  return mentions.map((one) => changed.get(one) ?? one)
}
