import { type Item, kindsOf, type Line } from './items.ts'
import { ROLES, RULES } from './roles.ts'

/** Weights by kind: for each feature pairs of a role, by its place in ROLES, and ten times its weight. */
export type RoleWeights = Record<string, Record<string, number[]>>
/** Words of grammar whose place in a question does not matter. */
const SIGNS =
  'EACH COUNT SORT MOST LEAST AVG SUM NOT both or DESC ASC COMMON RARE S GT LT GE PERCENT G WITHOUT NEVER also by DISTINCT'.split(
    ' ',
  )

/** What the models see of a part: what stands around it, and what came of the part before. */
export const signsOf = (line: Line, index: number, before: string): string[] => [
  ...surroundings(line, index),
  ...chained(line, index, before),
]

function typeOf({ mention }: Item): string {
  const column = mention?.columns[0]?.column
  if (!column) return ''
  return column.temporal ? 'time' : column.role === 'id' ? 'id' : column.numeric ? 'number' : 'text'
}

/** What depends on the role of the part before. */
function chained({ words, items }: Line, index: number, before: string): string[] {
  const item = items[index]!
  const previous = items[index - 1]
  const between = words.slice((previous?.at ?? -1) + 1, item.at).slice(-4)
  return [
    `p:${before}`,
    `pa:${before} ${words[item.at - 1] ?? '$'}`,
    `pk:${previous?.kind}${before} ${between.join(' ')}`,
    `tp:${typeOf(item)} ${before}`,
    `w0:${words[0]} ${before}`,
    `kp:${kindsOf(item).join('')} ${before}`,
  ]
}

function surroundings({ words, items }: Line, index: number): string[] {
  const item = items[index]!
  const at = (offset: number) => words[item.at + offset] ?? '$'
  const [a, b, c, d] = [at(-1), at(-2), at(-3), at(-4)]
  const [x, y, z] = [at(1), at(2), at(3)]
  const type = typeOf(item)
  const nth = items.slice(0, index).filter((other) => other.kind === item.kind).length
  const same = items
    .slice(0, index)
    .some(
      (other) =>
        other.mention &&
        item.mention &&
        other.mention.columns[0]?.column === item.mention.columns[0]?.column &&
        other.kind === item.kind &&
        (item.kind !== 'T' || other.mention.tables[0]?.table === item.mention.tables[0]?.table),
    )
  const sure =
    !item.mention || item.kind === 'G'
      ? ''
      : item.mention.score < 0.6
        ? 'weak'
        : item.mention.score < 0.9
          ? 'fair'
          : 'sure'
  const kinds = kindsOf(item).join('')
  const found = [
    '1',
    `a:${a}`,
    `ab:${b} ${a}`,
    `abc:${c} ${b} ${a}`,
    `abcd:${d} ${c} ${b} ${a}`,
    `x:${x}`,
    `xy:${x} ${y}`,
    `xyz:${x} ${y} ${z}`,
    `ax:${a} # ${x}`,
    `abx:${b} ${a} # ${x}`,
    `axy:${a} # ${x} ${y}`,
    `abxy:${b} ${a} # ${x} ${y}`,
    `first:${words[0]} ${words[1]}`,
    `n:${Math.min(nth, 3)}`,
    `t:${type}`,
    `ta:${type} ${a}`,
    `tx:${type} ${x}`,
    `last:${index === items.length - 1}`,
    `same:${same}`,
    `q:${sure}`,
    `qa:${sure} ${a}`,
    `qx:${sure} ${x}`,
    `k:${kinds}`,
  ]
  for (let offset = -6; offset <= 6; offset++)
    if (offset < -1 || offset > 1)
      if (words[item.at + offset]) found.push(`${offset < 0 ? '<' : '>'}${words[item.at + offset]}`)
  for (const word of SIGNS) if (words.includes(word)) found.push(`has:${word}`, `has:${word} ${type}`)
  return found
}

/** How much the rules count beside what was learned. */
const PRIOR = 0.5

/** What speaks for each role of a part before anything is learned, in the order of ROLES. */
export function priorsOf({ words, items }: Line, index: number): number[] {
  const { at, kind } = items[index]!
  // What a second figure is compared with or taken off is said far before it.
  const from = kind === 'THAN' ? 0 : Math.max(0, at - 4)
  const around = [...words.slice(from, at), '#', ...words.slice(at + 1, at + 5)].join(' ')
  const rules = RULES.filter(([own, , , pattern]) => own === kind && (!pattern || pattern.test(around)))
  return ROLES[kind].map(
    (role) =>
      PRIOR *
      Math.max(role.includes('.') ? -2.5 : -4, ...rules.flatMap(([, own, weight]) => (own === role ? [weight] : []))),
  )
}

/**
 * Judges the roles of a part: given the role of the part before it, each with the logarithm of its probability.
 * @param weights null: by the rules alone
 */
export function judging(
  line: Line,
  index: number,
  weights: RoleWeights | null,
): (before: string) => [role: string, weight: number][] {
  const { kind } = line.items[index]!
  const known = weights?.[kind]
  const add = (sums: number[], features: string[]) => {
    for (const feature of features) {
      const pairs = known?.[feature] ?? []
      for (let at = 0; at < pairs.length; at += 2) sums[pairs[at]!]! += pairs[at + 1]! / 10
    }
    return sums
  }
  const fixed = add(
    priorsOf(line, index).map((prior) => (known ? prior : prior / PRIOR)),
    surroundings(line, index),
  )
  return (before) => {
    const sums = add([...fixed], chained(line, index, before))
    const most = Math.max(...sums)
    const whole = most + Math.log(sums.reduce((total, sum) => total + Math.exp(sum - most), 0))
    return ROLES[kind].map((role, at) => [role, sums[at]! - whole])
  }
}
