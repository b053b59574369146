import { type Form, isMeasure, type Measure, type Overall } from '../built-in/form.ts'
import { type Column, isId } from '../built-in/schema.ts'
import { comesInParts } from '../built-in/totals.ts'
import type { Draft } from './draft.ts'
import type { Item } from './items.ts'
import { isFigure } from './rows.ts'
import { conditionsOf } from './skeleton.ts'

const MEAN = '(?:average|mean|avg)'
const ALL = '(?:overall|general|total|whole|global|common)'
const MORE =
  '(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger|better|worse|longer|shorter|older|younger|cheaper|heavier|lighter)'
/** What compares with the average of all: "above the overall average", "more orders than average", "a higher price than overall". */
const OVERALL = new RegExp(
  `\\b(?:above|over|below|under|beneath|exceed(?:s|ing)?)[- ](?:(?:the|an) )?(?:${ALL} )?${MEAN}\\b|\\b${MORE}\\b.* than (?:(?:the|an|on|that of|in) )?(?:${ALL}(?: ${MEAN})?|${MEAN}|usual)\\b`,
  'i',
)
/** A figure of several rows that is compared. */
const FIGURE = `(?:${MEAN}|total|sum|number|count)`
const OF_SEVERAL = new RegExp(
  `\\b${FIGURE}\\b.*\\b(?:above|over|below|under|beneath|exceed\\w*|than)\\b|\\bon ${MEAN}\\b|\\b(?:above|below)[- ]${MEAN} (?:total|sum|number|count)\\b`,
  'i',
)
const COUNTED = /\b(?:more|fewer|less) (?!than\b)\p{L}+|\b(?:numbers?|counts?|how many)\b/iu
/** "More goals than average": of what comes in parts all of it is meant. */
const MORE_OF = /\b(?:more|fewer|less) (?!than\b)\p{L}+.* than\b/iu
/** Those that are alike are no whole: "the average of their school". */
const ALIKE = new RegExp(`\\b${MEAN}(?: \\p{L}+)? (?:of|for|in|within) (?:their|its|his|her|the same|the)\\b`, 'iu')

const asksOverall = (question: string): boolean => OVERALL.test(question) && !ALIKE.test(question)

/** Whether a question compares with the average of all and the query does not, or compares single rows where it asks for the average of several. */
export function lacksOverall(form: Form, question: string): boolean {
  if (!asksOverall(question)) return false
  if (form.having.some(({ value }) => typeof value === 'string')) return false
  const row = conditionsOf(form).find(({ kind }) => kind === 'average')
  if (row?.kind !== 'average') return true
  const isAverage = row.column.words.some((word) => new RegExp(`^${MEAN}$`).test(word))
  const keys = form.outputs.flatMap((one) => ('key' in one ? [one.key.column] : []))
  const isOfSeveral =
    keys.length > 0 && keys.every((one) => one !== row.column && (one.table !== row.column.table || isShared(one)))
  const isOfAll = OF_SEVERAL.test(question) || (MORE_OF.test(question) && comesInParts(row.column))
  return isOfAll && !isAverage && isOfSeveral
}

const isShared = (column: Column): boolean => !column.unique && !isFigure(column) && !column.temporal

/** The part that a comparison with all ends in, and what stands between its ends: "more *orders* than average". */
function placesOf({ items, given }: Draft): { end: Item; figures: Item[] } | null {
  const { words } = given.line
  const at = words.findIndex(
    (word, place) =>
      /^(?:AVG|overall|usual)$/.test(word) &&
      /^(?:GT|LT|GE|LE|than|above|over|below|under|overall|on|in)$/.test(words[place - 1] ?? ''),
  )
  if (at < 0) return null
  // "With an above average number of repairs".
  const isBefore = /^(?:GT|LT)$/.test(words[at - 1]!)
  const start = isBefore
    ? at
    : words.findLastIndex((word, place) => place < at && /^(?:more|less|fewer|[a-z]+er)$/.test(word))
  const figures = items.filter((one) => one.at > start && (isBefore || one.at < at) && start >= 0)
  return { end: { tag: 'AVG', kind: 'AVG', at }, figures }
}

/** The figure of a group that is compared: what is shown of it, else what is named, as rows or as what they come to. */
function comparedIn(draft: Draft, figures: Item[]): Measure | null {
  const { form, given } = draft
  const shown = form.outputs.filter(isMeasure)
  if (shown.length > 1) return null
  if (shown[0]) return shown[0].shown === 'value' ? shown[0].measure : null
  if (form.group.length > 0 || form.order.length > 0) return null
  const named = figures.find(({ kind }) => kind === 'T' || kind === 'C')
  if (named?.kind === 'T') return draft.counted(draft.table(named).name)
  const column = named && draft.column(named)
  if (column && isId(column)) return draft.counted(column.table)
  if (!column || !isFigure(column)) return null
  const isAdded = /\btotal\b/i.test(given.question) || (comesInParts(column) && !OF_SEVERAL.test(given.question))
  return draft.figure(isAdded ? 'sum' : 'avg', column)
}

/** "Regions with an average price above the overall average", "shops with more orders than average": groups whose figure is beyond that of all, or of the average group. */
export function beyondAll(draft: Draft) {
  const { form, given } = draft
  const isFree = form.having.length === 0 && form.limit === null && !form.where.some(({ kind }) => kind === 'average')
  if (!isFree || form.everything || !asksOverall(given.question)) return
  const places = placesOf(draft)
  const measure = places && comparedIn(draft, places.figures)
  if (!places || !measure) return
  const keys = form.group.length > 0 ? form.group : form.outputs.flatMap((one) => ('key' in one ? [one.key] : []))
  if (measure.fn === 'count' && !COUNTED.test(given.question)) return
  const isAdded = measure.fn === 'sum' || (measure.fn === 'count' && !measure.per)
  const isOfGroups = keys.every(({ column, grain }) => grain || column.table !== measure.table || isShared(column))
  if (keys.length === 0 || !isOfGroups || measure.of?.over || measure.minus) return
  // Of one figure for each row there is no average.
  if (!isAdded && !OF_SEVERAL.test(given.question) && keys.every(({ column }) => column.table === measure.table)) return
  const value: Overall = isAdded ? 'groups' : 'all'
  form.group = keys
  form.having = [{ measure, operator: draft.thanOperator(places.end), value }]
  if (!form.outputs.some(isMeasure)) form.outputs = [...form.outputs, { measure, shown: 'value' }]
}
