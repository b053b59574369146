import { expect, test } from 'bun:test'
import { choiceAsked, chosenCredits, DEFAULT_CHOICE, PACKS, packFor, topUp } from './pack.ts'
import { quote, quoteProblem } from './price.ts'

test.each([
  [0, 100],
  [100, 100],
  [101, 200],
  [700, 1000],
  [5000, 5000],
  [5001, 5100],
  [9000, 9000],
  [1e6, 100_000],
])('the smallest pack with %i credits has %i', (credits, pack) => {
  expect(packFor(credits)).toBe(pack)
})

test('who runs low is offered 500 credits, or as many as they lack', () => {
  expect([topUp(), topUp(3), topUp(1200)]).toEqual([{ buy: '500' }, { buy: '500' }, { buy: '2000' }])
})

test('every number of hundreds up to 100,000 can be asked for and typed', () => {
  for (let credits = 100; credits <= 100_000; credits += 100) {
    const asked = choiceAsked(String(credits))!
    expect([chosenCredits(asked), asked.typed === '']).toEqual([credits, PACKS.some((pack) => pack === credits)])
    expect(chosenCredits({ ...DEFAULT_CHOICE, typed: ` ${credits.toLocaleString('en-IN')} ` })).toBe(credits)
    expect(quote(credits).totalCredits).toBe(credits * 1.05)
  }
})

test.each([
  ['0', 'Credits must be a multiple of 100 and at least 100'],
  ['150', 'Credits must be a multiple of 100 and at least 100'],
  ['-100', 'Credits must be a multiple of 100 and at least 100'],
  ['1e3', 'Credits must be a multiple of 100 and at least 100'],
  ['abc', 'Credits must be a multiple of 100 and at least 100'],
  ['200000', 'One order may have at most 100,000 credits. Please make several.'],
])('%s is refused in words, with what was asked for in the field', (buy, text) => {
  const asked = choiceAsked(buy)!
  expect([asked.typed, quoteProblem(chosenCredits(asked), 'INR')?.text]).toEqual([buy, text])
})

test('the usual pack is offered where no number is asked for; nothing asked for is nothing', () => {
  expect([choiceAsked('credits'), choiceAsked(''), choiceAsked(undefined)]).toEqual([DEFAULT_CHOICE, null, null])
})
