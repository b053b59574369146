#!/usr/bin/env bun
import { Command, CommanderError } from 'commander'
import packageJson from '../package.json'
import { AppError, ERROR_KINDS } from '../src/base/errors.ts'
import { SITE } from '../src/base/site.ts'
import { balance, whoami } from './commands/account.ts'
import { ask } from './commands/ask.ts'
import { files, upload } from './commands/files.ts'
import { login, logout } from './commands/login.ts'
import { organizations, workspaces } from './commands/places.ts'
import { note, plain, red } from './print.ts'
import { DEFAULT_URL } from './settings.ts'

const program = new Command('tabletalk')
  .description(`${SITE.name}: ${SITE.tagline}`)
  .version(packageJson.version)
  .option(
    '--url <address>',
    `server to talk to (or TABLETALK_URL); default: that of the last sign-in, or ${DEFAULT_URL}`,
  )
  .option('--profile <name>', 'name of the kept sign-in (or TABLETALK_PROFILE)')
  .option('--api-key <key>', 'act with this key instead of a kept sign-in (better: TABLETALK_API_KEY)')
  .option('--json', 'print JSON as the API answers it')
  .showHelpAfterError('Try --help.')
  .addHelpText(
    'after',
    '\nExamples:\n  $ tabletalk login\n  $ tabletalk upload orders.csv -w Sales\n  $ tabletalk ask "Revenue by month" -w Sales',
  )

for (const command of [login, logout, whoami, organizations, workspaces, upload, files, ask, balance])
  program.addCommand(command.copyInheritedSettings(program))
for (const command of [program, ...program.commands]) command.exitOverride()

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCode(error as Error)
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
