import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ModelServer, type ScriptedTurn, startModelServer } from '../tests/support/model-server.ts'
import { SECRETS } from '../tests/support/secrets.ts'
import { testWorld } from '../tests/support/world.ts'
import { mcnemar } from './compare.ts'
import { evaluate, readOptions } from './model.ts'

// On the embedded database only: it is about how models are measured, which asks through operations that are tested on both.

/** Questions of a small set with what the scripted model does for each. */
const run = (sql: string): ScriptedTurn => ({ call: 'run_sql', input: { sql, title: 'Asked', source: null } })
/** Tells when the file was read, which is another moment in each run. */
const DESCRIBE: ScriptedTurn = { call: 'describe_tables', input: { tables: ['stage_singer'] } }
const SET: { question: string; query: string; turns: ScriptedTurn[] }[] = [
  {
    question: 'How many singers?',
    query: 'select count(*) from singer',
    turns: [DESCRIBE, run('select count(*) as n from stage_singer'), { say: 'There are {{r1.n}}.' }],
  },
  // Wrong, and told without a doubt.
  {
    question: 'Who is oldest?',
    query: 'select name from singer order by age desc limit 1',
    turns: [run('select name from stage_singer order by age limit 1'), { say: 'It is {{r1.name}}.' }],
  },
  // Wrong, and told with an invented number.
  {
    question: 'Mean age?',
    query: 'select avg(age) from singer',
    turns: [run('select max(age) as age from stage_singer'), { say: 'The mean age is 97.31.' }],
  },
  {
    question: 'Which colour is love?',
    query: 'select name from singer where age = 20',
    turns: [{ say: 'I cannot answer this from your data: colours are not in it.' }],
  },
]

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-set-'))
const recorded = join(dir, 'recorded')
let server: ModelServer

beforeAll(async () => {
  mkdirSync(join(dir, 'database/stage'), { recursive: true })
  const database = new Database(join(dir, 'database/stage/stage.sqlite'), { create: true })
  database.run('create table singer (id integer primary key, name text, age integer)')
  database.run("insert into singer values (1, 'Ann', 20), (2, 'Béa', 50), (3, 'Cy', 35)")
  database.close()
  await Bun.write(
    join(dir, 'questions.json'),
    JSON.stringify(SET.map(({ question, query }) => ({ db_id: 'stage', question, query }))),
  )
  await Bun.write(join(dir, 'tables.json'), '[]')
  server = await startModelServer(({ body }) => {
    const messages = body.messages as { role: string; content?: string }[]
    const { turns } = SET.find(({ question }) =>
      messages.some(({ role, content }) => role === 'user' && content?.endsWith(question)),
    )!
    return turns[messages.filter(({ role }) => role === 'tool').length] ?? turns.at(-1)!
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** What `bun run eval --model` does with these arguments. */
async function evaluated(...argv: string[]) {
  const world = await testWorld()
  const config = {
    ...world.config,
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: SECRETS.OPENAI_API_KEY,
    AI_MODEL: 'scripted',
    AI_API: 'chat' as const,
  }
  const { asked, ...report } = await evaluate(
    { ...world, config },
    readOptions(['--set', dir, '--price', '10,1,100', ...argv]),
  )
  return {
    ...report,
    lines: report.lines.filter((line) => !line.startsWith('time')),
    asked: asked.map(({ ms: _, ...one }) => one),
  }
}

test('a model is asked through the whole product, recorded, and replayed without a network to the same report', async () => {
  const first = await evaluated('--record', recorded)
  expect(first.asked.map(({ status, subset, sure }) => [status, subset, sure])).toEqual([
    ['answered', true, true],
    ['answered', false, true],
    ['answered', false, false],
    ['refused', false, false],
  ])
  const shares = Object.fromEntries(first.shares.map(({ name, hits, total }) => [name, `${hits} of ${total}`]))
  expect(shares).toMatchObject({
    'wrong and sure': '1 of 4',
    refused: '1 of 4',
    'gold columns within ours': '1 of 4',
    'database stage': '1 of 4',
  })
  expect(first.lines[0]).toBe('4 questions of scripted, 2.0 calls each')
  expect(first.lines[2]).toMatch(/^money: 0\.\d+/)
  const files = readdirSync(recorded)
  expect(files.length).toBeGreaterThanOrEqual(7)
  for (const name of files) expect(readFileSync(join(recorded, name), 'utf8')).not.toContain(SECRETS.OPENAI_API_KEY)

  const asked = server.requests.length
  expect(await evaluated('--replay', recorded)).toEqual(first)
  expect(server.requests.length).toBe(asked)
})

test('what was not recorded is told with where the nearest request differs', async () => {
  const [first] = readdirSync(recorded)
  const part = join(dir, 'part')
  mkdirSync(part)
  await Bun.write(join(part, first!), readFileSync(join(recorded, first!), 'utf8'))
  await expect(evaluated('--replay', part, '--limit', '1')).rejects.toThrow(
    /was not recorded .* The nearest one says ".*" where this one says "/,
  )
})

test('no further question is asked when the budget is used up, nor beyond the limit', async () => {
  expect((await evaluated('--replay', recorded, '--limit', '2')).asked).toHaveLength(2)
  expect((await evaluated('--replay', recorded, '--at-once', '1', '--most-tokens', '1')).asked).toHaveLength(1)
})

test('a run is compared with an earlier one', async () => {
  const earlier = await evaluated('--replay', recorded)
  const before = { ...earlier, asked: earlier.asked.map((one) => ({ ...one, subset: !one.subset })) }
  await Bun.write(join(dir, 'before.json'), JSON.stringify(before))
  const { lines } = await evaluated('--replay', recorded, '--baseline', join(dir, 'before.json'))
  expect(lines.at(-1)).toBe(
    'beside the baseline, over 4 questions: 1 right that were wrong, 3 wrong that were right (McNemar p = 0.625)',
  )
  expect(mcnemar(0, 10)).toBeCloseTo(0.00195, 5)
  expect(() => readOptions(['--price', '1,2'])).toThrow('three numbers')
})
