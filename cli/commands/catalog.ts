import type { CatalogTable } from '../../src/catalog/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import type { Client } from '../client.ts'
import { commandOf, groupOf } from '../command.ts'
import { allOf } from '../list.ts'
import { named } from '../named.ts'
import { sayJson } from '../print.ts'
import { number, sayList, sayRecord, saySection, when } from '../record.ts'

const MOST = 20_000

type Options = { hidden?: boolean }

const tablesOf = (client: Client, id: string, { hidden }: Options = {}): Promise<CatalogTable[]> =>
  allOf(client, href(urls.apiCatalog, { id }, hidden ? { hidden: 'true' } : {}), MOST)
/** The table of this name or id. @throws AppError not_found with the names that there are */
export const findTable = async (client: Client, id: string, wanted: string, options?: Options): Promise<CatalogTable> =>
  named('table', wanted, await tablesOf(client, id, options), ({ id, name }) => ({ id, name, shown: [name] }))

const rowsOf = (table: CatalogTable) => `${table.rows_estimated ? '~' : ''}${number(table.rows)}`

const list = commandOf('list', 'list the tables of a workspace', [
  'tabletalk catalog -w Sales',
  'tabletalk catalog list --json',
])
  .option('--hidden', 'show hidden ones too (owners)')
  .doesIn(async ({ client, json, id }, options: Options) => {
    const tables = await tablesOf(client, id, options)
    sayList(json, tables, 'No tables yet: tabletalk upload FILE, or tabletalk sources connect.', {
      NAME: (it) => it.name,
      '#ROWS': rowsOf,
      '#COLUMNS': (it) => it.columns.length,
      SOURCE: (it) => it.source.name,
      DESCRIPTION: (it) => it.description,
    })
  })

const describe = commandOf('describe', 'show columns and relations of a table', [
  'tabletalk catalog describe orders -w Sales',
])
  .argument('<table>', 'its name')
  .option('--hidden', 'show hidden ones too (owners)')
  .doesIn(async ({ client, json, id }, name: string, options: Options) => {
    const table = await findTable(client, id, name, options)
    if (json) return sayJson(table)
    sayRecord({
      Name: table.name,
      Description: table.description,
      'One row is one': table.grain?.text ?? null,
      Source: `${table.source.name} (${table.source.kind})`,
      Rows: rowsOf(table),
      Read: when(table.refreshed_at),
      Hidden: table.hidden || null,
    })
    saySection('Columns', table.columns, {
      NAME: (it) => it.name,
      TYPE: (it) => it.type,
      ROLE: (it) => [it.role, it.aggregation].filter(Boolean).join(' '),
      UNIT: (it) => it.unit ?? '',
      '#EMPTY': (it) => it.nulls,
      '#DISTINCT': (it) => it.distinct,
      FROM: (it) => it.min,
      TO: (it) => it.max,
      'FOR EXAMPLE': (it) => it.sample.slice(0, 3),
    })
    saySection('Relations', table.relations, {
      COLUMN: (it) => it.column,
      'FOUND IN': (it) => `${it.to_table}.${it.to_column}`,
      '#MATCHES': (it) => `${Math.floor(it.match_rate * 100)} %`,
      KIND: (it) => it.kind,
    })
  })

export const catalog = groupOf('catalog', 'tables of a workspace', [list, describe])
