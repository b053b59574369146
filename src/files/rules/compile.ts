import { isNumeric } from '#base/engine-type.ts'
import { identifier, literal } from '#base/sql.ts'
import { freeColumn } from './header.ts'
import type { Step } from './recipe.ts'
import { wideOf } from './wide.ts'

/** A column as the engine describes it; `textOf`: the one whose values that do not fit are kept in it. */
export type RawColumn = { name: string; type: string; textOf?: string | undefined }
/** Rows in SQL, with the column `line` that tells their order in the raw table. */
export type Rows = { from: string; columns: RawColumn[]; line: string }
/**
 * What a step makes of rows; `changed`: the SQL that counts cells that are different, or rows that are left out (`drops`), or those before
 * each became several (`multiplies`).
 */
type Mended = Rows & { changed: string; drops?: true; multiplies?: true }

/** The rows of a raw table as the first step gets them. */
export function rawRows(relation: string, columns: RawColumn[]): Rows {
  const line = freeColumn('line', new Set(columns.map(({ name }) => name.toLowerCase())))
  return { from: `(select *, row_number() over () as ${identifier(line)} from ${relation})`, columns, line }
}

/** The SELECT of a recipe, once all of its steps are applied. */
export const selectOf = ({ from, columns, line }: Rows): string =>
  `select ${columns.map(({ name }) => identifier(name)).join(', ')} from ${from} order by ${identifier(line)}`

/**
 * Applies one step to rows.
 * @returns why it does not fit them, in words, where it does not
 */
export function applyStep(step: Step, rows: Rows): Mended | { skipped: string } {
  const latest = step.kind === 'key' && step.latest !== null ? [step.latest] : []
  for (const name of 'columns' in step ? [...step.columns, ...latest] : 'column' in step ? [step.column] : [])
    if (!rows.columns.some((column) => column.name === name)) return { skipped: `There is no column "${name}".` }
  return APPLY[step.kind](step as never, rows)
}

type Apply<K extends Step['kind']> = (step: Extract<Step, { kind: K }>, rows: Rows) => Mended | { skipped: string }

/** How each kind of step is written in SQL: a new kind is one more entry here and in `step`. */
const APPLY: { [K in Step['kind']]: Apply<K> } = {
  replace: ({ column, from, to }, rows) => {
    const { type } = columnOf(rows, column)
    const name = identifier(column)
    const given = from.map((text) => (isText(type) ? literal(text) : `try_cast(${literal(text)} as ${type})`))
    const wanted = to === null ? 'null' : `cast(${literal(to)} as ${type})`
    // IN would become a join, and a recipe may have many of them.
    const isOne = `list_contains([${given.join(', ')}], ${name})`
    return changedCells(rows, column, `case when ${isOne} then ${wanted} else ${name} end`)
  },
  trim: ({ column }, rows) =>
    isText(columnOf(rows, column).type)
      ? changedCells(rows, column, trimmed(identifier(column)))
      : { skipped: `"${column}" holds no texts.` },
  clear: ({ column, below, above }, rows) => {
    const { type } = columnOf(rows, column)
    const name = identifier(column)
    const bounds = [
      ...(below === undefined ? [] : [`${name} < cast(${literal(below)} as ${type})`]),
      ...(above === undefined ? [] : [`${name} > cast(${literal(above)} as ${type})`]),
    ]
    if (bounds.length === 0) return { skipped: 'It says neither below nor above what.' }
    return changedCells(rows, column, `case when ${bounds.join(' or ')} then null else ${name} end`)
  },
  number: ({ column, decimals }, rows) => {
    if (!isText(columnOf(rows, column).type)) return { skipped: `"${column}" holds no texts.` }
    const type = decimals === null ? 'DOUBLE' : decimals === 0 ? 'BIGINT' : `DECIMAL(18,${decimals})`
    const name = identifier(column)
    const bare = `case when regexp_full_match(trim(${name}), ${literal(GROUPED)}) then replace(trim(${name}), ',', '') else trim(${name}) end`
    const value = `try_cast(${bare} as ${type})`
    const taken = new Set([...rows.columns.map(({ name }) => name.toLowerCase()), rows.line])
    const beside = freeColumn(/\s/.test(column) ? `${column} (as written)` : `${column}_as_written`, taken)
    const columns = rows.columns.flatMap((one) =>
      one.name === column
        ? [
            { name: column, type },
            { name: beside, type: 'VARCHAR', textOf: column },
          ]
        : [one],
    )
    const list = rows.columns.map((one) =>
      one.name === column
        ? `${value} as ${name}, case when ${value} is null then ${name} end as ${identifier(beside)}`
        : identifier(one.name),
    )
    return {
      ...{ columns, line: rows.line },
      from: `(select ${[...list, identifier(rows.line)].join(', ')} from ${rows.from})`,
      changed: `select count(${value}) from ${rows.from}`,
    }
  },
  scale: ({ column, how, by, from }, rows) => {
    const { type } = columnOf(rows, column)
    if (!isNumeric(type)) return { skipped: `"${column}" holds no numbers.` }
    const name = identifier(column)
    // A decimal times a decimal stays exact; what is divided by anything but a power of ten cannot.
    const isExact = how === 'multiply' || /^10+$/.test(String(by))
    const times = plain(how === 'multiply' ? by : 1 / by)
    const scaled =
      isExact && !/^(DOUBLE|FLOAT)/.test(type)
        ? `${name} * ${times}`
        : `${name}::double ${how === 'multiply' ? '*' : '/'} ${plain(by)}`
    const value =
      from === undefined ? scaled : `case when abs(${name}) >= ${plain(from)} then ${scaled} else ${name} end`
    return changedCells(rows, column, value)
  },
  rows: (_step, rows) => {
    const line = identifier(rows.line)
    const all = rows.columns.map(({ name }) => identifier(name)).join(', ')
    return keptRows(rows, `select min(${line}) from ${rows.from} group by ${all}`)
  },
  key: ({ columns, latest }, rows) => {
    const keys = columns.map(identifier)
    const order = [...(latest === null ? [] : [`${identifier(latest)} desc nulls last`]), identifier(rows.line)]
    // Rows without a key are not those of one thing.
    const filled = keys.map((key) => `${key} is not null`).join(' or ')
    const first = `select ${identifier(rows.line)} from ${rows.from} where ${filled} qualify row_number() over (partition by ${keys.join(', ')} order by ${order.join(', ')}) = 1`
    return keptRows(rows, `${first} union all select ${identifier(rows.line)} from ${rows.from} where not (${filled})`)
  },
  hide: ({ column }, rows) => {
    const columns = rows.columns.filter(({ name, textOf }) => name !== column && textOf !== column)
    if (columns.length === 0) return { skipped: 'It is the only column.' }
    const list = [...columns.map(({ name }) => name), rows.line].map(identifier).join(', ')
    return {
      ...{ columns, line: rows.line, from: `(select ${list} from ${rows.from})` },
      changed: `select count(*) from ${rows.from}`,
    }
  },
  long: ({ figures }, rows) => longRows(rows, figures),
}

/** Every row as often as there are periods: a period without a value is a row too, so that nothing is lost. */
function longRows(rows: Rows, figures: string | undefined): Mended | { skipped: string } {
  const wide = wideOf(rows.columns, figures)
  if (!wide) return { skipped: 'Its columns are no periods.' }
  const { period, label, values, kept: keptColumns } = wide
  const times = period.values.length
  const stay = rows.columns.filter(({ name }) => keptColumns.includes(name))
  const one = (list: string[], name: string) => `unnest([${list.join(', ')}]) as ${identifier(name)}`
  const list = [
    ...stay.map(({ name }) => identifier(name)),
    ...(label ? [one(label.values.map(literal), label.name)] : []),
    one(
      period.values.map((value) => `cast(${literal(value)} as ${period.type})`),
      period.name,
    ),
    ...values.map(({ name, columns }) =>
      one(
        columns.map((column) => (column === null ? 'null' : identifier(column))),
        name,
      ),
    ),
    `${identifier(rows.line)} * ${times} + unnest(range(${times})) as ${identifier(rows.line)}`,
  ]
  const typeOf = (names: (string | null)[]) => widest(names.flatMap((name) => (name ? columnOf(rows, name).type : [])))
  const columns: RawColumn[] = [
    ...stay,
    ...(label ? [{ name: label.name, type: 'VARCHAR' }] : []),
    { name: period.name, type: period.type },
    ...values.map(({ name, columns, textOf }) => ({ name, type: typeOf(columns), textOf })),
  ]
  return {
    ...{ columns, line: rows.line, multiplies: true },
    from: `(select ${list.join(', ')} from ${rows.from})`,
    changed: `select count(*) from ${rows.from}`,
  }
}

/** A type for what is said of a column made of several; the engine itself finds the one that holds all. */
const widest = (types: string[]): string => (types.every((type) => type === types[0]) ? types[0]! : 'DOUBLE')

const columnOf = ({ columns }: Rows, wanted: string): RawColumn => columns.find(({ name }) => name === wanted)!

/** Rows with another value in one column. */
function changedCells(rows: Rows, column: string, value: string): Mended {
  const { from, columns, line } = rows
  const list = columns.map(({ name }) => (name === column ? `${value} as ${identifier(name)}` : identifier(name)))
  return {
    ...rows,
    from: `(select ${[...list, identifier(line)].join(', ')} from ${from})`,
    changed: `select count(*) from ${from} where (${value}) is distinct from ${identifier(column)}`,
  }
}

/** Only the rows whose lines a SELECT gives. */
const keptRows = (rows: Rows, lines: string): Mended => ({
  ...rows,
  from: `(select * from ${rows.from} where ${identifier(rows.line)} in (${lines}))`,
  changed: `select (select count(*) from ${rows.from}) - (select count(*) from (${lines}))`,
  drops: true,
})

const isText = (type: string): boolean => type === 'VARCHAR'

/** Numbers whose thousands are grouped by commas. */
const GROUPED = '[-+]?[0-9]{1,3}(,[0-9]{3})+(\\.[0-9]+)?'

/** Characters that nobody sees: zero width, marks of direction, the soft hyphen, the mark of the order of bytes. */
const INVISIBLE = '[\\x{200B}-\\x{200F}\\x{202A}-\\x{202E}\\x{2060}\\x{FEFF}\\x{00AD}]'

/** A text without invisible characters, spaces around, or several in a row; one of nothing else is no value. */
export const trimmed = (text: string): string =>
  `nullif(trim(regexp_replace(regexp_replace(${text}, '${INVISIBLE}', '', 'g'), '[\\s\\x{00A0}\\x{2000}-\\x{200A}\\x{3000}]+', ' ', 'g')), '')`

/** A number without an exponent. */
const plain = (value: number): string => value.toFixed(12).replace(/\.?0+$/, '')
