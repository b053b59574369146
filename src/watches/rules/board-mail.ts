import { isNumeric } from '#base/engine-type.ts'
import { minuteText, PLAIN } from '#base/format.ts'
import { shortened } from '#base/text.ts'
import type { Block } from '#canvases/rules/block.ts'
import { blockName } from '#canvases/rules/block-name.ts'
import { comparedFigure, writtenColumn } from '#canvases/rules/figure.ts'
import { typed } from '#canvases/rules/typed.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import type { MailPicture, MailTable } from '#ui/mail.tsx'

export type BoardText = { paragraphs: string[]; facts: [string, string][]; tables: MailTable[]; left: number }

/** What of a board fits into a mail. */
const MOST = { tables: 6, facts: 20, paragraphs: 6, rows: 10, columns: 6, letters: 80, prose: 1_500 }

type Shown = Pick<Block, 'kind' | 'content'>
type Data = { results: QueryResult[]; refreshedAt: Date | null; error: string | null; prose: { text: string } | null }

/** The first rows and columns of a result. @param rows from the end where `last` */
function tableOf(title: string, result: QueryResult, last: boolean): MailTable {
  const columns = result.columns.slice(0, MOST.columns)
  const rows = last ? result.rows.slice(-MOST.rows) : result.rows.slice(0, MOST.rows)
  const write = columns.map((_, at) => writtenColumn(result, at, PLAIN))
  const hidden = [
    result.total_rows > rows.length ? `${rows.length} of ${result.total_rows} rows` : '',
    result.columns.length > columns.length ? `${columns.length} of ${result.columns.length} columns` : '',
  ].filter(Boolean)
  return {
    title,
    columns: columns.map(({ name, type }) => ({ name: name.replaceAll('_', ' '), numeric: isNumeric(type) })),
    rows: rows.map((row) =>
      columns.map((_, at) => shortened(row[at] == null ? '' : write[at]!(row[at]), MOST.letters)),
    ),
    note: hidden.join(', '),
  }
}

/** What a mail says of the blocks of a board: numbers as facts, results as small tables, words as they are now. */
export function boardText(blocks: { block: Shown; data: Data; picture?: MailPicture | undefined }[]): BoardText {
  const text: BoardText = { paragraphs: [], facts: [], tables: [], left: 0 }
  for (const { block, data, picture } of blocks) {
    const one = typed(block)
    const title = blockName(block)
    const [result] = data.results
    const since = data.refreshedAt ? `figures of ${minuteText(data.refreshedAt)} UTC: ` : ''
    const late = data.error ? ` (${since}${shortened(data.error, 200)})` : ''
    if (one.kind === 'prose' && data.prose && text.paragraphs.length < MOST.paragraphs)
      text.paragraphs.push(shortened(data.prose.text.replace(/[*_`#]/g, ''), MOST.prose) + late)
    else if (one.kind === 'kpi' && result && text.facts.length < MOST.facts) {
      const figure = comparedFigure(one.content, result, PLAIN)
      const told = figure ? [figure.whole, figure.change].filter(Boolean).join(', ') : 'not in the result any more'
      text.facts.push([title, told + late])
    } else if (one.kind === 'chart' && one.content.chart.kind === 'number' && result && text.facts.length < MOST.facts)
      text.facts.push([title, `${newest(result, one.content.chart.y)}${late}`])
    else if ((one.kind === 'grid' || one.kind === 'chart') && result && text.tables.length < MOST.tables) {
      const table = tableOf(title, result, one.kind === 'chart' && /^(?:line|area)$/.test(one.content.chart.kind))
      text.tables.push({ ...table, note: `${table.note}${late}`.trim(), picture })
    } else if (!result && data.error && text.facts.length < MOST.facts)
      text.facts.push([title, shortened(data.error, 200)])
    else text.left++
  }
  return text
}

/** The figures of the last row of which all are there: what a chart shows as a number. */
function newest(result: QueryResult, names: string[]): string {
  const places = names.map((name) => result.columns.findIndex((column) => column.name === name)).filter((at) => at >= 0)
  const row = result.rows.findLast((row) => places.every((at) => row[at] != null))
  if (!row || places.length === 0) return 'nothing'
  return places.map((at) => writtenColumn(result, at, PLAIN)(row[at]!)).join(' · ')
}
