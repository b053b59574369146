import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import packageJson from '../package.json'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { signUp } from '../tests/support/people.ts'
import { testApp } from '../tests/support/world.ts'

let cli: CommandLine
let file: string
beforeAll(async () => {
  cli = await commandLine()
  file = join(cli.config, 'tabletalk-file')
  // As `bun run build:cli` builds it, elsewhere.
  const command = packageJson.scripts['build:cli'].replace('dist/tabletalk', file)
  const child = Bun.spawn(['sh', '-c', command.replace(/^bun /, `"${process.execPath}" `)], {
    cwd: join(import.meta.dir, '..'),
    stdout: 'ignore',
    stderr: 'inherit',
  })
  expect(await child.exited).toBe(0)
}, 300_000)
afterAll(() => cli.close())

/** Runs the file alone: no Bun and no source is near. */
async function run(args: string[], input = '') {
  const child = Bun.spawn([file, ...args], {
    cwd: '/',
    env: { HOME: cli.config, XDG_CONFIG_HOME: cli.config, TABLETALK_URL: cli.url },
    stdin: new Blob([input]),
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { out, err, code: await child.exited }
}

test('one file is the whole command line', async () => {
  const person = await signUp(await testApp())
  expect(await run(['--version'])).toEqual({ out: `${packageJson.version}\n`, err: '', code: 0 })
  expect((await run(['--help'])).out).toContain('Signing in:')
  expect((await run(['whoami'])).code).toBe(77)
  expect((await run(['login', '--email', person.user.email, '--password-stdin'], person.password)).code).toBe(0)
  expect((await run(['whoami'])).out).toContain(person.user.email)
  expect((await run(['__complete', '--', 'se'])).out).toContain('security\t')
})
