import { isDeepStrictEqual } from 'node:util'
import { parse, stringify } from 'yaml'
import { AppError, invalid } from '#base/errors.ts'
import { SECOND } from '#base/time.ts'
import { validationMessage } from '#base/validation-message.ts'
import * as catalog from '#catalog/catalog.ts'
import { declareRelation } from '#catalog/declare-relation.ts'
import * as edit from '#catalog/edit.ts'
import type { Query } from '#catalog/query.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { Runner } from './check.ts'
import * as definitions from './definitions.ts'
import type { Definition, Import } from './rules/answers.ts'
import { dbtManifest, type Imported, readDbt } from './rules/dbt.ts'
import { knownOf, plainName } from './rules/definition.ts'
import { definitionsFile } from './rules/file.ts'
import { finderOf } from './rules/named-tables.ts'

/** Entries of one file that are looked at, and how long they may take: what is left is taken over by another import. */
const MOST_ENTRIES = 5_000
const LONGEST = 60 * SECOND

/** Everything that was approved and that this person may read, as a file that `read` reads. */
export async function exported(ctx: WorkspaceCtx): Promise<string> {
  const all = await definitions.approved(ctx)
  const of = <K extends Definition['kind']>(kind: K) => all.filter((one) => one.kind === kind)
  const named = (kind: 'metric' | 'term') => of(kind).map(({ name, content }) => ({ name, ...content }))
  return stringify({
    version: 1,
    instructions: of('instructions')[0]?.content,
    metrics: named('metric'),
    terms: named('term'),
    queries: of('query').map(({ name, content }) => ({ question: name, ...content })),
  })
}

/** @throws AppError invalid for a file that is neither */
function read(text: string): Imported {
  const value = parsed(text)
  const isDbt = typeof value === 'object' && value !== null && 'nodes' in value
  const found = (isDbt ? dbtManifest.transform(readDbt) : definitionsFile).safeParse(value, {
    error: validationMessage,
  })
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw invalid(`The file cannot be read at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message}`)
}

/** Characters of a YAML file: reading one takes the whole server seconds for each million. */
const LONGEST_YAML = 1_000_000

function parsed(text: string): unknown {
  const isJson = text.trimStart().startsWith('{')
  if (!isJson && text.length > LONGEST_YAML)
    throw invalid('A YAML file may have at most 1,000,000 characters. Import it in parts.')
  try {
    // Aliases may make a small file a large one.
    return isJson ? JSON.parse(text) : parse(text, { maxAliasCount: 0, schema: 'core' })
  } catch (error) {
    throw new AppError('invalid', 'This is neither a manifest.json of dbt nor a YAML file of definitions.', {
      cause: error,
    })
  }
}

export type Mode = 'preview' | 'propose' | 'approve'

/**
 * Compares a file with what is there, and takes over what is new: metrics, terms and queries as proposals or at once, descriptions where there
 * is none, relations that are not there. What is there and differs is never overwritten: a definition is proposed anew, a description stays.
 * @throws AppError invalid for a file that cannot be read
 */
export async function importFile(ctx: WorkspaceCtx, runner: Runner & Query, text: string, mode: Mode): Promise<Import> {
  const file = read(text)
  const count = file.definitions.length + file.descriptions.length + file.relations.length + file.unusable.length
  if (count > MOST_ENTRIES) throw invalid(`A file may have at most ${MOST_ENTRIES} entries; this has ${count}.`)
  const named = finderOf(await catalog.tables(ctx))
  const until = performance.now() + LONGEST
  const entries: Import['entries'] = file.unusable.map(({ name, why }) => ({
    kind: 'metric',
    name,
    action: 'unusable',
    why,
  }))
  const note = async (entry: Import['entries'][number], work: () => Promise<unknown>) => {
    const acts = mode !== 'preview' && ['add', 'propose'].includes(entry.action)
    entries.push(acts ? await attempted(entry, until, work) : entry)
  }
  const keyOf = ({ kind, name }: Pick<Definition, 'kind' | 'name'>) => `${kind} ${plainName(name)}`
  const current = Map.groupBy(await definitions.comparable(ctx), keyOf)
  for (const { input, table } of file.definitions) {
    const found = table ? named.table(table) : undefined
    const own = found && input.kind === 'metric' ? { ...input, table: found.name } : input
    const entry = { kind: own.kind, name: own.name }
    if (table && !found) {
      entries.push({ ...entry, action: 'unusable', why: `No table is called ${table.name}.` })
      continue
    }
    const before = current.get(keyOf(own)) ?? []
    const { content } = knownOf(own)
    const same = before.find((one) => isDeepStrictEqual(one.content, content))
    const changes = before.find(({ state }) => state === 'approved')
    if (same) entries.push({ ...entry, action: 'same', why: null })
    else
      await note(
        {
          ...entry,
          action: changes || mode === 'propose' ? 'propose' : 'add',
          why: changes ? 'It differs from what counts now.' : null,
        },
        () =>
          definitions.propose(ctx, runner, {
            ...{ input: own, note: `From a file of ${file.format}.`, of: changes?.id },
            approve: mode === 'approve' && !changes,
          }),
      )
  }
  for (const { table, column, text } of file.descriptions) {
    const found = named.table(table)
    const name = column === null ? table.name : `${table.name}.${column}`
    const target = column === null ? found : found && named.column(found, column)
    const entry = { kind: 'description' as const, name }
    if (!found || !target)
      entries.push({
        ...entry,
        action: 'unusable',
        why: found ? `${found.name} has no such column.` : `No table is called ${table.name}.`,
      })
    else if (target.description === text) entries.push({ ...entry, action: 'same', why: null })
    else if (target.description)
      entries.push({ ...entry, action: 'keep', why: 'It has another description, which stays.' })
    else
      await note({ ...entry, action: 'add', why: null }, () =>
        edit.change(
          ctx,
          found.id,
          column === null ? { description: text } : { columns: [{ name: target.name, description: text }] },
        ),
      )
  }
  for (const { from, fromColumn, to, toColumn } of file.relations) {
    const ends = [named.table(from), named.table(to)] as const
    const name = `${from.name}.${fromColumn} = ${to.name}.${toColumn}`
    const entry = { kind: 'relation' as const, name }
    const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
    if (!ends[0] || !ends[1])
      entries.push({ ...entry, action: 'unusable', why: `No table is called ${(ends[0] ? to : from).name}.` })
    else if (
      ends[0].relations.some(
        (one) => same(one.column, fromColumn) && one.to_table === ends[1]!.name && same(one.to_column, toColumn),
      )
    )
      entries.push({ ...entry, action: 'same', why: null })
    else
      await note({ ...entry, action: 'add', why: null }, () =>
        declareRelation(ctx, runner, {
          from_table: ends[0]!.name,
          from_column: fromColumn,
          to_table: ends[1]!.name,
          to_column: toColumn,
        }),
      )
  }
  return { format: file.format, applied: mode !== 'preview', entries }
}

/** One that fails says why and takes nothing from the others. */
async function attempted(entry: Import['entries'][number], until: number, work: () => Promise<unknown>) {
  if (performance.now() > until)
    return { ...entry, action: 'unusable' as const, why: 'There was no time left. Import the file again.' }
  try {
    await work()
    return entry
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'internal') throw error
    return { ...entry, action: 'unusable' as const, why: error.message }
  }
}
