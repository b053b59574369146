import { expect, test } from 'bun:test'
import type { BoundNumber } from '#analyst/rules/answer.ts'
import { type Block, type Inline, proseTree, segments } from './prose-tree.ts'

const textIn = (nodes: Inline[]): string =>
  nodes.map((node) => ('inside' in node ? textIn(node.inside) : node.text)).join('')
const runs = (nodes: Inline[]): { text: string; start: number }[] =>
  nodes.flatMap((node) => ('inside' in node ? runs(node.inside) : [node]))
const runsOf = (blocks: Block[]) =>
  blocks.flatMap((block) =>
    block.kind === 'code'
      ? []
      : block.kind === 'list'
        ? block.items.flatMap(runs)
        : block.kind === 'table'
          ? [...block.head.flatMap(runs), ...block.rows.flatMap((row) => row.flatMap(runs))]
          : runs(block.inside),
  )

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
  expect(proseTree(PROSE).map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'table',
    'quote',
    'code',
  ])
})

test('every run of text keeps its place in the source', () => {
  for (const run of runsOf(proseTree(PROSE))) expect(PROSE.slice(run.start, run.start + run.text.length)).toBe(run.text)
})

test('a table has its cells without the bars', () => {
  const table = proseTree(PROSE).find((block) => block.kind === 'table')
  expect(table?.kind === 'table' && table.rows.map((row) => row.map(textIn))).toEqual([
    ['BlueLine', '17.2'],
    ['Swift', '6.4'],
  ])
})

test.each([
  '<img src=x onerror=alert(1)>',
  '![tracker](https://evil.example/p.png)',
  '[go](javascript:alert(1))',
  '[go](data:text/html,x)',
  '[go](//evil.example)',
])('%s makes no element and no link', (source) => {
  const [block] = proseTree(source)
  expect(block?.kind === 'paragraph' && block.inside.every((node) => node.kind === 'text')).toBe(true)
})

test('a link shows the host it really leads to', () => {
  const [block] = proseTree('[our bank](https://bank.example.evil.test/x)')
  expect(block?.kind === 'paragraph' && block.inside[0]).toMatchObject({ kind: 'link', host: 'bank.example.evil.test' })
})

test('half of a mark that is still streaming in is text', () => {
  for (const source of ['a **bol', '`x', '[a](htt', '| a |', '* ', '```', '**', '1. '])
    expect(() => proseTree(source)).not.toThrow()
  expect(runsOf(proseTree('a **bol')).map(({ text }) => text)).toEqual(['a **bol'])
})

test('long hostile prose is read in linear time', () => {
  const started = performance.now()
  for (const piece of ['*a', '_', '**', '[', '`', '|', '> ', '- ', '\\*']) proseTree(piece.repeat(4000))
  expect(performance.now() - started).toBeLessThan(2000)
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
