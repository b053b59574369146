import type { Node } from '#query/rules/need.ts'
import { callNode, nameOf, nodes } from '../joins/tree.ts'
import { type Operator, operatorsOf, valuesOf } from './kinds.ts'
import type { Condition, Subject } from './part.ts'
import { outputCalled, type Query } from './query.ts'
import { fits, kindOf, literalNode, literalOf, refused, subjectNode, subjectOf } from './subject.ts'

const COMPARISONS: Record<string, Operator> = {
  COMPARE_EQUAL: 'is',
  COMPARE_NOTEQUAL: 'is_not',
  COMPARE_GREATERTHAN: 'above',
  COMPARE_GREATERTHANOREQUALTO: 'at_least',
  COMPARE_LESSTHAN: 'below',
  COMPARE_LESSTHANOREQUALTO: 'at_most',
}
const TYPES = Object.fromEntries(Object.entries(COMPARISONS).map(([type, operator]) => [operator, type]))
const FLIPPED: Partial<Record<Operator, Operator>> = {
  ...{ above: 'below', below: 'above', at_least: 'at_most', at_most: 'at_least' },
}
/** The conditions of which one has to be met; null where one of them says more than chips do. */
export function anyOf(query: Query, node: Node): Condition[] | null {
  const parts = node.type === 'CONJUNCTION_OR' ? nodes(node.children) : [node]
  const all = parts.map((one) => conditionOf(query, one))
  return all.every((one) => one !== null) ? all : null
}

function conditionOf(query: Query, node: Node): Condition | null {
  const said = (value: Node | undefined, operator: Operator, values: (Node | undefined)[]): Condition | null => {
    const subject = value && subjectOf(query, outputCalled(query, value))
    const kind = subject && kindOf(query, subject)
    const literals = values.map(literalOf)
    if (!subject || !kind || !literals.every((one) => one !== null && fits(one, kind))) return null
    return { ...subject, operator, values: literals.map((one) => one!.text) }
  }
  const type = String(node.type)
  if (node.class === 'COMPARISON') {
    const operator = COMPARISONS[type]
    const [left, right] = [node.left as Node, node.right as Node]
    if (!operator) return null
    const lowered = operator === 'is' ? inAnyCapitals(left, [right], 'same', said) : null
    return lowered ?? said(left, operator, [right]) ?? said(right, FLIPPED[operator] ?? operator, [left])
  }
  if (type === 'COMPARE_BETWEEN') return said(node.input as Node, 'between', [node.lower as Node, node.upper as Node])
  const [first, ...others] = nodes(node.children)
  if (type === 'COMPARE_IN') return inAnyCapitals(first, others, 'same', said) ?? said(first, 'is', others)
  if (type === 'COMPARE_NOT_IN') return said(first, 'is_not', others)
  if (type === 'OPERATOR_IS_NULL') return said(first, 'unknown', [])
  if (type === 'OPERATOR_IS_NOT_NULL') return said(first, 'known', [])
  if (type === 'OPERATOR_NOT') {
    const inner = first && conditionOf(query, first)
    if (inner?.operator === 'contains') return { ...inner, operator: 'lacks' }
    return inner?.operator === 'is' && inner.values[0] === 'true' ? { ...inner, values: ['false'] } : null
  }
  if (node.class === 'FUNCTION') return ofText(nameOf(node), first, others, said)
  const subject = subjectOf(query, node)
  return subject && kindOf(query, subject) === 'boolean' ? { ...subject, operator: 'is', values: ['true'] } : null
}

type Said = (value: Node | undefined, operator: Operator, values: (Node | undefined)[]) => Condition | null

const loweredOf = (node: Node | undefined): Node | undefined =>
  node && nameOf(node) === 'lower' && nodes(node.children).length === 1 ? nodes(node.children)[0] : undefined

/** A comparison of texts in small letters; null where a value has capitals, so that none is like it. */
function inAnyCapitals(left: Node | undefined, values: Node[], operator: Operator, said: Said): Condition | null {
  const column = loweredOf(left)
  const inner = values.map((value) => loweredOf(value) ?? (isSmall(value) ? value : undefined))
  return column && inner.every((value) => value !== undefined) ? said(column, operator, inner) : null
}

const isSmall = (node: Node): boolean => {
  const text = literalOf(node)?.text
  return text !== undefined && text === text.toLowerCase()
}

/** Functions of texts: patterns, and parts of a text. */
function ofText(name: string, left: Node | undefined, values: Node[], said: Said): Condition | null {
  const small = loweredOf(left)
  if (name === 'contains') return inAnyCapitals(left, values, 'contains', said)
  if (/^(starts_with|\^@|prefix)$/.test(name)) return inAnyCapitals(left, values, 'begins', said)
  const [, not, , any] = /^(!?)(~~)(\*?)$/.exec(name) ?? []
  const [pattern] = values
  if (any === undefined || !pattern) return null
  // What is in small letters already is found in any capitals.
  if (any || (small && isSmall(pattern))) {
    const [, begin, text, end] = /^(%?)([^%_\\]+)(%?)$/.exec(literalOf(pattern)?.text ?? '') ?? []
    const operator = begin && end ? (not ? 'lacks' : 'contains') : end && !begin && !not ? 'begins' : null
    const condition = operator && said(any ? (small ?? left) : small, operator, [pattern])
    return condition && { ...condition, values: [text!] }
  }
  return said(left, not ? 'not_like' : 'like', [pattern])
}

/** @throws AppError unprocessable for an operator or values that do not fit the column */
function conditionNode(query: Query, { operator, values, ...subject }: Condition): Node {
  const left = subjectNode(query, subject)
  const kind = kindOf(query, subject)
  if (!kind) throw refused('Conditions on this column can be written in SQL only.')
  if (!operatorsOf(kind).includes(operator)) throw refused('This column cannot be compared in that way.')
  const [least, most] = valuesOf(operator)
  if (values.length < least || values.length > most)
    throw refused(
      least === most ? `Give ${least === 2 ? 'two values' : least === 1 ? 'one value' : 'no value'}.` : 'Give a value.',
    )
  const literals = values.map((value) => literalNode(value, kind))
  const [first, second] = literals
  const lower = (node: Node) => callNode('lower', [node])
  switch (operator) {
    case 'known':
      return operatorNode('OPERATOR_IS_NOT_NULL', [left])
    case 'unknown':
      return operatorNode('OPERATOR_IS_NULL', [left])
    case 'between':
      return { ...plainNode('BETWEEN', 'COMPARE_BETWEEN'), input: left, lower: first, upper: second }
    case 'contains':
      return callNode('contains', [lower(left), lower(first!)])
    case 'lacks':
      return operatorNode('OPERATOR_NOT', [callNode('contains', [lower(left), lower(first!)])])
    case 'begins':
      return callNode('starts_with', [lower(left), lower(first!)])
    case 'like':
      return { ...callNode('~~', [left, first!]), is_operator: true }
    case 'not_like':
      return { ...callNode('!~~', [left, first!]), is_operator: true }
    case 'same':
      return equalNode(lower(left), literals.map(lower), 'is')
    case 'is':
    case 'is_not':
      return equalNode(left, literals, operator)
    default:
      return { ...plainNode('COMPARISON', TYPES[operator]!), left, right: first }
  }
}

const plainNode = (kind: string, type: string): Node => ({ class: kind, type, alias: '', query_location: 0 })
const operatorNode = (type: string, children: Node[]): Node => ({ ...plainNode('OPERATOR', type), children })
const equalNode = (left: Node, values: Node[], operator: 'is' | 'is_not'): Node =>
  values.length > 1
    ? operatorNode(operator === 'is' ? 'COMPARE_IN' : 'COMPARE_NOT_IN', [left, ...values])
    : { ...plainNode('COMPARISON', TYPES[operator]!), left, right: values[0] }

/** One condition of several. @throws AppError as `conditionNode` */
export function anyNode(query: Query, any: Condition[]): Node {
  const children = any.map((one) => conditionNode(query, one))
  return children.length > 1 ? { ...plainNode('CONJUNCTION', 'CONJUNCTION_OR'), children } : children[0]!
}

/** Whether conditions are about figures, so that they pick groups. @throws AppError unprocessable where only some are */
export function picksGroups(any: Subject[]): boolean {
  const count = any.filter(({ aggregate }) => aggregate).length
  if (count > 0 && count < any.length) throw refused('Conditions on rows and on figures cannot stand for each other.')
  return count > 0
}
