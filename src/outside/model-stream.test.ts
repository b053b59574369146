import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { mergeDeltas } from './model-stream.ts'

const chat = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
const responses = (delta: string) =>
  `event: response.output_text.delta\ndata: ${JSON.stringify({ type: 'response.output_text.delta', item_id: 'm', delta })}\n\n`

/** A body that arrives in these chunks, all at once. */
const arriving = (chunks: (string | Uint8Array)[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
      controller.close()
    },
  })
const events = async (body: ReadableStream<Uint8Array>) =>
  (await new Response(body).text()).split('\n\n').filter(Boolean)

test('pieces that arrive together become one, the first goes through at once', async () => {
  const merged = await events(mergeDeltas(arriving(['a', 'b', 'c', 'd'].map(chat)), 1000))
  expect(merged.map((event) => JSON.parse(event.slice(5)).choices[0].delta.content)).toEqual(['a', 'bcd'])
})

test('an empty piece at the beginning does not hold the first word up', async () => {
  const merged = await events(mergeDeltas(arriving(['', 'a', 'b', 'c'].map(chat)), 1000))
  expect(merged.map((event) => JSON.parse(event.slice(5)).choices[0].delta.content)).toEqual(['', 'a', 'bc'])
})

test('both OpenAI interfaces are merged, and other events keep their place', async () => {
  const merged = await events(
    mergeDeltas(
      arriving([responses('a'), responses('b'), responses('c'), 'data: {"type":"x"}\n\n', responses('d')]),
      1000,
    ),
  )
  expect(merged.map((event) => JSON.parse(event.slice(event.indexOf('data:') + 5)).delta ?? 'x')).toEqual([
    'a',
    'bc',
    'x',
    'd',
  ])
  expect(merged[1]).toStartWith('event: response.output_text.delta\n')
})

test('whatever the cuts, the text is the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 40 }),
      async (texts, size) => {
        const bytes = new TextEncoder().encode(`${texts.map(chat).join('')}data: [DONE]\n\n`)
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.slice(at * size, (at + 1) * size),
        )
        const merged = await events(mergeDeltas(arriving(chunks), 50))
        expect(merged.pop()).toBe('data: [DONE]')
        expect(merged.map((event) => JSON.parse(event.slice(5)).choices[0].delta.content).join('')).toBe(texts.join(''))
      },
    ),
  )
})

test('a stream that breaks off breaks off after what had arrived', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(chat('a')))
      setTimeout(() => controller.error(new Error('cut')), 5)
    },
  })
  const reader = mergeDeltas(broken, 50).getReader()
  expect((await reader.read()).done).toBe(false)
  expect(reader.read()).rejects.toThrow('cut')
})
