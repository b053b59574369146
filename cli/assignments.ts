import { folded } from '../src/admin/rules/config-field.ts'
import { AppError } from '../src/base/errors.ts'

type Tree = { [key: string]: unknown }
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a dotted name holds; undefined where there is nothing of that name. */
export const valueAt = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (isTree(at) && Object.hasOwn(at, key) ? at[key] : undefined), tree)

/**
 * `credits.trial=50 maintenance.from=null` as the object that the API takes. Texts stay texts where a text stands now, anything else is
 * read as JSON where it is some: numbers, true, null, lists.
 * @param now what the names hold now; a name that it does not have is refused
 */
export function assigned(pairs: string[], now: unknown): Tree {
  const result: Tree = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const path = pair.slice(0, at)
    const held = at > 0 ? valueAt(now, path) : undefined
    if (at < 1) throw new AppError('invalid', `Write a setting as name=value, not ${pair}.`)
    if (held === undefined || isTree(held))
      throw new AppError('invalid', `There is no setting ${path}. There are:\n${names(now)}`)
    place(result, path.split('.'), read(pair.slice(at + 1), held))
  }
  return result
}

const names = (now: unknown): string =>
  Object.keys(folded(now))
    .map((name) => `  ${name}`)
    .join('\n')

function place(tree: Tree, [first, ...rest]: string[], value: unknown): void {
  if (rest.length === 0) tree[first!] = value
  else {
    tree[first!] ??= {}
    place(tree[first!] as Tree, rest, value)
  }
}

function read(text: string, held: unknown): unknown {
  if (typeof held === 'string') return text
  if (typeof held === 'boolean' && /^(yes|no)$/i.test(text)) return text.toLowerCase() === 'yes'
  try {
    return JSON.parse(text)
  } catch {
    // `site.keywords=one,two` without the brackets, a moment without quotes; the server says when it is neither.
    return Array.isArray(held) && held.every((item) => typeof item === 'string')
      ? text.split(',').map((it) => it.trim())
      : text
  }
}
