import { AppError } from '#base/errors.ts'
import { counted } from '#base/format.ts'
import { identifier, literal } from '#base/sql.ts'
import { SECOND } from '#base/time.ts'
import type { StoredTable } from '#catalog/rules/catalog.ts'
import { folded } from '#catalog/rules/folded.ts'
import { placeCodes, places, placesNamed } from '#catalog/rules/places.ts'
import { matchOf, type Ranked, ranked, type Wanted, wantedOf } from '#catalog/rules/value-match.ts'
import { isCode, valuesKey } from '#catalog/value-file.ts'
import { indexLater } from '#files/index-later.ts'
import { FETCHED_ROWS } from '#query/pushdown.ts'
import { nearest } from '#query/rules/nearest.ts'
import * as query from '#query/run.ts'
import type { Inquiry } from './inquiry.ts'
import type { SearchValuesInput, SearchValuesOutput, ValueMatch } from './rules/tools.ts'

const MOST_MATCHES = 20
const MOST_INDEXES = 2000
/** Columns that are looked through in the data, since no index has all of their values; statements at once, and the time for all of them. */
const MOST_LOOKED_UP = 64
const AT_ONCE = 4
const LONGEST = 10 * SECOND
const MOST_VALUES = 10
/** Columns that are named for each reason why they were not searched. */
const MOST_NAMED = 6

/**
 * How columns are looked through in the data. widely: for all that an index finds; plainly: for the text in the ways that people write it,
 * as a large table of a database can be asked; exactly: for the text letter for letter, which is quick in any table.
 */
type Way = 'widely' | 'plainly' | 'exactly'
type LookUp = { table: StoredTable; columns: string[]; way: Way }
type Place = { table: StoredTable; column: string }
type Found = Ranked[]

const ONLY = {
  plainly: 'looked for only as it is typed, in small letters and in capitals',
  exactly: 'looked for only letter for letter',
}
const TOO_MANY = 'left out, since only so many are looked through at once: name the table or the column'

/**
 * How a text is written in the data: in the indexes of values, among the frequent values that the catalog knows, and in the rows of tables
 * that no index has wholly. Tells which columns were not looked through.
 */
export async function searchValues(
  inquiry: Inquiry,
  input: SearchValuesInput,
  signal?: AbortSignal,
): Promise<SearchValuesOutput> {
  const all = await inquiry.outline()
  const tables = all.filter((table) => same(table.name, input.table))
  const places = tables.flatMap((table) =>
    table.texts.filter((column) => same(column, input.column)).map((column) => ({ table, column })),
  )
  const unknown = unknownNames(all, tables, input)
  const wanted = wantedOf(input.text)
  const [frequent, indexed] = await Promise.all([
    frequentValues(inquiry, input, wanted),
    inIndexes(inquiry, places, input, signal),
  ])
  const isFound = indexed.found.some(({ kind }) => kind === 'exact' || kind === 'case')
  const lookUps = indexed.left.flatMap(({ place, codes }) => lookUpsOf(place, codes || isFound))
  const asked = await inData(inquiry, together(lookUps), wanted, signal)
  const seen = new Set<string>()
  const called = await placeValues(inquiry, input)
  const matches = ranked([...indexed.found, ...frequent, ...asked.found])
    .filter(({ table, column, value }) => {
      const key = JSON.stringify([table, column, value])
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, MOST_MATCHES)
  const notSearched = [...unknown, ...reasons(asked.partly)]
  return {
    matches: [...called, ...matches.map(toldOf)].slice(0, MOST_MATCHES),
    searched: places.length - asked.partly.length,
    ...(notSearched.length > 0 ? { not_searched: notSearched } : {}),
  }
}

const same = (name: string, wanted: string | null | undefined) => !wanted || name.toLowerCase() === wanted.toLowerCase()

function unknownNames(all: StoredTable[], tables: StoredTable[], { table, column }: SearchValuesInput): string[] {
  const instead = (names: string[]) => (names.length > 0 ? ` Nearest: ${names.join(', ')}.` : '')
  if (table && tables.length === 0)
    return [
      `There is no table ${table}.${instead(
        nearest(
          table,
          all.map(({ name }) => name),
        ),
      )}`,
    ]
  const columns = [...new Set(tables.flatMap((one) => one.columns))]
  if (column && !columns.some((name) => same(name, column)))
    return [`There is no column ${column}.${instead(nearest(column, columns))}`]
  return []
}

const toldOf = ({ table, column, value, kind, count }: Ranked): ValueMatch => ({
  ...{ table, column, value, match: kind === 'word' ? 'contains' : kind },
  ...(count === undefined ? {} : { count }),
})

/** Tables read because they have a column of this name. */
const MOST_TABLES = 12

/** What the catalog knows of frequent values, also of numbers and dates. */
async function frequentValues(inquiry: Inquiry, { table, column }: SearchValuesInput, wanted: Wanted): Promise<Found> {
  const withColumn = column
    ? (await inquiry.outline())
        .filter(({ columns }) => columns.some((name) => same(name, column)))
        .slice(0, MOST_TABLES)
    : []
  await inquiry.know([...(table ? [table] : []), ...withColumn.map(({ name }) => name)])
  return (await inquiry.tables())
    .filter(({ name }) => same(name, table))
    .flatMap(({ name, columns }) =>
      columns
        .filter((one) => same(one.name, column))
        .flatMap((one) =>
          one.top.flatMap(({ value, count }): Found => {
            const match = matchOf(wanted, value)
            return match ? [{ ...match, table: name, column: one.name, value, count }] : []
          }),
        ),
    )
}

/** Values of columns of places that are other names or codes of the place that is looked for: CA for California, DE for German. */
async function placeValues(inquiry: Inquiry, { text, table, column }: SearchValuesInput): Promise<ValueMatch[]> {
  const wanted = await placesNamed(text)
  if (wanted.size === 0) return []
  const placeNames = await places()
  return (await inquiry.tables())
    .filter(({ name }) => same(name, table))
    .flatMap(({ name, columns }) =>
      columns
        .filter((one) => same(one.name, column) && /^(country|state|code)$/.test(one.kind ?? ''))
        .flatMap(({ name: of, top, sample }) => {
          const counts = new Map(top.map(({ value, count }) => [value, count]))
          const values = [...new Set([...counts.keys(), ...sample])]
          const kinds = placeCodes(placeNames, values.map(folded))
          return values.flatMap((value): ValueMatch[] => {
            const isIt = [...wanted].some(([kind, code]) => kinds.get(kind)?.get(folded(value)) === code)
            if (!isIt || folded(value) === folded(text)) return []
            const count = counts.get(value)
            return [
              {
                table: name,
                column: of,
                value,
                match: 'exact',
                place: text,
                ...(count === undefined ? {} : { count }),
              },
            ]
          })
        }),
    )
}

/** Looks through the indexes. @returns what they have, and the columns that they have not, or not wholly */
async function inIndexes(
  { ctx }: Inquiry,
  places: Place[],
  { text }: SearchValuesInput,
  signal: AbortSignal | undefined,
): Promise<{ found: Found; left: { place: Place; codes: boolean }[] }> {
  const stored = [
    ...Map.groupBy(
      places.filter(({ table }) => table.storeKey !== null),
      ({ table }) => table,
    ).entries(),
  ]
  // Those that were read before there were indexes: their rows are looked through this time.
  const unindexed: { id: string; storeKey: string }[] = []
  const opened = await Promise.all(
    stored.slice(0, MOST_INDEXES).map(async ([table, of]) => {
      const storeKey = table.storeKey!
      const path = await ctx.files.localPath(valuesKey(storeKey)).catch((error) => {
        if (error instanceof AppError && error.code === 'bytes_missing') unindexed.push({ id: table.id, storeKey })
        return null
      })
      return path === null ? [] : [{ table, path, columns: of.map(({ column }) => column) }]
    }),
  )
  indexLater(ctx, unindexed)
  const indexes = opened.flat()
  const tables = indexes.map(({ path, columns }) => ({ path, columns }))
  const none = { values: [], states: [] }
  const request = { text, tables, ...(signal ? { signal } : {}) }
  const { values, states } =
    tables.length === 0
      ? none
      : await ctx.engine.searchValues(request).catch((error) => {
          if (signal?.aborted || !(error instanceof AppError)) throw error
          // The process that searches may have ended: the rows are there all the same.
          ctx.log.warn('indexes of values were not searched', { error })
          return none
        })
  const stateOf = new Map(indexes.map(({ table }, at) => [table, states[at] ?? {}]))
  const left = places.flatMap((place) => {
    const state = stateOf.get(place.table)?.[place.column]
    // Of a column of codes the index has what is none.
    const isWhole = state === 'whole' || (state === 'codes' && !isCode(text))
    return isWhole ? [] : [{ place, codes: state === 'codes' }]
  })
  return { found: values.map((one) => ({ ...one, table: indexes[one.table]!.table.name })), left }
}

/** Rows of a database that are not all fetched to look for a text. A database without an estimate says 0. */
const isLarge = ({ database, rows }: StoredTable) => database !== undefined && (rows === 0 || rows > FETCHED_ROWS)

function lookUpsOf({ table, column }: Place, isExact: boolean): LookUp {
  const way = isLarge(table) ? 'plainly' : table.storeKey !== null && isExact ? 'exactly' : 'widely'
  return { table, columns: [column], way }
}

/** One statement for the columns of a table; a large table of a database is asked for one by one, in a way that it can answer. */
function together(lookUps: LookUp[]): LookUp[] {
  const groups = Map.groupBy(lookUps, ({ table, columns, way }) =>
    JSON.stringify([table.id, way, way === 'plainly' ? columns : []]),
  )
  return [...groups.values()].map((group) => ({ ...group[0]!, columns: group.flatMap(({ columns }) => columns) }))
}

const NEARLY = { kind: 'similar', likeness: 0 } as const

type Partly = { place: Place; why: string }

/** Looks through rows, small tables first; one that fails or is slow takes nothing from what the others have. */
async function inData(inquiry: Inquiry, lookUps: LookUp[], wanted: Wanted, signal: AbortSignal | undefined) {
  const found: Found = []
  const partly: Partly[] = []
  const leave = ({ table, columns }: LookUp, why: string) =>
    void partly.push(...columns.map((column) => ({ place: { table, column }, why })))
  let room = MOST_LOOKED_UP
  const late = AbortSignal.timeout(LONGEST)
  const waiting = lookUps.toSorted(
    (a, b) => Number(isLarge(a.table)) - Number(isLarge(b.table)) || a.table.rows - b.table.rows,
  )
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const all = next
      const one = { ...all, columns: all.columns.slice(0, room) }
      room -= one.columns.length
      if (one.columns.length < all.columns.length)
        leave({ ...all, columns: all.columns.slice(one.columns.length) }, TOO_MANY)
      if (one.columns.length === 0) continue
      const stop = AbortSignal.any([...(signal ? [signal] : []), late])
      try {
        const sql = one.columns
          .map((column, at) => STATEMENTS[one.way](wanted.text, one.table, column, at))
          .join(' UNION ALL ')
        const { rows } = await query.probe(inquiry.ctx, { sql, signal: stop })
        for (const [value, count, at] of rows) {
          const text = String(value)
          // What only a pattern of the database takes for the text is none; letters that are nearly the same are.
          const match = matchOf(wanted, text) ?? (one.way === 'widely' ? NEARLY : null)
          if (!match) continue
          found.push({
            ...match,
            table: one.table.name,
            column: one.columns[Number(at ?? 0)]!,
            value: text,
            count: Number(count),
          })
        }
        if (one.way !== 'widely') leave(one, ONLY[one.way])
      } catch (error) {
        if (signal?.aborted || !(error instanceof AppError) || error.kind === 'internal') throw error
        leave(one, late.aborted ? 'there was no time' : 'they could not be read just now')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { found, partly }
}

function reasons(partly: Partly[]): string[] {
  return [...Map.groupBy(partly, ({ why }) => why)].map(([why, of]) => {
    const names = of.slice(0, MOST_NAMED).map(({ place: { table, column } }) => `${table.name}.${column}`)
    const more = of.length > names.length ? ` and ${counted(of.length - names.length, 'more column')}` : ''
    return `${names.join(', ')}${more}: ${why}`
  })
}

const STATEMENTS: Record<Way, (text: string, table: StoredTable, column: string, at: number) => string> = {
  /** Texts that have this one in them, without regard to capitals and accents, and texts that are nearly the same. */
  widely(text, table, column, at) {
    const value = `${identifier(column)}::VARCHAR`
    const plain = (of: string) => `strip_accents(lower(${of}))`
    const wanted = plain(literal(text))
    // Texts of which one is more than twice as long as the other are never that similar: most are not even compared.
    const length = [...text].length
    const isNear = `length(${value}) BETWEEN ${Math.floor(length / 2)} AND ${length * 2} AND jaro_winkler_similarity(${plain(value)}, ${wanted}) > 0.9`
    return `(SELECT ${value} AS v, count(*) AS n, ${at} AS place FROM ${identifier(table.name)}
    WHERE contains(${plain(value)}, ${wanted}) OR (${isNear}) GROUP BY 1 ORDER BY 2 DESC LIMIT ${MOST_VALUES})`
  },
  /** Texts that have this one in them as it is written, or in small letters, in capitals, or with capitals at the start of words. */
  plainly(text, table, column) {
    const name = identifier(column)
    const words = text.toLowerCase().replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
    const forms = [...new Set([text, text.toLowerCase(), text.toUpperCase(), words])]
    const isLike = forms.map((form) => `${name} LIKE ${literal(`%${form}%`)}`)
    return `SELECT ${name} AS v, count(*) AS n FROM ${identifier(table.name)} WHERE ${isLike.join(' OR ')} GROUP BY 1 ORDER BY 2 DESC LIMIT ${MOST_VALUES}`
  },
  exactly(text, table, column, at) {
    const name = identifier(column)
    return `(SELECT ${name}::VARCHAR AS v, count(*) AS n, ${at} AS place FROM ${identifier(table.name)} WHERE ${name} = ${literal(text)} GROUP BY 1)`
  },
}
