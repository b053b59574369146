import {
  PGlite,
  type PGliteOptions,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite'

/** Statements kept prepared; the one unused for longest is let go first. */
const MOST_KEPT = 400
/** Milliseconds of statements after which the rest of the process has its turn. */
const BREATH_EVERY = 5
/** Statements that are worth keeping: those that the planner works on. */
const PLANNED = /^\s*(?:select|insert|update|delete|with)\b/i

/** A prepared statement: its name and the types of its parameters. */
type Kept = { name: string; types: number[] }

/**
 * The embedded PostgreSQL, with every statement prepared once and kept, as the driver of a real server does by itself. Planning
 * takes several times longer than running here: a guard's look-up over six tables goes from 2 ms to 0.3 ms.
 */
export class EmbeddedPostgres extends PGlite {
  private readonly kept = new Map<string, Kept>()
  private lastName = 0
  private lastBreath = 0

  static async open(options: PGliteOptions): Promise<EmbeddedPostgres> {
    const opened = new EmbeddedPostgres(options)
    await opened.waitReady
    // One plan for all values: planning anew for each is what is saved.
    await opened.exec('set plan_cache_mode = force_generic_plan')
    return opened
  }

  override async query<T>(text: string, params: unknown[] = [], options: QueryOptions = {}): Promise<Results<T>> {
    // Its own start asks questions, too, before anything can be kept.
    if (!this.ready || !isKept(text, options)) return super.query<T>(text, params, options)
    return this._runExclusiveTransaction(async () => {
      const found = await this.run<T>(text, params, options)
      await this.syncToFs()
      return found
    })
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => {
      const query = <R>(text: string, params: unknown[] = [], options: QueryOptions = {}): Promise<Results<R>> =>
        tx.closed || !isKept(text, options) ? tx.query<R>(text, params, options) : this.run<R>(text, params, options)
      return work(Object.assign(Object.create(tx) as Transaction, { query }))
    })
  }

  /** Forgets all prepared statements: before and after the schema changes. */
  async forget(): Promise<void> {
    this.kept.clear()
    await this.exec('deallocate all')
  }

  /** Statements that wait follow each other without a pause: everything else, streams to people too, would wait for the last of them. */
  private async breathe(): Promise<void> {
    if (performance.now() - this.lastBreath < BREATH_EVERY) return
    await new Promise((resolve) => setImmediate(resolve))
    this.lastBreath = performance.now()
  }

  private run<T>(text: string, params: unknown[], options: QueryOptions): Promise<Results<T>> {
    return this._runExclusiveQuery(async () => {
      await this.breathe()
      const { name, types } = this.kept.get(text) ?? (await this.prepare(text))
      // Back at the end of the queue of those to let go.
      this.kept.delete(text)
      this.kept.set(text, { name, types })
      const values = params.map((value, at) => {
        if (value === null || value === undefined) return null
        const serialize = options.serializers?.[types[at]!] ?? this.serializers[types[at]!]
        return serialize ? serialize(value) : String(value)
      })
      const { serialize } = protocol
      const messages = await this.send([
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      ])
      const { parsers, ...rest } = options
      // Laid over ours by prototype: given as an option they would be merged by copying all of ours, half a millisecond a query.
      const reading = parsers ? Object.assign(Object.create(this.parsers), parsers) : this.parsers
      return parse.parseResults(messages, reading, rest)[0] as Results<T>
    })
  }

  private async prepare(text: string): Promise<Kept> {
    const { serialize } = protocol
    const oldest = this.kept.size >= MOST_KEPT ? this.kept.entries().next().value : undefined
    if (oldest) this.kept.delete(oldest[0])
    const name = `kept_${++this.lastName}`
    const messages = await this.send([
      ...(oldest ? [serialize.close({ type: 'S', name: oldest[1].name })] : []),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ])
    return { name, types: parse.parseDescribeStatementResults(messages) }
  }

  private send(messages: Uint8Array[]) {
    return this.execProtocolStream(Buffer.concat(messages), { syncToFs: false })
  }
}

const isKept = (text: string, { blob, paramTypes, onNotice }: QueryOptions): boolean =>
  PLANNED.test(text) && !blob && !paramTypes && !onNotice
