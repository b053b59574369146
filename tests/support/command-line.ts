import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { World } from '../../src/ctx.ts'
import type { Command, Outcome } from './command-line-entry.ts'
import type { Person } from './people.ts'
import { look } from './secrets.ts'
import { testApp } from './world.ts'

const MAIN = join(import.meta.dir, '../../cli/main.ts')
const ENTRY = join(import.meta.dir, 'command-line-entry.ts')

/** `env`: variables on top of the usual ones. */
type More = { env?: Record<string, string> }

export type CommandLine = {
  url: string
  /** Folder of the kept sign-ins. */
  config: string
  /** Runs `tabletalk …` until it ends, in a process that is kept for the next: no terminal, and nobody to stop it. */
  run(args: string[], input?: string, more?: More): Promise<Omit<Outcome, 'id'>>
  /** Starts it as a process of its own without waiting. */
  start(args: string[], more?: More): Bun.Subprocess<'pipe', 'pipe', 'pipe'>
  close(): Promise<void>
}

/**
 * A listening server over the world of this test, and the command line beside it with a folder of its own.
 * @param person who is signed in
 */
export async function commandLine(person: Person | null = null, world?: World): Promise<CommandLine> {
  const app = await testApp(world)
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: app.fetch })
  const url = `http://127.0.0.1:${server.port}`
  const config = mkdtempSync(join(tmpdir(), 'tabletalk-cli-'))
  const environment = ({ env }: More) => ({
    ...{ PATH: process.env.PATH!, HOME: config, XDG_CONFIG_HOME: config, TABLETALK_URL: url, TZ: 'UTC' },
    ...env,
  })
  const cli: CommandLine = {
    url,
    config,
    start: (args, more = {}) =>
      Bun.spawn([process.execPath, MAIN, ...args], {
        env: environment(more),
        stdin: 'pipe',
        stdout: 'pipe',
        stderr: 'pipe',
      }),
    async run(args, input = '', more = {}) {
      const { out, err, code } = await outcomeOf({ args, input, env: environment(more) })
      look(`${out}${err}`, `tabletalk ${args.join(' ')}`)
      return { out, err, code }
    },
    async close() {
      await server.stop(true)
      rmSync(config, { recursive: true, force: true })
    },
  }
  if (person) await cli.run(['login', '--email', person.user.email, '--password-stdin'], person.password)
  return cli
}

/** The process that runs commands, and those that wait for it; started by the first. */
let runner: Bun.Subprocess<'ignore', 'inherit', 'inherit'> | undefined
const waiting = new Map<number, PromiseWithResolvers<Outcome>>()
let lastId = 0

function outcomeOf(command: Omit<Command, 'id'>): Promise<Outcome> {
  runner ??= Bun.spawn([process.execPath, ENTRY], {
    env: { PATH: process.env.PATH!, TZ: 'UTC' },
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (outcome: Outcome) => {
      waiting.get(outcome.id)?.resolve(outcome)
      waiting.delete(outcome.id)
    },
    onExit(_, code, signal) {
      runner = undefined
      for (const { reject } of waiting.values()) reject(new Error(`The command line ended with ${code ?? signal}`))
      waiting.clear()
    },
  })
  const settled = Promise.withResolvers<Outcome>()
  const id = ++lastId
  waiting.set(id, settled)
  runner.send({ id, ...command })
  return settled.promise
}
