import type { RootContent } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'

/**
 * A tree as Markdown, in which every text stays text: no cell of the data makes a link, a picture, an element or a column. Addresses that
 * readers of Markdown would link by themselves are kept from it, too.
 */
export const markdownText = (children: RootContent[]): string =>
  toMarkdown(
    { type: 'root', children },
    {
      extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
      bullet: '-',
      emphasis: '_',
      rule: '-',
      listItemIndent: 'one',
      unsafe: [
        { character: ':', before: '[ps]', after: '\\/', inConstruct: 'phrasing', notInConstruct: 'destinationRaw' },
        {
          character: '.',
          before: '[Ww]',
          after: '[\\-.\\w]',
          inConstruct: 'phrasing',
          notInConstruct: 'destinationRaw',
        },
        { character: '@', before: '[+\\-.\\w]', after: '[\\-.\\w]', inConstruct: 'phrasing' },
      ],
    },
  )
