import type { Nodes, TableCell } from 'mdast'

/** How elements of Markdown are made: those of islands, and those of pages without scripts. */
export type ProseMaker<E> = {
  element(tag: string, props: { key: string; className?: string; start?: number }, inside: (E | string)[]): E
  /** The level of the highest heading, 1 to 5. */
  heading: number
  /** What a node is here that is not the same everywhere, as links and words; undefined for the others. */
  own(node: Nodes, inside: () => (E | string)[], key: string): E | string | undefined
}

const TAGS = {
  paragraph: 'p',
  blockquote: 'blockquote',
  strong: 'strong',
  emphasis: 'em',
  break: 'br',
  thematicBreak: 'hr',
} as const

/** Markdown as elements. Keys are places in the source: they tell siblings apart and stay the same while more text streams in. */
export function proseElements<E>(nodes: Nodes[], maker: ProseMaker<E>): (E | string)[] {
  return nodes.flatMap((node) => elementOf(node, maker))
}

function elementOf<E>(node: Nodes, maker: ProseMaker<E>): E | string | (E | string)[] {
  const key = keyOf(node)
  const inside = () => ('children' in node ? proseElements(node.children, maker) : [])
  const element = (tag: string, within = inside(), props = {}) => maker.element(tag, { key, ...props }, within)
  const own = maker.own(node, inside, key)
  if (own !== undefined) return own
  switch (node.type) {
    case 'paragraph':
    case 'blockquote':
    case 'strong':
    case 'emphasis':
    case 'break':
    case 'thematicBreak':
      return element(TAGS[node.type])
    case 'heading':
      return element(`h${maker.heading + Number(node.depth > 2)}`)
    case 'code':
      return element('pre', [element('code', [node.value])])
    case 'list':
      return node.ordered ? element('ol', inside(), { start: node.start ?? 1 }) : element('ul')
    case 'listItem': {
      // The words of an item stand without a paragraph, so that it does not move when the next item streams in.
      const [first, ...others] = node.children
      const words: Nodes[] = first?.type === 'paragraph' ? first.children : first ? [first] : []
      return element('li', proseElements([...words, ...others], maker))
    }
    case 'table': {
      const row = (cells: TableCell[], tag: 'th' | 'td', key: string) =>
        maker.element(
          'tr',
          { key },
          cells.map((cell) => maker.element(tag, { key: keyOf(cell) }, proseElements(cell.children, maker))),
        )
      const [head, ...rows] = node.children
      const table = [
        maker.element('thead', { key: 'head' }, head ? [row(head.children, 'th', keyOf(head))] : []),
        maker.element(
          'tbody',
          { key: 'body' },
          rows.map((one) => row(one.children, 'td', keyOf(one))),
        ),
      ]
      return element('div', [element('table', table)], { className: 'prose-table' })
    }
    default:
      return inside()
  }
}

const keyOf = ({ position, type }: Nodes): string => `${position?.start.offset}-${type}`
