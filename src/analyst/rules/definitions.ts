import type { Metric, Term } from '#definitions/rules/definition.ts'
import { type Asked, IndexBuilder, rank, shortlist } from './ranking.ts'
import type { KnownMetric, KnownTerm } from './tools.ts'
import { termsOfName, termsOfText } from './words.ts'

export type KnownDefinition = ({ kind: 'metric'; name: string } & Metric) | ({ kind: 'term'; name: string } & Term)
type MetricDefinition = Extract<KnownDefinition, { kind: 'metric' }>
export type Found = { metrics: KnownMetric[]; terms: KnownTerm[] }

/** Definitions that are told at once: each costs about 40 tokens. */
const MOST_FOUND = 6

const textOf = (one: KnownDefinition) => (one.kind === 'metric' ? one.description : one.meaning)
const filled = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== '' && !(Array.isArray(one) && one.length === 0)),
  ) as Partial<T>

const metricOf = ({
  name,
  table,
  expression,
  synonyms,
  description,
  filters,
  grain,
}: MetricDefinition): KnownMetric => ({
  ...{ name, table, expression },
  ...filled({ synonyms, description, filters, grain }),
})

/**
 * A search of definitions: those whose name or a synonym stands in the question first, then by BM25 over all that they say, as tables
 * are found. Of those that are named no others come along that share a word by chance.
 */
export function definitionIndex(all: KnownDefinition[]): (asked: Asked) => Found {
  const builder = new IndexBuilder()
  for (const one of all) {
    const columns = one.synonyms.map((name) => ({ name, description: '', values: [] }))
    builder.add({ name: one.name, source: '', description: textOf(one), columns })
  }
  const index = builder.done([])
  return (asked) => {
    const named = namedIn(all, `${asked.question} ${asked.query}`)
    const ranked = shortlist(rank(index, asked, { values: false })).map(({ table }) => all[table]!)
    const found = [...new Set([...named, ...ranked])].slice(0, Math.max(named.length, MOST_FOUND))
    return {
      metrics: found.flatMap((one) => (one.kind === 'metric' ? metricOf(one) : [])),
      terms: found.flatMap((one) =>
        one.kind === 'term' ? { name: one.name, meaning: one.meaning, ...filled({ synonyms: one.synonyms }) } : [],
      ),
    }
  }
}

export const metricsOver = (all: KnownDefinition[], table: string): KnownMetric[] =>
  all.flatMap((one) => (one.kind === 'metric' && one.table === table ? metricOf(one) : []))

/**
 * The definitions that a text calls by their name or a synonym, word for word but for endings. What stands within the name of another
 * one is that one: "net revenue" does not name "revenue".
 */
export function namedIn<D extends Pick<KnownDefinition, 'name' | 'synonyms'>>(all: D[], text: string): D[] {
  const words = termsOfText(text)
  const spans = all.flatMap((one) =>
    [one.name, ...one.synonyms].flatMap((name) => {
      const terms = termsOfText(termsOfName(name).join(' '))
      if (terms.length === 0) return []
      return words.flatMap((_, from) =>
        terms.every((term, at) => words[from + at] === term) ? [{ one, from, to: from + terms.length }] : [],
      )
    }),
  )
  const isWithin = (a: (typeof spans)[number], b: (typeof spans)[number]) =>
    b.from <= a.from && a.to <= b.to && b.to - b.from > a.to - a.from
  return [...new Set(spans.filter((span) => !spans.some((other) => isWithin(span, other))).map(({ one }) => one))]
}
