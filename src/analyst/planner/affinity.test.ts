import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openStore, type Shop } from '../../../eval/store.ts'
import { trainAffinity } from '../../../eval/train/affinity.ts'
import type { Question } from '../../../eval/train/choice.ts'
import { Planner } from '../built-in/plan.ts'
import type { Plan } from '../built-in/planned.ts'
import { affinityOf, pairsOf, startOf } from './affinity.ts'
import { outlineOf } from './structure.ts'
import { traitsOf, typeIn } from './traits.ts'

let store: Shop
let planner: Planner
beforeAll(async () => {
  store = await openStore()
  planner = new Planner({ tables: store.facts, values: [], now: '2024-11-15' })
})
afterAll(() => store.close())

const isNegated = ({ sql }: Plan) => /<>|NOT /.test(sql)
const traits = ({ form, sql, reading }: Plan) => traitsOf(form, sql, reading!.mentions)

/** A question whose right readings are those that `isRight` picks, as it is trained on. */
function taught(question: string, isRight: (plan: Plan) => boolean): Question {
  const candidates = planner.possible(question).map((plan) => ({
    ...{ right: isRight(plan), open: false, features: {}, skeletons: [], answer: plan.sql, logit: 0 },
    ...{ pairs: pairsOf(plan.reading!), start: startOf(plan.reading!) },
  }))
  return { ...{ group: 'store', from: 'databases', grams: new Uint16Array(), skeleton: null, read: true }, candidates }
}

describe('traits of a reading', () => {
  const question = 'How many orders from France were not shipped?'

  test('the question is told by what its links are', () => {
    const { tokens, mentions } = planner.read(question)
    const { words, places } = outlineOf(tokens, mentions, typeIn)
    expect(words).toEqual(['how', 'many', 'T', 'from', 'V', 'were', 'not', 'V', '?'])
    expect(places).toEqual([2, 4, 7])
  })

  test('a reading that loses the negation differs in what it does with the value', () => {
    const all = planner.possible(question)
    const uses = (negated: boolean) =>
      all.filter((plan) => isNegated(plan) === negated).map((plan) => traits(plan).uses[2])
    expect(uses(true)).toContain('vcompare<>')
    expect(uses(false)).not.toContain('vcompare<>')
  })

  test('names of tables and columns are no part of them', () => {
    for (const plan of planner.possible(question))
      for (const trait of traits(plan).parts) expect(trait).not.toMatch(/orders|customers|country|status/)
  })
})

describe('affinity', () => {
  test('what is learned of some questions tells the right reading of others', () => {
    const learned = ['How many orders were not shipped?', 'List customers that are not from France'].map((question) =>
      taught(question, isNegated),
    )
    const weights = trainAffinity(learned, { databases: 1 } as Parameters<typeof trainAffinity>[1])
    const other = taught('How many customers are not from Germany?', isNegated)
    const gains = (right: boolean) =>
      other.candidates
        .filter((one) => one.right === right)
        .map(({ pairs, start }) => affinityOf(pairs, start, weights) - start)
    expect(Math.max(...gains(true))).toBeGreaterThan(Math.max(...gains(false)))
  })
})
