import { expect, test } from 'bun:test'
import { type ProseMaker, proseElements } from '#base/prose-elements.ts'
import { proseTree } from '#base/prose-tree.ts'
import { Prose } from './prose.tsx'

test.each([
  ['# A\n\n### B', '<h3>A</h3><h4>B</h4>'],
  ['a **b *c*** `d` ![e](http://x/y.png)', '<p>a <strong>b <em>c</em></strong> <code>d</code> e</p>'],
  ['> a  \n> b\n\n---', '<blockquote><p>a<br/>b</p></blockquote><hr/>'],
  [
    '[a](https://example.com/b)',
    '<p><a href="https://example.com/b" target="_blank" rel="noopener noreferrer nofollow ugc">a</a></p>',
  ],
  ['```\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
  ['- a\n\n  b\n- > c', '<ul><li>a<p>b</p></li><li><blockquote><p>c</p></blockquote></li></ul>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  [
    '| a | b |\n|--|--|\n| 1 | **2** |',
    '<div class="prose-table"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table></div>',
  ],
  ['| a |\n|--|', '<div class="prose-table"><table><thead><tr><th>a</th></tr></thead><tbody></tbody></table></div>'],
])('%j is shown as elements', (text, html) =>
  expect(String(<Prose nodes={proseTree(text)} />)).toBe(`<div class="prose">${html}</div>`),
)

test('elements keep their keys while more text streams in', () => {
  const keys: string[] = []
  const maker: ProseMaker<string> = {
    element: (tag, { key }) => `${keys.push(key)} ${tag}`,
    heading: 2,
    own: () => undefined,
  }
  proseElements(proseTree('- a\n- b'), maker)
  const before = keys.splice(0)
  proseElements(proseTree('- a\n- b\n\n| c |\n|--|\n| d |\n| e |'), maker)
  expect(keys.slice(0, before.length)).toEqual(before)
  expect(new Set(before).size).toBe(before.length)
})
