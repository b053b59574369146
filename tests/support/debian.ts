import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Servers of Debian for tests: installed when they are missing and we may, run by a user of their own, never by root. */
const isRoot = process.getuid?.() === 0

/** The list of packages is fetched once. */
let updated: Promise<void> | undefined

/** @throws Error that says what to install */
export async function installPackages(packages: string[], instead: string): Promise<void> {
  const names = packages.filter((word) => !word.startsWith('-'))
  if (!isRoot || !Bun.which('apt-get'))
    throw new Error(
      `Not installed: ${names.join(', ')} (Debian: apt-get install ${packages.join(' ')}). ${instead}`.trim(),
    )
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = async (...words: string[]) => {
    const command = ['apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=120', ...words]
    await finish(Bun.spawn(command, { env, stdout: 'ignore', stderr: 'pipe' }), command.join(' '))
  }
  updated ??= apt('update')
  await updated
  await apt('install', '-y', ...packages)
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

/**
 * The data folder of a new database server: a copy of one that is initialized once for all that use this temporary folder, since
 * initializing takes ten times as long as copying.
 * @param user who runs the server; the folder is theirs
 * @param name says which server, and which version of it
 */
export async function copyOfNewData(
  user: string,
  name: string,
  initialize: (data: string) => Promise<void>,
): Promise<string> {
  const template = join(tmpdir(), `tabletalk-new-${name}-${process.getuid?.()}`)
  if (!existsSync(template)) {
    const folder = openFolder('new')
    await initialize(join(folder, 'data'))
    try {
      renameSync(folder, template)
    } catch (error) {
      // Another process may have been faster: its template serves as well.
      if (!existsSync(template)) throw error
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const folder = openFolder(name)
  await runAs(user, ['cp', '-a', join(template, 'data'), folder])
  return folder
}

/** A temporary folder that the users of servers can write into, too. */
function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tabletalk-${name}-`))
  chmodSync(folder, 0o777)
  return folder
}

/**
 * A port for a server that starts in a moment. It lies below those that the system gives to whoever asks for any, outgoing connections
 * included: in the seconds that a database takes to start somebody else would have it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const server = createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
}
