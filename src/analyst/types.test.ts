import { expect, test } from 'bun:test'
import { call } from '../../tests/support/people.ts'
import { settled } from '../../tests/support/upload.ts'

// On the embedded database only: what is asked goes to the engine.

/** Values of one kind each, as files have them: whatever type they are read as, questions about their table must not fail. */
const KINDS: Record<string, string[]> = {
  time_of_day: ['08:15', '23:59', '00:00'],
  duration: ['2:03:05', '3:59:59', '26:10:00'],
  long_ago: ['0044-03-15', '1066-10-14', '0001-01-01'],
  far_off: ['9999-12-31', '2999-01-01', '9999-12-31'],
  moment: ['2026-03-29T02:30:00+02:00', '2026-03-29T02:30:00Z', '2026-10-25T02:30:00+01:00'],
  uuid: ['0b0f5d4e-8f5a-4a35-9d4e-1f2a3b4c5d6e', '1b0f5d4e-8f5a-4a35-9d4e-1f2a3b4c5d6e', ''],
  number: ['1e300', '-1e300', '0.1'],
  long_number: ['12345678901234567890123456789012345678', '1', ''],
  list: ['[1, 2]', '[]', '[3]'],
  empty: ['', '', ''],
}

test('a table with any kind of values can be asked about', async () => {
  const names = Object.keys(KINDS)
  const lines = [0, 1, 2].map((row) => names.map((name) => `"${KINDS[name]![row]}"`).join(','))
  const { app, ada, path, file } = await settled([names.join(','), ...lines].join('\n'), 'kinds.csv')
  expect(file.status).toBe('ready')
  const ask = async (message: string) => {
    const { body } = await call(app, ada, 'POST', `${path}/query-data`, { message })
    return body
  }
  expect(await ask('how many kinds are there?')).toMatchObject({
    status: 'answered',
    answer: expect.stringContaining('3 kinds'),
  })
  for (const said of ['describe this table', 'describe the table kinds', 'what is in this file?'])
    expect((await ask(said)).answer).toContain('Kinds has 3 rows')
  for (const name of names)
    expect([name, (await ask(`what is the highest ${name.replaceAll('_', ' ')}?`)).status]).toEqual([
      name,
      expect.stringMatching(/answered|refused|clarify/),
    ])
}, 300_000)
