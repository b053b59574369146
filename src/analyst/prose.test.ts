import { expect, test } from 'bun:test'
import { createProse, type Printer } from './prose.ts'
import type { AnswerChunk } from './rules/answer.ts'
import { gap } from './rules/print-reference.ts'
import { LONGEST } from './rules/reference.ts'

const printer: Printer = {
  print: async (source) => ({ text: `<${source}>`, state: 'bound', cells: [], reference: source }),
  place: async (source) =>
    source === 'chart c9'
      ? gap(source, 'There is none.')
      : { at: 0, source, kind: 'grid', result: source, columns: [], rows: 1 },
}

async function told(text: string, { longest = 1_000_000, prints = true, size = 5 } = {}) {
  const chunks: AnswerChunk[] = []
  const prose = createProse(longest, (chunk) => chunks.push(chunk), prints ? printer : null)
  let fits = true
  for (let at = 0; at < text.length && fits; at += size) fits = await prose.write(text.slice(at, at + size))
  const said = await prose.end()
  const streamed = chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : [])).join('')
  expect(streamed.trim()).toBe(said.text)
  return { ...said, fits, deltas: chunks.filter(({ type }) => type === 'text-delta').length }
}

test.each<[string, string]>([
  ['It is {{r1.x}}.', 'It is <r1.x>.'],
  ['{{r1.x}}{{sum(r1.y)}}', '<r1.x><sum(r1.y)>'],
  ['a { b {{ c }} {{{r1.x}}}', 'a { b {{ c }} {{{r1.x}}}'],
  ['never closed {{r1.x', 'never closed {{r1.x'],
  ['over a line {{r1.x\n}} and {{r1.y}}', 'over a line {{r1.x\n}} and <r1.y>'],
  ['at the end {', 'at the end {'],
  ['of {{r1.x["a }} b"]}}, of {{r1.x[y=\'}}\']}}', 'of <r1.x["a }} b"]>, of <r1.x[y=\'}}\']>'],
  ['of {{r1.x["a "" }} b \\" }}"]}} and', 'of <r1.x["a "" }} b \\" }}"]> and'],
  ["of {{r1.x[O'Neil]}} and {{r1.y}}'s", "of <r1.x[O'Neil]> and <r1.y>'s"],
  ['of {{r1.x["open]}} and {{r1.y}}', 'of <r1.x["open]> and <r1.y>'],
])('%s', async (text, expected) => {
  for (const size of [1, 2, 5, 100]) expect((await told(text, { size })).text).toBe(expected)
})

test('no more is held back than a reference may be long', async () => {
  const long = `{{r1.${'x'.repeat(LONGEST)} and on`
  const chunks: AnswerChunk[] = []
  const prose = createProse(1_000_000, (chunk) => chunks.push(chunk), printer)
  await prose.write(long)
  expect(chunks.some((chunk) => chunk.type === 'text-delta' && chunk.delta === long)).toBe(true)
  const many = await told('{{'.repeat(5_000))
  expect(many.text).toBe('{{'.repeat(5_000))
})

test('a printed number that has no room is left out whole', async () => {
  expect(await told('It is {{r1.amount}}.', { longest: 10 })).toMatchObject({ text: 'It is', printed: [], fits: false })
})

test('what is printed stands where it says, also when the text is trimmed', async () => {
  const { text, printed } = await told('\n  It is {{r1.x}} of {{r1.y}}. ')
  expect(printed.map(({ start, end }) => text.slice(start, end))).toEqual(['<r1.x>', '<r1.y>'])
})

test('where nothing is printed, all of it is text at once: a cell that the built-in analyst types is no reference', async () => {
  const { text, deltas } = await told('It is {{r1.x}} {', { prints: false })
  expect([text, deltas]).toEqual(['It is {{r1.x}} {', 4])
})

/** What a reader of the stream sees, in order: texts, and what is placed between them. */
async function streamed(text: string, size = 3, holds = false) {
  const chunks: AnswerChunk[] = []
  const prose = createProse(1_000_000, (chunk) => chunks.push(chunk), printer)
  for (let at = 0; at < text.length; at += size) await prose.write(text.slice(at, at + size))
  const told = await prose.end(holds)
  const seen: string[] = []
  let isOpen = false
  for (const chunk of chunks) {
    if (chunk.type === 'data-block') {
      expect(isOpen).toBe(false)
      seen.push(`[${chunk.data.source}]`)
    }
    if (chunk.type === 'text-start') seen.push('')
    if (chunk.type === 'text-delta') seen.push(seen.pop() + chunk.delta)
    if (chunk.type === 'text-start' || chunk.type === 'text-end') isOpen = chunk.type === 'text-start'
  }
  return { ...told, seen: seen.map((one) => one.trim()).filter(Boolean), prose, chunks }
}

test.each<[string, string[]]>([
  ['One.\n\n{{chart c1}}\n\nTwo.', ['One.', '[chart c1]', 'Two.']],
  ['{{kpi r1.a}}\n{{kpi r1.b}} {{kpi r1.c}}\nOne.', ['[kpi r1.a]', '[kpi r1.b]', '[kpi r1.c]', 'One.']],
  ['One.\n{{grid r1}}\nTwo {{r1.x}}.', ['One.', '[grid r1]', 'Two <r1.x>.']],
  ['One.\n  {{chart c1}} shows it.', ['One.', '[chart c1]', 'shows it.']],
  ['One.\n\n{{chart c1}}', ['One.', '[chart c1]']],
  ['See {{chart c1}}.', ['See [missing].']],
  ['- {{kpi r1.a}}', ['- [missing]']],
  ['charts of {{ chart }}', ['charts of {{ chart }}']],
])('%j is read as %j', async (text, expected) => {
  for (const size of [1, 4, 100]) {
    const { seen, text: told, placed } = await streamed(text, size)
    expect(seen).toEqual(expected)
    // The kept answer has the same order.
    const cuts = [0, ...placed.map(({ at }) => at), told.length]
    const kept = cuts
      .slice(1)
      .flatMap((at, i) => [told.slice(cuts[i], at).trim(), ...(placed[i] ? [`[${placed[i].source}]`] : [])])
    expect(kept.filter(Boolean)).toEqual(expected)
  }
})

test('a placement that shows nothing is a gap: what follows waits until it is known whether it is told again', async () => {
  const { seen, printed, prose, chunks } = await streamed('One.\n\n{{chart c9}}\n\n{{chart c1}}\n\nTwo.', 3, true)
  expect(seen).toEqual(['One.'])
  expect(printed).toMatchObject([{ text: '[missing]', gap: 'There is none.', reference: 'chart c9' }])
  prose.settle()
  expect(chunks.filter(({ type }) => type === 'data-block')).toHaveLength(1)
  const text = chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : [])).join('')
  expect(text.replace(/\s+/g, ' ')).toBe('One. [missing] Two.')
})
