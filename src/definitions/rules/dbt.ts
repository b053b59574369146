import { z } from 'zod'
import { type DefinitionInput, definitionInput } from './definition.ts'

export type NamedTable = { name: string; schema: string }
/** What a file says, before it is compared with what is there. `unusable`: what it has beside that, and why it cannot be taken over. */
export type Imported = {
  format: 'dbt' | 'yaml'
  definitions: { input: DefinitionInput; table: NamedTable | null }[]
  descriptions: { table: NamedTable; column: string | null; text: string }[]
  relations: { from: NamedTable; fromColumn: string; to: NamedTable; toColumn: string }[]
  unusable: { name: string; why: string }[]
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const record = <T extends z.ZodType>(of: T) =>
  z
    .record(z.string(), of)
    .nullish()
    .transform((value) => value ?? {})
const list = <T extends z.ZodType>(of: T) =>
  z
    .array(of)
    .nullish()
    .transform((value) => value ?? [])

const column = z.object({ name: z.string(), description: text })
const filter = z
  .object({ where_filters: list(z.object({ where_sql_template: z.string() })) })
  .nullish()
  .transform((value) => value?.where_filters.map((one) => one.where_sql_template) ?? [])
/** A part of a metric: named by a text in some versions, by an object in others. */
const part = z.union([
  z.string().transform((name) => ({ name, filter: [] as string[], alias: '' })),
  z.object({ name: z.string(), filter, alias: text }),
])
const meta = z.object({ owner: z.unknown(), synonyms: z.unknown() }).partial().nullish()

const node = z.object({
  ...{ resource_type: text, name: z.string(), alias: text, identifier: text, schema: text, description: text },
  columns: record(column),
  attached_node: text,
  column_name: text,
  test_metadata: z
    .object({ name: z.string(), kwargs: z.object({ to: text, field: text, column_name: text, model: text }).partial() })
    .nullish(),
})
const measure = z.object({
  ...{ name: z.string(), agg: z.string(), expr: text, description: text },
  agg_params: z.object({ percentile: z.number().nullish(), use_discrete_percentile: z.boolean().nullish() }).nullish(),
})
const semanticModel = z.object({
  name: z.string(),
  node_relation: z.object({ alias: z.string(), schema_name: text }),
  primary_entity: text,
  entities: list(z.object({ name: z.string(), type: text, expr: text })),
  dimensions: list(z.object({ name: z.string(), type: text, expr: text })),
  measures: list(measure),
})
const metric = z.object({
  ...{ name: z.string(), label: text, description: text, type: z.string(), filter, group: text, meta },
  config: z.object({ meta, group: text }).partial().nullish(),
  type_params: z.object({
    measure: part.nullish(),
    numerator: part.nullish(),
    denominator: part.nullish(),
    expr: text,
    metrics: list(part),
  }),
})

/** The parts of a `manifest.json` of versions 10 to 12 that are taken over. */
export const dbtManifest = z.object({
  metadata: z.object({ dbt_schema_version: z.string() }),
  nodes: record(node),
  sources: record(node),
  metrics: record(metric),
  semantic_models: record(semanticModel),
})
type Manifest = z.infer<typeof dbtManifest>
type Metric = z.infer<typeof metric>
type Model = z.infer<typeof semanticModel>

const TABLES = new Set(['model', 'seed', 'snapshot', 'source'])
const tableOf = ({ alias, identifier, name, schema }: z.infer<typeof node>): NamedTable => ({
  name: alias || identifier || name,
  schema,
})

export function readDbt(manifest: Manifest): Imported {
  const all = { ...manifest.nodes, ...manifest.sources }
  const tables = Object.values(all).filter(({ resource_type }) => TABLES.has(resource_type))
  const read = new Metrics(manifest)
  const metrics = Object.values(manifest.metrics).map((one) => read.metric(one))
  return {
    format: 'dbt',
    definitions: metrics.flatMap((one) => ('input' in one ? one : [])),
    unusable: metrics.flatMap((one) => ('why' in one ? one : [])),
    descriptions: tables.flatMap((one) => [
      ...described(tableOf(one), null, one.description),
      ...Object.values(one.columns).flatMap(({ name, description }) => described(tableOf(one), name, description)),
    ]),
    relations: relationsOf(manifest),
  }
}

const LONGEST_DESCRIPTION = 2000
const described = (table: NamedTable, column: string | null, text: string): Imported['descriptions'] =>
  text.trim() ? [{ table, column, text: text.trim().slice(0, LONGEST_DESCRIPTION) }] : []

/** What tests of relationships say: a column leads to one of another table. */
function relationsOf({ nodes, sources }: Manifest): Imported['relations'] {
  const all = new Map(Object.entries({ ...nodes, ...sources }))
  const kindOf = (isSource: boolean, name: string | undefined) => `${isSource ? 'source' : 'ref'} ${name}`
  const tables = new Map(
    [...all.values()]
      .filter(({ resource_type }) => TABLES.has(resource_type))
      .toReversed()
      .map((one) => [kindOf(one.resource_type === 'source', one.name), one]),
  )
  const named = (wanted: string) => {
    const [, kind, names = ''] = /(ref|source)\(([^)]*)\)/.exec(wanted) ?? []
    return tables.get(kindOf(kind === 'source', [...names.matchAll(/['"]([^'"]+)['"]/g)].at(-1)?.[1]))
  }
  return Object.values(nodes).flatMap(({ test_metadata, attached_node, column_name }) => {
    const { name, kwargs = {} } = test_metadata ?? {}
    if (name !== 'relationships' || !kwargs.field) return []
    const from = all.get(attached_node) ?? named(kwargs.model ?? '')
    const to = named(kwargs.to ?? '')
    const fromColumn = column_name || kwargs.column_name
    if (!from || !to || !fromColumn) return []
    return [{ from: tableOf(from), fromColumn, to: tableOf(to), toColumn: kwargs.field }]
  })
}

/** An expression over the table of a semantic model, with the conditions that its rows meet. */
type Part = { model: Model; expression: string; filters: string[] }
class Unusable extends Error {}

/** Characters that an expression may come to, and metrics that it may be made of one within the other: few of them can make a huge one. */
const LONGEST_EXPRESSION = 2000
const DEEPEST = 20

class Metrics {
  readonly #byName: Map<string, Metric>
  readonly #measures: Map<string, { model: Model; measure: z.infer<typeof measure> }>
  readonly #parts = new Map<Metric, Part | Unusable>()

  constructor(manifest: Manifest) {
    this.#byName = new Map(Object.values(manifest.metrics).map((one) => [one.name, one]))
    const measures = Object.values(manifest.semantic_models).flatMap((model) =>
      model.measures.map((measure) => [measure.name, { model, measure }] as const),
    )
    this.#measures = new Map(measures.toReversed())
  }

  metric(one: Metric): Imported['definitions'][number] | Imported['unusable'][number] {
    try {
      const { model, expression, filters } = this.part(one, [])
      const owner = [one.config?.meta?.owner, one.meta?.owner, one.config?.group, one.group].find(isText) ?? ''
      const synonyms = [one.config?.meta?.synonyms, one.meta?.synonyms].find(Array.isArray) ?? []
      const table = { name: model.node_relation.alias, schema: model.node_relation.schema_name }
      const grain = model.primary_entity || model.entities.find(({ type }) => type === 'primary')?.name || ''
      const parsed = definitionInput.safeParse({
        ...{
          kind: 'metric',
          name: one.name,
          table: table.name,
          expression,
          description: one.description.slice(0, 2000),
        },
        ...{
          grain: grain.slice(0, 200),
          owner: owner.slice(0, 100),
          filters: filters.map((each) => `(${each})`).join(' AND '),
        },
        synonyms: [...(one.label && one.label !== one.name ? [one.label] : []), ...synonyms.filter(isText)].slice(
          0,
          20,
        ),
      })
      if (parsed.success) return { input: parsed.data, table }
      return { name: one.name, why: parsed.error.issues[0]?.message ?? 'It cannot be read.' }
    } catch (error) {
      if (error instanceof Unusable) return { name: one.name, why: error.message }
      throw error
    }
  }

  /** Reads each metric once. @param above names of the metrics that are made of this one */
  private part(one: Metric, above: string[]): Part {
    if (above.length > DEEPEST) throw new Unusable('It is made of too many metrics, one within the other.')
    const before = this.#parts.get(one)
    if (before instanceof Unusable) throw before
    if (before) return before
    try {
      const part = this.read(one, above)
      if (part.expression.length > LONGEST_EXPRESSION || part.filters.join().length > LONGEST_EXPRESSION)
        throw new Unusable('Its expression is too long.')
      this.#parts.set(one, part)
      return part
    } catch (error) {
      if (error instanceof Unusable) this.#parts.set(one, error)
      throw error
    }
  }

  private read(one: Metric, above: string[]): Part {
    if (above.includes(one.name)) throw new Unusable('It is made of itself.')
    const { measure, numerator, denominator, expr, metrics } = one.type_params
    if (expr.length > LONGEST_EXPRESSION) throw new Unusable('Its expression is too long.')
    const within = (name: string) => {
      const found = this.#byName.get(name)
      if (!found) throw new Unusable(`There is no metric ${name}.`)
      return this.part(found, [...above, one.name])
    }
    if (one.type === 'simple' && measure) {
      const found = this.measure(measure.name)
      return { ...found, filters: resolved([...measure.filter, ...one.filter], found.model) }
    }
    if (one.type === 'ratio' && numerator && denominator) {
      const parts = [within(numerator.name), within(denominator.name)] as const
      if (numerator.filter.length + denominator.filter.length > 0)
        throw new Unusable('Its parts have filters of their own.')
      return together(one, parts, ([above, below]) => `(${above}) * 1.0 / nullif(${below}, 0)`)
    }
    if (one.type === 'derived' && expr && metrics.length > 0) {
      if (metrics.some(({ filter }) => filter.length > 0)) throw new Unusable('Its parts have filters of their own.')
      const parts = metrics.map(({ name }) => within(name))
      const names = new Map(metrics.map(({ name, alias }, at) => [alias || name, at]))
      return together(one, parts, (expressions) =>
        expr.replace(/[\p{L}_][\p{L}\p{N}_]*/gu, (word) =>
          names.has(word) ? `(${expressions[names.get(word)!]})` : word,
        ),
      )
    }
    throw new Unusable(`Metrics of the type ${one.type} are not taken over.`)
  }

  private measure(name: string): Omit<Part, 'filters'> {
    const found = this.#measures.get(name)
    if (!found) throw new Unusable(`There is no measure ${name}.`)
    return { model: found.model, expression: aggregate(found.measure) }
  }
}

/** Several parts as one, where they are over the same rows. */
function together(one: Metric, parts: readonly Part[], join: (expressions: string[]) => string): Part {
  const [first] = parts
  const isSame = ({ model, filters }: Part) =>
    model.node_relation.alias === first!.model.node_relation.alias && filters.join() === first!.filters.join()
  if (!first || !parts.every(isSame))
    throw new Unusable('Its parts are over several tables, or over rows of different filters.')
  const filters = [...first.filters, ...resolved(one.filter, first.model)]
  return { model: first.model, expression: join(parts.map(({ expression }) => expression)), filters }
}

function aggregate({ name, agg, expr, agg_params }: z.infer<typeof measure>): string {
  const of = expr || name
  const simple: Record<string, string> = {
    ...{ sum: `sum(${of})`, count: `count(${of})`, count_distinct: `count(DISTINCT ${of})`, average: `avg(${of})` },
    ...{ min: `min(${of})`, max: `max(${of})`, median: `median(${of})` },
    sum_boolean: `sum(CASE WHEN ${of} THEN 1 ELSE 0 END)`,
  }
  const share = agg_params?.percentile
  if (agg === 'percentile' && typeof share === 'number')
    return `${agg_params?.use_discrete_percentile ? 'quantile_disc' : 'quantile_cont'}(${of}, ${share})`
  if (!Object.hasOwn(simple, agg)) throw new Unusable(`Measures with ${agg} are not taken over.`)
  return simple[agg]!
}

function resolved(filters: string[], { dimensions, entities }: Model): string[] {
  return filters.map((filter) => {
    const sql = filter.replace(
      /\{\{\s*(Dimension|Entity)\(\s*['"]([^'"]+)['"]\s*\)\s*\}\}/g,
      (_, kind: string, path: string) => {
        const name = path.split('__').at(-1)!
        const found = (kind === 'Entity' ? entities : dimensions).find((one) => one.name === name)
        if (!found || path.split('__').length > 2)
          throw new Unusable(`Its filter looks at ${path}, which is in another table.`)
        return found.expr || found.name
      },
    )
    if (/\{[{%]/.test(sql)) throw new Unusable('Its filter cannot be read.')
    return sql.trim()
  })
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
