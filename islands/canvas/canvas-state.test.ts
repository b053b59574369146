import { expect, test } from 'bun:test'
import type { BlockJson, CanvasJson } from '#canvases/rules/answers.ts'
import { applied, type Change, inverse, merged, refiltered } from './canvas-state.ts'

const block = (id: string, text: string, more: Partial<BlockJson> = {}): BlockJson => ({
  ...{ id, kind: 'heading', tab: 't', x: 0, y: 0, w: 6, h: 1, content: { text }, version: 1 },
  ...{ updated_by: { id: 'ada', name: 'Ada' }, updated_at: '2026-01-01T00:00:00.000Z', filters: [], data: null },
  ...more,
})
const canvas = (blocks: BlockJson[], more: Partial<CanvasJson> = {}): CanvasJson => ({
  ...{ id: 'c', name: 'Board', description: '', version: 1, workspace_id: 'w', tabs: [{ id: 't', name: 'Board' }] },
  ...{ filters: [], parameters: [], created_at: '', updated_at: '', block_ids: blocks.map(({ id }) => id), blocks },
  ...more,
})
const before = canvas([block('a', 'One'), block('b', 'Two', { y: 1 })])
const put = { id: 'a', kind: 'heading', tab: 't', x: 3, y: 2, w: 6, h: 1, content: { text: 'Changed' } } as const

test.each<[string, Change]>([
  ['a block that is changed', { act: 'put', block: put }],
  ['a block that is added', { act: 'put', block: { ...put, id: 'new' } }],
  ['a block that is removed', { act: 'remove', id: 'b' }],
  ['blocks that are moved', { act: 'place', places: [{ id: 'a', tab: 't', x: 6, y: 4, w: 3, h: 2 }] }],
  ['a name that is changed', { act: 'about', about: { name: 'Other' } }],
])('%s is as it was after undo', (_, change) => {
  const after = applied(before, change)
  expect(after).not.toEqual(before)
  const back = applied(after, inverse(before, change)!)
  const seen = ({ name, blocks }: CanvasJson) => ({
    name,
    blocks: blocks
      .map(({ id, tab, x, y, w, h, content }) => ({ id, tab, x, y, w, h, content }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  })
  expect(seen(back)).toEqual(seen(before))
})

test('what others changed comes in beside what is not saved here yet, and what they removed goes', () => {
  const here = applied(canvas([block('a', 'One'), block('b', 'Two'), block('c', 'Three')]), { act: 'put', block: put })
  const news = canvas([block('a', 'Theirs'), block('d', 'New')], {
    version: 5,
    block_ids: ['a', 'c', 'd'],
    name: 'Renamed',
  })
  const after = merged(here, news, [{ act: 'put', block: put }])
  expect(after.name).toBe('Renamed')
  expect(after.blocks.map(({ id, content }) => [id, content.text])).toEqual([
    ['a', 'Changed'],
    ['c', 'Three'],
    ['d', 'New'],
  ])
})

test('a name and tabs that are changed here and not saved yet stay, and what else others changed comes in', () => {
  const tabs = [...before.tabs, { id: 'u', name: 'Mine' }]
  const queue: Change[] = [
    { act: 'about', about: { name: 'First' } },
    { act: 'about', about: { tabs } },
    { act: 'about', about: { name: 'Second' } },
  ]
  const news = canvas(before.blocks, { version: 2, name: 'Theirs', description: 'Theirs' })
  expect(merged(queue.reduce(applied, before), news, queue)).toMatchObject({
    ...{ name: 'Second', description: 'Theirs', tabs, version: 2 },
  })
  expect(merged(before, news, [])).toMatchObject({ name: 'Theirs', tabs: before.tabs })
})

test('a block that is added here and not there yet stays', () => {
  const here = applied(before, { act: 'put', block: { ...put, id: 'mine' } })
  expect(
    merged(here, canvas(before.blocks), [{ act: 'put', block: { ...put, id: 'mine' } }]).blocks.map(({ id }) => id),
  ).toEqual(['a', 'b', 'mine'])
  expect(merged(here, canvas(before.blocks), []).blocks.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('under other filters a block shows what it did until it has run', () => {
  const data = (rows: number[][], stale: boolean) =>
    ({ results: rows.length > 0 ? [{ rows }] : [], stale, error: null }) as unknown as BlockJson['data']
  const here = canvas([
    block('a', 'One', { data: data([[1]], false) }),
    block('b', 'Two', { data: data([[2]], false) }),
  ])
  const effects = [{ filter: 'region', why: null }]
  const { canvas: next, waiting } = refiltered(here, [
    block('a', 'One', { data: data([], true), filters: effects }),
    block('b', 'Two', { data: data([[3]], false), filters: effects }),
  ])
  expect(waiting).toEqual(['a'])
  expect(next.blocks).toMatchObject([
    { data: { results: [{ rows: [[1]] }], stale: true }, filters: effects },
    { data: { results: [{ rows: [[3]] }] }, filters: effects },
  ])
})
