import type { Block, Statement } from './block.ts'

/** The statements of a block; none of one that shows no data. */
export function statementsOf({ content }: Pick<Block, 'content'>): Statement[] {
  if ('queries' in content) return content.queries
  return 'sql' in content ? [content as Statement] : []
}
