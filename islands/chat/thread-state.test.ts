import { describe, expect, test } from 'bun:test'
import type { Answer, ChatMessage, EditedResult } from '#analyst/rules/answer.ts'
import { blankAnswer } from '#chat/rules/blank.ts'
import { ApiError } from '../kit/api.ts'
import { isRunning, type Phase, type ThreadEvent, type ThreadState, threadState } from './thread-state.ts'

const question = (id: string, text = 'How many?'): ChatMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
})
const metadata = { conversation_id: 'c', created_at: '2026-04-02T10:00:00Z' }
const arriving = (id: string, text: string): ChatMessage => ({
  ...{ id, role: 'assistant', metadata },
  parts: [{ type: 'text', text }],
})
const whole = (id: string, change: Partial<Answer> = {}): ChatMessage => ({
  ...{ id, role: 'assistant', metadata },
  parts: [{ type: 'data-answer', id: 'answer', data: { ...blankAnswer('answered', null), ...change } }],
})

const state = (change: Partial<ThreadState> = {}): ThreadState => ({
  ...{ messages: [], older: false, newer: false, conversationId: 'c' },
  ...{ phase: 'ready', refusal: null, stopping: false, attempts: 0, reload: 'no' },
  ...change,
})
const after = (events: ThreadEvent[], from = state()): ThreadState => events.reduce(threadState, from)
const ids = ({ messages }: ThreadState) => messages.map(({ id }) => id)

const broken = new TypeError('Failed to fetch')
const noCredits = new ApiError('No credits left.', 402, 'insufficient_credits')
const ASK: ThreadEvent = { type: 'asked', question: question('q1') }
const PIECE: ThreadEvent = { type: 'arrived', answer: arriving('a1', 'There') }
const WHOLE: ThreadEvent = { type: 'arrived', answer: whole('a1') }
const ENDED: ThreadEvent = { type: 'ended' }
const BROKE: ThreadEvent = { type: 'failed', error: broken, resuming: false }
const BROKE_AGAIN: ThreadEvent = { type: 'failed', error: broken, resuming: true }
const failed = (error: Error, resuming = false): ThreadEvent => ({ type: 'failed', error, resuming })

type Expected = { phase: Phase } & Partial<ThreadState>
const STORIES: [story: string, events: ThreadEvent[], expected: Expected][] = [
  ['a question is on its way', [ASK], { phase: 'running' }],
  ['its answer arrives', [ASK, PIECE], { phase: 'running' }],
  ['and is whole', [ASK, PIECE, WHOLE, ENDED], { phase: 'ready', reload: 'no' }],
  ['it is being stopped', [ASK, PIECE, { type: 'stopAsked' }], { phase: 'running', stopping: true }],
  [
    'stopping is refused',
    [ASK, PIECE, { type: 'stopAsked' }, { type: 'stopRefused' }],
    { phase: 'running', stopping: false },
  ],
  ['it is stopped', [ASK, PIECE, { type: 'stopAsked' }, WHOLE, ENDED], { phase: 'ready', stopping: false }],
  ['the connection breaks', [ASK, PIECE, BROKE], { phase: 'lost', attempts: 0 }],
  ['before anything has arrived', [ASK, BROKE], { phase: 'lost', attempts: 0 }],
  ['the stream is cut off without an error', [ASK, PIECE, ENDED], { phase: 'lost', attempts: 0 }],
  ['connecting again fails, twice', [ASK, BROKE, BROKE_AGAIN, BROKE_AGAIN], { phase: 'lost', attempts: 2 }],
  [
    'a server that starts again is waited for',
    [ASK, BROKE, failed(new ApiError('', 503), true)],
    { phase: 'lost', attempts: 1 },
  ],
  [
    'and one that has too much to do',
    [ASK, BROKE, failed(new ApiError('', 429), true)],
    { phase: 'lost', attempts: 1 },
  ],
  [
    'online again, it is tried at once',
    [ASK, BROKE, BROKE_AGAIN, { type: 'cameOnline' }],
    { phase: 'lost', attempts: 0 },
  ],
  ['the answer goes on arriving', [ASK, PIECE, BROKE, PIECE], { phase: 'running' }],
  ['a second break begins anew', [ASK, BROKE, BROKE_AGAIN, PIECE, BROKE], { phase: 'lost', attempts: 0 }],
  ['it ended while nobody listened', [ASK, PIECE, BROKE, { type: 'nothingRuns' }], { phase: 'ready', reload: 'now' }],
  ['the question never arrived', [ASK, BROKE, { type: 'nothingRuns' }], { phase: 'ready', reload: 'now' }],
  ['it was whole before the break', [ASK, WHOLE, BROKE, { type: 'nothingRuns' }], { phase: 'ready', reload: 'no' }],
  ['a break while stopping', [ASK, PIECE, { type: 'stopAsked' }, BROKE], { phase: 'lost', stopping: true }],
  ['credits have run out', [ASK, failed(noCredits)], { phase: 'refused', refusal: noCredits }],
  ['asking again forgets the refusal', [ASK, failed(noCredits), ASK], { phase: 'running', refusal: null }],
  [
    'a conversation that is gone is not tried again',
    [ASK, BROKE, failed(new ApiError('Gone', 404), true)],
    { phase: 'refused' },
  ],
  ['a server that fails at the question has refused it', [ASK, failed(new ApiError('', 500))], { phase: 'refused' }],
  ['what cannot be read is no lost connection', [ASK, failed(new SyntaxError('JSON'))], { phase: 'refused' }],
]

test.each(STORIES)('%s', (_, events, expected) => {
  expect(after(events)).toMatchObject(expected)
})

test('an answer runs on while the connection to it is lost', () => {
  const phases: Phase[] = ['ready', 'running', 'lost', 'refused']
  expect(phases.filter((phase) => isRunning({ phase }))).toEqual(['running', 'lost'])
})

describe('a new conversation', () => {
  const fresh = state({ conversationId: null })
  test('has the name that comes with its first answer', () => {
    expect(after([ASK], fresh).conversationId).toBeNull()
    expect(after([ASK, PIECE], fresh).conversationId).toBe('c')
  })
  test('cannot be continued before it has one: the question is refused', () => {
    expect(after([ASK, BROKE], fresh)).toMatchObject({ phase: 'refused', refusal: broken })
    expect(after([ASK, ENDED], fresh).refusal?.message).toBe('The connection was lost. Please ask again.')
  })
})

describe('a page that was loaded while an answer was running', () => {
  const loaded = state({ messages: [question('q1')] })
  test('shows it as it goes on', () => {
    expect(ids(after([PIECE, WHOLE, ENDED], loaded))).toEqual(['q1', 'a1'])
  })
  test('is loaded once more when the answer ended in between', () => {
    expect(after([{ type: 'nothingRuns' }], loaded)).toMatchObject({ phase: 'ready', reload: 'once' })
  })
  test('tries again when the connection breaks at once', () => {
    expect(after([BROKE_AGAIN], loaded)).toMatchObject({ phase: 'lost', attempts: 0 })
  })
})

describe('the messages', () => {
  test('a piece takes the place of the one before, also when the stream begins again', () => {
    const { messages } = after([ASK, PIECE, BROKE, { type: 'arrived', answer: arriving('a1', 'There are 5') }])
    expect(messages.map(({ parts }) => parts[0])).toEqual([
      { type: 'text', text: 'How many?' },
      { type: 'text', text: 'There are 5' },
    ])
  })
  test('messages that did not change stay the same objects', () => {
    const before = after([ASK, WHOLE, ENDED])
    const later = after(
      [
        { type: 'asked', question: question('q2') },
        { type: 'arrived', answer: arriving('a2', '') },
      ],
      before,
    )
    expect(later.messages.slice(0, 2).every((message, at) => message === before.messages[at])).toBe(true)
  })
  test('a question that was refused gives way to the next one', () => {
    const refused = after([ASK, failed(noCredits)])
    expect(ids(after([{ type: 'asked', question: question('q2') }], refused))).toEqual(['q2'])
  })
  test('a question after an answer stands below it', () => {
    expect(ids(after([ASK, WHOLE, ENDED, { type: 'asked', question: question('q2') }]))).toEqual(['q1', 'a1', 'q2'])
  })
  test('another tab has gone on: its part of the conversation takes the place of this one', () => {
    const page = { messages: [question('q7'), whole('a7')], older: true, newer: false }
    expect(after([ASK, WHOLE, ENDED, { type: 'replaced', page }])).toMatchObject({ ...page, phase: 'ready' })
  })
  test.each([
    ['older', ['p', 'q', 'x']],
    ['newer', ['x', 'p', 'q']],
  ] as const)('%s messages are put where they belong', (end, order) => {
    const page = { messages: [question('p'), question('q')], older: false, newer: false }
    const extended = after(
      [{ type: 'extended', end, page }],
      state({ messages: [question('x')], older: true, newer: true }),
    )
    expect(ids(extended)).toEqual([...order])
    expect([extended.older, extended.newer]).toEqual([end !== 'older', end !== 'newer'])
  })
  test('a page that arrives late, or has what is there already, adds nothing twice', () => {
    const page = { messages: [question('x'), question('y')], older: false, newer: false }
    const before = state({ messages: [question('x')], older: true, newer: false })
    expect(after([{ type: 'extended', end: 'newer', page }], before)).toBe(before)
    expect(ids(after([{ type: 'extended', end: 'older', page }], before))).toEqual(['y', 'x'])
  })
  test('the rest of a message that was cut takes its place', () => {
    const cut: ChatMessage = { ...arriving('a1', 'Ther'), metadata: { ...metadata, rating: 'up', cut: true } }
    const { parts } = whole('a1')
    const { messages } = after([{ type: 'completed', id: 'a1', parts }], state({ messages: [cut, arriving('a2', '')] }))
    expect(messages).toEqual([{ ...cut, parts, metadata: { ...metadata, rating: 'up' } }, arriving('a2', '')])
  })
  test('the result of a changed statement stays with its answer, the last one for each original', () => {
    const result = (id: string, of: string) => ({ id, of }) as EditedResult
    const edit = (id: string, of: string): ThreadEvent => ({ type: 'edited', answerId: 'a1', result: result(id, of) })
    const { messages } = after([ASK, WHOLE, edit('e1', 'r1'), edit('e2', 'r2'), edit('e3', 'r1')])
    expect(messages.at(-1)?.parts[0]).toMatchObject({ data: { edited: [result('e2', 'r2'), result('e3', 'r1')] } })
  })
})
