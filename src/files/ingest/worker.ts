import type { ServedCall } from '#outside/child.ts'
import { serveChild } from '#outside/child.ts'
import type { DialectChoices } from '../rules/dialect.ts'
import type { Ingested, IngestedTable, IngestLimits, Preview } from '../rules/ingest.ts'
import type { Oddities } from '../rules/oddity.ts'
import type { ReadingBefore } from '../rules/reading-before.ts'
import type { RawPage } from '../rules/recipe.ts'
import type { Stack } from '../rules/stack.ts'
import { readAsBefore } from './as-before.ts'
import { type EngineOptions, IngestEngine } from './engine.ts'
import type { Arriving, Job } from './job.ts'
import { type Mended, type Mending, mend, rawPage } from './mend.ts'
import { findOddities, type Looking } from './oddities.ts'
import { stacked } from './parts.ts'
import { previewCsv } from './preview.ts'
import { readFile } from './read.ts'
import { type Compared, type Pair, type Related, relate } from './relations.ts'
import { generateSample } from './sample.ts'
import { unite } from './unite.ts'
import { type Indexing, indexValues } from './values.ts'
import { warm } from './warm.ts'

export type ReadInput = {
  engine: EngineOptions
  path: string
  limits: IngestLimits
  choices?: DialectChoices
  before?: ReadingBefore
}
type Generating = { engine: EngineOptions }
type Uniting = { engine: EngineOptions; paths: string[]; output: string }
type Stacking = { engine: EngineOptions; tables: IngestedTable[]; stack: Stack }
type MendingOne = { engine: EngineOptions; table: Mending }
type LookingAt = { engine: EngineOptions; table: Looking }
type ReadingRaw = { engine: EngineOptions; path: string; offset: number; limit: number }
type Relating = { engine: EngineOptions; pairs: Pair[]; compared: Compared[]; joined: string[][] }
type IndexingAll = { engine: EngineOptions; tables: Indexing[] }

/** A read that began while its file was still arriving. */
type Ahead = { reading: Promise<Ingested>; finish(call: ServedCall): void }
let ahead: Ahead | undefined

/** `finish` says that the file is complete; from then on the waiting call gets the progress and may cancel. */
function beginAhead(read: (arriving: Arriving, call: ServedCall) => Promise<Ingested>): Ahead {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const arriving: Arriving = { whole: false, arrived }
  const cancelling = new AbortController()
  let waiting: ServedCall | undefined
  const reading = read(arriving, { signal: cancelling.signal, progress: (value) => waiting?.progress(value) })
  // An error is reported when the file has arrived.
  reading.catch(() => {})
  const finish = (call: ServedCall) => {
    waiting = call
    if (call.signal.aborted) cancelling.abort()
    call.signal.addEventListener('abort', () => cancelling.abort(), { once: true })
    arriving.whole = true
    resolve()
  }
  return { reading, finish }
}

async function within<T>(
  options: EngineOptions,
  signal: AbortSignal,
  work: (engine: IngestEngine) => Promise<T>,
): Promise<T> {
  const engine = await IngestEngine.open(options, signal)
  try {
    const done = await work(engine)
    await engine.finish()
    return done
  } finally {
    engine.close()
  }
}

/** What the process that touches people's files can do for the server. */
const methods = {
  /** Begins to read a file of which at least the first megabyte has arrived; `read` of the same file says that it is complete. */
  readAhead: async ({ engine, path, limits }: ReadInput): Promise<void> => {
    ahead = beginAhead((arriving, { signal, progress }) =>
      within(engine, signal, (opened) => readFile({ engine: opened, path, limits, progress, arriving })),
    )
  },
  /** Progress values are rows read so far. `before`: how somebody chose to read the version before, if anybody did. */
  read({ engine, path, limits, choices, before }: ReadInput, call: ServedCall): Promise<Ingested> {
    ahead?.finish(call)
    if (ahead) return ahead.reading
    return within(engine, call.signal, (opened) => {
      const job: Job = { engine: opened, path, limits, progress: call.progress, ...(choices ? { choices } : {}) }
      return before ? readAsBefore(job, before) : readFile(job)
    })
  },
  preview: ({ engine, path, limits, choices }: ReadInput, { signal }: ServedCall): Promise<Preview> =>
    within(engine, signal, (opened) =>
      previewCsv({ engine: opened, path, limits, progress() {}, ...(choices ? { choices } : {}) }),
    ),
  warm: ({ engine }: Generating, { signal }: ServedCall): Promise<void> => within(engine, signal, warm),
  sample: ({ engine }: Generating, { signal }: ServedCall): Promise<Ingested> => within(engine, signal, generateSample),
  unite: ({ engine, paths, output }: Uniting, call: ServedCall): Promise<IngestedTable> =>
    within(engine, call.signal, (opened) => unite(opened, paths, output)),
  stack: ({ engine, tables, stack }: Stacking, call: ServedCall): Promise<IngestedTable> =>
    within(engine, call.signal, (opened) => stacked({ engine: opened, path: tables[0]!.path }, tables, stack, 0)),
  mend: ({ engine, table }: MendingOne, { signal }: ServedCall): Promise<Mended> =>
    within(engine, signal, (opened) => mend(opened, table)),
  findOddities: ({ engine, table }: LookingAt, { signal }: ServedCall): Promise<Oddities> =>
    within(engine, signal, (opened) => findOddities(opened, table)),
  /** Rows of a table's file as texts. */
  rawRows: ({ engine, path, offset, limit }: ReadingRaw, { signal }: ServedCall): Promise<RawPage> =>
    within(engine, signal, (opened) => rawPage(opened, path, offset, limit)),
  relate: ({ engine, pairs, compared, joined }: Relating, { signal }: ServedCall): Promise<Related> =>
    within(engine, signal, (opened) => relate(opened, pairs, compared, joined)),
  indexValues: ({ engine, tables }: IndexingAll, { signal }: ServedCall): Promise<boolean[]> =>
    within(engine, signal, (opened) => indexValues(opened, tables)),
}
export type IngestMethods = typeof methods

serveChild(methods)
