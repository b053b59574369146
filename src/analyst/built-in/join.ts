import type { Column, Schema } from './schema.ts'

/** A step of a join: `near` is in a table that is already there, `far` in the new one. */
export type Step = {
  near: Column
  far: Column /** One row of the near table may meet many of the far one. */
  many: boolean
}

const cost = (step: Step, rate: number) => (step.many ? 1.01 : 1) + (1 - rate) * 0.5

/** The shortest way from any of `from` to `to` over known joins, preferring joins whose values really match; null without one. */
export function path(schema: Schema, from: string[], to: string): Step[] | null {
  const best = new Map<string, { cost: number; steps: Step[] }>(from.map((table) => [table, { cost: 0, steps: [] }]))
  const open = [...from]
  while (open.length) {
    open.sort((a, b) => best.get(b)!.cost - best.get(a)!.cost)
    const table = open.pop()!
    const here = best.get(table)!
    if (table === to) return here.steps
    for (const edge of schema.edges) {
      const forward = edge.from.table === table
      if (!forward && edge.to.table !== table) continue
      if (edge.from.table === edge.to.table) continue
      const step: Step = forward
        ? { near: edge.from, far: edge.to, many: false }
        : { near: edge.to, far: edge.from, many: !edge.from.unique }
      const total = here.cost + cost(step, edge.rate)
      const known = best.get(step.far.table)
      if (known && known.cost <= total) continue
      best.set(step.far.table, { cost: total, steps: [...here.steps, step] })
      open.push(step.far.table)
    }
  }
  return null
}

/** Joins that connect `base` with every table of `tables`; null when one cannot be reached. */
export function joinTree(schema: Schema, base: string, tables: Iterable<string>): Step[] | null {
  const steps: Step[] = []
  const there = [base]
  const waiting = new Set(tables)
  waiting.delete(base)
  while (waiting.size) {
    const ways = [...waiting].map((table) => ({ table, way: path(schema, there, table) }))
    const nearest = ways.filter((x) => x.way !== null).toSorted((a, b) => a.way!.length - b.way!.length)[0]
    if (!nearest) return null
    for (const step of nearest.way!) {
      if (there.includes(step.far.table)) continue
      steps.push(step)
      there.push(step.far.table)
      waiting.delete(step.far.table)
    }
    waiting.delete(nearest.table)
  }
  return steps
}

/** Whether rows of `table` are repeated by the joins of a tree. */
export function repeats(steps: Step[], table: string): boolean {
  const seen = new Set([table])
  const open = [table]
  while (open.length) {
    const here = open.pop()!
    for (const step of steps) {
      if (step.near.table === here && !seen.has(step.far.table)) {
        if (step.many) return true
        seen.add(step.far.table)
        open.push(step.far.table)
      } else if (step.far.table === here && !seen.has(step.near.table)) {
        // Walking a to-one join backwards meets many rows, walking a to-many join backwards meets one.
        if (!step.many && !step.far.unique) return true
        if (!step.many && !step.near.unique) return true
        seen.add(step.near.table)
        open.push(step.near.table)
      }
    }
  }
  return false
}
