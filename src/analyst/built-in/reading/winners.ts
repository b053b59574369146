import { type Form, isMeasure, type Output } from '../form.ts'
import { sameOutput } from '../names.ts'
import { tableOf } from '../schema.ts'
import { Conditions } from './conditions.ts'

/** Who comes first: rankings, the first of each group, and what is shown of them. */
export abstract class Winners extends Conditions {
  protected rankings(form: Form) {
    for (const ranked of this.ranked) {
      const { by, descending, limit, key } = ranked
      if (isMeasure(by)) {
        const keys = form.outputs.flatMap((o) => ('key' in o ? [o.key] : []))
        if (key && !keys.length) {
          const names = this.resolver.keys(tableOf(this.schema, key.column.table))
          const whole = names.some((n) => n.column === key.column) ? names : [key]
          form.outputs = [...whole.map((k) => ({ key: k })), ...form.outputs]
        }
        const grouped = form.outputs.flatMap((o) => ('key' in o ? [o.key] : []))
        const table = grouped[0]?.column.table ?? key?.column.table
        const own = table && table !== by.measure.table ? tableOf(this.schema, table).key : null
        form.group = form.group.length
          ? form.group
          : [
              ...grouped,
              ...(own &&
              !grouped.some((g) => g.column === own) &&
              grouped.some((g) => g.column.table === own.table) &&
              (!key || key.column.table === own.table) &&
              !grouped.some(
                (g) =>
                  g.column.table === own.table &&
                  !g.column.unique &&
                  !this.resolver.names(tableOf(this.schema, own.table)).includes(g.column) &&
                  grouped.length === 1,
              )
                ? [{ column: own }]
                : []),
            ]
        form.base = by.measure.table
      }
      if (this.ranked.length === 1 && this.leaders(form, ranked)) continue
      form.order.push({ by, descending })
      form.limit = limit
      const listed =
        this.outputs.length > 0 &&
        !/^(?:what (?:is|are|was|were) )?(?:which|who|in which|N\d|MOST|LEAST|COMMON|RARE|S\d|what G)/.test(
          this.tagged.line,
        )
      if (this.helpful && !listed && !form.outputs.some((o) => sameOutput(o, by))) this.added = by
    }
  }

  /** The first of each group: "the most expensive product in each category". */
  protected leaders(form: Form, { by, descending, limit, key }: (typeof this.ranked)[number]): boolean {
    const each = this.group.filter((group) => !this.nameKeys.includes(group) && !group.grain)
    if (!each.length || this.byGroup || this.shown !== 'value') return false
    const of = isMeasure(by) ? (key?.column.table ?? null) : by.key.column.table
    if (!of || !each.every((group) => group.column !== key?.column)) return false
    if (!isMeasure(by) && each.some((group) => group.column.table !== of)) return false
    const table = tableOf(this.schema, of)
    const names = this.resolver.keys(table).filter((name) => !each.some((group) => group.column === name.column))
    if (!names.length) return false
    form.outputs = [...each, ...names].map((shown): Output => ({ key: shown }))
    form.outputs.push(by)
    form.group = isMeasure(by) ? [...each, ...names, ...(table.key ? [{ column: table.key }] : [])] : each
    form.base = isMeasure(by) ? by.measure.table : of
    form.order = [{ by, descending }]
    form.limitPerGroup = limit
    return true
  }

  /** What a question shows that names no column: the names of its subject, or whole rows. */
  protected show(form: Form) {
    const table = this.context[0] ?? this.subject ?? form.base
    const asks = /\b(?:which|who|whose|what|name)\b/.test(this.tagged.line)
    const ranked = this.ranked.length > 0
    if (form.group.length) {
      form.outputs = form.group.map((key) => ({ key }))
      return
    }
    if (asks || ranked) form.outputs = this.resolver.keys(tableOf(this.schema, table)).map((key) => ({ key }))
    else {
      form.base = table
      form.everything = true
    }
  }
}
