import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInquiry } from '#analyst/inquiry.ts'
import { ANSWER_LIMITS } from '#analyst/rules/limits.ts'
import type { SearchValuesOutput } from '#analyst/rules/tools.ts'
import { searchValues } from '#analyst/values.ts'
import { identifier } from '#base/sql.ts'
import { outline } from '#catalog/outline.ts'
import { folded } from '#catalog/rules/folded.ts'
import * as query from '#query/run.ts'
import type { WorkspaceCtx } from '../src/ctx.ts'
import { inWorld, openWorkspace } from './workspace.ts'

/**
 * `bun run eval:values FOLDER [samples]`: how well search_values finds stored texts as people type them. Every SQLite and CSV file below the folder is
 * uploaded into a workspace of its own; texts are sampled from all columns of all of them, the same ones each time. Half of them
 * are kept back: of these only the figures are told. What is not found of the other half is listed.
 */
const [folder, samples = '500'] = process.argv.slice(2)
if (!folder) throw new Error('Which folder? bun eval/values.ts FOLDER')

type Sample = { ctx: WorkspaceCtx; table: string; column: string; value: string; held: boolean }

/** A number that a text always has, 0 to 1. */
const lot = (text: string): number => Number(BigInt.asUintN(32, Bun.hash.xxHash64(text))) / 2 ** 32

/** How a value may be typed; null where that would be no other way. */
const WAYS: Record<string, (value: string) => string | null> = {
  'as it is': (value) => value,
  'in other case': (value) => other(value, value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase()),
  'without accents': (value) => other(value, value.normalize('NFD').replace(/\p{M}/gu, '')),
  'a word of it': (value) => {
    const words = value.match(/[\p{L}\p{N}]{4,}/gu) ?? []
    return words.length > 1 ? words.toSorted((a, b) => b.length - a.length)[0]! : null
  },
  'one letter wrong': (value) => {
    const places = [...value].flatMap((letter, at) => (/\p{L}/u.test(letter) ? [at] : []))
    if (places.length < 5) return null
    const at = places[Math.floor(lot(value) * places.length)]!
    return [...value].with(at, 'abcdefghijklmnopqrstuvwxyz'[Math.floor(lot(`${value} `) * 26)]!).join('')
  },
  'one letter left out': (value) => {
    const letters = [...value]
    return letters.length < 6 || !/\p{L}/u.test(value)
      ? null
      : letters.toSpliced(Math.floor(lot(value) * letters.length), 1).join('')
  },
}
const other = (value: string, changed: string) => (changed === value ? null : changed)

class Figure {
  private all = 0
  private values = 0
  private places = 0
  add(value: boolean, place: boolean) {
    this.all++
    this.values += Number(value)
    this.places += Number(place)
  }
  toString() {
    const share = (part: number) => (this.all === 0 ? '–' : `${((part / this.all) * 100).toFixed(1)} %`).padStart(7)
    return `${String(this.all).padStart(4)} typed, the value ${share(this.values)}, its table and column ${share(this.places)}`
  }
}

await inWorld({}, async (world) => {
  const all: Sample[] = []
  for (const path of readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.(sqlite|csv)$/i.test(name))
    .sort()) {
    const bytes = await Bun.file(join(folder, path)).bytes()
    // What the product does not read is not searched either.
    const ctx = await openWorkspace(world, world, [[basename(path), bytes]]).catch(() => null)
    if (ctx) all.push(...(await samplesOf(ctx, path)))
  }
  // Columns take turns, so that one long list does not stand for all data.
  const chosen = [
    ...Map.groupBy(all, ({ ctx, table, column }) => JSON.stringify([ctx.workspace.id, table, column])).values(),
  ]
    .flatMap((values) => values.map((sample, turn) => ({ sample, turn })))
    .sort((a, b) => a.turn - b.turn || lot(a.sample.value) - lot(b.sample.value))
    .slice(0, Number(samples))
    .map(({ sample }, at) => ({ ...sample, held: at % 2 === 1 }))
  console.info(`${chosen.length} of ${all.length} sampled texts`)
  for (const [way, typed] of Object.entries(WAYS)) await judge(way, typed, chosen)
})

/** Some texts of each column, chosen by lot. */
async function samplesOf(ctx: WorkspaceCtx, path: string): Promise<Sample[]> {
  const found: Sample[] = []
  for (const { name: table, texts } of await outline(ctx))
    for (const column of texts) {
      const sql = `SELECT DISTINCT ${identifier(column)} FROM ${identifier(table)} WHERE length(${identifier(column)}) BETWEEN 1 AND 200 ORDER BY md5(${identifier(column)}) LIMIT 12`
      const { rows } = await query.probe(ctx, { sql })
      for (const [value] of rows) found.push({ ctx, table, column, value: String(value), held: false })
    }
  return found.filter(({ value }) => value.trim() !== '').sort((a, b) => lot(path + a.value) - lot(path + b.value))
}

async function judge(way: string, typed: (value: string) => string | null, chosen: Sample[]): Promise<void> {
  const figures = { shown: new Figure(), held: new Figure() }
  for (const sample of chosen) {
    const text = typed(sample.value)
    if (text === null || text.trim() === '') continue
    const found = await search(sample.ctx, text)
    const there = found.matches.filter(({ table, column }) => table === sample.table && column === sample.column)
    const value = there.some((match) => match.value === sample.value)
    // Any value of the column that has the word tells where it is written.
    const place = value || there.some((match) => folded(match.value).includes(folded(text)))
    figures[sample.held ? 'held' : 'shown'].add(value, place)
    if (!value && !sample.held && process.env.MISSES)
      console.info(
        '  missed',
        way,
        JSON.stringify([text, sample.value, sample.table, sample.column]),
        JSON.stringify(found.matches.slice(0, 3)),
      )
  }
  console.info(`${way.padEnd(20)} ${figures.shown}   kept back: ${figures.held}`)
}

function search(ctx: WorkspaceCtx, text: string): Promise<SearchValuesOutput> {
  const given = {
    limits: ANSWER_LIMITS,
    sees: 'all' as const,
    past: new Map(),
    lastResult: 0,
    question: text,
    sources: null,
    locale: 'en',
  }
  return searchValues(createInquiry(ctx, { ...given, emit: () => {} }), { text })
}
