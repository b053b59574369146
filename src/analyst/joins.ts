import { AppError } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import { SECOND } from '#base/time.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import type { Cell } from '#query/rules/answers.ts'
import type { Node } from '#query/rules/need.ts'
import * as query from '#query/run.ts'
import type { Inquiry } from './inquiry.ts'
import type { Check } from './rules/answer.ts'
import { isUnrelated, judgeMatch, type Key, matchSql, unmeasured } from './rules/joins/coincidence.ts'
import { type KnownTable, type Origin, probeOf, scopesOf } from './rules/joins/lineage.ts'
import { pairsOf } from './rules/joins/pairs.ts'
import { judge, type Question, questionOf, unchecked, type Whole, wholeKey } from './rules/joins/verdict.ts'
import { WORKSPACE_SOURCE } from './rules/tools.ts'
import { type Named, readStatement, readToSources } from './statements.ts'

/** The probes of one statement may take no longer, and it may join in no more places. */
const LONGEST = 5 * SECOND
const MOST_PROBES = 6

/** A statement that ran, with the ids of the earlier results that it names. */
export type Ran = { sql: string; source?: string | null | undefined; results: Record<string, string> }
type Ask = (sql: string) => Promise<Cell[]>

/**
 * Looks at every join of a statement that ran, through its sub-queries and common tables: how often each row comes, whether a measure
 * is added up twice by that, and whether the parts make the whole. What could not be looked at says so.
 */
export async function joinChecks(inquiry: Inquiry, ran: Ran, signal?: AbortSignal): Promise<Check[]> {
  const { engine } = inquiry.ctx
  const source = ran.source && ran.source !== WORKSPACE_SOURCE ? ran.source : null
  const stop = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(LONGEST)])
  const asked = { ...(source ? { source } : {}), results: ran.results, limit: 1, signal: stop }
  const ask: Ask = async (sql) => (await query.probe(inquiry.ctx, { ...asked, sql })).rows[0] ?? []
  try {
    const { tree, tables } = await readStatement(inquiry, ran)
    if (questionsOf(tree, tables).length === 0) return []
    const questions = questionsOf(tree, await Promise.all(tables.map((table) => withKey(table, ask))))
    const wholes = await wholesOf(questions, tables, ask)
    const checks = questions.slice(0, MOST_PROBES).map(async ({ probe, question }) => {
      const sql = await engine.unparse(JSON.stringify({ error: false, statements: [probe] }))
      return ask(sql).then(
        (row) => judge(question, row, wholes, sql),
        (error) => [notLookedAt(inquiry, error, sql)],
      )
    })
    const more = questions.length > MOST_PROBES ? [unchecked('more joins stand in it than are looked at')] : []
    return [...(await Promise.all(checks)).flat(), ...more]
  } catch (error) {
    return [notLookedAt(inquiry, error)]
  }
}

/**
 * Looks at the joins between tables of different sources that no relation of the catalog speaks for. Where names are not alike or few
 * values meet it says that the match may be coincidental: numbers that count up are found in any others.
 */
export async function coincidenceChecks(inquiry: Inquiry, ran: Ran, signal?: AbortSignal): Promise<Check[]> {
  // Tables of one database are of one source.
  if (ran.source && ran.source !== WORKSPACE_SOURCE) return []
  const stop = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(LONGEST)])
  try {
    const { tree, tables } = await readToSources(inquiry, ran)
    const pairs = unrelatedPairs(tree, tables)
    const checks = pairs.slice(0, MOST_PROBES).map(async ({ keys: [a, b], isPlain }) => {
      if (!isPlain) return unmeasured(a, b, 'they are computed with')
      const sql = matchSql(a, b)
      return query.probe(inquiry.ctx, { sql, limit: 1, signal: stop }).then(
        ({ rows }) => judgeMatch(a, b, rows[0] ?? [], sql),
        (error) => unmeasured(a, b, whyNot(inquiry, error), sql),
      )
    })
    const more = pairs.length > MOST_PROBES ? [unchecked('more joins of sources stand in it than are looked at')] : []
    return [...(await Promise.all(checks)).filter((check) => check !== null), ...more]
  } catch (error) {
    return [notLookedAt(inquiry, error)]
  }
}

/** Pairs of columns of different sources by which a statement joins, each once. `isPlain`: by their values as they are. */
function unrelatedPairs(tree: Node, tables: Named[]): { keys: [Key, Key]; isPlain: boolean }[] {
  const all = storedIn(tables)
  const keyOf = ({ table: name, column: wanted }: Origin): Key[] => {
    const table = all.find((one) => one.name === name)
    const column = table?.columns.find((one) => one.name === wanted)
    return table && column ? [{ table, column }] : []
  }
  const found = pairsOf(scopesOf(tree, tables)).flatMap(({ left, right }) => {
    const isPlain = left.origin !== null && right.origin !== null
    const [ours, theirs] = isPlain ? [[left.origin!], [right.origin!]] : [left.columns, right.columns]
    const pairs = ours.flatMap(keyOf).flatMap((a) => theirs.flatMap(keyOf).map((b): [Key, Key] => [a, b]))
    // Of several columns that are put together, one relation speaks for all.
    return pairs.length > 0 && pairs.every(([a, b]) => isUnrelated(a, b)) ? [{ keys: pairs[0]!, isPlain }] : []
  })
  const nameOf = ({ table, column }: Key) => JSON.stringify([table.id, column.name])
  return [...new Map(found.map((one) => [one.keys.map(nameOf).sort().join(), one])).values()]
}

/** The stored tables that a statement reads, also by way of earlier results. */
const storedIn = (tables: Named[]): CatalogTable[] =>
  tables.flatMap(({ table, made }) => (table ? [table] : made ? storedIn(made.tables) : []))

/** A check is never the reason for an answer to fail. */
const notLookedAt = (inquiry: Inquiry, error: unknown, probe?: string): Check =>
  unchecked(whyNot(inquiry, error), probe)

function whyNot({ ctx }: Inquiry, error: unknown): string {
  if (!(error instanceof AppError) || error.kind === 'internal') {
    ctx.log.error('the joins of a statement could not be looked at', { error })
    return 'something went wrong with the check'
  }
  return error.code === 'query_cancelled' ? 'it would have taken too long' : error.message.replace(/\.$/, '')
}

const questionsOf = (tree: Node, tables: KnownTable[]) =>
  scopesOf(tree, tables).flatMap((scope) => {
    const question = questionOf(scope)
    return question ? [{ question, probe: probeOf(scope, question.list) }] : []
  })

async function withKey(table: Named, ask: Ask): Promise<Named> {
  if (table.keys.length === 0) return table
  const counts = table.keys.map((key) => `count(DISTINCT ${identifier(key)})`)
  const [rows, ...distinct] = await ask(`SELECT count(*), ${counts.join(', ')} FROM ${table.sql}`)
  const at = distinct.findIndex((count) => Number(count) === Number(rows))
  return at < 0 ? table : { ...table, key: table.keys[at]! }
}

/** The sums of the stored columns that a statement adds up, over all rows of their tables. */
async function wholesOf(questions: { question: Question }[], tables: Named[], ask: Ask): Promise<Map<string, Whole>> {
  const origins = questions.flatMap(({ question }) => question.measures.flatMap(({ origin }) => origin ?? []))
  const wholes = new Map<string, Whole>()
  for (const table of tables) {
    const own = origins.filter((origin) => origin.table === table.name)
    const columns = [...new Set(own.map(({ column }) => column))]
    if (columns.length === 0) continue
    const list = columns.map((column) => `sum(${identifier(column)}), min(${identifier(column)})`)
    const row = await ask(`SELECT ${list.join(', ')} FROM ${table.sql}`)
    for (const [at, column] of columns.entries())
      wholes.set(wholeKey({ table: table.name, column }), { sum: Number(row[at * 2]), min: Number(row[at * 2 + 1]) })
  }
  return wholes
}
