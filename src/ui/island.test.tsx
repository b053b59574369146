import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { islandHtml, jsonForScript } from './island.tsx'

const Greeting = (props: { name: string; tags: string[] }) =>
  createElement(
    'p',
    { title: props.name },
    `Hello ${props.name}`,
    props.tags.map((tag) => createElement('b', { key: tag }, tag)),
  )

test('an island is rendered on the server with its props escaped', () => {
  const html = islandHtml('greeting', Greeting, { name: '<Anna> & "Søn"', tags: ['日本', '</b>'] })
  expect(html).toBe(
    '<p title="&lt;Anna&gt; &amp; &quot;Søn&quot;">Hello &lt;Anna&gt; &amp; &quot;Søn&quot;<b>日本</b><b>&lt;/b&gt;</b></p>',
  )
})

test.each([
  ['a closing script tag', '</script><script>alert(1)</script>'],
  ['a comment that opens a double-escaped script', '<!--<script>'],
  ['separators that end a JavaScript line', 'a\u2028b\u2029c'],
  ['unicode, quotes and backslashes', '"\\ 😀 नमस्ते \u0000'],
])('props survive %s', (_, hostile) => {
  const json = jsonForScript({ text: hostile })
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual({ text: hostile })
})
