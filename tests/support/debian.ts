import { createServer } from 'node:net'
import { tmpdir } from 'node:os'

/** Servers of Debian for tests: installed when they are missing and we may, run by a user of their own, never by root. */
const isRoot = process.getuid?.() === 0

/** @throws Error that says what to install */
export async function installPackages(packages: string[], instead: string): Promise<void> {
  if (!isRoot || !Bun.which('apt-get'))
    throw new Error(`Not installed: ${packages.join(', ')} (Debian: apt-get install ${packages.join(' ')}). ${instead}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', ...packages],
  ])
    await finish(Bun.spawn(command, { env, stdout: 'ignore', stderr: 'pipe' }), command.join(' '))
}

/** A command as another user when we are root: database servers refuse to run as root. */
export const asUser = (user: string, command: string[]): string[] =>
  isRoot ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...command] : command

export async function runAs(user: string, command: string[]): Promise<void> {
  await finish(
    Bun.spawn(asUser(user, command), { cwd: tmpdir(), stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' }),
    command.join(' '),
  )
}

export async function finish(child: Bun.Subprocess<'ignore' | undefined, 'ignore', 'pipe'>, what: string) {
  if ((await child.exited) !== 0) throw new Error(`${what} failed: ${await new Response(child.stderr).text()}`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
