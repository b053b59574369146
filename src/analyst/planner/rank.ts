/**
 * A boosted tree as a list of nodes: an inner node has the number of its feature, its threshold and where its children stand (at or
 * below the threshold first), a leaf only its value.
 */
export type TreeNode = [feature: number, threshold: number, below: number, above: number] | [value: number]
export type Ranker = {
  features: string[]
  base: number
  trees: TreeNode[][]
  /** Logistic regression of the share that the trees give a reading on what was right: factor and offset. */
  calibration: [factor: number, offset: number]
}

function leafOf(tree: TreeNode[], values: ArrayLike<number>): number {
  let node = tree[0]!
  while (node.length === 4) node = tree[values[node[0]]! <= node[1] ? node[2] : node[3]]!
  return node[0]
}

/** The sum of the trees, a logit, before it is calibrated. */
export const sumOf = ({ base, trees }: Pick<Ranker, 'base' | 'trees'>, values: ArrayLike<number>): number =>
  trees.reduce((sum, tree) => sum + leafOf(tree, values), base)

export const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit))

/** Features in the order in which the trees know them. @param features by their names */
export const valuesOf = (ranker: Pick<Ranker, 'features'>, features: Record<string, number>): number[] =>
  ranker.features.map((name) => features[name] ?? 0)
