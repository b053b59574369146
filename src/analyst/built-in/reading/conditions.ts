import { type Condition, columnsOf, type Form, isMeasure, type Operator } from '../form.ts'
import { type Column, tableOf } from '../schema.ts'
import { Select } from './select.ts'

/** Which rows the form is about: conditions that were read one by one, made to fit together. */
export abstract class Conditions extends Select {
  /** Conditions that no single row can meet are meant of several rows ("both … and …") or as a choice ("or"). */
  protected combined(form: Form): Condition[] {
    const found: Condition[] = []
    const line = this.tagged.line
    for (const condition of this.where) {
      if (condition.kind !== 'compare') {
        found.push(condition)
        continue
      }
      const at = found.findIndex((c) => c.kind === 'compare' && c.column === condition.column && clash(c, condition))
      const other = at >= 0 ? (found[at] as Condition & { kind: 'compare' }) : null
      if (!other) {
        const list =
          condition.operator === '='
            ? found.find((c) => c.kind === 'in' && c.column === condition.column && !c.not)
            : null
        if (list?.kind === 'in' && typeof condition.value !== 'boolean') list.values = [...list.values, condition.value]
        else found.push(condition)
      } else if (/\bboth\b/.test(line) || (/\bas well as\b|\band also\b/.test(line) && !/\bor\b/.test(line))) {
        found.splice(at, 1)
        this.both.push([other, condition])
      } else if (other.operator === '=' && condition.operator === '=')
        found[at] = {
          kind: 'in',
          column: other.column,
          values: [other.value as string, condition.value as string],
          not: false,
        }
      else found[at] = { kind: 'any', parts: [other, condition] }
    }
    const compared = found.filter((c): c is Condition => c.kind === 'compare' || c.kind === 'null')
    const one = new Set(compared.flatMap(columnsOf).map((c) => c.table)).size === 1
    if (compared.length === 2 && one && /\bor\b/.test(line) && !found.some((c) => c.kind === 'any') && form.base)
      return [{ kind: 'any', parts: compared }, ...found.filter((c) => !compared.some((x) => x === c))]
    return found
  }

  protected sets(form: Form) {
    const key = form.outputs.find((o) => 'key' in o)
    const table = form.base
    for (const parts of this.both) {
      const columns = parts.map((p) => (p as { column: Column }).column)
      const own = tableOf(this.schema, table).key
      const key1 = key && 'key' in key ? key.key.column : own
      if (!key1) continue
      const other = columns[0]!.table
      for (const part of parts)
        form.where.push(
          key1.table !== other
            ? { kind: 'related', table: other, not: false, where: [part] }
            : { kind: 'among', column: key1, where: [part], not: false },
        )
      form.distinct = key1.table === other && !form.outputs.some(isMeasure)
    }
    for (const parts of this.never) {
      const column = (parts[0] as { column: Column }).column
      const key1 = key && 'key' in key ? key.key.column : tableOf(this.schema, table).key
      if (!key1) continue
      form.where.push(
        key1.table !== column.table
          ? { kind: 'related', table: column.table, not: true, where: parts }
          : { kind: 'among', column: key1, where: parts, not: true },
      )
    }
  }

  /** Tables that are named but give no column: the rows asked for have such rows. */
  protected relations(form: Form) {
    const there = new Set([
      form.base,
      ...form.outputs.map((o) => ('key' in o ? o.key.column.table : o.measure.table)),
      ...form.group.map((g) => g.column.table),
      ...form.order.map((o) => ('key' in o.by ? o.by.key.column.table : o.by.measure.table)),
      ...form.having.map((h) => h.measure.table),
    ])
    for (const condition of form.where) {
      const tables = JSON.stringify(condition, (name, value) =>
        name === 'values' || name === 'words' ? undefined : value,
      ).matchAll(/"table":"([^"]+)"/g)
      for (const match of tables) there.add(match[1]!)
    }
    for (const table of new Set(this.context)) {
      if (there.has(table) || !this.resolver.connected([form.base, table])) continue
      if (
        table !== this.subject &&
        !/\b(?:that|who|which|whose|with|have|has|had|having|did|in|on|for)\b/.test(this.tagged.line)
      )
        continue
      form.where.push({ kind: 'related', table, not: false, where: [] })
    }
  }
}

/** Whether no single value meets both comparisons. */
function clash(a: Condition & { kind: 'compare' }, b: Condition & { kind: 'compare' }): boolean {
  if (a.operator === '=' && b.operator === '=') return a.value !== b.value
  const up = (operator: Operator) => operator === '>' || operator === '>='
  const down = (operator: Operator) => operator === '<' || operator === '<='
  if (up(a.operator) && down(b.operator)) return Number(a.value) >= Number(b.value)
  if (down(a.operator) && up(b.operator)) return Number(a.value) <= Number(b.value)
  return false
}
