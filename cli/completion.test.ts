import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'

let cli: CommandLine
let bin: string
beforeAll(async () => {
  cli = await commandLine()
  bin = join(cli.config, 'bin')
  mkdirSync(bin)
  const main = join(import.meta.dir, 'main.ts')
  writeFileSync(join(bin, 'tabletalk'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
  chmodSync(join(bin, 'tabletalk'), 0o755)
}, 60_000)
afterAll(() => cli.close())

const shell = async (command: string[], script: string) => {
  const child = Bun.spawn(command, {
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: cli.config },
    stdin: new Blob([script]),
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, err]).toEqual([0, ''])
  return out.trim().split(/\s+/).filter(Boolean)
}

/** What bash offers for a line that ends where the cursor is. */
const bash = (line: string) => {
  const words = line.split(' ').map((word) => `'${word}'`)
  return shell(
    ['bash', '--noprofile', '--norc'],
    `source <(tabletalk completion bash)
COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}
_tabletalk
printf '%s\\n' "\${COMPREPLY[@]}"
`,
  )
}

test('bash completes commands, their commands, options and values', async () => {
  expect(await bash('tabletalk se')).toEqual(['security', 'settings'])
  expect(await bash('tabletalk users r')).toEqual(['reset-two-factor', 'roles'])
  expect(await bash('tabletalk users list --two')).toEqual(['--two-factor'])
  expect(await bash('tabletalk users --profile work list --role su')).toEqual(['superadmin', 'support'])
  expect(await bash('tabletalk users roles ada@example.com f')).toEqual(['finance'])
  expect(await bash('tabletalk refunds list --state re')).toEqual(['requested', 'rejected', 'refunded'])
  expect(await bash('tabletalk completion ')).toEqual(['bash', 'zsh', 'fish'])
  expect(await bash('tabletalk nothing at all')).toEqual([])
}, 60_000)

test('names of files are left to the shell, what is hidden is not offered', async () => {
  const offered = async (...words: string[]) => (await cli.run(['__complete', '--', ...words])).out.trim().split('\n')
  expect(await offered('upload', 'ord')).toEqual([':files'])
  expect(await offered('sql', '--output', '')).toEqual([':files'])
  expect(await offered('ask', '-w', '')).toEqual([''])
  expect((await offered('')).some((line) => line.startsWith('__'))).toBe(false)
  expect(await offered('audit', 'ver')).toEqual([expect.stringContaining('verify\tcheck')])
})

for (const name of ['zsh', 'fish'] as const)
  test(`${name} has a script of its own${Bun.which(name) ? ' that it reads' : ''}`, async () => {
    const { out, code } = await cli.run(['completion', name])
    expect([code, out.includes('__complete --')]).toEqual([0, true])
    // Where the shell is installed it must at least find no mistake in it.
    if (Bun.which(name)) await shell([name, '-n'], out)
  })
