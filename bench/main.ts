import { join } from 'node:path'

/** Every benchmark, one after the other, each in a process of its own: `bun run bench`, or `bun run bench server asking`. */
const BENCHES: Record<string, string> = {
  engine: 'upload to queryable and group by through our HTTP calls, beside raw DuckDB on the same file',
  asking: 'what we add to a model: first event, first word, pace of the stream',
  ledger: 'questions paid for a second, and what a long past costs',
  joins:
    'joins of a PostgreSQL table with a file, and its rows as CSV and Parquet, beside the raw driver and raw DuckDB',
  values: 'the index of values: what it takes to build, its size, and a search beside DuckDB looking through the rows',
  wide: 'pages, names and questions at 1,000 and 10,000 tables, and until a file of 2,000 columns can be asked',
  canvases: 'opening and refreshing a board of 30 blocks, beside its statements run by raw DuckDB',
  'catalog-search': 'a search for tables among 10,000 beside one among 100',
  pages: 'what a visitor with a slow phone waits for on public pages: LCP, CLS, TBT',
  long: 'what a view of a long conversation costs beside one of 20 messages: bytes, nodes, processor time',
  streams:
    'paced answers at once beside a bare server that hands them on: first word, pauses, pieces, rows and commits',
  tokens: 'what a model reads in a conversation of ten questions, and how much of it stood in the request before',
  server: 'requests a second of pages, beside a bare page of the same stack',
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}\n`)
  process.exit(64)
}

let failed = 0
for (const [name, about] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n${name}: ${about}\n`)
  const child = Bun.spawn([process.execPath, join(import.meta.dir, `${name}.ts`)], {
    // More requests at once than Bun allows by itself.
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '4096' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) failed++
}
process.exit(failed > 0 ? 1 : 0)
