import { type ChartSpec, groupingOf } from './chart.ts'

/** Columns whose names do not say what they name: their charts are called by what the rows are. */
const VAGUE =
  /^(?:name|title|label|id|code|key|full ?name|first ?name|last ?name|value|group|category|bucket|period|x|.{1,2})$/i
/** A ranking names what it is by: "Top 5 products by revenue". */
const RANKING = /^(?:the )?(?:top|bottom|best|worst|highest|lowest|largest|smallest|most|least|first|last|\d+)\b/i
const TIME = /\b(?:hour|day|date|week|weekday|month|quarter|year|time)s?\b/i
/** What a title names after "by", up to the condition that follows. */
const BY =
  /\bby ((?:(?!\b(?:by|in|of|for|with|from|since|where|before|after|between|excluding|on|at|without|until)\b)[^,.:;()])+)/i

const stems = (text: string) =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
    .map((word) => word.replace(/(?:ies|y|es|s)$/, ''))

/** Whether a title says what a chart is grouped by, as far as the name of that column tells it. */
export function namesGrouping(spec: ChartSpec): boolean {
  if (spec.x === null || VAGUE.test(spec.x.replaceAll('_', ' '))) return true
  const titleStems = new Set(stems(spec.title))
  const named = (column: string) =>
    stems(column).some((word) => titleStems.has(word)) ||
    (TIME.test(column.replaceAll('_', ' ')) && TIME.test(spec.title))
  return named(spec.x) || (spec.series !== null && named(spec.series))
}

/**
 * The title of a chart. Whoever wrote it may have named another grouping than the chart has: then it says the chart's own, "Sales by
 * region". A title without a grouping stays: it may state what was found.
 */
export function chartTitle(spec: ChartSpec): string {
  const by = BY.exec(spec.title)
  if (!by || RANKING.test(spec.title) || namesGrouping(spec)) return spec.title
  const [whole, words = ''] = by
  // "Customers by revenue" names what is measured.
  const measured = new Set(spec.y.flatMap(stems))
  if (stems(words).some((word) => measured.has(word))) return spec.title
  const rest = spec.title.slice(by.index + whole.length)
  return `${spec.title.slice(0, by.index)}by ${groupingOf(spec)}${/^\w/.test(rest) ? ' ' : ''}${rest}`
}
