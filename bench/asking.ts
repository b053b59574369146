import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startModelServer } from '../tests/support/model-server.ts'
import { type Product, startProduct } from '../tests/support/product.ts'

/**
 * What the product adds to a model: time to the first event and to the first word, and the pace of the stream, beside the same
 * scripted model asked directly. `bun bench/asking.ts [streams …]`: 1, 20 and 100 at once by default.
 */
const levels = process.argv.slice(2).map(Number)
const PIECES = 100
const EVERY_MS = 20
const ROUNDS = 5

type Figures = { event: number[]; word: number[]; whole: number[]; gap: number[] }
const figures = (): Figures => ({ event: [], word: [], whole: [], gap: [] })

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
const model = await startModelServer(() => ({
  say: Array.from({ length: PIECES }, (_, at) => `word${at} `),
  every: EVERY_MS,
}))
let product: Product | undefined
try {
  product = await startProduct({
    DATA_DIR: join(dir, 'data'),
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'bench',
    AI_API: 'chat',
    AI_MODEL: 'scripted',
    BUN_CONFIG_MAX_HTTP_REQUESTS: '4096',
  })
  const ask = await asker(product.address)
  print(
    'streams',
    'model: first word',
    'ours: first event',
    'first word',
    'added',
    'ratio whole',
    'longest gap p99',
    'CPU an answer',
  )
  for (const streams of levels.length > 0 ? levels : [1, 20, 100]) {
    for (let at = 0; at < streams; at += 20) await (await ask(at)).text()
    const direct = await measure(streams, askModel)
    const before = cpuOf(product)
    const ours = await measure(streams, ask)
    const cpu = (cpuOf(product) - before) / ours.word.length
    const added = median(ours.word) - median(direct.word)
    print(
      String(streams),
      ms(median(direct.word)),
      ms(median(ours.event)),
      ms(median(ours.word)),
      ms(added),
      (median(ours.whole) / median(direct.whole)).toFixed(3),
      ms(quantile(ours.gap, 0.99)),
      ms(cpu),
    )
  }
} finally {
  product?.process.kill('SIGTERM')
  await product?.process.exited
  await model.stop()
  rmSync(dir, { recursive: true, force: true })
}

/** A person asks at most twenty questions at once: each holds one of their trial credits while it runs. */
async function asker(address: string): Promise<(at: number) => Promise<Response>> {
  const people: Promise<() => Promise<Response>>[] = []
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const person = async (index: number) => {
    const about = { email: `bench-${index}@example.com`, name: 'Bench', password: 'correct horse battery' }
    const { token } = (await (await post('/api/auth/register', about)).json()) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    const made = async (path: string, body: object) =>
      (await (await post(path, body, headers)).json()) as { id: string }
    const organization = await made('/api/organizations', { name: 'Bench' })
    const workspace = await made('/api/workspaces', { organization_id: organization.id, name: 'Bench' })
    const path = `/api/workspaces/${workspace.id}/query-data`
    return () => post(path, { message: 'Say something' }, { ...headers, accept: 'text/event-stream' })
  }
  return async (at) => {
    const index = Math.floor(at / 20)
    people[index] ??= person(index)
    return (await people[index])()
  }
}

function askModel() {
  return fetch(`${model.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ stream: true, messages: [] }),
  })
}

async function measure(streams: number, ask: (at: number) => Promise<Response>): Promise<Figures> {
  const found = figures()
  for (let round = 0; round < (streams > 20 ? 1 : ROUNDS); round++)
    await Promise.all(Array.from({ length: streams }, (_, at) => listen(() => ask(at), found)))
  return found
}

async function listen(ask: () => Promise<Response>, found: Figures): Promise<void> {
  const started = performance.now()
  const response = await ask()
  let event: number | null = null
  let word: number | null = null
  let last = 0
  let gap = 0
  for await (const bytes of response.body!.pipeThrough(new TextDecoderStream())) {
    const now = performance.now()
    event ??= now - started
    if (!bytes.includes('word')) continue
    if (word === null) word = now - started
    else gap = Math.max(gap, now - last)
    last = now
  }
  found.event.push(event ?? Number.NaN)
  found.word.push(word ?? Number.NaN)
  found.whole.push(performance.now() - started)
  found.gap.push(gap)
}

/** Milliseconds of processor time that the product has used, by Linux's own count; steadier than clocks on a busy machine. */
function cpuOf({ process }: Product): number {
  const fields = readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function quantile(values: number[], share: number) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}
function median(values: number[]) {
  return quantile(values, 0.5)
}
function ms(value: number) {
  return `${value.toFixed(1)} ms`
}
function print(...cells: string[]) {
  process.stdout.write(`${cells.map((cell) => cell.padEnd(20)).join('')}\n`)
}
