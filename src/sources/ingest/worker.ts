import type { ServedCall } from '#outside/child.ts'
import { serveChild } from '#outside/child.ts'
import type { Ingested, IngestLimits } from '../rules/ingest.ts'
import { type EngineOptions, IngestEngine } from './engine.ts'
import { readFile } from './read.ts'
import { matchRates, type Pair } from './relations.ts'
import { generateSample } from './sample.ts'

type Reading = { engine: EngineOptions; path: string; limits: IngestLimits }
type Generating = { engine: EngineOptions }
type Relating = { engine: EngineOptions; pairs: Pair[] }

async function within<T>(
  options: EngineOptions,
  { signal }: ServedCall,
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
  /** Progress values are rows read so far. */
  read: ({ engine, path, limits }: Reading, call: ServedCall): Promise<Ingested> =>
    within(engine, call, (opened) => readFile({ engine: opened, path, limits, progress: call.progress })),
  sample: ({ engine }: Generating, call: ServedCall): Promise<Ingested> => within(engine, call, generateSample),
  relate: ({ engine, pairs }: Relating, call: ServedCall): Promise<number[]> =>
    within(engine, call, (opened) => matchRates(opened, pairs)),
}
export type IngestMethods = typeof methods

serveChild(methods)
