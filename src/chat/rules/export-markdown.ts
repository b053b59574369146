import type { PhrasingContent, RootContent } from 'mdast'
import { tileText } from '#analyst/rules/blocks.ts'
import { markdownText } from '#base/markdown-text.ts'
import type { AnswerDocument, ExportPart, ExportTable } from './export.ts'

/** An answer as a Markdown file: grids and the figures of charts are tables. */
export function markdownFile({ title, about, plan, parts, notes }: AnswerDocument): string {
  return markdownText([
    { type: 'heading', depth: 1, children: [text(title)] },
    { type: 'paragraph', children: [{ type: 'emphasis', children: [text(about)] }] },
    ...(plan.length > 0
      ? [bold('Plan'), list(plan.map(({ text, done }) => `${done ? 'Done' : 'Not done'}: ${text}`))]
      : []),
    ...parts.flatMap(nodesOf),
    ...(notes.length > 0 ? [heading('What this rests on'), list(notes)] : []),
  ])
}

function nodesOf(part: ExportPart): RootContent[] {
  switch (part.kind) {
    case 'prose':
      return part.nodes
    case 'tiles':
      return [list(part.tiles.map(tileText))]
    case 'chart':
      return tableNodes(part.table, 'Chart: ', part.spec.subtitle)
    case 'grid':
      return tableNodes(part.table, '')
  }
}

const text = (value: string) => ({ type: 'text' as const, value })
const paragraph = (children: PhrasingContent[]): RootContent => ({ type: 'paragraph', children })
const bold = (value: string) => paragraph([{ type: 'strong', children: [text(value)] }])
const heading = (value: string): RootContent => ({ type: 'heading', depth: 2, children: [text(value)] })
const list = (items: string[]): RootContent => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: items.map((item) => ({
    type: 'listItem',
    spread: false,
    children: [{ type: 'paragraph', children: [text(item)] }],
  })),
})

function tableNodes({ title, note, columns, rows }: ExportTable, before: string, subtitle?: string): RootContent[] {
  const row = (cells: string[]) => ({
    type: 'tableRow' as const,
    children: cells.map((cell) => ({ type: 'tableCell' as const, children: [text(cell)] })),
  })
  const notes = [subtitle, note].filter((words) => words != null)
  return [
    bold(before + title),
    {
      type: 'table',
      align: columns.map(({ end }) => (end ? 'right' : null)),
      children: [row(columns.map(({ name }) => name)), ...rows.map(row)],
    },
    ...(notes.length > 0 ? [paragraph([{ type: 'emphasis', children: [text(notes.join(' · '))] }])] : []),
  ]
}
