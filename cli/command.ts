import { Command } from 'commander'
import { AppError } from '../src/base/errors.ts'
import { Client } from './client.ts'
import { readSession } from './session.ts'
import { DEFAULT_URL, environment } from './settings.ts'

/** What every command may be told. */
export type Globals = { url?: string; profile?: string; apiKey?: string; json?: boolean }

const profileOf = (globals: Globals): string => globals.profile ?? environment.profile() ?? 'default'

/** The client of a command: --url, TABLETALK_URL, the server of the last sign-in, or this machine. */
export function clientOf(command: Command): { client: Client; json: boolean } {
  const globals = command.optsWithGlobals<Globals>()
  const profile = profileOf(globals)
  const url = globals.url ?? environment.url() ?? readSession(profile)?.url ?? DEFAULT_URL
  const apiKey = globals.apiKey ?? environment.apiKey() ?? null
  return { client: new Client(origin(url), profile, apiKey), json: globals.json ?? false }
}

function origin(url: string): string {
  const parsed = URL.parse(url.includes('://') ? url : `http://${url}`)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new AppError('invalid', `${url} is not the address of a server, such as ${DEFAULT_URL}.`)
  return parsed.origin
}

/** A new command with examples under its help. */
export function commandOf(name: string, description: string, examples: string[]): Command {
  return new Command(name)
    .description(description)
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`)
}
