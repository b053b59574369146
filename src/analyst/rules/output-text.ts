import { counted, numberText } from '#base/format.ts'
import { cut } from '#base/text.ts'
import { tokensOf as tokensOfText } from '#base/tokens.ts'
import type { Aggregation, CatalogRelation, CleanedKeys } from '#catalog/rules/answers.ts'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import { isNumeric, isTemporal } from '#query/rules/result.ts'
import type { ColumnStatistics } from './answer.ts'
import { ranked } from './search.ts'
import { tagged, untagged } from './sent.ts'
import type {
  ColumnFacts,
  KnownMetric,
  KnownQuery,
  KnownTerm,
  RunSqlFailure,
  RunSqlSuccess,
  TableFacts,
  TableOutline,
  ToolOutputs,
} from './tools.ts'

/**
 * What tools answer, as lines for a model outside. Whatever comes from the data (cells, names, descriptions, errors of a database) stands
 * bare where it is plain text and as a JSON string where it is not, so that it can end no line and look like no sign of ours.
 */

export const MOST_TOKENS = 8_000
/** Characters of a cell, and of a value or description of the catalog. */
const LONGEST_CELL = 200
const LONGEST_VALUE = 80
const LONGEST_ERROR = 2_000

const tokensOf = (text: string): number => tokensOfText(untagged(text))

type Told = Exclude<keyof ToolOutputs, 'ask_user' | 'offer_readings' | 'finish'>
/** `words`: those of the question and of the call, by which columns are chosen where not all have room. */
type Texts = { [N in Told]: (output: ToolOutputs[N], words: string) => string }
/** With tags that say what is a value, a row, a description or an error (`sent.ts`); all else are names, types and counts. */
export const taggedText: Texts = {
  search_catalog: catalogText,
  describe_tables: tablesText,
  search_values: valuesText,
  run_sql: (output, words) => (output.ok ? resultText(output, words) : failureText(output)),
  show_chart: drawnText,
  edit_chart: drawnText,
  plan: ({ plan }) =>
    plan?.map(({ text, done }, at) => `${at + 1} ${done ? 'done' : 'open'}: ${bareOrQuoted(text)}`).join('\n') ??
    'Only a report has a plan: answer the question.',
}
function drawnText(output: ToolOutputs['show_chart']): string {
  if (!output.ok) return `not drawn: ${bareOrQuoted(output.error, LONGEST_ERROR)}`
  return `drawn${output.name ? ` as ${output.name}` : ''}`
}
export const outputText = Object.fromEntries(
  Object.entries(taggedText).map(([name, tell]) => [
    name,
    (output: never, words: string) => untagged(tell(output, words)),
  ]),
) as Texts

/** What is written without being seen, and spaces that look like others; joiners and variants belong to words and emoji. */
const UNSEEN = /(?! |\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Co}\p{Default_Ignorable_Code_Point}]/gu
/** What a text has that cannot stand bare: signs of ours, quotes, nothing, spaces around it, and what is not seen. */
const NOT_BARE = new RegExp(String.raw`^$|^null$|^\s|\s$|[|"\\·…≈<>]|${UNSEEN.source}`, 'u')
const IS_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u

/** A text of the data as a JSON string; one that is cut says by how much. */
function quoted(text: string, longest = LONGEST_CELL): string {
  const shortened = text.length > longest ? cut(text, longest) : text
  const escaped = JSON.stringify(shortened).replace(UNSEEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
  return shortened.length < text.length ? `${escaped}…+${text.length - shortened.length}` : escaped
}

const bareOrQuoted = (text: string, longest = LONGEST_CELL): string =>
  text.length <= longest && !NOT_BARE.test(text) ? text : quoted(text, longest)
const named = (name: string): string => (IS_NAME.test(name) && !NOT_BARE.test(name) ? name : quoted(name))
const cellText = (cell: Cell): string => (typeof cell === 'string' ? bareOrQuoted(cell) : String(cell))
const typeText = (type: string): string => bareOrQuoted(type, LONGEST_VALUE)
const about = (description = ''): string[] => (description ? [tagged('descriptions', quoted(description))] : [])
const parts = (...all: (string | string[] | false | undefined)[]) => all.flat().filter(Boolean).join(' · ')

function within(texts: string[], room: number): { fitting: string[]; left: number } {
  let left = room
  const end = texts.findIndex((text) => {
    const cost = tokensOf(text) + 1
    if (cost > left) return true
    left -= cost
    return false
  })
  return { fitting: end < 0 ? texts : texts.slice(0, end), left }
}

/** A share that is never told as all when it is less. */
const shareText = (share: number): string => `${Math.floor(share * 1000) / 10} %`

// search_catalog

const IN_SHORT = 40

function catalogText(
  {
    complete,
    total_tables,
    tables,
    also = [],
    verified_queries = [],
    metrics = [],
    terms = [],
  }: ToolOutputs['search_catalog'],
  words: string,
) {
  const head = complete
    ? `${counted(total_tables, 'table')}, all there are`
    : `${tables.length} of ${counted(total_tables, 'table')}, best first`
  const queries = [...metrics.map(metricText), ...terms.map(termText), ...verified_queries.map(queryText)]
  const next = also.length > 0 ? [`then, by name only: ${also.map(named).join(', ')}`] : []
  const lines = [head]
  let left = MOST_TOKENS - tokensOf([head, ...next, ...queries].join('\n')) - queries.length - next.length
  for (const [at, table] of tables.entries()) {
    const text = outlineText(table, words, Math.floor(left / (tables.length - at)))
    left -= tokensOf(text) + 1
    if (left < 0) {
      lines.push(`… ${counted(tables.length - at, 'table')} more without room: search in other words`)
      break
    }
    lines.push(text)
  }
  return [...lines, ...next, ...queries].join('\n')
}

function outlineText(table: TableOutline, words: string, room: number): string {
  const head = `${parts(named(table.name), counted(table.rows, 'row'), about(table.description))}\n `
  const joins = relationLines(table.relations.map((relation) => `${named(relation.column)} -> ${target(relation)}`))
  const columns = table.columns.map((column) => ({
    ...column,
    text: `${named(column.name)} ${typeText(column.type)} ${column.role}${about(column.description).map((text) => ` ${text}`)}`,
  }))
  const chosen = chosenColumns(columns, words, room - tokensOf(head + joins), IN_SHORT)
  const more = columns.length - chosen.length + (table.more_columns ?? 0)
  const texts = chosen.map(({ text }) => text)
  return `${head}${[...texts, ...(more > 0 ? [`+${counted(more, 'column')}`] : [])].join(', ')}${joins}`
}

const target = ({ to_table, to_column, ...relation }: CatalogRelation): string =>
  `${named(to_table)}.${named(to_column)}${met(relation)}`

/** What of the values meets, where it is not all, and how often. */
const met = ({ match_rate, multiplies = 1 }: { match_rate: number; multiplies?: number }): string =>
  `${match_rate < 1 ? ` ${shareText(match_rate)}` : ''}${multiplies > 1.005 ? ` (each meets ${multiplies.toFixed(1)} rows)` : ''}`

const MOST_RELATIONS = 20
function relationLines(relations: string[], word = 'joins'): string {
  const more = relations.length - MOST_RELATIONS
  if (relations.length === 0) return ''
  return `\n  ${word}: ${[...relations.slice(0, MOST_RELATIONS), ...(more > 0 ? [`+${more}`] : [])].join(', ')}`
}

const queryText = ({ question, description, source, sql, same }: KnownQuery): string =>
  tagged(
    'descriptions',
    `verified query${same ? ' (same question)' : ''}: ${parts(bareOrQuoted(question), about(description), source !== 'workspace' && `source ${bareOrQuoted(source)}`)}\n  ${quoted(sql, sql.length)}`,
  )

const alsoCalled = (synonyms: string[] = []) =>
  synonyms.length > 0 ? ` (also ${synonyms.map((one) => bareOrQuoted(one)).join(', ')})` : ''

/** SQL of people stands whole: it is computed with as it is. */
const metricText = ({ name, synonyms, expression, table, filters, grain, description }: KnownMetric): string =>
  tagged(
    'descriptions',
    `metric ${named(name)}${alsoCalled(synonyms)} = ${parts(
      `${quoted(expression, expression.length)} over ${named(table)}`,
      filters && `default filter ${quoted(filters, filters.length)}`,
      grain && `grain ${bareOrQuoted(grain)}`,
      about(description),
    )}`,
  )

const termText = ({ name, synonyms, meaning }: KnownTerm): string =>
  tagged('descriptions', `term ${bareOrQuoted(name)}${alsoCalled(synonyms)} means ${quoted(meaning, MOST_MEANING)}`)
const MOST_MEANING = 600

/** Columns in their order: those that the words speak of first take the room. */
function chosenColumns<C extends Pick<ColumnFacts, 'name' | 'role'> & { text: string }>(
  columns: C[],
  words: string,
  room: number,
  most = columns.length,
): C[] {
  let left = room
  const chosen = new Set<C>()
  for (const column of ranked(columns, words).slice(0, most)) {
    left -= tokensOf(column.text) + 1
    if (left < 0) break
    chosen.add(column)
  }
  return columns.filter((column) => chosen.has(column))
}

// describe_tables

/** Names of columns that are not told otherwise. */
const ROOM_FOR_NAMES = 300
const MOST_VALUES = 20
const FREQUENT_VALUES = 5

function tablesText({ tables, unknown }: ToolOutputs['describe_tables'], words: string): string {
  const missing = within(
    unknown.map(
      ({ name, nearest }) =>
        `no table ${bareOrQuoted(name)}${nearest.length > 0 ? `; nearest: ${nearest.map(named).join(', ')}` : ''}`,
    ),
    MOST_TOKENS / 8,
  ).fitting
  let left = MOST_TOKENS - tokensOf(missing.join('\n')) - missing.length
  const texts = tables.map((table, at) => {
    const text = factsText(table, words, Math.floor(left / (tables.length - at)))
    left -= tokensOf(text) + 1
    return text
  })
  return [...texts, ...missing].join('\n')
}

function factsText(table: TableFacts, words: string, room: number): string {
  const { database, page } = table
  const head = parts(
    named(table.name),
    `${table.rows_estimated ? 'about ' : ''}${counted(table.rows, 'row')}`,
    `source ${bareOrQuoted(table.source)}`,
    database && `in ${database.engine} ${named(database.schema)}.${named(database.table)}`,
    table.rows_estimated && 'columns measured on the first rows only',
    `read ${table.refreshed_at.slice(0, 16)}Z`,
    table.grain && `one row is one ${tagged('descriptions', bareOrQuoted(table.grain.text))}`,
    page && `columns: page ${page.number} of ${page.of}`,
    about(table.description),
  )
  const joins = [
    relationLines(table.relations.map(joinText)),
    relationLines(
      table.referenced_by.map(
        ({ table, column, own_column, ...relation }) =>
          `${named(table)}.${named(column)} = ${named(own_column)}${met(relation)}${relation.cleaned ? cleanedText(relation.cleaned) : ''}`,
      ),
      'joined by',
    ),
  ].join('')
  const { facts = [], together } = table.profile ?? {}
  const standing = [
    ...(together ? [`  unique together: ${together.map(named).join(', ')}`] : []),
    ...facts.map(({ text }) => `  ${tagged('values', bareOrQuoted(text, LONGEST_ERROR))}`),
  ]
    .map((line) => `\n${line}`)
    .join('')
  const columns = table.columns.map((column) => ({ ...column, text: `  ${columnText(column, table)}` }))
  const rest = room - tokensOf(head + standing + joins) - (page ? ROOM_FOR_NAMES : 0)
  const all = chosenColumns(columns, words, rest)
  const chosen = all.length < columns.length ? chosenColumns(columns, words, rest - ROOM_FOR_NAMES) : all
  const others = [...columns.filter((column) => !chosen.includes(column)), ...(page?.others ?? [])]
  const missing = columns.length - chosen.length + (table.more_columns ?? 0)
  return [head, ...chosen.map(({ text }) => text), ...othersText(others, missing)].join('\n') + standing + joins
}

function othersText(others: { name: string }[], missing: number): string[] {
  if (missing === 0) return []
  const { fitting: kept } = within(
    others.map(({ name }) => named(name)),
    ROOM_FOR_NAMES - 20,
  )
  const count = missing - kept.length
  return [`  other columns: ${[...kept, ...(count > 0 ? [`+${count}`] : [])].join(', ')}`]
}

const joinText = ({ cleaned, ...relation }: CatalogRelation): string =>
  `${named(relation.column)} = ${target(relation)}${cleaned ? cleanedText(cleaned) : ''}`

/** SQL that joins has to stand whole; that of many abbreviations has no room. */
const LONGEST_CLEANED = 2_500
const cleanedText = ({ how, column, to_column, match_rate, of_values }: CleanedKeys): string => {
  const sql = `${column} = ${to_column}`
  const by =
    sql.length > LONGEST_CLEANED
      ? 'too long to be told'
      : `${bareOrQuoted(column, column.length)} = ${bareOrQuoted(to_column, to_column.length)}`
  return ` (cleaned, ${bareOrQuoted(how)}: ${of_values ? tagged('values', by) : by} ${shareText(match_rate)})`
}

/** What a model must not do with a measure. */
const NEVER_SUMMED: Record<Aggregation, string> = {
  sum: '',
  average: 'never summed: average',
  last: 'level, never summed over time',
}

function columnText(column: ColumnFacts, { rows }: TableFacts): string {
  const { name, type, role, nulls, distinct, min, max, top, sample } = column
  const isWord = !isNumeric(type) && !isTemporal(type)
  const isWhole = top.length > 0 && top.length >= distinct
  const values = isWord ? (top.length > 0 && role !== 'id' ? top.map(({ value }) => value) : sample.slice(0, 3)) : []
  const examples = values
    .slice(0, isWhole ? MOST_VALUES : FREQUENT_VALUES)
    .map((value) => bareOrQuoted(value, LONGEST_VALUE))
  const filled = rows - nulls
  return parts(
    `${named(name)} ${typeText(type)} ${role}`,
    NEVER_SUMMED[column.aggregation ?? 'sum'],
    column.kind && `values are ${bareOrQuoted(column.kind)}`,
    column.unit && `in ${tagged('descriptions', bareOrQuoted(column.unit))}`,
    column.label && `called ${tagged('descriptions', quoted(column.label))}`,
    filled === 0 && rows > 0 ? 'only nulls' : nulls > 0 && counted(nulls, 'null'),
    filled > 1 && distinct === filled
      ? 'unique'
      : distinct > 0 && (isWord || role === 'id' || role === 'dimension') && `${numberText(distinct)} distinct`,
    examples.length > 0 &&
      `${isWhole ? 'all values' : top.length > 0 && role !== 'id' ? 'frequent' : 'such as'}: ${tagged('values', examples.join(' | '))}`,
    examples.length === 0 &&
      min !== null &&
      max !== null &&
      tagged('values', `${bareOrQuoted(min, LONGEST_VALUE)} to ${bareOrQuoted(max, LONGEST_VALUE)}`),
    about(column.description),
  )
}

// search_values

function valuesText({ matches, searched, not_searched = [] }: ToolOutputs['search_values']): string {
  const lines = matches.map(({ table, column, value, match, count }) =>
    parts(
      `${named(table)}.${named(column)} = ${tagged('values', bareOrQuoted(value))}`,
      match,
      count !== undefined && counted(count, 'row'),
    ),
  )
  const { fitting: kept } = within(
    not_searched.map((line) => bareOrQuoted(line, LONGEST_ERROR)),
    MOST_TOKENS / 8,
  )
  const more = not_searched.length - kept.length
  return [
    ...(lines.length > 0 ? lines : ['not found']),
    `searched: ${counted(searched, 'column')}`,
    ...(kept.length > 0 ? [`not searched: ${kept.join('; ')}${more > 0 ? `, +${more}` : ''}`] : []),
  ].join('\n')
}

// run_sql

const failureText = ({ code, error, candidates, repairs_left }: RunSqlFailure): string =>
  [
    `error ${code}: ${tagged('errors', bareOrQuoted(error, LONGEST_ERROR))}`,
    ...(candidates.length > 0 ? [`nearest names: ${candidates.slice(0, MOST_VALUES).map(named).join(', ')}`] : []),
    `${counted(repairs_left, 'more failure')} allowed`,
  ].join('\n')

/** Tokens for the columns of a result, and for what was measured of them. */
const ROOM_FOR_COLUMNS = 2_500
const ROOM_FOR_STATISTICS = 1_500

function resultText(output: RunSqlSuccess, words: string): string {
  const { columns, rows, last = [], row_count, statistics } = output
  const heads = columns.map((column, at) => ({
    ...column,
    at,
    role: 'measure' as const,
    text: `${named(column.name)} ${typeText(column.type)}`,
  }))
  const chosen = chosenColumns(heads, words, ROOM_FOR_COLUMNS)
  const more = columns.length - chosen.length
  const isWhole = rows.length >= row_count
  const chosenNames = new Set(chosen.map(({ name }) => name))
  const measured = within(
    statistics
      .filter(({ column }) => chosenNames.has(column))
      .flatMap((measures) => statisticsText(measures, columns, isWhole, row_count)),
    ROOM_FOR_STATISTICS,
  ).fitting
  const head = [
    parts(
      `${output.name}: ${counted(row_count, 'row')}`,
      output.truncated && 'the query had more than are kept',
      rows.length === 0 && row_count > 0 && 'values are not shown to you',
      row_count > 0 &&
        `refer to a cell as ${rows.length > 0 ? tagged('rows', bareOrQuoted(output.cite)) : bareOrQuoted(output.cite)}`,
    ),
    ...(output.typed
      ? [`typed by the statement, not read from data: ${output.typed.map(named).join(', ')}; told as unconfirmed`]
      : []),
    ...(output.warnings ?? []).map((warning) => `warning: ${bareOrQuoted(warning, LONGEST_ERROR)}`),
    ...measured,
    [...chosen.map(({ text }) => text), ...(more > 0 ? [`+${counted(more, 'column')}`] : [])].join('|'),
  ]
  const line = (row: Cell[], at: number): Line => ({
    at,
    text: `${at + 1}|${chosen.map(({ at }) => cellText(row[at] ?? null)).join('|')}`,
  })
  const lines = [...rows.map(line), ...last.map((row, at) => line(row, row_count - last.length + at))]
  return [...head, ...headAndTail(lines, row_count, MOST_TOKENS - tokensOf(head.join('\n')) - head.length - 20)].join(
    '\n',
  )
}

/** A row as it is told, and its place from 0. */
type Line = { at: number; text: string }

/** As many of the first and last lines as have room, three of the first for each of the last, and how many rows are not here. */
function headAndTail(lines: Line[], rows: number, room: number): string[] {
  const texts = lines.map(({ text }) => text)
  const isWhole = within(texts, room).fitting.length === lines.length
  const first = within(texts, isWhole ? room : (room * 3) / 4)
  const last = within(texts.slice(first.fitting.length).toReversed(), room / 4 + first.left)
  const shownLines = [...lines.slice(0, first.fitting.length), ...lines.slice(lines.length - last.fitting.length)]
  let next = 0
  const gapTo = (at: number) => (at > next ? [`… ${counted(at - next, 'row')} not shown`] : [])
  const printed = shownLines.flatMap(({ at, text }) => {
    const gap = gapTo(at)
    next = at + 1
    return [...gap, text]
  })
  return shownLines.length > 0 ? [...printed, ...gapTo(rows)] : []
}

function statisticsText(measures: ColumnStatistics, columns: ResultColumn[], isWhole: boolean, rows: number): string[] {
  if (rows < 2) return []
  const { column, nulls, distinct, approximate, min, max, sum, avg } = measures
  const type = columns.find(({ name }) => name === column)?.type ?? ''
  const words = isWhole
    ? []
    : [
        min !== null && max !== null && tagged('rows', `${cellText(min)} to ${cellText(max)}`),
        nulls > 0 && counted(nulls, 'null'),
        !isNumeric(type) && `${approximate ? '≈' : ''}${numberText(distinct)} distinct`,
      ]
  const said = [
    ...words,
    sum !== undefined && tagged('rows', `sum ${sum}`),
    avg !== undefined && tagged('rows', `avg ${avg}`),
  ].filter(Boolean)
  return said.length > 0 ? [`${named(column)}: ${said.join(', ')}`] : []
}
