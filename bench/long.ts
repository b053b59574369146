import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '#analyst/rules/answer.ts'
import { newId } from '#base/ids.ts'
import { blankAnswer } from '#chat/rules/blank.ts'
import { outlineOf } from '#chat/rules/outline.ts'
import { connect } from '#db/connect.ts'
import { conversations, messages, users } from '#db/schema/index.ts'
import { json } from '../tests/support/people.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { startProduct } from '../tests/support/product.ts'
import { processorTime } from './tree.ts'

/**
 * What a view of a conversation costs by its length, beside one of 20 messages, and what one answer of the largest kind costs:
 * bytes of the page, plain and over the line, processor time of the server, nodes. `bun bench/long.ts [messages …]`: 20, 500 and 5,000 by default.
 */
const lengths = process.argv.slice(2).map(Number)
const VIEWS = 20

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
const postgres = await startPostgres()
const product = await startProduct({ DATA_DIR: dir, DATABASE_URL: postgres.url, LOG_LEVEL: 'error' })
const database = await connect({ databaseUrl: postgres.url, dataDir: dir })
try {
  const person = { email: 'bench@example.com', password: 'correct horse battery', name: 'Bench' }
  const { token } = await post('/api/auth/register', person)
  const headers = { authorization: `Bearer ${token}` }
  const { id: organization_id } = await post('/api/organizations', { name: 'Bench' }, headers)
  const { id: workspaceId } = await post('/api/workspaces', { organization_id, name: 'Bench' }, headers)
  const [user] = await database.db.select({ id: users.id }).from(users)
  const place = { workspaceId: workspaceId!, userId: user!.id }
  // As many as the page lists at its side.
  for (let at = 0; at < 50; at++) await conversation(place, 2, usual)
  const sizes = lengths.length > 0 ? lengths : [20, 500, 5000]
  const cases = await Promise.all(
    sizes.map(async (n) => [`${n} messages`, await conversation(place, n, usual)] as const),
  )
  const all = [...cases, ['20 of the largest kind', await conversation(place, 20, largest)] as const]
  print('conversation', 'bytes', 'of first', 'gzipped', 'nodes', 'of first', 'CPU ms', 'of first', 'agent-history')
  let first: Seen | undefined
  for (const [name, id] of all) {
    const seen = await view(`/workspaces/${workspaceId}?conversation=${id}`, headers)
    first ??= seen
    const of = (of: keyof Seen) => (seen[of] / first![of]).toFixed(2)
    const listed = await (
      await fetch(`${product.address}/api/workspaces/${workspaceId}/agent-history`, { headers })
    ).text()
    print(
      name,
      String(seen.bytes),
      of('bytes'),
      String(seen.line),
      String(seen.nodes),
      of('nodes'),
      seen.cpu.toFixed(1),
      of('cpu'),
      String(listed.length),
    )
  }
} finally {
  product.process.kill('SIGTERM')
  await product.process.exited
  await database.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}

type Seen = { bytes: number; line: number; nodes: number; cpu: number }

async function view(path: string, headers: Record<string, string>): Promise<Seen> {
  const ask = async (encoding: string) => {
    const answer = await fetch(product.address + path, {
      headers: { ...headers, 'accept-encoding': encoding },
      decompress: false,
    } as RequestInit)
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const html = new TextDecoder().decode(await ask('identity'))
  const line = (await ask('gzip')).length
  const before = processorTime(product.process.pid)
  for (let at = 0; at < VIEWS; at++) await ask('gzip')
  const cpu = (processorTime(product.process.pid) - before) / VIEWS
  const drawn = html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '')
  return { bytes: Buffer.byteLength(html), line, nodes: drawn.match(/<[a-z]/g)!.length, cpu }
}

async function conversation(
  place: { workspaceId: string; userId: string },
  length: number,
  answer: (at: number) => Answer,
) {
  const id = newId()
  await database.db.insert(conversations).values({ id, ...place, title: `Conversation of ${length}` })
  const rows = Array.from({ length }, (_, at): typeof messages.$inferInsert =>
    at % 2 === 0
      ? {
          id: newId(),
          conversationId: id,
          role: 'user',
          text: `How many orders came in by region in month ${at}?`,
          status: 'sent',
        }
      : written(id, answer(at)),
  )
  for (let at = 0; at < rows.length; at += 500) await database.db.insert(messages).values(rows.slice(at, at + 500))
  return id
}

function written(conversationId: string, answer: Answer): typeof messages.$inferInsert {
  return {
    id: newId(),
    conversationId,
    role: 'assistant',
    status: 'answered',
    text: answer.text,
    answer,
    outline: outlineOf(answer),
  }
}

/** An answer as people get it most: a query of twelve rows, a chart, a paragraph with four numbers. */
function usual(at: number): Answer {
  return made(at, {
    steps: 5,
    rows: 12,
    columns: 3,
    prose: 'North had **4,210** orders worth 99,120.5, South 3,870 and West 12; that makes 8,092 in all. ',
  })
}

/** As large as a model can make it: very long prose, many steps, a grid of 50 columns. */
function largest(at: number): Answer {
  return made(at, {
    steps: 60,
    rows: 200,
    columns: 50,
    prose: 'A *long* line about <orders> & returns, 4,210 of them. '.repeat(1000),
  })
}

function made(at: number, of: { steps: number; rows: number; columns: number; prose: string }): Answer {
  const columns = Array.from({ length: of.columns }, (_, c) => ({
    name: c === 0 ? 'region' : `measure_${c}`,
    type: c === 0 ? 'VARCHAR' : 'BIGINT',
  }))
  const rows = Array.from({ length: of.rows }, (_, row) =>
    columns.map((_, c) => (c === 0 ? `Region ${row}` : row * 1000 + c)),
  )
  const result = {
    id: newId(),
    name: `r${at}`,
    columns,
    rows,
    total_rows: of.rows,
    truncated: false,
    elapsed_ms: 12,
    title: 'Orders by region',
    source: 'workspace',
    sql: 'select region, count(*) as orders\nfrom orders\ngroup by region\norder by 2 desc',
    rows_read: 100_000,
    fresh_at: new Date().toISOString(),
  }
  const numbers = [...of.prose.matchAll(/\d[\d,.]*\d/g)].map((match, n) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    state: 'bound' as const,
    cells: [{ result: result.id, row: n % of.rows, column: 'measure_1' }],
  }))
  return {
    ...blankAnswer('answered', null),
    text: of.prose,
    steps: Array.from({ length: of.steps }, (_, n) => ({
      id: `s${n}`,
      tool: 'run_sql',
      title: 'Running: orders by region',
      state: 'done' as const,
      note: '12 rows',
      elapsed_ms: 14,
    })),
    results: [result],
    charts: [
      { result: result.id, kind: 'bar', x: 'region', y: ['measure_1'], series: null, title: 'Orders by region' },
    ],
    numbers,
    checks: ['Complete', 'Fresh', 'Filters'].map((name) => ({
      name,
      state: 'pass' as const,
      note: 'All rows that the query found are here.',
      probe: 'select count(*) from orders',
    })),
    suggestions: ['And by month?', 'Only for North', 'Which grew most?'],
    receipt: {
      credits: 1,
      balance: 20,
      elapsed_ms: 900,
      rows_read: 100_000,
      input_tokens: 4000,
      output_tokens: 200,
      model: 'bench',
      built_in: false,
    },
  }
}

async function post(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ id?: string; token?: string }> {
  const answer = await fetch(product.address + path, json(body, headers))
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

function print(...cells: string[]): void {
  process.stdout.write(`${cells.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(14))).join('')}\n`)
}
