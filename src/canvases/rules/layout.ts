import type { BlockKind, Placement } from './block.ts'
import { COLUMNS, LIMITS } from './board.ts'

export type Placed = Placement & { id: string }
type Box = Pick<Placed, 'x' | 'y' | 'w' | 'h'>

const overlap = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
const inOrder = (a: Box, b: Box) => a.y - b.y || a.x - b.x

/** As large as blocks are at first. */
export const SIZES: Record<BlockKind, Pick<Placement, 'w' | 'h'>> = {
  chart: { w: 6, h: 6 },
  grid: { w: 6, h: 6 },
  kpi: { w: 3, h: 3 },
  prose: { w: 6, h: 4 },
  text: { w: 6, h: 3 },
  heading: { w: 12, h: 1 },
  divider: { w: 12, h: 1 },
  image: { w: 4, h: 4 },
}

/** Blocks of a tab in the order in which they are read, each as high up as it goes without passing another. */
export function compacted<B extends Placed>(blocks: B[]): B[] {
  const placed: B[] = []
  for (const block of blocks.toSorted(inOrder)) {
    const isFree = (y: number) => !placed.some((other) => overlap({ ...block, y }, other))
    let y = Math.ceil(block.y)
    while (!isFree(y)) y++
    while (y > 0 && isFree(y - 1)) y--
    placed.push(block.y === y ? block : { ...block, y })
  }
  return placed.toSorted(inOrder)
}

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, Math.round(value)))

/** Puts one block where it is wanted; those in its way go below it, and the gaps close. */
export function moved<B extends Placed>(blocks: B[], id: string, to: Partial<Box>): B[] {
  const block = blocks.find((one) => one.id === id)
  if (!block) return blocks
  const w = between(to.w ?? block.w, 1, COLUMNS)
  const box = {
    w,
    x: between(to.x ?? block.x, 0, COLUMNS - w),
    y: between(to.y ?? block.y, 0, LIMITS.rows),
    h: between(to.h ?? block.h, 1, LIMITS.height),
  }
  const others = compacted(blocks.filter((one) => one.id !== id))
  const [first] = others.filter((one) => overlap(one, box)).toSorted(inOrder)
  // Before the block that it covers where it is above the middle of that, else behind it.
  const y = !first ? box.y : box.y < first.y + first.h / 2 ? first.y : first.y + first.h
  return compacted([...others, { ...block, ...box, y: y - 0.5 }])
}

/** The place one step further by keyboard: beyond the block above or below it, or a column to the side. */
export function stepped<B extends Placed>(blocks: B[], id: string, [dx, dy]: readonly [number, number]): B[] {
  const block = blocks.find((one) => one.id === id)
  if (!block) return blocks
  if (dy === 0) return moved(blocks, id, { x: block.x + dx })
  const beside = blocks.filter((one) => one.id !== id && one.x < block.x + block.w && block.x < one.x + one.w)
  // Beside what stands right above there may be taller blocks: it goes above the first of that row, or it would never pass them.
  let above = beside
    .filter((one) => one.y < block.y)
    .toSorted(inOrder)
    .at(-1)
  for (let first = above; first; ) {
    above = first
    first = beside.find((one) => one.y < above!.y && one.y + one.h > above!.y)
  }
  const below = beside.filter((one) => one.y >= block.y + block.h).toSorted(inOrder)[0]
  if (dy < 0) return above ? moved(blocks, id, { y: above.y }) : blocks
  return below ? moved(blocks, id, { y: below.y + below.h }) : blocks
}

/** The first place of a tab, as it is read, that has room for a block of this size. */
export function freePlace(
  blocks: Placed[],
  { tab, w, h }: Pick<Placement, 'tab' | 'w' | 'h'>,
): Pick<Placement, 'x' | 'y'> {
  const others = compacted(blocks.filter((one) => one.tab === tab))
  for (let y = 0; ; y++)
    for (let x = 0; x <= COLUMNS - w; x++) if (!others.some((one) => overlap(one, { x, y, w, h }))) return { x, y }
}
