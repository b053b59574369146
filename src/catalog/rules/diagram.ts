import { percent } from '#base/format.ts'
import type { Relation } from './answers.ts'

/** A table of the diagram with the columns that relations begin in or lead to. Lengths are pixels from the upper left corner. */
type Box = {
  table: string
  x: number
  y: number
  width: number
  height: number
  /** `share`: what all relations that lead to it have found, where these are several and found the same. */
  columns: { name: string; y: number; share: string | null }[]
}
/** A relation as a curve between the facing sides of two boxes, around those between; `label`: its share, null where that stands at the key. */
type Line = { relation: Relation; path: string; label: Label | null }
/** A text by the middle of its foot. */
type Label = { x: number; y: number; text: string }
export type Diagram = { boxes: Box[]; lines: Line[]; width: number; height: number }

const WIDTH = 208
const GAP = { x: 132, y: 20 }
const HEAD = 32
const ROW = 22
const MARGIN = 8
/** Height of the passage that a line takes through a layer which it neither begins nor ends in. */
const PASSAGE = 16
/** By how much two layers stand further apart for each line between them that is one of many. */
const SPREAD = { lines: 10, each: 5, most: 200 }

type Rates = Pick<Relation, 'match_rate'> & { cleaned?: Relation['cleaned'] | undefined }

/** The share of values that meets in the best way that is known. */
export const bestRate = ({ match_rate, cleaned }: Rates): number => Math.max(match_rate, cleaned?.match_rate ?? 0)
const shareOf = (relation: Relation) => percent(bestRate(relation))

/**
 * Places tables in layers so that relations lead from left to right: what nothing follows from stands on the right, and every table left
 * of what it leads to, unless they lead to each other in a circle. Within a layer tables stand near those that they are joined with. A
 * line that passes through layers has a place of its own in each, as a table has, so that it runs behind none. Layers stand beside each
 * other by their middles.
 */
export function diagramOf(relations: Relation[]): Diagram {
  const names = [...new Set(relations.flatMap(({ from_table, to_table }) => [from_table, to_table]))]
  const layer = layersOf(names, relations)
  const most = Math.max(0, ...layer.values())
  const paths = relations.map((relation) => pathOf(relation, layer))
  const layers = Array.from({ length: most + 1 }, (_, at): Stop[] => [
    ...names.filter((name) => layer.get(name) === most - at),
    ...paths.flatMap((path) => path.filter((stop) => typeof stop !== 'string' && stop.layer === most - at)),
  ])
  const passages = new Map<Stop, Point>()
  const ordered = inOrder(layers, paths)
  const columns = new Map(names.map((name) => [name, columnsOf(name, relations)]))
  const heightOf = (stop: Stop) => (typeof stop === 'string' ? HEAD + columns.get(stop)!.length * ROW + 6 : PASSAGE)
  const gapOf = (stop: Stop) => (typeof stop === 'string' ? GAP.y : 0)
  const heights = ordered.map((stops) => stops.reduce((sum, stop) => sum + heightOf(stop) + gapOf(stop), 0))
  const height = Math.max(0, ...heights)
  const lefts = leftsOf(ordered, paths)
  const shares = sharesOf(relations)
  const boxes = ordered.flatMap((stops, at) => {
    const x = lefts[at]!
    let below = MARGIN + (height - heights[at]!) / 2
    return stops.flatMap((table): Box[] => {
      const y = below
      below += heightOf(table) + gapOf(table)
      if (typeof table !== 'string') {
        passages.set(table, { x, y: y + PASSAGE / 2 })
        return []
      }
      const rows = columns.get(table)!.map((name, row) => ({
        ...{ name, y: y + HEAD + row * ROW + ROW / 2, share: shares.get(keyOf(table, name)) ?? null },
      }))
      return [{ table, x, y, width: WIDTH, height: heightOf(table), columns: rows }]
    })
  })
  const placed = new Map(boxes.map((box) => [box.table, box]))
  const curves = relations.map((relation, at) =>
    curveOf(
      relation,
      placed,
      paths[at]!.flatMap((stop) => passages.get(stop) ?? []),
    ),
  )
  const lines = labelled(curves, boxes, (one) => shares.has(keyOf(one.to_table, one.to_column)))
  return {
    boxes,
    lines,
    width: Math.max(0, ...boxes.map(({ x, width }) => x + width)) + MARGIN + (relations.some(isOwn) ? 40 : 0),
    height: height + 2 * MARGIN,
  }
}

const keyOf = (table: string, column: string) => `${table} ${column}`

/** What relations that lead to one key have found, where they are several and all found the same. */
function sharesOf(relations: Relation[]): Map<string, string> {
  const leading = Map.groupBy(relations, ({ to_table, to_column }) => keyOf(to_table, to_column))
  return new Map(
    [...leading].flatMap(([key, [first, ...rest]]): [string, string][] => {
      const share = shareOf(first!)
      return rest.length > 0 && rest.every((one) => shareOf(one) === share) ? [[key, share]] : []
    }),
  )
}

/** Where layers begin on the left: further apart where many lines run between them. */
function leftsOf(layers: Stop[][], paths: Stop[][]): number[] {
  const layer = new Map(layers.flatMap((stops, at) => stops.map((stop) => [stop, at] as const)))
  const between = layers.map(() => 0)
  for (const path of paths)
    for (const [at, stop] of path.slice(1).entries()) between[Math.min(layer.get(path[at]!)!, layer.get(stop)!)]! += 1
  let x = MARGIN
  return layers.map((_, at) => {
    const left = x
    x += WIDTH + GAP.x + Math.min(SPREAD.most, Math.max(0, between[at]! - SPREAD.lines) * SPREAD.each)
    return left
  })
}

const isOwn = ({ from_table, to_table }: Relation) => from_table === to_table

/** How many steps lead on from a table at most; a circle ends where it comes round. */
function layersOf(names: string[], relations: Relation[]): Map<string, number> {
  const layer = new Map<string, number>()
  const depth = (name: string, on: ReadonlySet<string>): number => {
    const assigned = layer.get(name)
    if (assigned !== undefined) return assigned
    const next = new Set(relations.filter((one) => one.from_table === name && !isOwn(one)).map((one) => one.to_table))
    const steps = [...next].filter((to) => !on.has(to)).map((to) => 1 + depth(to, new Set([...on, to])))
    const found = Math.max(0, ...steps)
    layer.set(name, found)
    return found
  }
  for (const name of names) depth(name, new Set([name]))
  return layer
}

type Point = { x: number; y: number }
/** What stands in a layer: a table, by its name, or the passage of one line. */
type Stop = string | { layer: number }

/** The tables of a relation with its passages through the layers between, from where it begins to where it leads. */
function pathOf({ from_table, to_table }: Relation, layer: ReadonlyMap<string, number>): Stop[] {
  const [from, to] = [layer.get(from_table)!, layer.get(to_table)!]
  const step = Math.sign(to - from)
  const between = Array.from({ length: Math.max(0, Math.abs(to - from) - 1) }, (_, at) => from + step * (at + 1))
  return [from_table, ...between.map((layer) => ({ layer })), to_table]
}

/** What stands in each layer, by the middle place of that to the right with which it is joined. */
function inOrder(layers: Stop[][], paths: Stop[][]): Stop[][] {
  const place = new Map<Stop, number>()
  const beside = new Map<Stop, Stop[]>()
  for (const path of paths)
    for (const [at, stop] of path.entries())
      beside.set(stop, [
        ...(beside.get(stop) ?? []),
        ...path.slice(Math.max(0, at - 1), at),
        ...path.slice(at + 1, at + 2),
      ])
  return layers
    .toReversed()
    .map((tables) => {
      const wish = (table: Stop) => {
        const placed = (beside.get(table) ?? []).flatMap((other) => place.get(other) ?? [])
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

/** @param around where it passes through other layers: the left end of each passage */
function curveOf(relation: Relation, boxes: ReadonlyMap<string, Box>, around: Point[]): Curve {
  const [from, to] = [boxes.get(relation.from_table)!, boxes.get(relation.to_table)!]
  const rowOf = ({ columns }: Box, name: string) => columns.find((column) => column.name === name)!.y
  const [y1, y2] = [rowOf(from, relation.from_column), rowOf(to, relation.to_column)]
  const right = ({ x }: Point) => x + WIDTH
  const isBack = to.x < from.x
  const begin = { x: isBack ? from.x : right(from), y: y1 }
  // One within a layer goes around on the right.
  const end = { x: to.x > from.x ? to.x : right(to), y: y2 }
  const passages = around.flatMap(({ x, y }) => {
    const ends = [
      { x, y },
      { x: x + WIDTH, y },
    ]
    return isBack ? ends.toReversed() : ends
  })
  const stops = [begin, ...passages, end]
  const path = stops.slice(1).map(({ x, y }, at) => {
    const before = stops[at]!
    if (at % 2 === 1) return `L${x} ${y}`
    const bend = before.x === x ? 40 : (x - before.x) / 2
    return `C${before.x + bend} ${before.y} ${before.x === x ? x + bend : x - bend} ${y} ${x} ${y}`
  })
  const curved = stops.slice(1).flatMap(({ x, y }, at) => {
    const before = stops[at]!
    const bend = at % 2 === 1 ? 0 : before.x === x ? 40 : (x - before.x) / 2
    return pointsOn(
      before,
      { x: before.x + bend, y: before.y },
      { x: before.x === x ? x + bend : x - bend, y },
      { x, y },
    )
  })
  const away = isBack ? -1 : 1
  const flat = [
    // Where it begins first: many may lead to one key, few begin in one column.
    ...[26, 34, 44, 56].map((far) => ({ x: begin.x + away * far, y: y1 })),
    ...passages.flatMap(({ x, y }, at) =>
      at % 2 === 0 ? [0.5, 0.25, 0.75].map((part) => ({ x: x + away * part * WIDTH, y })) : [],
    ),
    ...[30, 40, 54].map((far) => ({ x: end.x + (to.x > from.x ? -far : far), y: y2 })),
  ]
  return { relation, path: `M${begin.x} ${begin.y} ${path.join(' ')}`, points: curved, flat }
}

/** A line with points on it, and those where it is (nearly) level, at which its share may stand, the best first. */
type Curve = Pick<Line, 'relation' | 'path'> & { points: Point[]; flat: Point[] }
const POINTS = 40

function pointsOn(a: Point, b: Point, c: Point, d: Point): Point[] {
  return Array.from({ length: POINTS }, (_, step) => {
    const t = (step + 1) / POINTS
    const of = (side: 'x' | 'y') =>
      (1 - t) ** 3 * a[side] + 3 * t * (1 - t) ** 2 * b[side] + 3 * t * t * (1 - t) * c[side] + t ** 3 * d[side]
    return { x: of('x'), y: of('y') }
  })
}

/** Room of a share: half its width, and what it takes above its foot and below. */
const LABEL = { half: 18, above: 11, below: 2 }
/** How far above or below its line the foot of a share stands. */
const FEET = [-5, 14, 4]
/** How far beside its line the middle of a share stands where the line is steep. */
const ASIDE = [0, -24, 24, -34, 34]

/**
 * Each line with its share where no line and no table is, and no other share; else where fewest are.
 * @param isAtKey whether its share stands at the key that it leads to
 */
function labelled(curves: Curve[], boxes: Box[], isAtKey: (relation: Relation) => boolean): Line[] {
  const placed: Point[] = []
  return curves.map(({ relation, path, flat, points }) => {
    if (isAtKey(relation)) return { relation, path, label: null }
    const isIn = (point: Point, at: Point) =>
      Math.abs(point.x - at.x) <= LABEL.half && point.y >= at.y - LABEL.above && point.y <= at.y + LABEL.below
    const inTheWay = (at: Point) =>
      curves.filter(({ points }) => points.some((point) => isIn(point, at))).length +
      placed.filter((other) => Math.abs(other.x - at.x) < 2 * LABEL.half && Math.abs(other.y - at.y) < 13).length +
      boxes.filter(
        ({ x, y, width, height }) =>
          at.x + LABEL.half > x &&
          at.x - LABEL.half < x + width &&
          at.y + LABEL.below > y &&
          at.y - LABEL.above < y + height,
      ).length
    const level = flat.flatMap(({ x, y }) => FEET.map((foot) => ({ x, y: y + foot })))
    const beside = points.flatMap(({ x, y }) =>
      ASIDE.flatMap((far) => FEET.map((foot) => ({ x: x + far, y: y + foot }))),
    )
    const spots = [...level, ...beside].filter(({ y }) => y > LABEL.above)
    const label = spots.find((spot) => inTheWay(spot) === 0) ?? spots.toSorted((a, b) => inTheWay(a) - inTheWay(b))[0]!
    placed.push(label)
    return { relation, path, label: { ...label, text: shareOf(relation) } }
  })
}
