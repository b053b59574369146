import { AppError } from '../../src/base/errors.ts'
import { type Oddities, type Oddity, withSpaces } from '../../src/files/rules/oddity.ts'
import { type DoneStep, type Step, stepText, type TableRecipe } from '../../src/files/rules/recipe.ts'
import { href, urls } from '../../src/urls.ts'
import { commandOf } from '../command.ts'
import { note, plain, say, sayJson } from '../print.ts'
import { saySection } from '../record.ts'
import { findTable } from './catalog.ts'

type Options = { apply?: string[]; undo?: string[] }
type Numbered<T> = T & { number: number }
const numbered = <T extends object>(list: T[]): Numbered<T>[] => list.map((one, at) => ({ ...one, number: at + 1 }))

/** Those that numbers choose, or all. @throws AppError invalid */
function chosen<T extends object>(list: T[], numbers: string[], what: string): Numbered<T>[] {
  if (numbers.length === 1 && numbers[0] === 'all') return numbered(list)
  return [...new Set(numbers)].map((word) => {
    const found = numbered(list).find(({ number }) => String(number) === word)
    if (!found) throw new AppError('invalid', `There is no ${what} ${word}: say a number from the list, or all.`)
    return found
  })
}

/** Spellings go first: they were found as they are written, and trimming would change them. */
const isSpelling = ({ kind }: Oddity) => kind === 'spellings'

export const repair = commandOf('repair', 'show what is odd in a table, mend it, or take that back', [
  'tabletalk repair orders -w Sales',
  'tabletalk repair orders --apply 1 3',
  'tabletalk repair orders --undo all',
])
  .argument('<table>', 'its name')
  .option('--apply <numbers...>', 'mend what these proposals say, by their numbers, or all')
  .option('--undo <numbers...>', 'take these steps out of the recipe, by their numbers, or all')
  .doesIn(async ({ client, json, id }, name: string, { apply, undo }: Options) => {
    const path = { id, tableId: (await findTable(client, id, name)).id }
    const recipe = () => client.json<TableRecipe>(href(urls.apiTableRecipe, path))
    const oddities = () => client.json<Oddities>(href(urls.apiTableOddities, path))
    async function change(method: 'POST' | 'DELETE', url: string, step?: Step): Promise<TableRecipe> {
      let made = await client.json<TableRecipe>(url, { method, ...(step && { body: { step } }) })
      while (made.working) {
        await Bun.sleep(500)
        made = await recipe()
      }
      if (made.error) throw new AppError('unprocessable', made.error)
      return made
    }

    if (undo) {
      const steps = chosen((await recipe()).steps, undo, 'step')
      if (undo[0] === 'all') await change('DELETE', href(urls.apiTableRecipe, path))
      else for (const { id: stepId } of steps) await change('DELETE', href(urls.apiTableStep, { ...path, stepId }))
      for (const { step } of steps) if (!json) note(`Undone: ${plain(stepText(step))}`)
    }
    if (apply) {
      const wanted = chosen((await oddities()).items, apply, 'proposal')
      const unmendable = wanted.filter(({ step }) => step === null)
      if (unmendable.length > 0 && apply[0] !== 'all')
        throw new AppError('invalid', `${unmendable[0]!.number} is only told: nothing is proposed that would mend it.`)
      for (const { step } of wanted.toSorted((a, b) => Number(isSpelling(b)) - Number(isSpelling(a)))) {
        if (!step) continue
        try {
          const done = (await change('POST', href(urls.apiTableRecipe, path), step)).steps.at(-1)!
          if (!json) note(`${plain(stepText(step))}: ${done.changed.toLocaleString('en')} changed`)
        } catch (error) {
          // What was applied before has mended it already.
          if (!(error instanceof AppError && error.code === 'changes_nothing')) throw error
        }
      }
    }
    const left = await recipe()
    if (apply || undo) return json ? sayJson(left) : sayRecipe(left.steps)
    const found = await oddities()
    if (json) return sayJson({ ...left, oddities: found })
    sayRecipe(left.steps)
    saySection('Oddities', numbered(found.items), {
      '#': (it) => it.number,
      COLUMN: (it) => it.column ?? 'rows',
      KIND: (it) => it.kind,
      '#COUNT': (it) => it.count,
      'FOR EXAMPLE': (it) =>
        it.examples.map(({ before, after }) =>
          after === undefined ? withSpaces(before) : `${withSpaces(before)} → ${after ?? 'no value'}`,
        ),
      PROPOSAL: (it) => (it.step ? stepText(it.step) : ''),
    })
    if (found.items.length === 0) say(`Nothing odd was found in ${found.rows_seen.toLocaleString('en')} rows.`)
    if (found.columns_unseen.length > 0) note(`There was no time for: ${plain(found.columns_unseen.join(', '))}`)
  })

const sayRecipe = (steps: DoneStep[]): void =>
  saySection('Recipe', numbered(steps), {
    '#': (it) => it.number,
    STEP: (it) => stepText(it.step),
    '#CHANGED': (it) => it.changed,
    SKIPPED: ({ skipped }) => skipped ?? '',
  })
