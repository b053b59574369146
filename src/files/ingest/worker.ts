import type { ServedCall } from '#outside/child.ts'
import { serveChild } from '#outside/child.ts'
import type { DialectChoices } from '../rules/dialect.ts'
import type { Ingested, IngestedTable, IngestLimits } from '../rules/ingest.ts'
import type { Preview } from '../rules/preview.ts'
import type { ReadingBefore } from '../rules/reading-before.ts'
import { type Ahead, beginAhead } from './ahead.ts'
import { readAsBefore } from './as-before.ts'
import { type EngineOptions, IngestEngine } from './engine.ts'
import type { Job } from './job.ts'
import { previewCsv } from './preview.ts'
import { readFile } from './read.ts'
import { matchRates, type Pair } from './relations.ts'
import { generateSample } from './sample.ts'
import { unite } from './unite.ts'

export type ReadInput = {
  engine: EngineOptions
  path: string
  limits: IngestLimits
  choices?: DialectChoices
  before?: ReadingBefore
}
type Generating = { engine: EngineOptions }
type Uniting = { engine: EngineOptions; paths: string[]; output: string }
type Relating = { engine: EngineOptions; pairs: Pair[] }

/** The reading that began while its file arrived. */
let ahead: Ahead<Ingested> | undefined

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
  /** Begins to read a file of which at least the first megabyte is there; `read` of the same file says that it is whole. */
  readAhead: async ({ engine, path, limits }: ReadInput): Promise<void> => {
    ahead = beginAhead((arriving, { signal, progress }) =>
      within(engine, signal, (opened) => readFile({ engine: opened, path, limits, progress, arriving })),
    )
  },
  /** Progress values are rows read so far. `before`: how somebody chose to read the version before, if anybody did. */
  read: ({ engine, path, limits, choices, before }: ReadInput, call: ServedCall): Promise<Ingested> =>
    ahead
      ? ahead.finish(call)
      : within(engine, call.signal, (opened) => {
          const job: Job = { engine: opened, path, limits, progress: call.progress, ...(choices ? { choices } : {}) }
          return before ? readAsBefore(job, before) : readFile(job)
        }),
  preview: ({ engine, path, limits, choices }: ReadInput, { signal }: ServedCall): Promise<Preview> =>
    within(engine, signal, (opened) =>
      previewCsv({ engine: opened, path, limits, progress() {}, ...(choices ? { choices } : {}) }),
    ),
  sample: ({ engine }: Generating, { signal }: ServedCall): Promise<Ingested> => within(engine, signal, generateSample),
  unite: ({ engine, paths, output }: Uniting, call: ServedCall): Promise<IngestedTable> =>
    within(engine, call.signal, (opened) => unite(opened, paths, output)),
  relate: ({ engine, pairs }: Relating, { signal }: ServedCall): Promise<number[]> =>
    within(engine, signal, (opened) => matchRates(opened, pairs)),
}
export type IngestMethods = typeof methods

serveChild(methods)
