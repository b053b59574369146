import type { Block, Contents, Statement } from './block.ts'

/** The statements of a block; none of one that shows no data. */
export function statementsOf({ content }: Pick<Block, 'content'>): Statement[] {
  if ('queries' in content) return content.queries
  return 'sql' in content ? [content as Statement] : []
}

/** Whether values of rows stand in a block itself: in its words, or as what names the row of its number. */
export function holdsValues({ kind, content }: Pick<Block, 'kind' | 'content'>): boolean {
  const { value, before } = content as Partial<Contents['kpi']>
  return kind === 'prose' || (kind === 'kpi' && Boolean(value?.row ?? before?.row))
}

/** The answer that a block was pinned from; undefined for what people made. */
export const originOf = ({ content }: Pick<Block, 'content'>) => ('origin' in content ? content.origin : undefined)
