import { describe, expect, test } from 'bun:test'
import type { RowsSeen } from '#records/rules/xai.ts'
import type { Answer, AnswerResult } from './answer.ts'
import { asked, type Exchange, type PastMessage, pastResults, readAsked, transcript } from './transcript.ts'

const result: AnswerResult = {
  name: 'r1',
  id: 'id-1',
  title: 'Orders by country',
  source: 'workspace',
  sql: 'select country, count(*) as orders from orders group by country',
  columns: [
    { name: 'country', type: 'VARCHAR' },
    { name: 'orders', type: 'BIGINT' },
  ],
  rows: [['France', 3]],
  total_rows: 1,
  truncated: false,
  elapsed_ms: 1,
  rows_read: 3,
  fresh_at: '2026-01-01T00:00:00.000Z',
}
const answer: Answer = {
  status: 'answered',
  text: 'France has 3 orders.',
  steps: [],
  results: [result],
  charts: [],
  numbers: [],
  checks: [],
  suggestions: [],
  clarification: null,
  error: null,
  receipt: null,
}

const at = new Date('2026-11-23T02:16:20Z')
const READER: Parameters<typeof transcript>[2] = { sees: 'all', rows: 50, builtIn: false, isVisible: () => true }
/** Of an answer that is told by its queries, as a model read other values then. */
const OTHER: Exchange = { sees: 'samples', shown: [], messages: [] }
/** What a model outside is told. */
const told = (history: Omit<PastMessage, 'at'>[], question: string, reader: Partial<typeof READER> = {}) =>
  transcript(
    history.map((message) => ({ ...message, at })),
    { question, at },
    { ...READER, ...reader },
  )

test('a past query is told as the call that made it, so that a follow-up can edit it', () => {
  const messages = told(
    [
      { role: 'user', text: 'Orders by country?', answer: null },
      { role: 'assistant', text: answer.text, answer, exchange: OTHER },
    ],
    'only for France',
  )
  expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  expect(messages[1]).toMatchObject({ content: [{ toolName: 'run_sql', input: { sql: result.sql } }] })
  expect(messages[2]).toMatchObject({
    content: [{ output: { value: expect.stringMatching(/^r1: 1 row.*\n.*\n1\|France\|3$/) } }],
  })
})

test('a question back is told with its choices', () => {
  const asked: Answer = {
    ...answer,
    text: '',
    results: [],
    status: 'clarify',
    clarification: { question: 'Which date?', options: ['Order date', 'Ship date'] },
  }
  expect(told([{ role: 'assistant', text: '', answer: asked }], 'Order date')[0]).toEqual({
    role: 'assistant',
    content: 'Which date?\n- Order date\n- Ship date',
  })
})

test('a long result of before is told by its first rows and how many there were', () => {
  const rows = Array.from({ length: 40 }, (_, row): [string, number] => [`Land ${row}`, row])
  const long: Answer = { ...answer, results: [{ ...result, rows, total_rows: 40 }] }
  const [, read] = told([{ role: 'assistant', text: long.text, answer: long, exchange: OTHER }], 'and now?')
  const value = expect.stringMatching(
    /^r1: 40 rows.*\n.*\n1\|Land 0\|0\n(?:.*\n){8}10\|Land 9\|9\n… 30 rows not shown$/,
  )
  expect(read).toMatchObject({ content: [{ output: { type: 'text', value } }] })
})

test('only the queries of the last answers are told, older answers by their text', () => {
  const history = Array.from({ length: 6 }, (_, index) => ({
    role: 'assistant' as const,
    at,
    text: 'text',
    answer: { ...answer, results: [{ ...result, name: `r${index + 1}` }] },
  }))
  expect([...pastResults(history, { isVisible: () => true }).keys()]).toEqual(['r3', 'r4', 'r5', 'r6'])
  expect(told(history, 'next').filter((message) => message.role === 'tool')).toHaveLength(4)
})

test('the moment stands in the question, and is read from there', () => {
  const { content } = asked('Now: what?', at)
  expect(content).toBe('Now: 2026-11-23T02:16Z (Monday)\n\nNow: what?')
  expect(readAsked(content as string)).toEqual({ at: '2026-11-23T02:16Z', question: 'Now: what?' })
  expect(readAsked('Now: what?')).toEqual({ at: null, question: 'Now: what?' })
})

test('the built-in analyst reads results as they are', () => {
  const messages = told([{ role: 'assistant', text: answer.text, answer }], 'next', { builtIn: true })
  expect(messages[1]).toMatchObject({
    content: [{ output: { value: { ok: true, name: 'r1', rows: [['France', 3]] } } }],
  })
})

test('a number that stands in no result is told as unconfirmed', () => {
  const text = 'France has 3 orders, 12 % more, or 4.'
  const number = (of: string, state: 'bound' | 'unbound') => ({
    text: of,
    start: text.indexOf(of),
    end: text.indexOf(of) + of.length,
    state,
    cells: [],
  })
  const numbers = [number('3', 'bound'), number('12 %', 'unbound'), number('4', 'unbound')]
  const said = told([{ role: 'assistant', text, answer: { ...answer, text, numbers } }], 'next').at(-2)
  expect(said?.content).toBe('France has 3 orders, 12 % (unconfirmed) more, or 4 (unconfirmed).')
})

const exchange: Exchange = {
  sees: 'all',
  shown: [['orders', ['country']]],
  messages: [
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'search_catalog', input: { query: 'x' } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'search_catalog',
          output: { type: 'text', value: '1 table' },
        },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'As the model wrote it.' }] },
  ],
}

test('an exchange that was kept is told as it was, with what the person read in place of the last words', () => {
  const messages = told([{ role: 'assistant', text: answer.text, answer, exchange }], 'next')
  expect(messages.slice(0, 3)).toEqual([...exchange.messages.slice(0, 2), { role: 'assistant', content: answer.text }])
})

test('rows of before are not told, and not named, where a column was hidden since; nor where nobody knows of which they are', () => {
  const past = (more: Partial<PastMessage>): PastMessage[] => [
    { role: 'assistant', text: answer.text, answer, at, ...more },
  ]
  const hidden = { isVisible: (_: string, columns: string[]) => !columns.includes('country') }
  const read = (history: PastMessage[], reader = {}) =>
    JSON.stringify(
      transcript(history, { question: 'next', at }, { ...READER, ...reader }).filter(({ role }) => role === 'tool'),
    )
  expect(read(past({ exchange: OTHER }))).toContain('France')
  expect(read(past({ exchange: { ...OTHER, shown: exchange.shown } }), hidden)).toBe('[]')
  expect(read(past({}))).not.toContain('France')
  expect(read(past({}), { builtIn: true })).toContain('France')
  expect([...pastResults(past({ exchange }), hidden).keys()]).toEqual([])
  expect([...pastResults(past({ exchange }), READER).keys()]).toEqual(['r1'])
})

test('an exchange is not told to a model that may see less now, nor with a column that is hidden now', () => {
  const history = [{ role: 'assistant' as const, text: answer.text, answer, exchange }]
  for (const reader of [
    { sees: 'samples' as const },
    { isVisible: (_: string, columns: string[]) => !columns.includes('country') },
  ])
    expect(
      JSON.stringify(transcript([{ ...history[0]!, at }], { question: 'next', at }, { ...READER, ...reader })),
    ).not.toContain('search_catalog')
})

test('a long conversation is told in short from its beginning, seldom, and keeps what was asked, said and run', () => {
  const long = (n: number): PastMessage[] => [
    { role: 'user', text: `Question ${n}?`, answer: null, at },
    {
      role: 'assistant',
      text: `Answer ${n}.`,
      answer: { ...answer, text: `Answer ${n}.`, results: [{ ...result, name: `r${n}`, sql: `select ${n}` }] },
      at,
      exchange: {
        ...exchange,
        messages: [
          exchange.messages[0]!,
          {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                toolCallId: 'c1',
                toolName: 'search_catalog',
                output: { type: 'text', value: 'word '.repeat(1_000) },
              },
            ],
          },
          exchange.messages[2]!,
        ],
      },
    },
  ]
  let before: string[] = []
  let breaks = 0
  for (let turns = 1; turns <= 40; turns++) {
    const history = Array.from({ length: turns }, (_, n) => long(n)).flat()
    const messages = told(history, 'next').map((message) => JSON.stringify(message))
    // All but the question itself, after which there is now an answer.
    const same = before.slice(0, -1).every((message, at) => message === messages[at])
    if (!same) breaks++
    before = messages
    for (let n = 0; n < turns; n++) {
      expect(messages.join()).toContain(`Question ${n}?`)
      expect(messages.join()).toContain(`Answer ${n}.`)
    }
    expect(messages.join().length).toBeLessThan(16_000 * 5 + turns * 400)
  }
  expect(breaks).toBeWithin(2, 8)
  expect(before.join('\n')).toContain('Answer 0.\\nr0 (workspace): select 0')
})

describe('an answer with references', () => {
  const text = 'Top is France with 3 orders.'
  const of = (words: string, reference: string) => ({
    ...{ text: words, start: text.indexOf(words), end: text.indexOf(words) + words.length },
    ...{ state: 'bound' as const, cells: [], reference },
  })
  const numbers = [of('France', 'r1.country[#1]'), of('3', 'r1.orders[#1]')]
  const written = 'Top is {{r1.country[#1]}} with {{r1.orders[#1]}} orders.'
  test.each<[RowsSeen, boolean, string]>([
    ['all', false, text],
    ['samples', true, written],
    ['none', true, written],
    // Its typed words may tell what a model saw then.
    ['none', false, '(Answered from the results above; you do not see the words.)'],
    ['samples', false, '(Answered from the results above; you do not see the words.)'],
  ])('is told to a model that sees %s (written unseen: %p)', (sees, unseen, expected) => {
    const past = { ...answer, text, numbers, results: [], ...(unseen ? { unseen: true as const } : {}) }
    const [first] = told([{ role: 'assistant', text, answer: past }], 'Why?', { sees })
    expect(first).toEqual({ role: 'assistant', content: expected })
  })
})

test('what stood between the paragraphs is told as it was written, and a report by its mark', () => {
  const text = 'It rose.\n\nBy 12 cats.'
  const number = { text: '12', start: 13, end: 15, state: 'unbound' as const, cells: [] }
  const placed = ['chart c1', 'grid r1'].map((source) => ({
    ...{ at: 10, source, kind: 'grid' as const, result: 'x', columns: [], rows: 1 },
  }))
  const report = { ...answer, text, numbers: [number], placed, report: true as const }
  const messages = told(
    [
      { role: 'user', text: 'Tell all', answer: null },
      { role: 'assistant', text, answer: report },
    ],
    'Why?',
  )
  expect(messages[0]!.content).toContain('(Monday)\nWanted: a report\n\nTell all')
  expect(readAsked(messages[0]!.content as string)).toEqual({ at: '2026-11-23T02:16Z', question: 'Tell all' })
  expect(messages.at(-2)!.content).toBe('It rose.\n\n{{chart c1}}\n{{grid r1}}\nBy 12 (unconfirmed) cats.')
  expect(messages.at(-1)!.content).not.toContain('Wanted')
})

describe('of an answer whose writer saw more than the model may see now', () => {
  const titled = {
    ...answer,
    results: [
      { ...result, sql: "select orders from orders where country = 'Freedonia' limit 471108", title: 'Of Freedonia' },
    ],
  }
  const history = [{ role: 'assistant' as const, text: answer.text, answer: titled, exchange }]
  test.each([
    { sees: 'none' as const, rows: 0 },
    { sees: 'samples' as const, rows: 5 },
    { sees: 'all' as const, rows: 3 },
  ])('neither statements nor titles tell values: %p', (sight) => {
    const read = JSON.stringify(told(history, 'next', sight))
    for (const value of ['Freedonia', '471108', 'France has']) expect(read).not.toContain(value)
    expect(read).toContain("country = '…'")
  })

  test('cells of a column that was hidden since are taken out of the prose, and no statement names it', () => {
    const cells = [{ result: 'id-1', row: 0, column: 'country' }]
    const numbers = [{ text: 'France', start: 0, end: 6, state: 'bound' as const, cells, reference: 'r1.country[#1]' }]
    const isVisible = (_: string, columns: string[]) => !columns.includes('country')
    const read = JSON.stringify(told([{ ...history[0]!, answer: { ...titled, numbers } }], 'next', { isVisible }))
    expect(read).toContain('… has 3 orders.')
    for (const value of ['France', 'country', 'Freedonia']) expect(read).not.toContain(value)
  })
})
