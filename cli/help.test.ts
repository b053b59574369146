import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { exitCodes } from './commands/help.ts'
import { program } from './program.ts'

const GUIDE = join(import.meta.dir, '../docs/guides/api-and-command-line.md')
let cli: CommandLine
beforeAll(async () => {
  cli = await commandLine()
})
afterAll(() => cli.close())

/** The command and all below it, each with the words that call it. */
const under = (command: Command, words: string[] = []): [words: string, command: Command][] => [
  [words.join(' '), command],
  ...command.commands.filter((it) => !/^(_|help$)/.test(it.name())).flatMap((it) => under(it, [...words, it.name()])),
]
function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut(piece) {
      text += piece
    },
  })
  command.outputHelp()
  return text
}

test('help tells of every command, with an example of its own', async () => {
  const all = under(program)
  expect(all.length).toBeGreaterThan(80)
  const missing = all.filter(([words, command]) => {
    const [, examples = ''] = helpOf(command).split('Examples:')
    // What a group does by its name alone is called so.
    const called = command.commands.length > 0 || /(list|show)$/.test(words) ? words.split(' ')[0] : words
    return !examples.includes(`tabletalk ${called}`)
  })
  expect(missing.map(([words]) => words)).toEqual([])
  const { out } = await cli.run(['help', 'users', 'roles'])
  expect(out).toContain('--reason "Joined the desk"')
  expect((await cli.run(['help', 'nothing'])).code).toBe(64)
  expect((await cli.run(['help', 'environment'])).out).toContain('TABLETALK_API_KEY')
})

test('whatever list the API can sort is sorted here too', async () => {
  const { paths } = (await (await fetch(`${cli.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { get?: { parameters?: { name: string }[] } }>
  }
  const sorted = Object.entries(paths).filter(
    ([path, { get }]) => path.startsWith('/api/admin/') && get?.parameters?.some(({ name }) => name === 'sort'),
  )
  const lists = under(program).filter(([, { options }]) => options.some(({ long }) => long === '--all'))
  const unsorted = lists.filter(([, { options }]) => !options.some(({ long }) => long === '--sort'))
  expect(lists.length - unsorted.length).toBe(sorted.length)
  expect(unsorted.map(([words]) => words)).toEqual([
    'credits history',
    'payments mine',
    'settings versions',
    'ai versions',
  ])
})

test('exit codes are those of the table of errors, and the guide has them all, and every command', async () => {
  const { out } = await cli.run(['help', 'exit-codes'])
  const guide = await Bun.file(GUIDE).text()
  for (const [code] of exitCodes()) {
    expect(out).toMatch(new RegExp(`^ *${code}  `, 'm'))
    expect(guide).toContain(`\n- ${code}: `)
  }
  const names = program.commands.map((it) => it.name()).filter((name) => !/^(_|help$)/.test(name))
  const untold = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))
  expect(untold.filter((name) => name !== 'balance')).toEqual([])
})

test('a slip of the pen is answered with what is near', async () => {
  const { err, code } = await cli.run(['user'])
  expect([code, err]).toEqual([64, expect.stringContaining('Did you mean users?')])
  expect((await cli.run([])).code).toBe(64)
})
