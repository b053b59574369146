import { decoded } from './marked-up.ts'

/** An element of XML; `kind`: the names of those around it and its own. */
type Element = {
  name: string
  kind: string
  parent: Element | null
  attributes: Field[]
  said: string
  children: Element[]
}
type Field = [name: string, value: string]

const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\p{L}_][\w:.\p{L}-]*)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>|<[?!][^>]*>|([^<]+)/gu
const ATTRIBUTE = /([\p{L}_][\w:.\p{L}-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu
/** Parts of a document that are looked at to tell whether it is a page or a picture. */
const HEAD = 2000
const bare = (name: string) => name.replace(/^.*:/, '')

/** Whether a text is a document of XML that may hold records. */
export const mayHoldRecords = (text: string): boolean =>
  /^\ufeff?\s*<\?xml\b/.test(text) && !/<(?:html|svg|!doctype html)\b/i.test(text.slice(0, HEAD))

/**
 * The records of a document of XML: the elements of the kind that comes most often and holds several values, with what those around them say
 * that come again. What else it says stands above, a line each. Null where nothing comes again.
 */
export function recordCells(text: string): (string[] | null)[] | null {
  if (!mayHoldRecords(text)) return null
  const all = elementsOf(text)
  const kinds = Map.groupBy(all, ({ kind }) => kind)
  const holdsSeveral = ({ attributes, children, said }: Element) =>
    attributes.length + children.length + (said ? 1 : 0) > 1
  const [rows] = [...kinds.values()]
    .filter((same) => same.length > 1 && same.some(holdsSeveral))
    .sort((a, b) => b.length - a.length)
  if (!rows) return null
  const told = new Set<Element>()
  const kind = rows[0]!.kind
  /** What an element and those in it say, but for those that hold rows. */
  const fieldsOf = (one: Element, path: string): Field[] => {
    told.add(one)
    const own = ownOf(one).map(([name, value]): Field => [name === '' ? path || one.name : join(path, name), value])
    const within = one.children.filter((child) => !`${kind}/`.startsWith(`${child.kind}/`))
    return [...own, ...within.flatMap((child) => fieldsOf(child, join(path, child.name)))]
  }
  const records = rows.map((row) => {
    const around: Element[] = []
    for (let at = row.parent; at; at = at.parent) if (kinds.get(at.kind)!.length > 1) around.unshift(at)
    return [...around.flatMap((one) => fieldsOf(one, one.name)), ...fieldsOf(row, '')]
  })
  const names = [...new Set(records.flatMap((fields) => fields.map(([name]) => name)))]
  const last = (name: string) => name.slice(name.lastIndexOf('/') + 1)
  // The end of a path is enough where no other ends so.
  const named = (name: string) =>
    names.some((other) => other !== name && last(other) === last(name)) ? name.replaceAll('/', '_') : last(name)
  const cells = records.map((fields) =>
    names.map((name) => fields.flatMap(([own, value]) => (own === name ? [value] : [])).join('; ')),
  )
  const above = all.flatMap((one) =>
    told.has(one) ? [] : ownOf(one).map(([name, value]) => [`${name || one.name}: ${value}`]),
  )
  return [...above, null, names.map(named), ...cells]
}

const join = (path: string, name: string) => (path === '' ? name : `${path}/${name}`)
const ownOf = ({ attributes, said }: Element): Field[] => (said === '' ? attributes : [...attributes, ['', said]])

/** All elements of a document, also of one that is cut off. */
function elementsOf(text: string): Element[] {
  const all: Element[] = []
  let open = null as Element | null
  for (const [, literal, closing, tag, inside = '', alone, words] of text.matchAll(TAG)) {
    if (tag === undefined) {
      if (open) open.said = `${open.said}${literal ?? decoded(words ?? '')}`
    } else if (closing) {
      while (open && open.name !== bare(tag)) open = open.parent
      open = open?.parent ?? null
    } else {
      const parent: Element | null = open
      const attributes = [...inside.matchAll(ATTRIBUTE)].flatMap(([, name = '', one, two]): Field[] =>
        /^xmlns|^xsi:/.test(name) ? [] : [[bare(name), decoded(one ?? two ?? '')]],
      )
      const name = bare(tag)
      const one: Element = { name, kind: `${parent?.kind ?? ''}/${name}`, parent, attributes, said: '', children: [] }
      parent?.children.push(one)
      all.push(one)
      if (!alone) open = one
    }
  }
  for (const one of all) one.said = one.said.trim()
  return all
}
