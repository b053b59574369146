import { isInteger, isNumeric, isTemporal } from '#base/engine-type.ts'
import { listed, wordsOf } from '#base/text.ts'
import { singular } from '#base/word-forms.ts'
import { aggregationOf } from './aggregation.ts'
import { type CatalogColumn, type CatalogTable, type ColumnEdits, type ColumnRole, EDITABLE } from './answers.ts'
import { isKey } from './profile.ts'

type Measured = Pick<CatalogColumn, 'name' | 'role'> & Record<'unit' | 'kind' | 'reason', string | null>
type Meaning = Pick<CatalogColumn, 'role' | 'aggregation' | 'unit' | 'kind' | 'label' | 'reason' | 'edited'>

/** What a column means: what a person said, and what is guessed where nobody said anything. */
export function meaningOf(measured: Measured, edits: ColumnEdits): Meaning {
  const role = edits.role ?? measured.role
  const unit = edits.unit ?? measured.unit
  const guess = aggregationOf({ name: measured.name, role, ...(unit && { unit }) })
  const aggregation = edits.aggregation ?? guess?.how
  const byName = guess && guess.how !== 'sum' && !edits.aggregation ? guess.reason : null
  const reason = byName ?? (edits.role ? null : measured.reason)
  const edited = EDITABLE.filter((field) => edits[field])
  return {
    role,
    ...(aggregation ? { aggregation } : {}),
    ...(unit ? { unit } : {}),
    ...(measured.kind ? { kind: measured.kind } : {}),
    ...(edits.label ? { label: edits.label } : {}),
    ...(reason ? { reason } : {}),
    ...(edited.length > 0 ? { edited } : {}),
  }
}

export const rolesOf = (type: string): ColumnRole[] => [
  ...(isNumeric(type) ? (['measure'] as const) : []),
  ...(isTemporal(type) ? (['time'] as const) : []),
  ...(['dimension', 'id', 'code', 'text', 'flag'] as const),
]

/** What a change asks of a column: null takes back what was said, so that the guess holds again. */
export type MeaningChange = { [Field in keyof ColumnEdits]?: ColumnEdits[Field] | null | undefined }

/** What people said of a column after a change. @param guessed its role where nobody says one */
export function editsAfter(guessed: ColumnRole, before: ColumnEdits, change: MeaningChange): ColumnEdits {
  const said = Object.entries(change).filter(([, value]) => value !== undefined)
  const filled = Object.entries({ ...before, ...Object.fromEntries(said) }).filter(([, value]) => value)
  const edits: ColumnEdits = Object.fromEntries(filled)
  if ((edits.role ?? guessed) !== 'measure') delete edits.aggregation
  return edits
}

/** Whether whole numbers are called as one row of their table is: the `visit` of visits. */
export const namesRows = (table: CatalogTable, column: CatalogColumn): boolean =>
  isInteger(column.type) &&
  isKey(column, table) &&
  wordsOf(column.name).join(' ') === singular(wordsOf(table.name).join(' ')) &&
  column.name.toLowerCase() !== table.name.toLowerCase()

/** What one row is: as a person said, or by the column that names each row; null where nothing says it. */
export function grainOf(table: CatalogTable, said: string | null): CatalogTable['grain'] | null {
  if (said) return { text: said }
  const keys = table.columns.filter((column) => isKey(column, table) && !isNumberOfRows(column))
  const key = keys.find(({ role }) => role === 'id') ?? keys.find(({ role }) => role === 'code') ?? keys.find(isName)
  if (!key) return null
  const words = wordsOf(key.name).filter((word) => !KEY_WORDS.has(word))
  const thing = words.length > 0 ? words.join(' ') : singular(wordsOf(table.name).join(' '))
  return { text: thing, reason: `${key.name} has another value in each of the rows.` }
}

/** What one row is by columns that name it together: the day of a shop. */
export function grainOfParts(table: CatalogTable, parts: string[]): CatalogTable['grain'] {
  const columns = parts.flatMap((part) => table.columns.find(({ name }) => name === part) ?? [])
  const things = columns.map((column) => {
    const words = wordsOf(column.name)
    const said = words.filter((word) => !KEY_WORDS.has(word)).join(' ')
    const period = words.find((word) => /^(year|quarter|month|week|day|hour)$/.test(word))
    const moment = column.type === 'DATE' ? 'day' : 'moment'
    return {
      isTime: period !== undefined || column.role === 'time',
      text: period ?? (column.role === 'time' ? moment : said),
    }
  })
  const [times, others] = [true, false].map((is) =>
    things.filter(({ isTime }) => isTime === is).map(({ text }) => text),
  )
  const all = others!.join(' and ')
  const text =
    times!.length === 0
      ? `combination of ${all}`
      : others!.length === 0
        ? times!.join(' and ')
        : `${times!.join(' and ')} of ${all}`
  return { text, reason: `No two rows share ${listed(parts)}.` }
}

const KEY_WORDS = new Set('id ids uuid guid key pk code no nr num number name title full'.split(' '))
const isName = ({ name, type }: CatalogColumn) => type === 'VARCHAR' && /name|title/i.test(name)
/** Numbers that are no figure of what they are about would name a row by chance. */
const isNumberOfRows = ({ role }: CatalogColumn) => role === 'measure' || role === 'time'
