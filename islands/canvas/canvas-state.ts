import type { BlockJson, CanvasJson } from '#canvases/rules/answers.ts'
import type { Block, Placement } from '#canvases/rules/block.ts'
import type { Place } from './calls.ts'

/** One change of a canvas, as it is made here, saved, and taken back. */
export type Change =
  | { act: 'put'; block: Block }
  | { act: 'remove'; id: string }
  | { act: 'place'; places: Place[] }
  | { act: 'about'; about: Partial<Pick<CanvasJson, 'name' | 'description' | 'tabs' | 'filters' | 'parameters'>> }

const placementOf = ({ tab, x, y, w, h }: Placement): Placement => ({ tab, x, y, w, h })
const blockOf = ({ id, kind, content, ...block }: BlockJson): Block => ({
  ...{ id, kind, content: content as Block['content'] },
  ...placementOf(block),
})

/** A canvas after a change that was made here and is not saved yet. */
export function applied(canvas: CanvasJson, change: Change): CanvasJson {
  switch (change.act) {
    case 'about':
      return { ...canvas, ...change.about }
    case 'remove':
      return { ...canvas, blocks: canvas.blocks.filter(({ id }) => id !== change.id) }
    case 'place': {
      const to = new Map(change.places.map(({ id, ...place }) => [id, place]))
      return { ...canvas, blocks: canvas.blocks.map((block) => ({ ...block, ...to.get(block.id) })) }
    }
    case 'put': {
      const { block } = change
      const before = canvas.blocks.find(({ id }) => id === block.id)
      const fresh = { version: 0, updated_by: { id: '', name: '' }, updated_at: '', filters: [], data: null }
      const after: BlockJson = { ...fresh, ...before, ...block, content: block.content as BlockJson['content'] }
      return {
        ...canvas,
        blocks: before ? canvas.blocks.map((one) => (one === before ? after : one)) : [...canvas.blocks, after],
      }
    }
  }
}

/** What takes a change back; null where there is nothing to take back. */
export function inverse(canvas: CanvasJson, change: Change): Change | null {
  const find = (wanted: string) => canvas.blocks.find(({ id }) => id === wanted)
  switch (change.act) {
    case 'about': {
      const { name, description, tabs, filters, parameters } = canvas
      const kept = Object.keys(change.about)
      return {
        act: 'about',
        about: Object.fromEntries(
          Object.entries({ name, description, tabs, filters, parameters }).filter(([key]) => kept.includes(key)),
        ),
      }
    }
    case 'remove': {
      const block = find(change.id)
      return block ? { act: 'put', block: blockOf(block) } : null
    }
    case 'put': {
      const before = find(change.block.id)
      return before ? { act: 'put', block: blockOf(before) } : { act: 'remove', id: change.block.id }
    }
    case 'place': {
      const places = change.places.flatMap(({ id }) => {
        const block = find(id)
        return block ? [{ id, ...placementOf(block) }] : []
      })
      return { act: 'place', places }
    }
  }
}

const idsOf = (change: Change): string[] =>
  change.act === 'put'
    ? [change.block.id]
    : change.act === 'remove'
      ? [change.id]
      : change.act === 'place'
        ? change.places.map(({ id }) => id)
        : []

/** What another person changed, put into what stands here. @param queue changes that are not saved yet: the later one stays */
export function merged(canvas: CanvasJson, news: CanvasJson, queue: Change[]): CanvasJson {
  const pending = new Set(queue.flatMap(idsOf))
  const unsaved = Object.assign({}, ...queue.map((change) => (change.act === 'about' ? change.about : {})))
  const changed = new Map(news.blocks.map((block) => [block.id, block]))
  const here = new Set(canvas.blocks.map(({ id }) => id))
  const there = new Set(news.block_ids)
  const kept = canvas.blocks
    .filter(({ id }) => there.has(id) || pending.has(id))
    .map((block) => (pending.has(block.id) ? block : (changed.get(block.id) ?? block)))
  const added = news.blocks.filter(({ id }) => !here.has(id) && !pending.has(id))
  return { ...news, ...unsaved, blocks: [...kept, ...added] }
}

/** What blocks show after they were refreshed; where they stand and what they hold stays as it is here. */
export const withData = (canvas: CanvasJson, refreshed: BlockJson[]): CanvasJson => ({
  ...canvas,
  blocks: canvas.blocks.map((block) => {
    const found = refreshed.find(({ id }) => id === block.id)
    return found ? { ...block, data: found.data, filters: found.filters } : block
  }),
})

/**
 * What blocks show under other filters. Where that has not run yet they show what they did until it has.
 * @returns waiting: ids of these
 */
export function refiltered(canvas: CanvasJson, read: BlockJson[]): { canvas: CanvasJson; waiting: string[] } {
  const isWaiting = ({ data }: BlockJson) => data?.stale && data.results.length === 0
  const before = new Map(canvas.blocks.map((block) => [block.id, block.data]))
  const shown = read.map((one) => {
    const data = before.get(one.id)
    return isWaiting(one) && data ? { ...one, data: { ...data, stale: true } } : one
  })
  return { canvas: withData(canvas, shown), waiting: read.filter(isWaiting).map(({ id }) => id) }
}
