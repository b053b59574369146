import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { exitCodes } from './commands/help.ts'

const GUIDE = join(import.meta.dir, '../docs/guides/api-and-command-line.md')
let cli: CommandLine
beforeAll(async () => {
  cli = await commandLine()
}, 60_000)
afterAll(() => cli.close())

const commandsOf = async (...path: string[]) =>
  (await cli.run(['__complete', '--', ...path, ''])).out
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
    .map((line) => line.split('\t')[0]!)

test('help tells of every command, with examples', async () => {
  const names = await commandsOf()
  expect(names.length).toBeGreaterThan(20)
  const missing: string[] = []
  for (const name of names.filter((name) => name !== 'help')) {
    const { out, code } = await cli.run(['help', name])
    if (code !== 0 || !out.includes('Examples:') || (!out.includes('$ tabletalk') && name !== 'completion'))
      missing.push(name)
  }
  expect(missing).toEqual([])
  const { out } = await cli.run(['help', 'users', 'roles'])
  expect(out).toContain('--reason "Joined the desk"')
  expect((await cli.run(['help', 'nothing'])).code).toBe(64)
  expect((await cli.run(['help', 'environment'])).out).toContain('TABLETALK_API_KEY')
}, 60_000)

test('exit codes are those of the table of errors, and the guide has them all, and every command', async () => {
  const { out } = await cli.run(['help', 'exit-codes'])
  const guide = await Bun.file(GUIDE).text()
  for (const [code] of exitCodes()) {
    expect(out).toMatch(new RegExp(`^ *${code}  `, 'm'))
    expect(guide).toContain(`\n- ${code}: `)
  }
  const untold = (await commandsOf()).filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))
  expect(untold.filter((name) => name !== 'balance')).toEqual([])
}, 60_000)

test('a slip of the pen is answered with what is near', async () => {
  const { err, code } = await cli.run(['user'])
  expect([code, err]).toEqual([64, expect.stringContaining('Did you mean users?')])
  expect((await cli.run([])).code).toBe(64)
})
