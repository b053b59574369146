import type { Nodes, RootContent, TableCell } from 'mdast'

const TAGS = {
  paragraph: 'p',
  blockquote: 'blockquote',
  strong: 'strong',
  emphasis: 'em',
  inlineCode: 'code',
} as const

/** Markdown as elements, for pages without scripts: links must have been looked at before (`linkTarget`), pictures are told by their words. */
export const Prose = ({ nodes }: { nodes: RootContent[] }) => (
  <div class="prose">
    <All nodes={nodes} />
  </div>
)

const All = ({ nodes }: { nodes: Nodes[] }) => (
  <>
    {nodes.map((node) => (
      <One node={node} />
    ))}
  </>
)

const One = ({ node }: { node: Nodes }) => {
  const inside = 'children' in node ? <All nodes={node.children} /> : 'value' in node ? node.value : null
  switch (node.type) {
    case 'image':
      return <>{node.alt}</>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'link':
      return (
        <a href={node.url} target="_blank" rel="noopener noreferrer nofollow ugc">
          {inside}
        </a>
      )
    case 'heading':
      return node.depth < 3 ? <h3>{inside}</h3> : <h4>{inside}</h4>
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      )
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{inside}</ol> : <ul>{inside}</ul>
    case 'listItem':
      return (
        <li>
          <All nodes={node.children.flatMap((one): Nodes[] => (one.type === 'paragraph' ? one.children : [one]))} />
        </li>
      )
    case 'table': {
      const [head, ...rows] = node.children
      return (
        <div class="prose-table">
          <table>
            <thead>{head && <Cells cells={head.children} as="th" />}</thead>
            <tbody>
              {rows.map((row) => (
                <Cells cells={row.children} as="td" />
              ))}
            </tbody>
          </table>
        </div>
      )
    }
    case 'paragraph':
    case 'blockquote':
    case 'strong':
    case 'emphasis':
    case 'inlineCode': {
      const Tag = TAGS[node.type]
      return <Tag>{inside}</Tag>
    }
    default:
      return <>{inside}</>
  }
}

const Cells = ({ cells, as: Tag }: { cells: TableCell[]; as: 'th' | 'td' }) => (
  <tr>
    {cells.map(({ children }) => (
      <Tag>
        <All nodes={children} />
      </Tag>
    ))}
  </tr>
)
