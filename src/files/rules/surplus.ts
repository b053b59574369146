import { type ColumnPlan, planColumn } from './column-type.ts'

const fits = (field: string, { kind }: ColumnPlan) =>
  kind === 'text' || field.trim() === '' || planColumn([field]).kind !== 'text'

/**
 * A row with more values than columns, with the parts of a text put together that a delimiter with a blank behind it cut: where only one
 * place leaves a value of its type in every other column. Null where it is not clear.
 */
export function joinedFields(fields: string[], plans: readonly ColumnPlan[], delimiter: string): string[] | null {
  const surplus = fields.length - plans.length
  const typed = plans.filter(({ kind }) => kind !== 'text').length
  if (surplus < 1 || typed === 0) return null
  const candidates = plans.flatMap((plan, at) => {
    if (plan.kind !== 'text') return []
    const parts = fields.slice(at, at + surplus + 1)
    if (!parts.slice(1).every((part) => /^\s\S/.test(part))) return []
    const joined = [...fields.slice(0, at), parts.join(delimiter), ...fields.slice(at + surplus + 1)]
    return joined.every((field, index) => fits(field, plans[index]!)) ? [joined] : []
  })
  return candidates.length === 1 ? candidates[0]! : null
}
