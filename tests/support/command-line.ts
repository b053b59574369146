import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { World } from '../../src/ctx.ts'
import { look } from './secrets.ts'
import { testApp } from './world.ts'

const MAIN = join(import.meta.dir, '../../cli/main.ts')

/** `env`: variables on top of the usual ones. */
type More = { env?: Record<string, string> }

export type CommandLine = {
  url: string
  /** Folder of the kept sign-ins. */
  config: string
  /** Runs `tabletalk …` as a process of its own until it ends. */
  run(args: string[], input?: string, more?: More): Promise<{ out: string; err: string; code: number }>
  /** Starts it without waiting. */
  start(args: string[], more?: More): Bun.Subprocess<'pipe', 'pipe', 'pipe'>
  close(): Promise<void>
}

/** A listening server over the world of this test, and the command line beside it with a folder of its own. */
export async function commandLine(world?: World): Promise<CommandLine> {
  const app = await testApp(world)
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: app.fetch })
  const url = `http://127.0.0.1:${server.port}`
  const config = mkdtempSync(join(tmpdir(), 'tabletalk-cli-'))
  const start = (args: string[], { env }: More = {}) =>
    Bun.spawn([process.execPath, MAIN, ...args], {
      env: { PATH: process.env.PATH!, HOME: config, XDG_CONFIG_HOME: config, TABLETALK_URL: url, TZ: 'UTC', ...env },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })
  return {
    url,
    config,
    start,
    async run(args, input = '', more = {}) {
      const child = start(args, more)
      child.stdin.write(input)
      child.stdin.end()
      const [out, err, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ])
      look(`${out}${err}`, `tabletalk ${args.join(' ')}`)
      return { out, err, code }
    },
    async close() {
      await server.stop(true)
      rmSync(config, { recursive: true, force: true })
    },
  }
}
