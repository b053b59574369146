import { stem } from '#base/stems.ts'
import { alone } from '../planner/readings.ts'
import type { KnownTerm } from '../rules/tools.ts'
import type { Schema } from './schema.ts'
import { sayColumn } from './wording/nouns.ts'

/** What a term says that a word is: a column, or one of its values; null where it says anything else. */
function meantBy(meaning: string, { tables }: Schema): string | null {
  const [, text = '', of] = /^(?:(?:By|Shows) )?(.+?)(?: \(([^()]+)\))?$/.exec(meaning.trim()) ?? []
  const names = of?.split(', ')
  for (const { name, columns } of tables) {
    if (names && !names.includes(name)) continue
    for (const column of columns) {
      const called = [column.name, sayColumn(column)].find((one) => text === one || text.startsWith(`${one} is `))
      if (called === text) return sayColumn(column)
      if (called) return text.slice(`${called} is `.length)
    }
  }
  return null
}

/**
 * A question with the words that the workspace has defined written as the columns and values that they stand for, and a sentence that
 * says so for each.
 */
export function glossed(question: string, terms: KnownTerm[], schema: Schema): { question: string; notes: string[] } {
  const notes: string[] = []
  let text = question
  for (const { name, synonyms = [], meaning } of terms) {
    const meant = meantBy(meaning, schema)
    const word = meant && [name, ...synonyms].find((one) => alone(one).test(text) && stem(one) !== stem(meant))
    if (!word) continue
    text = text.replace(alone(word), meant)
    notes.push(`Here “${word}” means ${meaning.replace(/ \([^()]+\)$/, '')}.`)
  }
  return { question: text, notes }
}
