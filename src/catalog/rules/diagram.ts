import type { Relation } from './answers.ts'

/** A table of the diagram with the columns that relations begin in or lead to. Lengths are pixels from the upper left corner. */
type Box = {
  table: string
  x: number
  y: number
  width: number
  height: number
  columns: { name: string; y: number }[]
}
/** A relation as a curve from the right side of one box to the left side of another; `label`: where its share stands. */
type Line = { relation: Relation; path: string; label: { x: number; y: number } }
export type Diagram = { boxes: Box[]; lines: Line[]; width: number; height: number }

const WIDTH = 208
const GAP = { x: 132, y: 20 }
const HEAD = 32
const ROW = 22
const MARGIN = 8

/**
 * Places tables in layers so that relations lead from left to right: what nothing follows from stands on the right, and every table left
 * of what it leads to, unless they lead to each other in a circle. Within a layer tables stand near those that they are joined with.
 */
export function diagramOf(relations: Relation[]): Diagram {
  const names = [...new Set(relations.flatMap(({ from_table, to_table }) => [from_table, to_table]))]
  const layer = layersOf(names, relations)
  const most = Math.max(0, ...layer.values())
  const layers = Array.from({ length: most + 1 }, (_, at) => names.filter((name) => layer.get(name) === most - at))
  const ordered = inOrder(layers, relations)
  const boxes = ordered.flatMap((tables, at) => {
    let y = MARGIN
    return tables.map((table): Box => {
      const of = columnsOf(table, relations)
      const box = {
        ...{ table, x: MARGIN + at * (WIDTH + GAP.x), y, width: WIDTH, height: HEAD + of.length * ROW + 6 },
        columns: of.map((name, row) => ({ name, y: y + HEAD + row * ROW + ROW / 2 })),
      }
      y += box.height + GAP.y
      return box
    })
  })
  const placed = new Map(boxes.map((box) => [box.table, box]))
  const lines = relations.map((relation) => lineOf(relation, placed))
  return {
    boxes,
    lines,
    width: Math.max(0, ...boxes.map(({ x, width }) => x + width)) + MARGIN + (relations.some(isOwn) ? 40 : 0),
    height: Math.max(0, ...boxes.map(({ y, height }) => y + height)) + MARGIN,
  }
}

const isOwn = ({ from_table, to_table }: Relation) => from_table === to_table

/** How many steps lead on from a table at most; a circle ends where it comes round. */
function layersOf(names: string[], relations: Relation[]): Map<string, number> {
  const layer = new Map<string, number>()
  const depth = (name: string, on: ReadonlySet<string>): number => {
    const known = layer.get(name)
    if (known !== undefined) return known
    const next = new Set(relations.filter((one) => one.from_table === name && !isOwn(one)).map((one) => one.to_table))
    const steps = [...next].filter((to) => !on.has(to)).map((to) => 1 + depth(to, new Set([...on, to])))
    const found = Math.max(0, ...steps)
    layer.set(name, found)
    return found
  }
  for (const name of names) depth(name, new Set([name]))
  return layer
}

/** Tables of each layer, by the middle place of those to the right that they are joined with. */
function inOrder(layers: string[][], relations: Relation[]): string[][] {
  const place = new Map<string, number>()
  return layers
    .toReversed()
    .map((tables) => {
      const wish = (table: string) => {
        const others = relations.flatMap(({ from_table, to_table }) =>
          from_table === table ? [place.get(to_table)] : to_table === table ? [place.get(from_table)] : [],
        )
        const placed = others.filter((one) => one !== undefined)
        return placed.length === 0 ? 0.5 : placed.reduce((sum, one) => sum + one, 0) / placed.length
      }
      const sorted = tables.map((table) => ({ table, at: wish(table) })).toSorted((a, b) => a.at - b.at)
      for (const [at, { table }] of sorted.entries()) place.set(table, (at + 0.5) / sorted.length)
      return sorted.map(({ table }) => table)
    })
    .toReversed()
}

const columnsOf = (table: string, relations: Relation[]): string[] => [
  ...new Set(
    relations.flatMap((one) => [
      ...(one.to_table === table ? [one.to_column] : []),
      ...(one.from_table === table ? [one.from_column] : []),
    ]),
  ),
]

function lineOf(relation: Relation, boxes: ReadonlyMap<string, Box>): Line {
  const [from, to] = [boxes.get(relation.from_table)!, boxes.get(relation.to_table)!]
  const rowOf = ({ columns }: Box, name: string) => columns.find((column) => column.name === name)!.y
  const [y1, y2] = [rowOf(from, relation.from_column), rowOf(to, relation.to_column)]
  const x1 = from.x + from.width
  // One that leads within a layer, or back, goes around on the right.
  const isForward = to.x > from.x
  const x2 = isForward ? to.x : to.x + to.width
  const bend = isForward ? Math.max(40, (x2 - x1) / 2) : 40
  const path = `M${x1} ${y1} C${x1 + bend} ${y1} ${isForward ? x2 - bend : x2 + bend} ${y2} ${x2} ${y2}`
  // Where it begins: many may lead to one key, few begin in one column.
  return { relation, path, label: { x: x1 + 26, y: y1 } }
}
