import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Certificates, keepFor } from './certificates.ts'
import { asUser, copyOfNewData, freePort, installPackages, runAs } from './debian.ts'

/** A throw-away MariaDB server on this machine; its user root has no password. */
export type MariadbServer = { port: number; stop(): Promise<void> }

const SERVER = '/usr/sbin/mariadbd'

/** Installs Debian's package when the machine has none and we may. */
export async function ensureMariadb(): Promise<void> {
  if (!existsSync(SERVER)) await installPackages(['mariadb-server'], '')
}

/**
 * Starts MariaDB in a temporary folder. Installs Debian's package first when the machine has none and we may.
 * @param certificates lets it speak TLS
 */
export async function startMariadb({ certificates }: { certificates?: Certificates } = {}): Promise<MariadbServer> {
  await ensureMariadb()
  const dir = await copyOfNewData('mysql', 'mariadb', (data) =>
    runAs('mysql', [
      'mariadb-install-db',
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ]),
  )
  const port = await freePort()
  // A server that starts deletes the temporary tables in its folder for them, also those of another one that runs.
  const own = [`--datadir=${join(dir, 'data')}`, `--tmpdir=${dir}`]
  const tls = certificates ? await keepFor('mysql', certificates, dir) : null
  const ready = join(dir, 'ready.sql')
  writeFileSync(
    ready,
    `create user root@'127.0.0.1'; grant all privileges on *.* to root@'127.0.0.1' with grant option;`,
  )
  const child = Bun.spawn(
    asUser('mysql', [
      SERVER,
      '--no-defaults',
      ...own,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(dir, 'socket')}`,
      `--pid-file=${join(dir, 'pid')}`,
      '--skip-name-resolve',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=64M',
      '--innodb-log-file-size=16M',
      '--max-connections=50',
      '--secure-file-priv=',
      `--init-file=${ready}`,
      ...(tls ? [`--ssl-cert=${tls.cert}`, `--ssl-key=${tls.key}`] : ['--skip-ssl']),
    ]),
    { cwd: tmpdir(), stdin: 'ignore', stdout: 'ignore', stderr: Bun.file(join(dir, 'log')) },
  )
  await answering(port, child, join(dir, 'log'))
  return {
    port,
    async stop() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Resolves when the port is taken: the server listens only once it can answer. */
async function answering(port: number, child: Bun.Subprocess, log: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) break
    if (await isTaken(port)) return
    await Bun.sleep(50)
  }
  throw new Error(`MariaDB did not start: ${(await Bun.file(log).text()).slice(-2000)}`)
}

/** Asks by connecting: whoever tried to listen would take the port from the server that starts. */
function isTaken(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => {
    socket.destroy()
    resolve(true)
  })
  socket.once('error', () => resolve(false))
  return promise
}
