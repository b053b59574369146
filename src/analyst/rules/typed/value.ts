import { decimal, type Node } from '#query/rules/need.ts'
import { isAggregate, nameOf, nodes } from '../joins/tree.ts'
import { isFigure } from '../typed.ts'
import {
  type AtomKind,
  type Atoms,
  constant,
  type Form,
  keyOf,
  kindsOf,
  numberOf,
  product,
  quotient,
  reads,
  scaled,
  sum,
  verdictOf,
} from './form.ts'

/** What an expression may come out as: one of these, of which the data choose; none where it is always null. */
export type Value = Form[]
/** Alternatives that are told apart; more of them are one value of the data. */
const MOST = 12

export type Place = {
  atoms: Atoms
  /** What a column of FROM holds, or an output of the same SELECT that is called so. */
  column(names: string[]): Value
  /** What a query inside of an expression gives. */
  query(query: Node): Value
  /** Whether there are rows of data at all, and how many of them a typed limit lets through. */
  reads: boolean
  limits: number[]
  isSaid(value: number): boolean
}

const LINEAR = /^(sum|fsum|kahan_sum|sumkahan|avg|mean|favg)$/
const MEAN = /^(avg|mean|favg)$/
const COUNT = /^(count|count_star|count_if|countif|approx_count_distinct)$/
/** Functions whose value is one of those that are given. */
const PICKS =
  /^(min|max|any_value|first|last|arbitrary|median|mode|quantile\w*|arg_min|arg_max|min_by|max_by|lag|lead|first_value|last_value|nth_value|list_value|unnest|array_extract|list_extract|struct_pack|struct_extract|element_at|row|list|array_agg)$/
const SAME = /^(round|round_even|abs|cast|try_cast|to_days|to_months|to_years|\+)$/
const WHOLE = /^(floor|ceil|ceiling|trunc)$/
const JOINS = /^(\|\||concat|concat_ws|format|printf)$/
const LENGTHS = /^to_(years|quarters|months|weeks|days|hours|minutes|seconds|milliseconds|microseconds)$/

export function valueOfNode(node: Node, place: Place): Value {
  const { atoms } = place
  switch (node.class) {
    case 'CONSTANT':
      return constantOf(node, place)
    case 'COLUMN_REF':
      return place.column(node.column_names as string[])
    case 'CAST':
      return valueOfNode(node.child as Node, place)
    case 'SUBQUERY': {
      const query = node.subquery as Node
      if (node.subquery_type === 'SCALAR') return place.query(query)
      return [known(node, 'flag', [...place.query(query), ...childrenOf(node, place).flat()], place)]
    }
    case 'COMPARISON':
    case 'CONJUNCTION':
    case 'BETWEEN':
      return [known(node, 'flag', childrenOf(node, place).flat(), place)]
    case 'CASE':
      return chosen(node, place)
    case 'WINDOW':
      return call(nameOf(node), node, place)
    case 'FUNCTION':
      return call(nameOf(node), node, place)
    case 'OPERATOR': {
      if (node.type === 'OPERATOR_COALESCE') return coalesced(nodes(node.children), place)
      if (/EXTRACT|ARRAY_CONSTRUCTOR/.test(String(node.type))) return call('list_value', node, place)
      return [known(node, 'flag', childrenOf(node, place).flat(), place)]
    }
    default:
      return [atoms.form(place.reads ? 'data' : 'typed', textOf(node))]
  }
}

function childrenOf(node: Node, place: Place): Value[] {
  const found = [...nodes(node.children), node.child, node.left, node.right, node.input, node.lower, node.upper]
  return found.flatMap((child) => (child ? [valueOfNode(child as Node, place)] : []))
}

/** A value that is made of others in a way that is not followed. */
function known(node: Node, kind: AtomKind, of: Form[], place: Place, isTyped = false): Form {
  const isRead = of.some(reads)
  return place.atoms.form(isRead ? kind : 'typed', textOf(node, of), isTyped)
}

/** The same text only for the same expression. @param of what it is made of, in place of its words */
const textOf = (node: Node, of?: Form[]): string => {
  const { children: _, alias: _alias, query_location: _at, ...own } = node
  return of
    ? `${String(node.type)} ${nameOf(node)}(${of.map(keyOf).join(', ')}) ${JSON.stringify(own)}`
    : JSON.stringify(node)
}

function constantOf(node: Node, { atoms }: Place): Value {
  const { value, type, is_null } = node.value as { value: unknown; type: Node; is_null: boolean }
  if (is_null) return []
  const { scale = 0 } = (type.type_info ?? {}) as { scale?: number }
  if (type.id === 'DECIMAL' && typeof value === 'number') return [constant(Number(decimal(value, scale)))]
  const number =
    typeof value === 'boolean' ? Number(value) : Number(typeof value === 'string' ? value.trim() || 'x' : value)
  if (Number.isFinite(number)) return [constant(number)]
  // A word chosen by data names something, unless it tells a figure.
  return [isFigure(String(value)) ? atoms.form('typed', String(value), true) : constant(0)]
}

function crossed(a: Value, b: Value, of: (a: Form, b: Form) => Form, whole: () => Form): Value {
  if (a.length * b.length > MOST) return [whole()]
  return distinct(a.flatMap((left) => b.map((right) => of(left, right))))
}

const distinct = (value: Value): Value => [
  ...new Map(value.map((form) => [`${keyOf(form)} ${form.isTyped}`, form])).values(),
]
const isZero = (form: Form) => numberOf(form) === 0

function call(name: string, node: Node, place: Place): Value {
  const { atoms, isSaid } = place
  if (isAggregate(node) || node.class === 'WINDOW') return ofMany(name, node, place)
  const given = nodes(node.children).map((child) => valueOfNode(child, place))
  const [a = [], b = []] = given
  const whole = (isTyped = false) => known(node, 'data', given.flat(), place, isTyped)
  const isNumber = given.length === 2 && given.every((value) => value.length > 0)
  if (isNumber && (name === '+' || name === '-')) {
    // A length of time moves days.
    if (nodes(node.children).some((child) => LENGTHS.test(nameOf(child)))) return a.some(reads) ? a : b
    return crossed(
      a,
      b,
      (x, y) => sum(x, name === '-' ? scaled(y, -1) : y, isSaid),
      () => whole(true),
    )
  }
  if (isNumber && name === '*') return crossed(a, b, (x, y) => product(x, y) ?? whole(), whole)
  if (isNumber && (name === '/' || name === '//')) {
    const divided = crossed(a, b, (x, y) => quotient(x, y, atoms) ?? whole(x.isTyped || y.isTyped), whole)
    return name === '/' ? divided : divided.map((form) => cutOff(form, place))
  }
  if (isNumber && /^(\^|\*\*|pow|power)$/.test(name) && b.every(isZero)) return [constant(1)]
  if (name === '-' && given.length === 1) return a.map((form) => scaled(form, -1))
  if (SAME.test(name) || LENGTHS.test(name))
    return name === 'round' && given.length < 2 ? a.map((form) => cutOff(form, place)) : a
  if (WHOLE.test(name)) return a.map((form) => cutOff(form, place))
  if (name === 'least' || name === 'greatest') return alternatives(given.flat(), node, place)
  if (name === 'ifnull') return coalesced(nodes(node.children), place)
  if (name === 'nullif')
    return keyOf(a[0] ?? constant(0)) === keyOf(b[0] ?? constant(1)) && a.length === 1 && b.length === 1 ? [] : a
  if (PICKS.test(name)) return alternatives(given.flat(), node, place)
  if (name === 'sign') return [known(node, 'flag', given.flat(), place)]
  const isTold =
    JOINS.test(name) &&
    nodes(node.children).some(
      ({ class: kind, value }) => kind === 'CONSTANT' && isFigure(String((value as Node).value)),
    )
  if (JOINS.test(name)) {
    // Of what is put together to a word only typed figures say something by themselves.
    const figures = given.some(
      (value) => value.length > 0 && value.every((form) => !Number.isInteger(numberOf(form) ?? 0)),
    )
    const isLabelOfFigures = given.flat().some((form) => form.isTyped && !reads(form))
    return [known(node, 'data', given.flat(), place, isTold || figures || isLabelOfFigures)]
  }
  return [whole(given.flat().some(({ isTyped }) => isTyped))]
}

/** Rounded to whole numbers. */
function cutOff(form: Form, { atoms }: Place): Form {
  const value = numberOf(form)
  if (value !== null) return constant(Math.floor(value))
  return atoms.form(reads(form) ? 'whole' : 'typed', `whole(${keyOf(form)})`, form.isTyped)
}

function alternatives(of: Value, node: Node, place: Place): Value {
  const value = distinct(of)
  return value.length <= MOST
    ? value
    : [
        known(
          node,
          'data',
          value,
          place,
          value.some((form) => isMadeUp(form, place)),
        ),
      ]
}

function coalesced(children: Node[], place: Place): Value {
  const found: Value = []
  for (const child of children) {
    const value = valueOfNode(child, place)
    found.push(...value)
    // What is never null ends the list.
    if (child.class === 'CONSTANT' && value.length > 0) break
  }
  return alternatives(found, children[0]!, place)
}

const NEUTRAL = new Set([0, 1, -1])

/** What a condition chooses: a yes or no where these are 1 and 0, else a value of the rows for which it holds. */
function chosen(node: Node, place: Place): Value {
  const checks = nodes(node.case_checks)
  const conditions = checks.flatMap(({ when_expr }) => valueOfNode(when_expr as Node, place))
  const branches = [...checks, { then_expr: node.else_expr }].flatMap(({ then_expr, ...when }) =>
    then_expr ? valueOfNode(then_expr as Node, place).map((form) => ({ form, when: JSON.stringify(when) })) : [],
  )
  if (!conditions.some(reads))
    return alternatives(
      branches.map(({ form }) => form),
      node,
      place,
    )
  const isFlag = branches.every(({ form }) => NEUTRAL.has(numberOf(form) ?? Number.NaN))
  if (isFlag) return [known(node, 'flag', conditions, place)]
  const all = JSON.stringify(checks)
  const held = branches.map(({ form, when }) => product(form, place.atoms.form('flag', `${when} of ${all}`)) ?? form)
  return alternatives(held, node, place)
}

/** An aggregate, or a function of a window. */
function ofMany(name: string, node: Node, place: Place): Value {
  const { atoms } = place
  const { children, alias: _, query_location: _at, ...rest } = node
  const way = JSON.stringify(rest)
  const given = nodes(children).map((child) => valueOfNode(child, place))
  const value = given[0] ?? []
  // The smallest and the largest of yes and no is one of them.
  const isPassed = /^(min|max)$/.test(name)
  const over = (form: Form): Form => {
    const isFlag = isPassed && kindsOf(form).every((kind) => kind === 'flag')
    return atoms.form(!reads(form) ? 'typed' : isFlag ? 'flag' : 'data', `${name}(${keyOf(form)}) ${way}`, form.isTyped)
  }
  // How many rows there are, is read from them.
  const rows = atoms.form(place.reads ? 'data' : 'typed', `rows ${way.replace(/"function_name":"\w+"/, '')}`)
  if (COUNT.test(name)) {
    const isOfRows = value.every((form) => numberOf(form) !== null)
    const counted = isOfRows ? rows : { ...over(value.find(reads) ?? value[0]!), isTyped: false }
    return [counted, ...place.limits.map(constant)]
  }
  if (LINEAR.test(name)) {
    const [only] = value
    if (!only) return []
    if (value.length > 1)
      return [
        known(
          node,
          'data',
          value,
          place,
          value.some((form) => isMadeUp(form, place)),
        ),
      ]
    // Each term is added up by itself, so that what cancels out is seen.
    let added: Form = { terms: new Map(), isTyped: only.isTyped }
    for (const [term, factor] of only.terms) {
      const many = term !== '' ? over(termOf(term)) : MEAN.test(name) ? constant(1) : rows
      added = sum(added, scaled(many, factor), () => true)
    }
    return [added]
  }
  if (PICKS.test(name)) {
    const fallback = node.default_expr ? valueOfNode(node.default_expr as Node, place) : []
    const picked = value.map((form) => {
      const [term, ...others] = form.terms
      if (numberOf(form) !== null || !term) return form
      if (others.length > 0) return over(form)
      return { ...scaled(over(termOf(term[0])), term[1]), isTyped: form.isTyped }
    })
    return alternatives([...picked, ...fallback], node, place)
  }
  if (!given.flat().some(reads)) return [rows]
  const of = given.flat()
  return [
    known(
      node,
      'data',
      of,
      place,
      of.some(({ isTyped }) => isTyped),
    ),
  ]
}

const termOf = (term: string): Form => ({ terms: new Map([[term, 1]]), isTyped: false })
/** Whether a value is one that nobody but the statement says. */
function isMadeUp(form: Form, { isSaid }: Place): boolean {
  const value = numberOf(form)
  return value === null ? verdictOf(form, isSaid) === 'typed' : !NEUTRAL.has(value) && !isSaid(value)
}
