import { isNumeric } from '#base/engine-type.ts'
import { PLAIN } from '#base/format.ts'
import { writtenColumn } from '#canvases/rules/figure.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import type { RerunJson } from '#reruns/rules/answers.ts'
import type { MailPicture, MailTable } from '#ui/mail.tsx'

/** A block that shows another thing than what was sent last. `changes`: null for one that was not sent before. */
export type BlockChange = {
  block: string
  title: string
  changes: Omit<RerunJson, 'title'> | null
  picture?: MailPicture | undefined
}

const MOST = { tables: 6, rows: 10, columns: 5, letters: 60, facts: 20 }
const KINDS = { added: 'new', removed: 'gone', changed: '' } as const

const counted = (n: number, word: string) => (n === 0 ? [] : [`${n} ${n === 1 ? 'row' : 'rows'} ${word}`])

/** "2 rows changed, 1 row new" */
function changeWords(changes: BlockChange['changes']): string {
  if (!changes) return 'new on the canvas'
  const { changed, added, removed, before, now, moved, filters_moved, because } = changes
  if (because) return because
  const rows = [...counted(changed, 'changed'), ...counted(added, 'new'), ...counted(removed, 'gone')]
  const said = rows.join(', ') || `${before.rows} rows then, ${now.rows} now`
  return moved || filters_moved ? `${said}; its period is another one now` : said
}

/** What changed of blocks: each in words, and the first rows of each with what they were. */
export function changedText(all: BlockChange[]): { facts: [string, string][]; tables: MailTable[] } {
  const facts = all.slice(0, MOST.facts).map(({ title, changes }): [string, string] => [title, changeWords(changes)])
  const tables = all.flatMap(({ title, changes, picture }) =>
    changes && changes.rows.length > 0 ? { ...tableOf(title, changes), picture } : [],
  )
  return { facts, tables: tables.slice(0, MOST.tables) }
}

function tableOf(title: string, { columns, rows, types }: Omit<RerunJson, 'title'>): MailTable {
  const shown = columns.slice(0, MOST.columns)
  const sides = rows.flatMap(({ before, now }) => [before, now].filter((side) => side !== null))
  const result = { columns: columns.map((name, at) => ({ name, type: types[at]! })), rows: sides } as QueryResult
  const write = shown.map((_, at) => writtenColumn(result, at, PLAIN))
  const cell = (row: RerunJson['rows'][number], at: number): string => {
    const said = (side: (typeof row)['now']) => (side?.[at] == null ? '' : write[at]!(side[at]).slice(0, MOST.letters))
    const [then, later] = [said(row.before), said(row.now)]
    return row.before && row.now && then !== later ? `${then} → ${later}` : later || then
  }
  return {
    title,
    columns: [
      ...shown.map((name, at) => ({ name: name.replaceAll('_', ' '), numeric: isNumeric(types[at]!) })),
      { name: '', numeric: false },
    ],
    rows: rows.slice(0, MOST.rows).map((row) => [...shown.map((_, at) => cell(row, at)), KINDS[row.kind]]),
    note: rows.length > MOST.rows ? `the first ${MOST.rows} of ${rows.length} rows` : '',
  }
}
