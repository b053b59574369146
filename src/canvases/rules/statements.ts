import type { Block, Contents, Statement } from './block.ts'

/** The statements of a block; none of one that shows no data. */
export function statementsOf({ content }: Pick<Block, 'content'>): Statement[] {
  if ('queries' in content) return content.queries
  return 'sql' in content ? [content as Statement] : []
}

/** The values of rows that stand in a block itself, in its words or as what names the row of its number, with what they are of; null without any. */
export function heldValues(block: Pick<Block, 'content'>): string | null {
  const { text, queries, value, before } = block.content as Partial<Contents['kpi'] & Contents['prose']>
  const rows = [value?.row, before?.row].map((row) => row && Object.entries(row).sort())
  if (!queries && !rows.some(Boolean)) return null
  return JSON.stringify([statementsOf(block).map(({ sql, source }) => [source, sql]), text, rows])
}

/** The answer that a block was pinned from; undefined for what people made. */
export const originOf = ({ content }: Pick<Block, 'content'>) => ('origin' in content ? content.origin : undefined)
