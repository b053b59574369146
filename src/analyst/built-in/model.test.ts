import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { JSONValue } from 'ai'
import type { Cell } from '#query/rules/answers.ts'
import { openStore, type Shop } from '../../../eval/store.ts'
import { TOOL_NAMES } from '../rules/tools.ts'
import { builtInModel } from './model.ts'

let store: Shop
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const tools = (names: readonly string[] = TOOL_NAMES) =>
  names.map((name) => ({ type: 'function' as const, name, inputSchema: {} }))
const system = { role: 'system' as const, content: 'You answer. Now: 2024-11-15T10:00Z (Friday), time zone UTC.' }
const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] })

async function execute(name: string, input: Record<string, unknown>): Promise<unknown> {
  if (name === 'search_catalog')
    return {
      complete: true,
      total_tables: store.facts.length,
      tables: store.facts.map(({ name, rows, description, columns, relations }) => ({
        name,
        rows,
        description,
        columns,
        relations,
      })),
    }
  if (name === 'describe_tables') return { tables: store.facts, unknown: [] }
  if (name === 'search_values') return { matches: [] }
  if (name === 'show_chart') return { ok: true, chart: { result: 'x', ...input } }
  try {
    const reader = await store.duck.runAndReadAll(String(input.sql))
    const columns = reader
      .columnNames()
      .map((column, index) => ({ name: column, type: String(reader.columnTypes()[index]) }))
    const rows = reader.getRowsJson() as Cell[][]
    return {
      ok: true,
      name: 'r1',
      id: 'id',
      title: input.title,
      columns,
      row_count: rows.length,
      truncated: false,
      rows: rows.slice(0, 50),
      statistics: [],
    }
  } catch (error) {
    return { ok: false, code: 'sql_error', error: String(error), candidates: [], repairs_left: 2 }
  }
}

type Ran = { text: string; calls: { name: string; input: Record<string, unknown> }[] }

/** Runs the model as the loop does: tools in, results back, until it speaks. */
async function ask(
  history: LanguageModelV4Prompt,
  question: string,
  run = execute,
  able: readonly string[] = TOOL_NAMES,
): Promise<Ran> {
  const prompt: LanguageModelV4Prompt = [system, ...history, user(question)]
  const calls: Ran['calls'] = []
  for (let step = 0; step < 12; step++) {
    const { content } = await builtInModel().language.doGenerate({
      prompt,
      tools: tools(able),
    } as LanguageModelV4CallOptions)
    const text = content.find((part) => part.type === 'text')
    if (text) return { text: text.text, calls }
    for (const part of content) {
      if (part.type !== 'tool-call') continue
      const input = JSON.parse(part.input)
      calls.push({ name: part.toolName, input })
      const value = (await run(part.toolName, input)) as JSONValue
      prompt.push(
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: part.toolCallId, toolName: part.toolName, input }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: part.toolCallId,
              toolName: part.toolName,
              output: { type: 'json', value },
            },
          ],
        },
      )
    }
  }
  throw new Error('the model never ended its turn')
}

describe('the built-in analyst as a language model', () => {
  test('it looks, runs, draws and then says what was found', async () => {
    const { text, calls } = await ask([], 'How many customers are there by country?')
    expect(calls.map((call) => call.name)).toEqual(['search_catalog', 'describe_tables', 'run_sql', 'show_chart'])
    expect(calls.at(-1)!.input).toMatchObject({ result: 'r1', kind: 'bar', x: 'country', y: ['customer_count'] })
    expect(text).toMatch(/has the most customers \(\d+\)/)
  })

  test('a number of thousands is printed with separators', async () => {
    expect((await ask([], 'How many orders are there?')).text).toBe('There are 2,000 orders.')
  })

  test('a time series becomes a line', async () => {
    const { calls, text } = await ask([], 'Monthly revenue in 2024')
    expect(calls.at(-1)!.input).toMatchObject({ kind: 'line', x: 'month' })
    expect(text).toMatch(/^Revenue in 2024 was highest in [A-Z][a-z]+ 2024 \([\d,.]+\)/)
  })

  test('growth from or to a part of a month says so, growth between whole ones does not', async () => {
    const days = { order_date: { min: '2022-01-01', max: '2024-11-05' } } as Record<
      string,
      { min: string; max: string }
    >
    const cut = async (name: string, input: Record<string, unknown>) => {
      if (name !== 'describe_tables') return execute(name, input)
      const tables = store.facts.map((table) => ({
        ...table,
        columns: table.columns.map((column) => ({ ...column, ...days[column.name] })),
      }))
      return { tables, unknown: [] }
    }
    const partly = (await ask([], 'revenue growth by year', cut)).text
    expect(partly).toContain('2024 is only partly in the data, so its change compares unequal years.')
    expect((await ask([], 'revenue growth by year from 2022 to 2023', cut)).text).not.toContain('partly')
    expect((await ask([], 'revenue by year', cut)).text).not.toContain('partly')
  })

  test('a follow-up edits the query before it', async () => {
    const history = [
      user('How many customers do we have?'),
      { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'There are 300 customers.' }] },
    ]
    const { calls } = await ask(history, 'only for France')
    expect(calls.find((call) => call.name === 'run_sql')!.input.sql).toBe(
      "SELECT count(*) AS customer_count FROM customers WHERE country = 'France'",
    )
  })

  test.each(['who won the world cup', 'write me a poem', 'forecast the weather'])(
    '%s is refused with three questions that it can answer',
    async (question) => {
      const { text, calls } = await ask([], question)
      expect(text).toStartWith('I cannot answer this from your data')
      expect(calls.some((call) => call.name === 'run_sql')).toBe(false)
      const offered = [...text.matchAll(/^- (.+)$/gm)].map((match) => match[1]!)
      expect(offered).toHaveLength(3)
      for (const example of offered)
        expect((await ask([], example)).calls.some((call) => call.name === 'run_sql')).toBe(true)
    },
  )

  test.each(['hello', 'what can you do?', 'what data do I have?', 'show me the tables'])(
    '%s is told what there is to ask about, for nothing',
    async (question) => {
      const { text, calls } = await ask([], question)
      expect(text).toContain('There are 5 tables here: ')
      expect(text).toContain('orders (2,000 rows)')
      expect(text.match(/^- /gm)).toHaveLength(3)
      expect(calls.some((call) => call.name === 'run_sql')).toBe(false)
    },
  )

  test('a table that is asked about is described column by column', async () => {
    const { text } = await ask([], 'describe the orders table')
    expect(text).toStartWith('Orders has 2,000 rows and 6 columns: order_id, customer_id, order_date (')
    expect(text).toMatch(/channel \(\w+, \w+, \w+\)/)
  })

  test('two periods side by side say how they differ', async () => {
    const { text, calls } = await ask([], 'Compare revenue in 2022 and 2023')
    expect(text).toMatch(/Revenue was [\d,.]+ in 2022 and [\d,.]+ in 2023, (up|down) \d+(\.\d)? %\.$/)
    expect(calls.at(-1)!.input).toMatchObject({ kind: 'bar', x: 'year' })
  })

  test('the one change between two periods is told once', async () => {
    const { text } = await ask([], 'revenue growth from 2022 to 2023 by year')
    expect(text).toMatch(/^The change in revenue in 2023 was -?[\d.]+ %\./)
  })

  test('what was misspelt is told as it was read', async () => {
    expect((await ask([], 'how mny custmers are there')).text).toContain(
      'I read “mny” as “many”, “custmers” as “customers”.',
    )
  })

  test('a reading that says the question again is not told', async () => {
    expect((await ask([], 'Top 10 customers by revenue')).text).not.toContain('I read the question as')
  })

  test('without a table it says what to do', async () => {
    const empty = async () => ({ complete: true, total_tables: 0, tables: [] })
    expect((await ask([], 'How many orders?', empty)).text).toContain('no table here yet')
  })

  test('a query that fails is tried once more and then told plainly', async () => {
    const failing = async (name: string, input: Record<string, unknown>) =>
      name === 'run_sql'
        ? { ok: false, code: 'sql_error', error: 'the disk is on fire', candidates: [], repairs_left: 1 }
        : execute(name, input)
    const { text, calls } = await ask([], 'How many orders are there?', failing)
    expect(calls.filter((call) => call.name === 'run_sql')).toHaveLength(2)
    expect(text).toContain('the disk is on fire')
  })

  test('an empty result says so', async () => {
    expect((await ask([], 'List the names of customers with a name containing "zzzz"')).text).toContain(
      'There are no customers',
    )
  })

  test('it streams prose in pieces and ends with a finish', async () => {
    const { stream } = await builtInModel().language.doStream({
      prompt: [system, user('hello')],
      tools: tools([]),
    } as LanguageModelV4CallOptions)
    const parts: LanguageModelV4StreamPart[] = []
    for await (const part of stream) parts.push(part)
    expect(parts[0]!.type).toBe('stream-start')
    expect(parts.some((part) => part.type === 'tool-call')).toBe(true)
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } })
  })
})
