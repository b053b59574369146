import { saysNo } from '#catalog/rules/column-role.ts'
import { type Condition, type Form, isMeasure, type Key, type Measure } from '../built-in/form.ts'
import { sameOutput } from '../built-in/names.ts'

/** The parts of a query that its question tells without a look at any catalog, and what each can be. */
export const SLOTS = {
  outputs: ['1', '2', '3', '4', '*'],
  measure: ['none', 'count', 'sum', 'avg', 'min', 'max', 'several'],
  group: ['0', '1', '2'],
  having: ['no', 'yes'],
  order: ['none', 'asc', 'desc', 'asc 1', 'desc 1', 'asc n', 'desc n'],
  distinct: ['no', 'yes'],
  negation: ['no', 'yes'],
  union: ['none', 'or', 'both'],
  nested: ['no', 'yes'],
  conditions: ['0', '1', '2', '3'],
  tables: ['1', '2', '3', '4'],
} as const satisfies Record<string, readonly string[]>

export type Slot = keyof typeof SLOTS
export const SLOT_NAMES = Object.keys(SLOTS) as Slot[]
export const bySlot = <T>(of: (slot: Slot) => T) =>
  Object.fromEntries(SLOT_NAMES.map((slot) => [slot, of(slot)])) as Record<Slot, T>
/** Slot -> the place of its value in `SLOTS`. */
export type Skeleton = Record<Slot, number>

/** The plain counts from which the slots follow, of a form or of a parsed statement. */
export type Outline = {
  outputs: number | 'all'
  /** Aggregates that are shown. */
  measures: string[]
  group: number
  having: boolean
  order: 'asc' | 'desc' | null
  limit: number | null
  distinct: boolean
  negation: boolean
  union: 'or' | 'both' | null
  nested: boolean
  conditions: number
  tables: number
}

export function skeletonOfOutline(outline: Outline): Skeleton {
  const { outputs, measures, order, limit } = outline
  const kinds = new Set(measures)
  const rows = limit === null ? '' : limit === 1 ? ' 1' : ' n'
  const values: Record<Slot, string> = {
    outputs: outputs === 'all' ? '*' : String(Math.max(1, Math.min(4, outputs))),
    measure: kinds.size > 1 ? 'several' : (measures[0] ?? 'none'),
    group: String(Math.min(2, outline.group)),
    having: yes(outline.having),
    order: order ? order + rows : limit === null ? 'none' : `asc${rows}`,
    distinct: yes(outline.distinct),
    negation: yes(outline.negation),
    union: outline.union ?? 'none',
    nested: yes(outline.nested),
    conditions: String(Math.min(3, outline.conditions)),
    tables: String(Math.max(1, Math.min(4, outline.tables))),
  }
  const place = (slot: Slot) => Math.max(0, (SLOTS[slot] as readonly string[]).indexOf(values[slot]))
  return Object.fromEntries(SLOT_NAMES.map((slot) => [slot, place(slot)])) as Skeleton
}

const yes = (is: boolean) => (is ? 'yes' : 'no')

/** Conditions with those inside of others. */
const allConditions = (conditions: Condition[]): Condition[] =>
  conditions.flatMap((one) => [
    one,
    ...(one.kind === 'any' ? allConditions(one.parts) : []),
    ...('where' in one && Array.isArray(one.where) ? allConditions(one.where) : []),
  ])

export const measuresOf = (form: Form): Measure[] => [
  ...form.outputs.filter(isMeasure).map(({ measure }) => measure),
  ...[...form.having, ...form.where.flatMap((one) => (one.kind === 'among' && one.having) || [])].map(
    ({ measure }) => measure,
  ),
  ...form.order.flatMap(({ by }) => (isMeasure(by) ? [by.measure] : [])),
]

/** Every condition of a form, wherever it stands. */
export const conditionsOf = (form: Form): Condition[] =>
  allConditions([
    ...form.where,
    ...measuresOf(form).flatMap(({ where, whole, minus }) => [...(where ?? []), ...(whole ?? []), ...(minus ?? [])]),
  ])

/** Whether rows are those for which a column says no, in whatever way it does. */
export const isOfNo = (one: Condition): one is Condition & { kind: 'compare' } =>
  one.kind === 'compare' && one.operator === '=' && saysNo(String(one.value))

const isNegative = (one: Condition) =>
  ('not' in one && one.not === true) || ('operator' in one && one.operator === '<>')

const weightOf = (one: Condition) =>
  one.kind === 'any' || one.kind === 'related' || one.kind === 'among' ? 0 : one.kind === 'in' ? one.values.length : 1

/** Numbers at which a column is cut into ranges: they are named as those of conditions are. */
const edgesOf = ({ group }: Form): number =>
  group.reduce(
    (sum, { column: { made } }) => sum + (made?.kind === 'range' && 'edges' in made.cut ? made.cut.edges.length : 0),
    0,
  )

/**
 * The skeletons that a form can be said to have: where it shows what it ranks by, once with and once without that figure, since
 * people often ask for the names alone; where moments or ranges come in their order, once with and once without it.
 */
export function skeletonsOf(form: Form, sql: string): Skeleton[] {
  const conditions = conditionsOf(form)
  const ranksBy = form.order[0]?.by
  const isCourse = form.limit === null && ranksBy !== undefined && 'key' in ranksBy && isInOrder(ranksBy.key)
  const outline = (outputs: Form['outputs'], ordered = true): Outline => ({
    outputs: form.everything ? 'all' : outputs.length,
    measures: outputs
      .filter(isMeasure)
      .map(({ measure }) => (/^(?:median|stddev_samp)$/.test(measure.fn) ? 'avg' : measure.fn)),
    group: form.group.length,
    having:
      form.having.length > 0 ||
      conditions.some((one) => (one.kind === 'related' && one.count) || (one.kind === 'among' && one.having)),
    order: ordered && form.order[0] ? (form.order[0].descending ? 'desc' : 'asc') : null,
    limit: form.limit,
    distinct: form.distinct || measuresOf(form).some((measure) => measure.distinct),
    negation: conditions.some(isNegative),
    union: isOfBoth(conditions)
      ? 'both'
      : conditions.some((one) => one.kind === 'any' || (one.kind === 'in' && !one.not && one.values.length > 1))
        ? 'or'
        : null,
    nested:
      form.having.some(({ value }) => typeof value === 'string') ||
      conditions.some((one) => one.kind === 'average' || one.kind === 'extreme') ||
      measuresOf(form).some((measure) => measure.per),
    conditions: conditions.reduce((sum, one) => sum + weightOf(one), 0) + edgesOf(form),
    tables: tablesIn(sql).size,
  })
  const without = form.outputs.filter((output) => !(ranksBy && isMeasure(ranksBy) && sameOutput(output, ranksBy)))
  return [
    skeletonOfOutline(outline(form.outputs)),
    ...(without.length > 0 && without.length < form.outputs.length ? [skeletonOfOutline(outline(without))] : []),
    ...(isCourse ? [skeletonOfOutline(outline(form.outputs, false))] : []),
  ]
}

/** Names of the tables that a statement reads. */
export const tablesIn = (sql: string): Set<string> =>
  new Set(Array.from(sql.matchAll(/\b(?:FROM|JOIN) ("[^"]+"|\w+)/g), ([, name]) => name!.replaceAll('"', '')))

/** Whether rows must meet two conditions each by a row of its own: they have been here and there. */
export const isOfBoth = (conditions: Condition[]): boolean => {
  const related = conditions.flatMap((one) =>
    one.kind === 'related' && !one.not && one.where.length > 0 ? [one.table] : [],
  )
  return conditions.some((one) => one.kind === 'among' && !one.not) || new Set(related).size < related.length
}

const isInOrder = ({ grain, column }: Key): boolean =>
  grain !== undefined || column.made?.kind === 'range' || column.made?.kind === 'decade' || column.words[0] === 'month'
