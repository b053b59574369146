import { root } from '#base/stems.ts'
import type { Column } from '../built-in/schema.ts'
import { ends } from './states.ts'

/** What a time is called beside what happened then. */
const PLAIN = /^(?:date|time|day|week|month|quarter|year|hour|timestamp|datetime|on|at|in|out|by|of|since|from|until)$/

/** Whether a question says the name of a column, or another word for what happened then. */
export function isNamed({ short }: Column, question: string): boolean {
  const said = new Set(question.match(/\p{L}+/gu)?.map((one) => root(one.toLowerCase())))
  return short.some(
    (word) =>
      !PLAIN.test(word) && (said.has(root(word)) || [...said].some((one) => ends(one, word) || isOfVerb(one, word))),
  )
}
/** "Joined" and joining: of words that say what happened the beginning is enough. */
const isOfVerb = (said: string, word: string): boolean =>
  word.length > 3 && said.length > 3 && said.slice(0, 4) === word.slice(0, 4)
