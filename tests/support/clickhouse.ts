import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finish } from './debian.ts'

const HOME = join(import.meta.dir, 'clickhouse')
const CHDB = join(HOME, 'node_modules', 'chdb', 'index.mjs')

export type ClickHouseServer = {
  port: number
  ask(sql: string, format?: string): Promise<string>
  stop(): Promise<void>
}

/**
 * Installs ClickHouse when it is not there yet. Its library weighs half a gigabyte unpacked, so it is no dependency of the product, not
 * even for developing: it is installed here, with a lock file of its own.
 */
export async function ensureClickHouse(): Promise<void> {
  if (existsSync(CHDB)) return
  await finish(
    Bun.spawn([process.execPath, 'install', '--frozen-lockfile', '--ignore-scripts'], {
      cwd: HOME,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    }),
    `bun install in ${HOME}`,
  )
}

/** Starts ClickHouse with an empty folder. */
export async function startClickHouse(): Promise<ClickHouseServer> {
  await ensureClickHouse()
  const folder = mkdtempSync(join(tmpdir(), 'tabletalk-clickhouse-'))
  const begun = Promise.withResolvers<number>()
  const child = Bun.spawn([process.execPath, join(HOME, 'server.ts'), CHDB, join(folder, 'data')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ipc: (message: { port: number }) => begun.resolve(message.port),
    onExit: (_child, code) => begun.reject(new Error(`ClickHouse ended with ${code}`)),
  })
  const port = await begun.promise
  return {
    port,
    async ask(sql, format = 'TabSeparated') {
      const answer = await fetch(`http://127.0.0.1:${port}/?default_format=${format}`, {
        method: 'POST',
        body: sql,
        headers: { Authorization: `Basic ${btoa('default:root-pass')}` },
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
      return text
    },
    async stop() {
      child.kill(9)
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
