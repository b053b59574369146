import { type ColumnPlan, planColumn } from './column-type.ts'
import { UNDRESSED } from './number-dress.ts'

/** A column of an SQLite table: how it was declared, and of which kinds its values are. */
export type AffinityColumn = {
  declared: string
  kinds: { integer: number; real: number; text: number; blob: number; zeroOrOne: number }
}

/**
 * The type of a column in SQLite, where a declaration is only a wish: that of its values, and what they mean as the declaration says.
 * Texts are never taken for numbers. `note`: what people should know, to be read after the column's name.
 */
export function planAffinity(
  { declared, kinds }: AffinityColumn,
  sample: string[],
): { plan: ColumnPlan; note?: string } {
  const { integer, real, text, blob, zeroOrOne } = kinds
  const numbers = integer + real
  const plain = { style: 'plain', ...UNDRESSED } as const
  if (numbers + text + blob === 0) return { plan: { kind: 'text' } }
  if (numbers > 0 && text + blob > 0)
    return {
      plan: { kind: 'text' },
      note: `holds ${numbers} numbers and ${text + blob} texts, so it is kept as text.`,
    }
  if (real > 0) {
    const [, scale] = /^(?:decimal|numeric)\s*\(\s*\d+\s*,\s*(\d+)\s*\)/i.exec(declared) ?? []
    return scale && Number(scale) <= 6
      ? { plan: { kind: 'decimal', scale: Number(scale), ...plain } }
      : { plan: { kind: 'double', ...plain } }
  }
  if (integer > 0) {
    if (/bool/i.test(declared) && zeroOrOne === integer) return { plan: { kind: 'boolean' } }
    // Doubles that happen to be whole are stored as integers.
    if (/real|floa|doub/i.test(declared)) return { plan: { kind: 'double', ...plain } }
    return { plan: { kind: 'integer', ...plain } }
  }
  if (blob === 0 && /date|time/i.test(declared)) {
    const plan = planColumn(sample)
    if (plan.kind === 'date' || plan.kind === 'timestamp' || plan.kind === 'time') return { plan }
  }
  return { plan: { kind: 'text' } }
}
