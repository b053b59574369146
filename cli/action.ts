import type { Approval } from '../src/admin/rules/approval.ts'
import { AppError } from '../src/base/errors.ts'
import { href } from '../src/urls.ts'
import type { Client } from './client.ts'
import { type Command, commandOf } from './command.ts'
import { note, plain, sayJson } from './print.ts'
import { ask } from './prompt.ts'
import { when } from './record.ts'

/** Exit code of a shell for Ctrl-C, and of a question that was answered with no. */
const INTERRUPTED = 130

/** The reason of an action, and that it is meant. @param what the action as a sentence: "Suspend Acme" */
export async function reasonFor(command: Command, what: string): Promise<string> {
  const options = command.opts<{ reason?: string }>()
  const reason = options.reason ?? (await ask(`${what}. Why? `, 'Give the reason with --reason.'))
  if (reason.trim().length < 3) throw new AppError('invalid', 'Say why, in a few words, with --reason.')
  await confirm(command, what)
  return reason.trim()
}

/** Goes on when it is meant; leaves the program when not. */
export async function confirm(command: Command, what: string): Promise<void> {
  if (command.opts<{ yes?: boolean }>().yes) return
  const answer = await ask(`${what}? [y/N] `, 'Add --yes when it is meant.')
  if (/^y(es)?$/i.test(answer)) return
  note('Nothing was changed.')
  process.exit(INTERRUPTED)
}

/** Says that an action waits for a second admin. @returns false when it is done */
export function saidWaiting(done: object, json: boolean): boolean {
  if (!('second_approval' in done)) return false
  const { what, expires_at, id } = done.second_approval as Approval
  if (json) sayJson(done)
  else note(`${plain(what)}: waits for a second finance admin until ${when(expires_at)} UTC. Approval ${id}.`)
  return true
}

type Subject = { id: string }
/** What an admin does about one thing for a reason, as a command. */
type Action<Answer, Found extends Subject> = {
  name: string
  about: string
  example: string
  /** The argument that names the thing, with its help. */
  of: readonly [argument: string, about: string]
  /** The thing by what was typed; left out, that is its id. */
  find?: (client: Client, wanted: string) => Promise<Found>
  /** The action as a sentence: "Suspend Acme". */
  title: (found: Found) => string
  method?: 'POST' | 'DELETE' | undefined
  url: `${string}/:id${string}`
  /** What is sent beside the reason. */
  body?: (options: Record<string, string | undefined>) => object
  done: (answer: Answer, found: Found) => string
  /** @throws AppError when the answer says that it failed */
  check?: (answer: Answer) => void
}

/** The command of an action: asks why and whether it is meant, does it, and says what came of it. */
export const actionCommand = <Answer extends object, Found extends Subject = Subject>(
  action: Action<Answer, Found>,
): Command =>
  commandOf(action.name, action.about, [`tabletalk ${action.example}`])
    .acting()
    .argument(...action.of)
    .does(async ({ client, json, command }, wanted: string, options: Record<string, string | undefined>) => {
      const found = action.find ? await action.find(client, wanted) : ({ id: wanted } as Found)
      const reason = await reasonFor(command, action.title(found))
      const call = { method: action.method ?? 'POST', body: { ...action.body?.(options), reason } }
      const answer = await client.json<Answer>(href(action.url, { id: found.id }), call)
      if (saidWaiting(answer, json)) return
      if (json) sayJson(answer)
      else note(action.done(answer, found))
      action.check?.(answer)
    })
