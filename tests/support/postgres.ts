import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Certificates, keepFor } from './certificates.ts'
import { copyOfNewData, freePort, installPackages, runAs } from './debian.ts'

/** A throw-away PostgreSQL server on this machine; `url` is its superuser's address. */
export type PostgresServer = { url: string; port: number; stop(): Promise<void> }

const run = (command: string[]) => runAs('postgres', command)

/**
 * Starts PostgreSQL in a temporary folder. Installs Debian's package first when the machine has none and we may.
 * @param certificates lets it speak TLS
 * @throws Error that says what to do when PostgreSQL can neither be found nor installed
 */
export async function startPostgres({ certificates }: { certificates?: Certificates } = {}): Promise<PostgresServer> {
  const bin = await ensurePostgres()
  const version = bin.replace(/\W+/g, '-')
  const dir = await copyOfNewData('postgres', `postgres${version}`, (data) =>
    run([`${bin}/initdb`, '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']),
  )
  const data = join(dir, 'data')
  const port = await freePort()
  const tls = certificates ? await keepFor('postgres', certificates, dir) : null
  const encrypted = tls ? ` -c ssl=on -c ssl_cert_file=${tls.cert} -c ssl_key_file=${tls.key}` : ''
  const settings = `-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200${encrypted}`
  await run([`${bin}/pg_ctl`, '-D', data, '-w', '-t', '60', '-l', join(dir, 'log'), '-o', settings, 'start'])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    async stop() {
      await run([`${bin}/pg_ctl`, '-D', data, '-m', 'immediate', 'stop'])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/**
 * Folder of PostgreSQL's programs. Installs Debian's package first when the machine has none and we may.
 * @throws Error that says what to do when it can neither be found nor installed
 */
export const ensurePostgres = async (): Promise<string> => findBinaries() ?? (await install())

/** Folder of the newest PostgreSQL installed the Debian way, or on the PATH. */
function findBinaries(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions.map((version) => `${root}/${version}/bin`).find((dir) => existsSync(`${dir}/initdb`))
  const onPath = Bun.which('initdb')
  return found ?? (onPath ? join(onPath, '..') : null)
}

async function install(): Promise<string> {
  await installPackages(['postgresql', 'postgresql-contrib'], 'Or set TEST_DATABASE_URL.')
  return (
    findBinaries() ?? Promise.reject(new Error('apt-get installed PostgreSQL, but initdb is not where Debian puts it.'))
  )
}
