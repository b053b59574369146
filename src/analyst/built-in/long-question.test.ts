import { expect, test } from 'bun:test'
import { nextTurn } from './turn.ts'

const conversation = (question: string, earlier: string[] = []) => ({ question, earlier, calls: [], now: '2024-11-15' })
const turnOf = (question: string) =>
  nextTurn(conversation(question) as unknown as Parameters<typeof nextTurn>[0], () => true)

test.each(['x '.repeat(2000), '1'.repeat(4000), 'vs '.repeat(81)])(
  'a question that is too long to be read is refused at once %#',
  (question) => {
    expect(turnOf(question)).toEqual({
      text: 'I cannot answer this from your data: the question is too long for me. Please ask it in one or two sentences.',
      ending: 'refused',
    })
  },
)

test('a long question of a person is read', () => {
  const question = 'How many orders were placed by customers in Pune and Delhi last year by month? '.repeat(5)
  expect(turnOf(question)).toMatchObject({ calls: [{ name: 'search_catalog' }] })
})
