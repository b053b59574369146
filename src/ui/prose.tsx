import { type Child, createElement } from 'hono/jsx'
import type { RootContent } from 'mdast'
import { type ProseMaker, proseElements } from '#base/prose-elements.ts'

/** Links must have been looked at before (`linkTarget`), pictures are told by their words. */
const MAKER: ProseMaker<Child> = {
  element: (tag, { key: _, ...props }, inside) => createElement(tag, props, ...inside),
  heading: 3,
  own(node, inside) {
    switch (node.type) {
      case 'text':
        return node.value
      case 'inlineCode':
        return <code>{node.value}</code>
      case 'image':
        return node.alt ?? ''
      case 'link':
        return (
          <a href={node.url} target="_blank" rel="noopener noreferrer nofollow ugc">
            {inside()}
          </a>
        )
      default:
        return undefined
    }
  },
}

/** Markdown as elements, for pages without scripts. */
export const Prose = ({ nodes }: { nodes: RootContent[] }) => <div class="prose">{proseElements(nodes, MAKER)}</div>
