import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../tests/support/command-line.ts'
import { newTeam } from '../tests/support/people.ts'

const file = (name: string, text: string | Uint8Array): string => {
  const path = join(cli.config, name)
  writeFileSync(path, text)
  return path
}

const { owner: person, place } = await newTeam()
const cli = await commandLine(person)
afterAll(() => cli.close())

describe('upload', () => {
  test('sends a file and says what became of it', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => `${i},${['Pune', 'Austin'][i % 2]},${i}.50`)
    const path = file('orders.csv', `id,city,amount\n${rows.join('\n')}\n`)
    const { out, err, code } = await cli.run(['upload', path, '--workspace', 'sales'])
    expect({ out, err, code }).toEqual({ out: 'orders: 1,000 rows, 3 columns\n', err: '', code: 0 })
    const listed = await cli.run(['files', '-w', place.workspace.id])
    expect(listed.out).toMatch(/orders\.csv +\d+\.\d kB +ready +orders/)
  })

  test('of what cannot be read ends with the sentence and the code of the server', async () => {
    const { err, code } = await cli.run(['upload', file('broken.parquet', new Uint8Array(100))])
    expect(code).toBe(65)
    expect(err.trim()).not.toBe('')
  })

  test('of what is not there fails before anything is sent', async () => {
    const { err, code } = await cli.run(['upload', '/nowhere/at/all.csv'])
    expect({ err, code }).toEqual({ err: 'There is no file /nowhere/at/all.csv.\n', code: 66 })
  })

  test('into a workspace that is not theirs names those that are', async () => {
    const { err, code } = await cli.run(['files', '--workspace', 'nope'])
    expect(code).toBe(66)
    expect(err).toContain(`${place.workspace.id}  Acme/Sales`)
  })
})

describe('ask', () => {
  test('streams the prose, then the grid; steps and the receipt are remarks beside it', async () => {
    const { out, err, code } = await cli.run(['ask', 'How', 'many', 'orders', 'by', 'city?', '--sql'])
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('1 credit, 24 credits left') })
    expect(out).toMatch(/Pune +500/)
    expect(out).toContain('─')
    expect(out.toLowerCase()).toContain('select')
    expect(err).toMatch(/^· /m)
    expect(err).toContain('Follow up with --conversation ')
  })

  test('asks back with readings, of which one is chosen for nothing, and undone', async () => {
    const { out, err } = await cli.run(['ask', 'What is the worst city?'])
    expect(out).toContain('“worst” does not say by what.')
    const id = /tabletalk reading (\S+)/.exec(err)?.[1] ?? ''
    expect((await cli.run(['reading', id])).out).toMatch(/a1 +Bottom city by total order amount: \S/)
    const chosen = await cli.run(['reading', id, 'a1'])
    expect({ out: chosen.out, code: chosen.code }).toMatchObject({ out: expect.stringContaining('Pune'), code: 0 })
    expect((await cli.run(['reading', id, '--undo'])).out).toContain('“worst” does not say by what.')
    expect(await cli.run(['reading', id, 'a9'])).toMatchObject({ code: 66 })
  })

  test('follows up in the conversation that it names', async () => {
    const first = await cli.run(['ask', 'How many orders are there?'])
    const id = /--conversation (\S+)/.exec(first.err)?.[1]
    const second = await cli.run(['--json', 'ask', 'And by city?', '-c', id ?? ''])
    expect(JSON.parse(second.out)).toMatchObject({ conversation_id: id })
  })

  test('answers the JSON of the API', async () => {
    const { out, code } = await cli.run(['ask', 'How many orders are there?', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      status: 'answered',
      conversation_id: expect.any(String),
      receipt: { credits: 1 },
    })
  })
})
