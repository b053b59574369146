import { CommanderError } from 'commander'
import { AppError, ERROR_KINDS } from '../src/base/errors.ts'
import { broken } from './client.ts'
import { note, plain, red } from './print.ts'
import { program } from './program.ts'

/** Runs one command and sets the exit code. @param args what stands after `tabletalk` */
export async function run(args: string[]): Promise<void> {
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = exitCode(broken(error as Error) ?? (error as Error))
  }
}

/** Says what went wrong in the words of the server, and ends as the table of errors says. */
function exitCode(error: Error): number {
  // Commander has printed its message already; help that was asked for is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : ERROR_KINDS.invalid.exit
  if (!(error instanceof AppError)) {
    note(red(`Unexpected: ${plain(error.stack ?? error.message, true)}`))
    return ERROR_KINDS.internal.exit
  }
  note(red(plain(error.message, true)))
  return ERROR_KINDS[error.kind].exit
}
