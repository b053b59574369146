import { forbidden, notFound } from '#base/errors.ts'
import { hiddenParts, seesHidden } from '#catalog/hidden.ts'
import { sourcesNow } from '#catalog/outline.ts'
import { speaksOf, textsIn } from '#chat/withheld.ts'
import { namesOne } from '#definitions/rules/definition.ts'
import { isHiddenSince, readsOf, together } from '#query/rules/reads.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { blocks, type CanvasCtx, type StoredBlock } from './canvases.ts'
import type { AnyContent, Block } from './rules/block.ts'
import type { Place } from './rules/filter.ts'
import { heldValues, originOf, statementsOf } from './rules/statements.ts'

/** Who reads a board: the person of the ctx, or people of whom nothing is known, who are told no reason. */
export type Reader = 'person' | 'anybody'
const WORDS: Record<Reader, string> = {
  person: 'What stands here reads tables or columns that were hidden since. Ask an owner of the workspace.',
  anybody: 'This is not shown any more.',
}

type Written = Pick<Block, 'kind' | 'content' | 'reads'>
/** What stands in place of a block. */
export const notice = (reader: Reader) => ({ kind: 'text' as const, content: { text: WORDS[reader] } })

const untitled = (content: AnyContent): AnyContent => ({
  ...content,
  title: '',
  ...('chart' in content && { chart: { ...content.chart, title: '', subtitle: undefined } }),
})

export type Withholding = {
  hidesNothing: boolean
  isWithheld: (block: Written) => boolean
  /** The block, or a notice in its place. */
  shown: <B extends Written>(block: B) => B
  /** Whether a filter is about a column that is hidden. */
  hides: (place: Pick<Place, 'table' | 'column'>) => boolean
  /** Whether a text has the name of anything hidden, whatever else is called so. */
  names: (text: string) => boolean
}

/**
 * What of boards a reader may not see: a block whose statement reads what is hidden shows a notice in place of all that was written into it,
 * and names nothing of it. The words of an answer are looked through as those of answers are. Where values stand in a block itself, it is
 * withheld as well once something is hidden of all that they may be of, as answers are; so is the title that an answer gave, alone.
 */
export async function withholding(ctx: WorkspaceCtx, reader: Reader = 'person'): Promise<Withholding> {
  const hidden = reader === 'person' && seesHidden(ctx) ? null : await hiddenParts(ctx)
  if (!hidden || hidden.byTable.size === 0)
    return {
      ...{ hidesNothing: true, isWithheld: () => false, shown: (block) => block },
      ...{ hides: () => false, names: () => false },
    }
  const { tables, byTable } = hidden
  const sources = await sourcesNow(ctx)
  // Of what was written before it was known, all that its tables have counts.
  const readBy = ({ content, reads }: Written) =>
    reads ?? together(statementsOf({ content }).map((one) => readsOf(one, sources.all)))
  const isOfHidden = (block: Written) => isHiddenSince(readBy(block), sources)
  const isWithheld = (block: Written) => {
    const { kind, content } = block
    if (heldValues(block) && isOfHidden(block)) return true
    if (kind === 'prose') return speaksOf(hidden, content)
    const said = textsIn(content)
    return statementsOf({ content }).some(
      ({ sql }) =>
        namesOne(sql, tables) ||
        [...byTable].some(([table, columns]) => namesOne(sql, new Set([table])) && namesOne(said, columns)),
    )
  }
  const all = new Set([...byTable.keys(), ...[...byTable.values()].flatMap((columns) => [...columns])])
  return {
    hidesNothing: false,
    isWithheld,
    shown: (block) =>
      isWithheld(block)
        ? { ...block, ...notice(reader) }
        : originOf(block) && isOfHidden(block)
          ? { ...block, content: untitled(block.content) }
          : block,
    hides: ({ table, column }) => byTable.get(table.toLowerCase())?.has(column.toLowerCase()) ?? false,
    names: (text) => namesOne(text, all),
  }
}

/**
 * Whoever sees a notice would put it in the place of the block, by changing it, or by removing it and taking that back.
 * @throws AppError forbidden for a block that is withheld from the person
 */
export async function demandSeen(ctx: CanvasCtx, id: string): Promise<void> {
  const { hidesNothing, isWithheld } = await withholding(ctx)
  const block = hidesNothing ? undefined : (await blocks(ctx)).find((one) => one.id === id)
  if (block && isWithheld(block))
    throw forbidden('This block reads what is hidden from you. Ask an owner of the workspace to change it.')
}

/** A block of a board that the person may see. @throws AppError not_found, also where it is withheld from them */
export async function seenBlock(ctx: CanvasCtx, id: string): Promise<StoredBlock> {
  const [block, { isWithheld, shown }] = [(await blocks(ctx)).find((one) => one.id === id), await withholding(ctx)]
  if (!block || isWithheld(block)) throw notFound('Block')
  return shown(block)
}
