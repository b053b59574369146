import { expect, test } from 'bun:test'
import type { Nodes } from 'mdast'
import type { BoundNumber } from '#analyst/rules/answer.ts'
import { linkTarget, proseTree, type Run, runOf, segments } from './prose-tree.ts'

/** All nodes of a tree, parents first. */
const nodesIn = (nodes: Nodes[]): Nodes[] =>
  nodes.flatMap((node) => ('children' in node ? [node, ...nodesIn(node.children)] : [node]))
const runsIn = (source: string): Run[] =>
  nodesIn(proseTree(source)).flatMap((node) =>
    node.type === 'text' || node.type === 'inlineCode' || node.type === 'image' ? [runOf(node, source)] : [],
  )
const textIn = (source: string): string =>
  runsIn(source)
    .map(({ text }) => text)
    .join('')

const PROSE = `# Returns

Returns rose to **8.9 %** in *March*, see \`r1\`.
It is one courier: **BlueLine**.

- 1,284 orders
- **221** returned
  on time

1. first
2. second

| courier | share |
|---|---:|
| BlueLine | 17.2 |
| Swift | 6.4 |

> quoted

\`\`\`sql
select 1
\`\`\``

test('prose becomes headings, paragraphs, lists, tables, quotes and code', () => {
  expect(proseTree(PROSE).map(({ type }) => type)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'table',
    'blockquote',
    'code',
  ])
})

test.each([
  PROSE,
  'a \\* b\n  indented \n> quoted\n> on\n\n• one `1`\n  - two ![three](x)\n\nfour  \n[5](http://a.test "6")',
])('every run of text keeps its place in the source', (source) => {
  expect(runsIn(source).length).toBeGreaterThan(5)
  for (const run of runsIn(source)) expect(source.slice(run.start, run.start + run.text.length)).toBe(run.text)
})

test('a table has its cells without the bars', () => {
  const table = proseTree(PROSE).find((node) => node.type === 'table')
  const words = (nodes: Nodes[]) => nodesIn(nodes).flatMap((node) => (node.type === 'text' ? [node.value] : []))
  expect(table?.children.slice(1).map((row) => words(row.children))).toEqual([
    ['BlueLine', '17.2'],
    ['Swift', '6.4'],
  ])
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '![tracker](https://evil.example/p.png)',
  '[go](javascript:alert(1))',
  '[go](data:text/html,x)',
  '[go](//evil.example)',
  '<https://evil.example>',
  '[go][1]\n\n[1]: https://evil.example',
])('%s makes no element and no link', (source) => {
  const nodes = nodesIn(proseTree(source))
  const drawn = nodes.filter((node) => node.type !== 'link' || linkTarget(node.url, []))
  expect(drawn.every(({ type }) => ['paragraph', 'text', 'image'].includes(type))).toBe(true)
})

test('a link shows the host it really leads to', () => {
  const link = nodesIn(proseTree('[our bank](https://bank.example.evil.test/x)')).find((node) => node.type === 'link')
  expect(link && linkTarget(link.url, ['bank.example'])).toMatchObject({
    host: 'bank.example.evil.test',
    isAllowed: false,
  })
})

test.each([
  ['https://example.com/a?b=c', true],
  ['http://docs.example.com', true],
  ['https://EXAMPLE.com', true],
  ['https://notexample.com', false],
  ['https://example.com.evil.test', false],
  ['https://example.com@evil.test', false],
  ['https://evil:x@example.com', false],
  ['https://example.com:8443', false],
  ['https://evil.test/example.com', false],
  ['https://exаmple.com', false],
])('%s may be followed where example.com is allowed: %p', (address, isAllowed) => {
  expect(linkTarget(address, ['example.com'])?.isAllowed).toBe(isAllowed)
  expect(linkTarget(address, [])?.isAllowed).toBe(false)
})

test('long lines of dashes are no lists within lists', () => {
  expect(proseTree('a | b\n------------ | ------------\n1 | 2').map(({ type }) => type)).toEqual(['table'])
  expect(proseTree('a\n\n------------').map(({ type }) => type)).toEqual(['paragraph', 'thematicBreak'])
})

test('bullets of typographers make a list', () => {
  const [list] = proseTree('• one\n• two')
  expect(list?.type === 'list' && list.children.length).toBe(2)
})

test('half of a mark that is still streaming in is text', () => {
  for (const source of ['a **bol', '`x', '[a](htt', '| a |', '* ', '```', '**', '1. '])
    expect(() => proseTree(source)).not.toThrow()
  expect(runsIn('a **bol').map(({ text }) => text)).toEqual(['a **bol'])
})

test('a list that is still streaming in does not turn the words above it into a heading', () => {
  for (const source of ['Three of them:\n-', 'Three of them:\n- a', 'Three of them:\n---'])
    expect(proseTree(source)[0]!.type).toBe('paragraph')
})

test('long hostile prose is read in linear time', () => {
  const started = process.cpuUsage()
  for (const piece of ['*a', '_', '**', '[', '`', '|', '> ', '- ', '\\*', '1. ', '> 1. ', '>', '\n- a'])
    proseTree(piece.repeat(4000))
  // Microseconds of this process, whatever else runs on the machine.
  expect(process.cpuUsage(started).user).toBeLessThan(8_000_000)
  expect(textIn('> '.repeat(4000))).toBe('> '.repeat(4000))
})

const number = (text: string, start: number, state: BoundNumber['state'] = 'bound'): BoundNumber => ({
  text,
  start,
  end: start + text.length,
  state,
  cells: [],
})

test('a run of text is cut at its numbers', () => {
  const run = { text: 'from 6.1 % to 8.9 %', start: 10 }
  expect(
    segments(run, [number('8.9 %', 24), number('6.1 %', 15)]).map(({ text, number }) => [text, number !== null]),
  ).toEqual([
    ['from ', false],
    ['6.1 %', true],
    [' to ', false],
    ['8.9 %', true],
  ])
})

test('numbers that do not stand where they say, or overlap, change no text', () => {
  const run = { text: 'from 6.1 % on', start: 0 }
  const cut = segments(run, [number('7.1 %', 5), number('6.1 %', 5), number('1 %', 7), number('x', 50)])
  expect(cut.map(({ text }) => text).join('')).toBe(run.text)
  expect(cut.filter((segment) => segment.number).map(({ text }) => text)).toEqual(['6.1 %'])
})
