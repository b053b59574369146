import { isMeasure, type Measure, type Output } from '../built-in/form.ts'
import { sameOutput } from '../built-in/names.ts'
import type { Column } from '../built-in/schema.ts'
import type { Draft } from './draft.ts'
import { unfit } from './links.ts'
import { falls } from './units.ts'

/** By what rows are ordered, and how many are shown. */
export function ordering(draft: Draft) {
  const { form } = draft
  const limit = draft.with('N', 'limit')
  if (limit.length > 1) unfit()
  const most = limit[0] ? draft.number(limit[0]) : null
  let ranked = false
  const order = (by: Output, descending: boolean, top: boolean) => {
    if (form.order.some((one) => sameOutput(one.by, by))) return
    // One superlative ranks by one thing.
    if (top && ranked) unfit()
    form.order.push({ by, descending })
    if (top) ranked = true
  }
  const value = (measure: Measure): Output => ({ measure, shown: 'value' })
  const numeric = (column: Column) => (column.numeric ? 0.2 : 0)
  for (const item of draft.items) {
    const role = draft.role(item)
    const top = /^(top|low|ctop|clow|t.+|l(sum|avg)|common|rare)$/.test(role)
    const descending =
      /^(desc|top|ctop|cdesc|t.+|common)$/.test(role) || (/^o/.test(role) && draft.given.line.words.includes('DESC'))
    if (item.kind === 'C') {
      const less = top && draft.with('THAN', 'less').find((other) => draft.figureBefore(other) === item)
      if (less) {
        order(value(draft.difference(item, less)), descending, true)
        if (!form.group.length) draft.group(draft.shownKey())
      } else if (/^(desc|asc|top|low)$/.test(role)) {
        const column = draft.column(item, numeric)
        order({ key: { column } }, descending, top)
      } else if (role === 'size')
        order({ key: { column: draft.size() } }, draft.given.line.words[item.at - 1] !== 'LEAST', true)
      else if (/^[tlo](sum|avg)$/.test(role))
        order(value(draft.figure(role.slice(1) as Measure['fn'], draft.column(item, numeric))), descending, top)
      else if (/^c(top|low|desc|asc)$/.test(role)) {
        order(value(draft.counted(draft.column(item).table)), descending, top)
        if (!form.group.length) draft.group(draft.shownKey())
      } else if (role === 'common' || role === 'rare')
        order(value(draft.most(`${item.tag}by`, draft.counting())), descending, true)
    } else if (item.kind === 'T' && /^(desc|asc|top|low)$/.test(role)) {
      const table = draft.table(item).name
      order(value(draft.counted(table)), descending, top)
      if (!form.group.length && !draft.measured())
        draft.group(table === draft.base ? draft.shownKey() : draft.groupKey())
    } else if (role === 'size') {
      const isLeast = item.kind === 'LEAST' || draft.given.line.words[item.at - 1] === 'LEAST'
      order({ key: { column: draft.size() } }, !isLeast, true)
    } else if (/^(COUNT|MOST|LEAST)$/.test(item.kind) && /^(desc|asc|top|low)$/.test(role)) {
      order(value(draft.most(`${item.tag}by`, draft.counting())), descending, top)
      if (!form.group.length) draft.group(draft.shownKey())
    } else if (item.kind === 'S' && role === 'tavg') {
      const column = draft.byAdjective(item)
      order(value(draft.figure('avg', column)), falls(draft.adjective(item.at), column), true)
      if (!form.group.length) draft.group(draft.shownKey())
    } else if (item.kind === 'S' && /^(top|sort)$/.test(role)) {
      const column = draft.byAdjective(item)
      order({ key: { column } }, falls(draft.adjective(item.at), column), role === 'top')
    }
  }
  const sort = draft.with('SORT', 'asc', 'desc')[0]
  if (sort) {
    const shown = form.outputs[0] ?? unfit()
    if (isMeasure(shown) && form.outputs.length < 2) unfit()
    order(shown, draft.role(sort) === 'desc', false)
  }
  const by = form.order[0]?.by
  // People who ask for the largest want to see how large it is, and some gold statements do not.
  if (
    ranked &&
    by &&
    !form.everything &&
    !form.outputs.some((output) => sameOutput(output, by)) &&
    draft.either('ranked', [false, true], 1.2)
  )
    form.outputs.push(by)
  if (most !== null && !form.order.length) unfit()
  form.limit = most ?? (ranked ? 1 : null)
}
