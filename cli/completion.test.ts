import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { ensureShells } from '../tests/support/shells.ts'

let cli: CommandLine
let bin: string
beforeAll(async () => {
  await ensureShells()
  cli = await commandLine()
  bin = join(cli.config, 'bin')
  mkdirSync(bin)
  const main = join(import.meta.dir, 'main.ts')
  writeFileSync(join(bin, 'tabletalk'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
  chmodSync(join(bin, 'tabletalk'), 0o755)
  writeFileSync(join(cli.config, 'orders.csv'), 'a\n1\n')
})
afterAll(() => cli.close())

const shell = async (command: string[], script: string, between = /\s+/ as RegExp | string) => {
  const child = Bun.spawn(command, {
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: cli.config },
    cwd: cli.config,
    stdin: new Blob([script]),
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, err]).toEqual([0, ''])
  return out.trim().split(between).filter(Boolean)
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
  expect(await bash('tabletalk users list --role = su')).toEqual(['superadmin', 'support'])
  expect(await bash('tabletalk refunds list --state re')).toEqual(['requested', 'rejected', 'refunded'])
  expect(await bash('tabletalk completion ')).toEqual(['bash', 'zsh', 'fish'])
  expect(await bash('tabletalk nothing at all')).toEqual([])
})

test('names of files are left to the shell, what is hidden is not offered', async () => {
  const offered = async (...words: string[]) => (await cli.run(['__complete', '--', ...words])).out.trim().split('\n')
  expect(await offered('upload', 'ord')).toEqual([':files'])
  expect(await offered('sql', '--output', '')).toEqual([':files'])
  expect(await offered('ask', '-w', '')).toEqual([''])
  expect((await offered('')).some((line) => line.startsWith('__'))).toBe(false)
  expect(await offered('audit', 'ver')).toEqual([expect.stringContaining('verify\tcheck')])
})

test('fish completes the same, with what each is for', async () => {
  const lines = ['se', 'users roles ada@example.com f', 'users list --role=su', 'upload orders']
  const asked = lines.map((line) => `echo "> ${line}"; complete -C 'tabletalk ${line}'`).join('\n')
  const said = await shell(['fish', '--no-config'], `tabletalk completion fish | source\n${asked}\n`, '\n')
  expect(said).toEqual([
    '> se',
    expect.stringMatching(/^security\tsecurity events/),
    expect.stringMatching(/^settings\tSystem Settings/),
    '> users roles ada@example.com f',
    'finance',
    '> users list --role=su',
    '--role=superadmin',
    '--role=support',
    '> upload orders',
    'orders.csv',
  ])
})

test('zsh completes as somebody types, and shows what there is', async () => {
  let seen = ''
  const zsh = Bun.spawn(['zsh', '-f', '-i'], {
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: cli.config, TERM: 'dumb', PS1: '> ' },
    cwd: cli.config,
    terminal: {
      cols: 100,
      rows: 40,
      data(_terminal, bytes) {
        seen += new TextDecoder().decode(bytes).replaceAll('\x07', '')
      },
    },
  })
  const type = async (keys: string, until: RegExp) => {
    seen = ''
    zsh.terminal!.write(keys)
    for (const late = Date.now() + 20_000; !until.test(seen); await Bun.sleep(10))
      if (Date.now() > late) throw new Error(`${until} is not in ${JSON.stringify(seen)}`)
  }
  try {
    await type(
      `autoload -Uz compinit && compinit -u -D && source <(tabletalk completion zsh) && echo rea''dy\n`,
      /ready/,
    )
    await type('tabletalk users ro\t', /users roles /)
    await type(' ada@example.com fi\t', /finance /)
    await type('\x15tabletalk se\t', /security +-- security events[\s\S]*settings +-- System Settings/)
    await type('\x15tabletalk upload ord\t', /upload orders\.csv/)
  } finally {
    zsh.kill('SIGKILL')
    await zsh.exited
  }
})
