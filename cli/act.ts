import type { Command } from 'commander'
import { AppError } from '../src/base/errors.ts'
import { note } from './print.ts'
import { ask } from './prompt.ts'

/** Exit code of a shell for Ctrl-C, and of a question that was answered with no. */
const INTERRUPTED = 130

/** Gives a command that changes something for others the options to go without questions. */
export const acting = (command: Command): Command =>
  command
    .option('--reason <text>', 'why: stands in the audit log; asked for when left out')
    .option('-y, --yes', 'do not ask whether to go on')

/** The reason of an act, and that it is meant. @param what the act as a sentence: "Suspend Acme" */
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
