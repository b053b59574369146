import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openStore, type Shop } from '../../../eval/store.ts'
import { Planner } from '../built-in/plan.ts'
import type { Plan } from '../built-in/planned.ts'
import { isOpen } from './ledger.ts'
import { confidenceOf } from './score.ts'

let store: Shop
let planner: Planner
beforeAll(async () => {
  store = await openStore()
  planner = new Planner({ tables: store.facts, values: [], now: '2024-11-15' })
})
afterAll(() => store.close())

const planOf = (question: string): Plan | null => {
  const plan = planner.plan(question)
  return 'sql' in plan ? plan : null
}
const openIn = (question: string) => {
  const plan = planOf(question)
  return plan?.reading?.ledger.filter(isOpen).map(({ token }) => token.text) ?? null
}

const MEASURES = [
  'total amount of orders',
  'number of orders',
  'average order amount',
  'How many orders',
  'How many customers',
]
const CONDITIONS = [
  'from France',
  'in 2023',
  'with status cancelled',
  'over 400',
  'through the web channel',
  'without returns',
  'that were not shipped',
  'of enterprise customers',
  'between 100 and 200',
  'with more than 2 items',
]
const TAILS = ['', 'by country', 'per month', 'by channel']

describe('every token of a question is bound, a filler or left over', () => {
  for (const measure of MEASURES)
    for (const tail of TAILS)
      test(`${measure} … ${tail}`, () => {
        for (const condition of CONDITIONS) {
          const question = `${measure} ${condition} ${tail}`.trim()
          const plan = planOf(question)
          if (!plan?.reading) continue
          const { tokens, ledger } = plan.reading
          expect(ledger.map(({ token }) => token)).toEqual(tokens)
          // What is said again with one condition less is another question: where its query is the same, the ledger says so.
          const without = planOf(`${measure} ${tail}`.trim())
          if (without?.sql === plan.sql)
            expect({ question, open: ledger.some(isOpen) }).toEqual({ question, open: true })
        }
      })
})

test.each([
  ['total amount of orders from customers who cycle', 'cycle'],
  ['how many customers never returned anything', 'never'],
  ['orders by country and shoe size', 'shoe'],
])('%s: %s is told when no part of the query says it', (question, word) => {
  const plan = planOf(question)
  if (!plan) return
  const saysIt = /NOT|shoe|cycl/i.test(plan.sql)
  expect(saysIt || openIn(question)!.includes(word)).toBe(true)
  if (!saysIt) expect(confidenceOf(plan)).not.toBe('sure')
})

test('fillers alone never keep an answer from being sure', () => {
  const open = openIn('Could you please show me the total amount of the orders, thank you')
  expect(open).toEqual([])
})

test('a unit behind a number is a guess that is told, and "or more" belongs to its number', () => {
  const { ledger } = planOf('number of orders with a total amount of 300 euros or more')!.reading!
  const states = new Map(ledger.map(({ token, state }) => [token.text, state]))
  expect(states.get('or')).toBe('bound')
  expect(states.get('euros')).not.toBe('unbound')
})
