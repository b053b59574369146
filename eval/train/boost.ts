import { sharesOf } from '#analyst/planner/choose.ts'
import { logistic, type Ranker, sumOf, type TreeNode } from '#analyst/planner/rank.ts'
import { chance } from './softmax.ts'

/** `question`: examples of one are readings of it. */
export type Judged = { values: Float32Array; right: boolean; weight: number; question: number }
export type Settings = {
  trees: number
  depth: number
  rate: number
  rows: number
  columns: number
  least: number
  ridge: number
}
const SETTINGS: Settings = { trees: 300, depth: 4, rate: 0.05, rows: 0.7, columns: 0.2, least: 15, ridge: 5 }
const MOST_BINS = 48
/** A reading that is all but out still counts so much in the curve. */
const FLATTEST = 0.001

/** Cuts of a feature between its different values, at most `MOST_BINS - 1` of about equally many examples. */
function cutsOf(examples: Judged[], feature: number): number[] {
  const sorted = Float32Array.from(examples, ({ values }) => values[feature]!).toSorted()
  const different = [...new Set(sorted)]
  if (different.length <= MOST_BINS)
    return different.slice(1).map((value, at) => Number(((value + different[at]!) / 2).toPrecision(4)))
  const picked = Array.from(
    { length: MOST_BINS - 1 },
    (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / MOST_BINS)]!,
  )
  return [...new Set(picked.map((value) => Number(value.toPrecision(4))))]
}

/** What the trees begin with: each of some twenty readings is likely less than none of them. */
const BASE = -3

/** Boosted trees for the likelihood that the likeliest reading of a question, or none of them, is right, on bins of the features. */
export function trainTrees(examples: Judged[], settings: Settings = SETTINGS): Pick<Ranker, 'base' | 'trees'> {
  const size = examples[0]!.values.length
  const cuts = Array.from({ length: size }, (_, feature) => cutsOf(examples, feature))
  const bins = cuts.map((own, feature) =>
    Uint8Array.from(examples, ({ values }) => {
      let bin = 0
      while (bin < own.length && values[feature]! > own[bin]!) bin++
      return bin
    }),
  )
  const questions = [...Map.groupBy(examples.keys(), (at) => examples[at]!.question).values()]
  const logits = new Float64Array(examples.length).fill(BASE)
  const next = chance(7)
  const slopes = new Float64Array(examples.length)
  const curves = new Float64Array(examples.length)
  const trees: TreeNode[][] = []
  for (let round = 0; round < settings.trees; round++) {
    for (const readings of questions) {
      const shares = sharesOf(readings.map((at) => logits[at]!))
      const right = readings.reduce((sum, at, nth) => sum + (examples[at]!.right ? shares[nth]! : 0), 0)
      for (const [nth, at] of readings.entries()) {
        const share = shares[nth]!
        const { weight } = examples[at]!
        slopes[at] = (share - (examples[at]!.right ? share / right : 0)) * weight
        curves[at] = Math.max(share * (1 - share), FLATTEST) * weight
      }
    }
    const rows = questions.flatMap((readings) => (next() < settings.rows ? readings : []))
    const columns = Array.from({ length: size }, (_, feature) => feature).filter(() => next() < settings.columns)
    const tree = growTree(rows, columns, { bins, cuts, slopes, curves }, settings)
    trees.push(tree)
    examples.forEach(({ values }, at) => {
      logits[at]! += sumOf({ base: 0, trees: [tree] }, values)
    })
  }
  return { base: BASE, trees }
}

type Data = { bins: Uint8Array[]; cuts: number[][]; slopes: Float64Array; curves: Float64Array }

function growTree(rows: number[], columns: number[], data: Data, settings: Settings): TreeNode[] {
  const tree: TreeNode[] = []
  const grow = (inside: number[], depth: number): number => {
    const place = tree.push([0]) - 1
    let [slope, curve] = [0, 0]
    for (const row of inside) {
      slope += data.slopes[row]!
      curve += data.curves[row]!
    }
    const split = depth > 0 ? bestSplit(inside, columns, data, { slope, curve }, settings) : null
    if (!split) {
      tree[place] = [Number(((-settings.rate * slope) / (curve + settings.ridge)).toFixed(4))]
      return place
    }
    const { feature, bin } = split
    const below = grow(
      inside.filter((row) => data.bins[feature]![row]! <= bin),
      depth - 1,
    )
    const above = grow(
      inside.filter((row) => data.bins[feature]![row]! > bin),
      depth - 1,
    )
    tree[place] = [feature, data.cuts[feature]![bin]!, below, above]
    return place
  }
  grow(rows, settings.depth)
  return tree
}

function bestSplit(
  rows: number[],
  columns: number[],
  data: Data,
  all: { slope: number; curve: number },
  settings: Settings,
) {
  const { ridge, least } = settings
  let best: { feature: number; bin: number; gain: number } | null = null
  const worth = (slope: number, curve: number) => (slope * slope) / (curve + ridge)
  for (const feature of columns) {
    const size = data.cuts[feature]!.length
    if (size === 0) continue
    const slopes = new Float64Array(size + 1)
    const curves = new Float64Array(size + 1)
    const counts = new Uint32Array(size + 1)
    const own = data.bins[feature]!
    for (const row of rows) {
      const bin = own[row]!
      slopes[bin]! += data.slopes[row]!
      curves[bin]! += data.curves[row]!
      counts[bin]!++
    }
    let [slope, curve, count] = [0, 0, 0]
    for (let bin = 0; bin < size; bin++) {
      slope += slopes[bin]!
      curve += curves[bin]!
      count += counts[bin]!
      if (count < least || rows.length - count < least) continue
      const gain = worth(slope, curve) + worth(all.slope - slope, all.curve - curve) - worth(all.slope, all.curve)
      if (gain > (best?.gain ?? 0.5)) best = { feature, bin, gain }
    }
  }
  return best
}

/** Factor and offset that turn logits into probabilities, by Newton's method. */
export function calibrate(judged: { logit: number; right: boolean; weight: number }[]): [number, number] {
  let [factor, offset] = [1, 0]
  for (let step = 0; step < 50; step++) {
    let [a, b, aa, ab, bb] = [0, 0, 1e-6, 0, 1e-6]
    for (const { logit, right, weight } of judged) {
      const p = logistic(factor * logit + offset)
      const [slope, curve] = [(p - Number(right)) * weight, p * (1 - p) * weight]
      a += slope * logit
      b += slope
      aa += curve * logit * logit
      ab += curve * logit
      bb += curve
    }
    const determinant = aa * bb - ab * ab
    factor -= (bb * a - ab * b) / determinant
    offset -= (aa * b - ab * a) / determinant
  }
  return [Number(factor.toFixed(4)), Number(offset.toFixed(4))]
}
