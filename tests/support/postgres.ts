import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A throw-away PostgreSQL server on this machine; `url` is its superuser's address. */
export type PostgresServer = { url: string; stop(): Promise<void> }

const isRoot = process.getuid?.() === 0

/**
 * Starts PostgreSQL in a temporary folder. Installs Debian's package first when the machine has none and we may.
 * @throws Error that says what to do when PostgreSQL can neither be found nor installed
 */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = findBinaries() ?? (await install())
  const dir = mkdtempSync(join(tmpdir(), 'tabletalk-pg-'))
  chmodSync(dir, 0o777)
  const data = join(dir, 'data')
  const port = await freePort()
  await run([
    `${bin}/initdb`,
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  const settings = `-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`
  await run([`${bin}/pg_ctl`, '-D', data, '-w', '-t', '60', '-l', join(dir, 'log'), '-o', settings, 'start'])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await run([`${bin}/pg_ctl`, '-D', data, '-m', 'immediate', 'stop'])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Folder of the newest PostgreSQL installed the Debian way, or on the PATH. */
function findBinaries(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions.map((version) => `${root}/${version}/bin`).find((dir) => existsSync(`${dir}/initdb`))
  const onPath = Bun.which('initdb')
  return found ?? (onPath ? join(onPath, '..') : null)
}

async function install(): Promise<string> {
  if (!isRoot || !Bun.which('apt-get'))
    throw new Error(
      'PostgreSQL is not installed. Install it (Debian: apt-get install postgresql), or set TEST_DATABASE_URL.',
    )
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', 'postgresql', 'postgresql-contrib'],
  ])
    await finish(Bun.spawn(command, { env, stdout: 'ignore', stderr: 'pipe' }), command.join(' '))
  return (
    findBinaries() ?? Promise.reject(new Error('apt-get installed PostgreSQL, but initdb is not where Debian puts it.'))
  )
}

/** PostgreSQL refuses to run as root: then its commands run as the user that its package made. */
async function run(command: string[]): Promise<void> {
  const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command] : command
  await finish(
    Bun.spawn(asUser, { cwd: tmpdir(), stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' }),
    command.join(' '),
  )
}

async function finish(child: Bun.Subprocess<'ignore' | undefined, 'ignore', 'pipe'>, what: string): Promise<void> {
  if ((await child.exited) !== 0) throw new Error(`${what} failed: ${await new Response(child.stderr).text()}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
