import { Command as AnyCommand } from 'commander'
import { AppError } from '../src/base/errors.ts'
import { Client } from './client.ts'
import { findWorkspace, WORKSPACE } from './places.ts'
import { readSession } from './session.ts'
import { DEFAULT_URL, environment } from './settings.ts'

/** What every command may be told. */
export type Globals = { url?: string; profile?: string; json?: boolean }

const profileOf = (globals: Globals): string => globals.profile ?? environment.profile() ?? 'default'

/** The client of a command, whether it prints JSON, and the command itself. */
export type Use = { client: Client; json: boolean; command: Command }

/** A command of the product: what it does gets the client of its server, then the arguments and the options. */
export class Command extends AnyCommand {
  does(work: (use: Use, ...given: never[]) => void | Promise<void>): this {
    return this.action((...given) => work(this.use(), ...(given as never[])))
  }

  /** The same with the id of the workspace that its option `WORKSPACE`, which this adds, names. */
  doesIn(work: (use: Use & { id: string }, ...given: never[]) => void | Promise<void>): this {
    return this.option(...WORKSPACE).action(async (...given) => {
      const use = this.use()
      const { id } = await findWorkspace(use.client, this.opts<{ workspace?: string }>().workspace)
      await work({ ...use, id }, ...(given as never[]))
    })
  }

  /** Gives it, when it changes something for others, the options to go without questions. */
  acting(): this {
    this.option('--reason <text>', 'why: stands in the audit log; asked for when left out')
    return this.option('-y, --yes', 'do not ask whether to go on')
  }

  /** Its server: --url, TABLETALK_URL, that of the last sign-in, or this machine. */
  private use(): Use {
    const globals = this.optsWithGlobals<Globals>()
    const profile = profileOf(globals)
    const url = globals.url ?? environment.url() ?? readSession(profile)?.url ?? DEFAULT_URL
    const client = new Client(baseOf(url), profile, environment.apiKey() ?? null)
    return { client, json: globals.json ?? false, command: this }
  }
}

/** Where the server is, without a slash at the end: with a path where a proxy serves it below one. */
function baseOf(url: string): string {
  const parsed = URL.parse(url.includes('://') ? url : `http://${url}`)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new AppError('invalid', `${url} is not the address of a server, such as ${DEFAULT_URL}.`)
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`
}

const examplesOf = new WeakMap<Command, string[]>()
const withExamples = (command: Command, examples: string[]): Command => {
  examplesOf.set(command, examples)
  return command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`)
}

export const commandOf = (name: string, description: string, examples: string[]): Command =>
  withExamples(new Command(name).description(description), examples)

/** Commands that get every word that is no command: they say so, rather than that they take none. */
export const hearing = new WeakSet<AnyCommand>()

/** A command that is a place for others; its examples are the first of theirs. @param usual the one that runs when none is named: the first */
export function groupOf(name: string, description: string, commands: Command[], usual = commands[0] ?? null): Command {
  const group = new Command(name).description(description)
  for (const command of commands) group.addCommand(command, { isDefault: command === usual })
  const more =
    usual && usual.options.length > 0 ? `, whose options are shown by: tabletalk help ${name} ${usual.name()}` : ''
  if (usual) group.addHelpText('after', `\nWithout a command: ${usual.name()}${more}`)
  if (usual?.registeredArguments.length === 0) {
    hearing.add(usual)
    usual.hook('preAction', (_, { args: [word] }) => {
      if (word === undefined) return
      const names = commands.map((command) => command.name()).join(', ')
      throw new AppError('invalid', `${name} has no command ${word}. It has: ${names}`)
    })
  }
  const examples = commands.flatMap((command) => examplesOf.get(command)?.slice(0, 1) ?? [])
  return withExamples(group, examples)
}
