import type { PhrasingContent, RootContent, Text } from 'mdast'
import {
  type Answer,
  type AnswerResult,
  type BoundNumber,
  type Passage,
  type PlanItem,
  type Tile,
  warnsOfFigures,
} from '#analyst/rules/answer.ts'
import { type Block, blocksOf, chartsLeft } from '#analyst/rules/blocks.ts'
import { chartsSeen } from '#analyst/rules/chart-request.ts'
import { claimsOf, numberCheck } from '#analyst/rules/claims.ts'
import { mainResult, resultOfChart, shownResults } from '#analyst/rules/presented.ts'
import { namedColumns, withUnit } from '#base/cell-format.ts'
import { counted, minuteText } from '#base/format.ts'
import { linkTarget, proseTree, runOf, segments } from '#base/prose-tree.ts'
import { cut } from '#base/text.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { chartTitle } from '#query/rules/chart-title.ts'

/** Rows as they are written, with what is not here in words. */
export type ExportTable = {
  title: string
  note: string | null
  columns: { name: string; end: boolean }[]
  rows: string[][]
}
export type ExportPart =
  | { kind: 'prose'; nodes: RootContent[] }
  | { kind: 'tiles'; tiles: Tile[] }
  | { kind: 'grid'; table: ExportTable }
  /** `table`: its figures, where it cannot be drawn. */
  | { kind: 'chart'; spec: ChartSpec; result: AnswerResult; table: ExportTable }
export type AnswerDocument = { title: string; about: string; plan: PlanItem[]; parts: ExportPart[]; notes: string[] }

export type Exported = {
  answer: Answer
  question: string
  asker: string
  workspace: string
  askedAt: Date
  now: Date
  /** In whose way cells are written: BCP 47. */
  locale: string
  linkHosts: string[]
}

/** Rows of a table of an exported answer: what was placed shows as many as on the page. */
const MOST_ROWS = 50
const MOST_COLUMNS = 12
const MOST_SOURCES = 30
const LONGEST_TITLE = 160
/** Behind a number that stands in no result: there is nothing to point at in a file. */
export const UNCONFIRMED = ' (unconfirmed)'

/** Puts an answer together as it is read on its page: what it says, shows and rests on. */
export function documentOf(given: Exported): AnswerDocument {
  const { answer, question, asker, workspace, askedAt, now, locale } = given
  const title = question.replace(/\s+/g, ' ').trim()
  const short = cut(title, LONGEST_TITLE)
  const whole: ExportPart[] =
    short === title ? [] : [{ kind: 'prose', nodes: [{ type: 'blockquote', children: [paragraph(title)] }] }]
  return {
    title: short === title ? title : `${short}…`,
    about: `Asked by ${asker} in ${workspace} on ${minuteText(askedAt, locale)} UTC. Exported on ${minuteText(now, locale)} UTC.`,
    plan: answer.plan ?? [],
    parts: [...whole, ...partsOf(given)],
    notes: notesOf(answer, locale),
  }
}

function partsOf({ answer, locale, linkHosts }: Exported): ExportPart[] {
  const unbound = claimsOf(answer).filter(({ state, gap }) => state === 'unbound' && gap === undefined)
  const charts = chartsSeen(answer)
  const chart = (at: number): ExportPart[] => {
    const spec = charts[at]!
    const result = resultOfChart(answer, spec)
    if (!result) return []
    const columns = [...new Set([spec.x, spec.series, ...spec.y])].filter((name) => name !== null)
    const table = tableOf(result, { columns, rows: MOST_ROWS, title: chartTitle(spec) }, locale)
    return [{ kind: 'chart', spec, result, table }]
  }
  const grid = (result: AnswerResult | undefined, columns?: string[], rows = MOST_ROWS): ExportPart[] =>
    result ? [{ kind: 'grid', table: tableOf(result, { columns, rows, title: result.title }, locale) }] : []
  const partOf = (block: Block): ExportPart[] => {
    switch (block.kind) {
      case 'text':
        return [{ kind: 'prose', nodes: written(answer.text, block, unbound, linkHosts) }]
      case 'tiles':
        return [{ kind: 'tiles', tiles: block.tiles }]
      case 'chart':
        return chart(block.chart)
      case 'grid':
        return grid(
          answer.results.find(({ id }) => id === block.result),
          block.columns,
          block.rows,
        )
    }
  }
  const placed = blocksOf(answer).flatMap(partOf)
  const rest = chartsLeft(answer).flatMap(chart)
  // Where nothing was placed, the result that lies open beside the answer belongs to it.
  return [...placed, ...rest, ...(answer.placed?.length ? [] : grid(mainResult(answer) ?? undefined))]
}

const paragraph = (value: string): RootContent & { type: 'paragraph' } => ({
  type: 'paragraph',
  children: [{ type: 'text', value }],
})

/** Prose for a file: numbers that stand in no result say so, without pictures, and with links to allowed hosts only. */
export function written(
  text: string,
  { start, end }: { start: number; end: number },
  unbound: BoundNumber[],
  hosts: string[],
): RootContent[] {
  const marked = (node: Parameters<typeof runOf>[0]): Text => ({
    type: 'text',
    value: segments(runOf(node, text), unbound)
      .map(({ text, number }) => (number ? text + UNCONFIRMED : text))
      .join(''),
  })
  const change = (node: RootContent): RootContent[] => {
    if (node.type === 'text' || node.type === 'image') return [marked(node)]
    if (node.type === 'inlineCode') return [{ ...node, value: marked(node).value }]
    if (!('children' in node)) return [node]
    const children = (node.children as RootContent[]).flatMap(change)
    if (node.type !== 'link') return [{ ...node, children } as RootContent]
    const target = linkTarget(node.url, hosts)
    if (!target) return children
    const link = { ...node, url: target.href, title: null, children: children as PhrasingContent[] }
    return [
      ...(target.isAllowed ? [link] : children),
      { type: 'text', value: ` (${target.host})` } as Text,
    ] as RootContent[]
  }
  return proseTree(text, start, end).flatMap(change)
}

/** The first rows of a result as they are written, with what is missing of it in words. */
export function tableOf(
  result: Pick<QueryResult, 'columns' | 'rows' | 'total_rows'>,
  { columns, rows, title }: { columns?: string[] | undefined; rows: number; title: string },
  locale: string,
): ExportTable {
  const names = (columns ?? result.columns.map(({ name }) => name)).slice(0, MOST_COLUMNS)
  const chosen = namedColumns(result, names, locale).map(({ at, name, unit, text, align }) => {
    const write = (cell: Cell) => (cell === null ? 'null' : withUnit(text(cell), unit).replace(/\s+/g, ' '))
    return { at, name: name.replaceAll('_', ' '), end: align === 'end', write }
  })
  const exported = result.rows.slice(0, rows)
  const missing = [
    exported.length < result.total_rows &&
      `the first ${exported.length} of ${counted(result.total_rows, 'row', 'rows', locale)}`,
    !columns && chosen.length < result.columns.length && `${chosen.length} of ${result.columns.length} columns`,
  ].filter((text) => text !== false)
  return {
    title,
    note: missing.length > 0 ? `Shows ${missing.join(' and ')}.` : null,
    columns: chosen.map(({ name, end }) => ({ name, end })),
    rows: exported.map((row) => chosen.map(({ at, write }) => write(row[at] ?? null))),
  }
}

const confirmed = ({ text, numbers }: Passage): string =>
  numbers
    .filter(({ state, gap }) => state === 'unbound' && gap === undefined)
    .toSorted((a, b) => b.end - a.end)
    .reduce((words, { end }) => words.slice(0, end) + UNCONFIRMED + words.slice(end), text)

function answeredBy({ byChips, agent }: Answer, { built_in, model }: NonNullable<Answer['receipt']>): string {
  const as = agent ? `, asked as the agent ${agent.name} (version ${agent.version ?? 1})` : ''
  return byChips ? 'Made of chips, without a model.' : `Answered by ${built_in ? 'the built-in analyst' : model}${as}.`
}

function notesOf(answer: Answer, locale: string): string[] {
  const { checks, receipt, assumptions = [] } = answer
  const results = shownResults(answer)
  const sources = results.slice(0, MOST_SOURCES).map(({ name, title, total_rows, truncated, source, fresh_at }) => {
    const from = source === 'workspace' ? '' : ` from ${source}`
    const fresh = fresh_at ? `, data as of ${minuteText(fresh_at, locale)} UTC` : ''
    return `${name}, ${title}: ${counted(total_rows, 'row', 'rows', locale)}${truncated ? ' (cut)' : ''}${from}${fresh}.`
  })
  const more = results.length - sources.length
  const numbers = numberCheck(answer)
  const marks =
    numbers &&
    (numbers.state === 'pass'
      ? `${numbers.name}: every number in the text stands in these results, or was computed from them.`
      : `${numbers.name}: those marked “unconfirmed” or “[missing]” stand in no result. Do not rely on them.`)
  return [
    ...assumptions.map((one) => `Assumed: ${confirmed(one)}`),
    ...sources,
    ...(more > 0 ? [`and ${counted(more, 'more result', 'more results', locale)}.`] : []),
    ...(marks ? [marks] : []),
    ...checks
      .filter((check) => check.state === 'warn' || warnsOfFigures(check))
      .map(({ name, note }) => `${name}: ${note}`),
    ...(receipt ? [answeredBy(answer, receipt)] : []),
  ]
}
