import { isTemporal } from '#base/engine-type.ts'
import { counted, dayText, numberText } from '#base/format.ts'
import { capital, listed } from '#base/text.ts'
import type { CatalogColumn, CatalogTable } from './answers.ts'
import type { TableProfile } from './facts.ts'

const MOST_COLUMNS = 30
const MOST_VALUES = 3
const MOST_ODD = 8

const figure = (text: string) => {
  const value = Number(text)
  return Number.isFinite(value) ? numberText(Math.round(value * 100) / 100) : text
}

/** What the values of a column are like, in a few words; empty where nothing is worth telling. */
function valuesText({ type, role, min, max, top, distinct }: Omit<CatalogColumn, 'description' | 'hidden'>): string {
  if (role === 'time' && isTemporal(type) && min && max) return `${dayText(min)} to ${dayText(max)}`
  if (role === 'measure' && min !== null && max !== null) return `${figure(min)} to ${figure(max)}`
  if (role !== 'dimension' && role !== 'flag') return ''
  const some = top.slice(0, MOST_VALUES).map(({ value }) => value)
  return some.length > 0 ? `${some.join(', ')}${distinct > some.length ? ' …' : ''}` : ''
}

type Told = Pick<CatalogTable, 'name' | 'rows' | 'rows_estimated' | 'grain'> & {
  columns: Parameters<typeof valuesText>[0][]
}

/** What a table holds, in lines as people are told them: what was measured says the same on its page. */
export function tableText(table: Told, profile?: Partial<TableProfile>): string[] {
  const columns = table.columns.slice(0, MOST_COLUMNS).map((column) => {
    const values = valuesText(column)
    return `${column.name}${values ? ` (${values})` : ''}`
  })
  const { facts = [], together, oddities = [] } = profile ?? {}
  const rows = `${table.rows_estimated ? 'about ' : ''}${counted(table.rows, 'row')}`
  return [
    `${capital(table.name)} has ${rows} and ${counted(table.columns.length, 'column')}: ${columns.join(', ')}${table.columns.length > MOST_COLUMNS ? ' and more' : ''}.`,
    ...(table.grain ? [`One row is one ${table.grain.text}.`] : []),
    ...(together ? [`No two rows share ${listed(together)}.`] : []),
    ...(facts.length > 0 ? ['', 'What stands out:', ...facts.map(({ text }) => `- ${text}`)] : []),
    ...(oddities.length > 0
      ? ['', 'What looks odd:', ...oddities.slice(0, MOST_ODD).map(({ text }) => `- ${text}`)]
      : []),
  ]
}
