import { shortened } from '#base/text.ts'
import type { BlockKind } from './block.ts'

export const KIND_NAMES: Record<BlockKind, string> = {
  chart: 'Chart',
  grid: 'Table',
  kpi: 'Number',
  prose: 'Answer',
  text: 'Text',
  heading: 'Heading',
  divider: 'Line',
  image: 'Image',
}

/** What a block is called where it is spoken of. */
export function blockName(block: { kind: BlockKind; content: object }): string {
  const { title, text, alt } = block.content as { title?: string; text?: string; alt?: string }
  const words = (title || text || alt || '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[#*_`>]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return shortened(words, 60) || KIND_NAMES[block.kind]
}
