import type { Column } from '../built-in/schema.ts'
import { isId } from '../built-in/schema.ts'
import { type Draft, flagOf } from './draft.ts'
import type { Item } from './items.ts'
import { unfit } from './links.ts'

/** What is shown, and what it is grouped by. */
export function outputs(draft: Draft) {
  const { form } = draft
  for (const item of draft.items) {
    const role = draft.role(item)
    if (item.kind === 'T' && role !== 'skip') {
      const table = draft.table(item)
      if (role === 'show') draft.names(table)
      else if (role === 'all') {
        if (form.everything || table.name !== draft.base) unfit()
        form.everything = true
      } else if (role === 'key') draft.show(draft.keyOf(table))
      else if (role === 'count') draft.value(table.name === draft.base ? draft.rows() : draft.counted(table.name))
      else if (role === 'join') {
        if (table.name === draft.base) unfit()
        form.joined = [...(form.joined ?? []), table.name]
      } else if (role === 'group' || role === 'groupkey') {
        const key = draft.keyOf(table)
        draft.group(key)
        if (role === 'groupkey') draft.show(key)
        else draft.names(table)
      }
    }
    if (item.kind === 'C') outputOf(draft, item, role)
    if (item.kind === 'COUNT' && role === 'rows') draft.value(draft.rows())
    if (item.kind === 'G' && role === 'group') {
      const time = draft.time()
      const grain = draft.given.line.tagged.grains.get(item.tag)!
      draft.group(time, grain)
      draft.show(time, grain)
    }
    if (item.kind === 'S' && (role === 'agg' || role === 'group')) {
      const column = draft.byAdjective(item)
      draft.value(draft.figure(draft.adjective(item.at).descending ? 'max' : 'min', column))
    }
  }
  // Two values that are compared make the groups.
  for (const item of draft.with('V', 'vs')) {
    const column = draft.hit(item).column
    if (form.group.some((key) => key.column === column)) continue
    draft.group(column)
    draft.show(column)
  }
  if (form.everything && form.outputs.length) unfit()
}

function outputOf(draft: Draft, item: Item, role: string) {
  const numeric = (column: Column) => (column.numeric && !isId(column) ? 0.2 : 0)
  switch (role) {
    case 'out':
      return draft.show(draft.column(item))
    case 'count':
    case 'countd': {
      const column = draft.column(item)
      return draft.value({ ...draft.figure('count', column), ...(role === 'countd' ? { distinct: true } : {}) })
    }
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      return draft.value(draft.figure(role, draft.column(item, numeric)))
    case 'med':
      return draft.value(draft.figure('median', draft.column(item, numeric)))
    case 'aggs': {
      const { words } = draft.given.line
      const column = draft.column(item, numeric)
      const fns = { AVG: 'avg', SUM: 'sum', MOST: 'max', LEAST: 'min' } as const
      let found = 0
      for (let at = Math.max(0, item.at - 9); at < item.at; at++) {
        const fn = fns[words[at] as keyof typeof fns]
        if (!fn) continue
        draft.value(draft.figure(fn, column))
        found++
      }
      return found > 1 ? undefined : unfit()
    }
    case 'group':
    case 'common':
    case 'rare': {
      const column = draft.column(item)
      draft.group(column)
      draft.show(column)
      return
    }
    case 'groupq':
      return draft.group(draft.column(item))
    case 'yes':
    case 'no': {
      const column = draft.column(item, (one) => (flagOf(one) ? 0.3 : -0.3))
      const values = (flagOf(column) ?? unfit())[role]
      draft.form.where.push(
        values.length === 1
          ? { kind: 'compare', column, operator: '=', value: values[0]! }
          : { kind: 'in', column, values: values.map(String), not: false },
      )
      return
    }
    case 'null':
    case 'notnull':
      draft.form.where.push({ kind: 'null', column: draft.column(item), not: role === 'notnull' })
  }
}
