import { outputText } from '#analyst/rules/output-text.ts'
import { IndexBuilder, rank, shortlist } from '#analyst/rules/ranking.ts'
import { COLUMNS_IN_SHORT, outline } from '#analyst/rules/search.ts'
import { tokensOf } from '#base/tokens.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { freeName } from '#catalog/rules/table-name.ts'
import { readTables } from './databases.ts'
import { isHeld, type Question, readSet } from './spider.ts'

/**
 * `bun run eval:search [folder]`: puts all databases of a question set in Spider layout into one catalog and tells for how many
 * questions search_catalog shows every table that the gold SQL reads, how many tables it shows for that, and what its output costs a
 * model. Failures are listed (`--failures`) of the tuning databases only: nobody looks at those of the held-out ones.
 */
const folder = process.argv[2]?.startsWith('--') === false ? process.argv[2] : null
const { questions, foreign, path } = await readSet(
  folder ?? new URL('../../shared/eval/spider-train', import.meta.url).pathname,
)
/** Rows that are read of a table for its frequent values. */
const MOST_ROWS = 20_000

const tables: CatalogTable[] = []
/** Place of each table by its database and its own name. */
const places = new Map<string, number>()
const taken = new Set<string>()
for (const database of new Set(questions.map(({ db_id }) => db_id))) {
  const of = [...readTables(path(database), foreign.get(database) ?? [], MOST_ROWS)]
  const names = new Map<string, string>()
  for (const { name } of of) {
    const free = freeName(name.toLowerCase(), taken)
    taken.add(free)
    names.set(name.toLowerCase(), free)
  }
  for (const { facts } of of) {
    const name = names.get(facts.name.toLowerCase())!
    places.set(`${database} ${facts.name.toLowerCase()}`, tables.length)
    tables.push({
      ...{ id: name, name, rows: facts.rows, description: '', hidden: false, refreshed_at: facts.refreshed_at },
      source: { kind: 'database', id: database, name: database },
      columns: facts.columns.map((column) => ({ ...column, description: '', hidden: false })),
      relations: facts.relations.map((one) => ({ ...one, to_table: names.get(one.to_table.toLowerCase())! })),
    })
  }
}
const placeOf = new Map(tables.map(({ name }, at) => [name, at]))

const begun = performance.now()
const builder = new IndexBuilder()
for (const { name, source, columns } of tables)
  builder.add({
    ...{ name, source: source.name, description: '' },
    columns: columns.map(({ name, type, role, top }) => ({
      ...{ name, description: '' },
      values: type === 'VARCHAR' && role !== 'id' ? top.map(({ value }) => value) : [],
    })),
  })
const index = builder.done(
  tables.flatMap(({ relations }, at) =>
    relations.map(({ to_table }): [number, number] => [at, placeOf.get(to_table)!]),
  ),
)
console.log(`${tables.length} tables, index made in ${Math.round(performance.now() - begun)} ms`)

/** The tables that a statement reads, by what follows FROM and JOIN. */
function read({ db_id, query }: Question): number[] {
  const lists = query.matchAll(/\b(?:from|join)\s+((?:\w+(?:\s+as\s+\w+)?\s*,\s*)*\w+)/gi)
  const names = [...lists].flatMap(([, list]) => list!.split(',').map((one) => one.trim().split(/\s/)[0]!))
  return names.flatMap((name) => places.get(`${db_id} ${name.toLowerCase()}`) ?? [])
}

for (const held of [false, true]) {
  let [asked, shown, count, tokens] = [0, 0, 0, 0]
  for (const question of questions) {
    const needed = read(question)
    if (isHeld(question.db_id) !== held || needed.length === 0) continue
    const text = question.question
    const found = shortlist(rank(index, { query: text, question: text }, { values: true })).map(({ table }) => table)
    const missing = needed.filter((table) => !found.includes(table))
    asked++
    if (missing.length === 0) shown++
    else if (!held && process.argv.includes('--failures'))
      console.log(`${question.db_id}: ${text} — ${missing.map((at) => tables[at]!.name).join(', ')} not shown`)
    count += found.length
    const output = { complete: false, total_tables: tables.length }
    const outlines = found.map((at) => outline(tables[at]!, text, COLUMNS_IN_SHORT))
    tokens += tokensOf(outputText.search_catalog({ ...output, tables: outlines }, text))
  }
  console.log(
    `${held ? 'held-out' : 'tuning'} databases: all tables shown for ${shown} of ${asked} questions (${((100 * shown) / asked).toFixed(1)} %), by ${(count / asked).toFixed(1)} tables in ${Math.round(tokens / asked)} tokens on average`,
  )
}
