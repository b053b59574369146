import { isNumeric } from '#base/engine-type.ts'
import { wordsOf } from '#base/text.ts'
import { singular } from '#base/word-forms.ts'
import type { CatalogColumn } from '#catalog/rules/answers.ts'
import { freeColumn } from './header.ts'
import { type PeriodColumn, periodColumn, periodOf } from './period.ts'
import { TOTAL } from './total-words.ts'

type Column = { name: string; type: string; textOf?: string | undefined }

/**
 * A table whose columns are periods, as a long one: each of its rows becomes one for each period.
 * `period`: the column that says which, with its value for each; `label`: the column of their names as they are written, where the period
 * only puts them in order; `values`: each column of figures, with that of each period, or null where there is none.
 * `kept`: columns that stay; `left`: totals over the periods, which would be repeated in each.
 */
export type Wide = {
  period: Pick<PeriodColumn, 'name' | 'type' | 'values'>
  label: { name: string; values: string[] } | null
  values: { name: string; columns: (string | null)[]; textOf?: string }[]
  kept: string[]
  left: string[]
}

/** What figures are called where nothing says it. */
export const PLAIN_FIGURES = 'value'
/** Columns of periods that make a table wide: two years side by side are compared as they are. */
const LEAST_PERIODS = 3
const TOTAL_NAME = new RegExp(
  `^(?:ytd|(?:(?:fy|ytd|year(?:ly)?|annual|full[- ]year) )?(?:${TOTAL})(?: (?:fy|ytd|(?:of the )?year))?)$`,
  'iu',
)

/** A name cut into its period and what stands around it: `sales_2019`, `Jan 2024 (USD)`; null without a period. */
function cutName(name: string): { period: string; around: string } | null {
  const parts = name
    .trim()
    .split(/[\s._-]+/)
    .filter((part) => !/^\[?yr(?:19|20)\d\d\]?$/i.test(part))
  const bare = parts.map((part) => part.replace(/^(?:fy|yr|x|y)(?=(?:19|20)\d\d$)/i, ''))
  for (let length = Math.min(3, bare.length); length > 0; length--)
    for (let at = 0; at + length <= bare.length; at++) {
      const period = bare.slice(at, at + length).join(' ')
      if (periodOf(period)) return { period, around: [...parts.slice(0, at), ...parts.slice(at + length)].join(' ') }
    }
  return null
}

/**
 * How a table is made long; null where its columns are no periods, or it is not plain how.
 * @param figures what they are called where the columns do not say it
 */
export function wideOf(columns: Column[], figures = PLAIN_FIGURES): Wide | null {
  const own = columns.filter(({ textOf }) => textOf === undefined)
  const dated = own.flatMap(({ name, type }) => {
    const cut = cutName(name)
    return cut && isNumeric(type) ? [{ name, ...cut }] : []
  })
  const groups = [...Map.groupBy(dated, ({ around }) => around.toLowerCase()).values()]
  const [first] = groups
  if (!first || first.length < LEAST_PERIODS) return null
  const order = first.map(({ period }) => period)
  const isAlike = (group: typeof first) =>
    group.length === order.length && group.every(({ period }) => order.includes(period))
  const found = periodColumn(order)
  if (!found || !groups.every(isAlike)) return null
  // Questions of a survey are numbered like quarters, and go on.
  if (found.called === 'quarter' && own.some(({ name }) => /^\W*q[5-9]\d*\W*$/i.test(name))) return null
  const inPeriods = new Set(dated.map(({ name }) => name))
  const others = own.filter(({ name }) => !inPeriods.has(name)).map(({ name }) => name)
  // A period that holds no numbers is no figure: where it would stand is not plain.
  if (others.some((name) => cutName(name)?.around.toLowerCase() === first[0]!.around.toLowerCase())) return null
  const left = others.filter((name) => TOTAL_NAME.test(name.trim()))
  const staysOthers = others.filter((name) => !left.includes(name))
  const texts = columns.filter(({ textOf }) => textOf !== undefined)
  const staying = texts.filter(({ textOf }) => staysOthers.includes(textOf!)).map(({ name }) => name)
  const taken = new Set([...staysOthers, ...staying].map((name) => name.toLowerCase()))
  const free = (name: string) => freeColumn(name, taken)
  const period = { name: free(found.name), type: found.type, values: found.values }
  const label = found.called ? { name: free(found.called), values: order } : null
  const values = groups.flatMap((group) => {
    const members = order.map((wanted) => group.find(({ period }) => period === wanted)!.name)
    const name = free(valueName(group[0]!.around, figures))
    const beside = members.map((of) => texts.find(({ textOf }) => textOf === of)?.name ?? null)
    const written = beside.some((one) => one !== null)
      ? [{ name: free(`${name}_as_written`), columns: beside, textOf: name }]
      : []
    return [{ name, columns: members }, ...written]
  })
  return { period, label, values, kept: [...staysOthers, ...staying], left }
}

/** Words around the name of figures: by what they are told apart, and that they are a file. */
const BY = /[\s_.-]+(?:by|per|over|pro|nach|je|par|por)[\s_.-]+.*$/iu
const AROUND =
  /^(?:(?:monthly|quarterly|yearly|annual|daily|weekly)[\s_.-]+)|[\s_.-]+(?:monthly|quarterly|yearly|annual|wide|data|dataset|table|tabelle|export|report|sheet|final|v\d+|time[\s_.-]?series|ts)$/giu

/**
 * What figures of a table of this name are called: its name without periods and words for files and for what they are told apart by; the
 * plain word where it is the name of what its rows are.
 * @param kept the columns that stay
 */
export function figuresOf(table: string, kept: readonly string[] = []): string {
  const bare = (cutName(table)?.around ?? table)
    .replace(BY, '')
    .replace(AROUND, '')
    .replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '')
  const named = folded(bare)
  return bare === '' || kept.some((name) => folded(name) === named) || NO_FIGURES.test(named) ? PLAIN_FIGURES : bare
}
const folded = (name: string) => singular(wordsOf(name).join(' '))
/** A file so called says nothing of what it holds. */
const NO_FIGURES = /^(?:data|dataset|table|tabelle|sheet|blatt|export|report|file|wide|book|mappe|result|untitled)$/

type Known = Pick<CatalogColumn, 'name' | 'type' | 'text_of' | 'role' | 'hidden'>
/** How a table is offered to be made long; null where another figure would stand in each of its rows, and be added up as often. */
export function offeredLong(columns: Known[]): Wide | null {
  const wide = wideOf(columns.map(({ name, type, text_of: textOf }) => ({ name, type, textOf })))
  const stays = ({ name, role }: Known) => role === 'measure' && wide?.kept.includes(name)
  return columns.some((column) => column.hidden || stays(column)) ? null : wide
}

/** What figures are called by what stands around their periods: a unit alone stands behind the plain word. */
function valueName(around: string, plain: string): string {
  const bare = around.replace(/^[([{]+|[)\]}]+$/g, '').trim()
  if (bare === '') return plain
  return /^\p{L}{4,}|\p{L}.*[\s_]/u.test(bare) && !/^[([]/.test(around) ? around : `${plain} (${bare})`
}
