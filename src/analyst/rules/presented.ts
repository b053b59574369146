import type { ChartSpec } from '#query/rules/chart.ts'
import type { Answer, AnswerResult, EditedResult } from './answer.ts'

/**
 * Which results an answer shows: those that it speaks of or draws, and the main one: that which the model names, else the last that it
 * speaks of, else the last. The others only led there, and stay steps.
 * @param referred ids or names of results that the answer refers to
 */
export function presented(
  results: AnswerResult[],
  wanted: string | null,
  referred: ReadonlySet<string>,
): Pick<Answer, 'main' | 'shown'> {
  const called = wanted?.trim().toLowerCase()
  const spokenOf = results.filter(({ id, name }) => referred.has(id) || referred.has(name))
  const main = results.find(({ name }) => name === called) ?? spokenOf.at(-1) ?? results.at(-1)
  if (!main) return {}
  return { main: main.id, shown: results.filter((one) => one === main || spokenOf.includes(one)).map(({ id }) => id) }
}

type Presented = Pick<Answer, 'results' | 'main' | 'shown'>

/** Results that stand in the answer itself; of answers that were kept before there was a difference, all. */
export const shownResults = ({ results, shown }: Presented): AnswerResult[] =>
  shown ? results.filter(({ id }) => shown.includes(id)) : results

export const mainResult = ({ results, main, shown }: Presented): AnswerResult | null =>
  results.find(({ id }) => id === main) ?? (shown ? null : results.at(-1)) ?? null

/** The results of earlier answers that an answer shows, and its own, each with what came of changing its SQL after it. */
export const resultsOf = ({
  results,
  edited = [],
  earlier = [],
}: Pick<Answer, 'results' | 'edited' | 'earlier'>): (AnswerResult | EditedResult)[] => [
  ...earlier,
  ...results.flatMap((result) => [result, ...edited.filter(({ of }) => of === result.id)]),
]

/** Whether a chart or a cell is of a result: it is called by its id, in some answers by its name. */
export const isOf = (
  { result: called }: { result: string },
  { id, name }: Pick<AnswerResult, 'id' | 'name'>,
): boolean => called === id || called === name

/** The result that a chart of an answer draws; null where it is gone. */
export const resultOfChart = (
  answer: Pick<Answer, 'results' | 'edited' | 'earlier'>,
  chart: Pick<ChartSpec, 'result'>,
): AnswerResult | EditedResult | null => resultsOf(answer).find((result) => isOf(chart, result)) ?? null

/** The results that these rest on, and they themselves: statements name earlier ones. */
export function withSources(chosen: AnswerResult[], results: AnswerResult[]): AnswerResult[] {
  const needed = new Set(chosen)
  // A set is gone through with what is added on the way.
  for (const { sql } of needed)
    for (const name of sql.toLowerCase().match(/\br[1-9]\d*\b/g) ?? [])
      for (const result of results) if (result.name === name) needed.add(result)
  return results.filter((result) => needed.has(result))
}
