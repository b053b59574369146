import type { Block, BlockKind, Contents } from './block.ts'

/** A block with what belongs to its kind. */
export const typed = <B extends Pick<Block, 'kind' | 'content'>>(block: B) =>
  block as B & { [K in BlockKind]: { kind: K; content: Contents[K] } }[BlockKind]
