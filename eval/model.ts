import { Database } from 'bun:sqlite'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from '#evaluations/rules/outcome.ts'
import { TIMEOUTS } from '#outside/model-fetch.ts'
import { createModel, type Models } from '#outside/models.ts'
import type { Config } from '../src/config.ts'
import type { WorkspaceCtx, World } from '../src/ctx.ts'
import { type Asked, type Asking, ask, askAll, type Bounds, MOMENT } from './asking.ts'
import { BUSINESS, OFF_TOPIC } from './business.ts'
import { HABITS } from './habits.ts'
import { type ModelReport, modelPage, modelReport } from './model-report.ts'
import { type NotRecorded, recordingFetch, replayingFetch } from './recording.ts'
import { line } from './report.ts'
import { SAMPLE } from './sample.ts'
import { isHeld, readSet } from './spider.ts'
import { openJaffle, openSample, openStore } from './store.ts'
import { type Files, inWorld, openWorkspace } from './workspace.ts'

/**
 * `bun run eval --model`: asks the configured model (OPENAI_BASE_URL, OPENAI_API_KEY, AI_MODEL, AI_API) the questions of a set in Spider
 * layout through the whole product: upload, catalog, tools, engine, checks.
 *
 * --set folder, --each n of a database, --held only the held-out ones; --suite the project's own questions as well, --limit n in all
 * --record folder   keeps requests and answers; --replay folder answers from there alone, without a network
 * --at-once n       questions side by side (2); --most-tokens n, --most-money x: no further question from there on
 * --price in,cached,out   money for a million tokens; --baseline report.json compares with an earlier run
 */
export type Options = {
  set: string | null
  each: number
  heldOnly: boolean
  suite: boolean
  limit: number
  record: string | null
  replay: string | null
  baseline: string | null
} & Bounds

const MOST_AT_ONCE = 8

export function readOptions(argv: string[]): Options {
  const option = (name: string) => {
    const at = argv.indexOf(`--${name}`)
    return at >= 0 ? (argv[at + 1] ?? '') : null
  }
  const number = (name: string, usual: number) => {
    const text = option(name)
    const value = text === null || text === '' ? usual : Number(text)
    if (!(value > 0)) throw new Error(`--${name} needs a number above 0.`)
    return value
  }
  const prices = (option('price') ?? '0,0,0').split(',').map(Number)
  if (prices.length !== 3 || prices.some((price) => !(price >= 0)))
    throw new Error('--price needs three numbers: money for a million tokens read, read from the cache, written.')
  const [record, replay] = [option('record'), option('replay')]
  if (record !== null && replay !== null) throw new Error('Choose --record or --replay.')
  return {
    set: option('set'),
    each: number('each', Number.POSITIVE_INFINITY),
    heldOnly: argv.includes('--held'),
    suite: argv.includes('--suite'),
    limit: number('limit', Number.POSITIVE_INFINITY),
    ...{ record, replay, baseline: option('baseline') },
    atOnce: Math.min(MOST_AT_ONCE, number('at-once', 2)),
    tokens: number('most-tokens', Number.POSITIVE_INFINITY),
    money: number('most-money', Number.POSITIVE_INFINITY),
    price: { input: prices[0]!, cached: prices[1]!, output: prices[2]! },
  }
}

/** The configured model, recorded or replayed. @param missed is told of each request that was not recorded */
function modelOf(config: Config, { record, replay }: Options, missed: (error: NotRecorded) => void): Models {
  const { OPENAI_BASE_URL, OPENAI_API_KEY: key = null, AI_MODEL: name, AI_API: api } = config
  if (replay === null && !OPENAI_BASE_URL && !key)
    throw new Error('No model is configured: set OPENAI_BASE_URL or OPENAI_API_KEY, or give --replay.')
  const place = { address: OPENAI_BASE_URL ?? '', name, key, api }
  if (replay !== null)
    return {
      name,
      builtIn: false,
      language: createModel(place, replayingFetch(replay, missed), { ...TIMEOUTS, tries: 1 }),
    }
  return { name, builtIn: false, language: createModel(place, record === null ? fetch : recordingFetch(record)) }
}

/** Files of a database of questions, as somebody would upload them, and its questions. */
type Source = { name: string; files: () => Promise<Files>; items: Asking[] }

/** The databases of a set in Spider layout. */
async function setSources(folder: string, { each, heldOnly }: Options): Promise<Source[]> {
  const { questions, path } = await readSet(folder)
  return [...Map.groupBy(questions, ({ db_id }) => db_id)]
    .filter(([id]) => !heldOnly || isHeld(id))
    .map(([name, all]) => {
      const database = new Database(path(name), { readonly: true })
      const items = all.slice(0, each).flatMap((item): Asking[] => {
        try {
          const rows = database.query(item.query).values() as Row[]
          const gold = { sql: item.query, rows, ordered: /order by/i.test(item.query) }
          return [{ database: name, turns: [item.question], gold, held: isHeld(name) }]
        } catch {
          // A gold query that SQLite does not run judges nobody.
          return []
        }
      })
      database.close()
      return { name, items, files: async () => [[`${name}.sqlite`, await Bun.file(path(name)).bytes()]] }
    })
}

/** The project's own shops and questions. */
async function suiteSources(folder: string): Promise<Source[]> {
  const shops = { store: await openStore(), jaffle: await openJaffle(), sample: await openSample() }
  const sources: Source[] = []
  for (const [name, shop] of Object.entries(shops)) {
    const items: Asking[] = []
    for (const { data, turns, sql } of [...BUSINESS, ...SAMPLE, ...HABITS]) {
      if (data !== name) continue
      const rows = (await shop.duck.runAndReadAll(sql)).getRowsJson() as Row[]
      items.push({ database: name, turns, gold: { sql, rows, ordered: /order by [^)]*$/.test(sql) }, held: false })
    }
    if (name === 'store')
      for (const question of OFF_TOPIC) items.push({ database: name, turns: [question], gold: null, held: false })
    const files: Files = []
    for (const table of shop.facts.map((facts) => facts.name)) {
      const path = join(folder, `${table}.parquet`)
      await shop.duck.run(`copy "${table}" to '${path}' (format parquet)`)
      files.push([`${table}.parquet`, await Bun.file(path).bytes()])
    }
    shop.close()
    sources.push({ name, items, files: async () => files })
  }
  return sources
}

/** Asks everything that the options name. @param told after each question */
export async function evaluate(
  world: World,
  options: Options,
  told: (asked: Asked) => void = () => {},
): Promise<ModelReport> {
  const misses: NotRecorded[] = []
  const models = modelOf(world.config, options, (error) => misses.push(error))
  const scratch = mkdtempSync(join(tmpdir(), 'tabletalk-suite-'))
  try {
    const sources = [
      ...(options.set ? await setSources(options.set, options) : []),
      ...(options.suite ? await suiteSources(scratch) : []),
    ]
    // The moment of everything that a request may tell stands still.
    const still: World = { ...world, models, now: () => MOMENT }
    const places = new Map<string, Promise<WorkspaceCtx>>()
    const placeOf = (source: Source) =>
      places.getOrInsertComputed(source.name, async () => openWorkspace(world, still, await source.files()))
    // Databases take turns, so that a limit leaves none out.
    const items = sources
      .flatMap((source) => source.items.map((item, turn) => ({ source, item, turn })))
      .sort((a, b) => a.turn - b.turn)
      .slice(0, options.limit)
    if (items.length === 0) throw new Error('There are no questions: give --set FOLDER or --suite.')
    const asked = await askAll(
      items,
      async ({ source, item }) => {
        const done = await ask(await placeOf(source), item)
        if (misses[0]) throw misses[0]
        return done
      },
      options,
      told,
    )
    const before = options.baseline ? (JSON.parse(readFileSync(options.baseline, 'utf8')) as ModelReport).asked : []
    return modelReport(models.name, asked, options.price, before)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The command: a world of its own in a folder that goes away, the report in eval/out. */
export async function main(argv: string[], usualSet: string): Promise<void> {
  const options = readOptions(argv)
  options.set ??= existsSync(`${usualSet}/questions.json`) ? usualSet : null
  await inWorld(process.env, async (world) => {
    const report = await evaluate(world, options, ({ database, turns, status, subset }) =>
      console.log(`${subset ? '✓' : status === 'answered' ? '✗' : '·'} ${database}: ${turns.at(-1)} (${status})`),
    )
    for (const text of [...report.lines, ...report.shares.map(line)]) console.log(text)
    const out = new URL('./out/', import.meta.url).pathname
    await mkdir(out, { recursive: true })
    // What the held-out databases got wrong is not written down: nobody tunes on it by accident.
    const asked = report.asked.map((one) => (one.held ? { ...one, text: '', sql: null, gold: one.gold && '' } : one))
    await Bun.write(`${out}model.json`, JSON.stringify({ ...report, asked }, null, 1))
    await Bun.write(`${out}model.html`, modelPage(report))
    console.log(`report: ${out}model.html`)
  })
}
