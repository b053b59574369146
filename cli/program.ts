import { Command, Help } from 'commander'
import packageJson from '../package.json'
import { SITE } from '../src/base/site.ts'
import { hearing } from './command.ts'
import { agents } from './commands/agents.ts'
import { ai } from './commands/ai.ts'
import { approvals } from './commands/approvals.ts'
import { ask } from './commands/ask.ts'
import { audit } from './commands/audit.ts'
import { automation } from './commands/automation.ts'
import { canvases } from './commands/canvases.ts'
import { catalog } from './commands/catalog.ts'
import { complete, completion } from './commands/completion.ts'
import { conversations } from './commands/conversations.ts'
import { balance, credits } from './commands/credits.ts'
import { definitions } from './commands/definitions.ts'
import { evaluations } from './commands/evaluations.ts'
import { exportOwn } from './commands/export.ts'
import { files, stack, upload } from './commands/files.ts'
import { helpCommand } from './commands/help.ts'
import { login, logout, profiles, whoami } from './commands/login.ts'
import { logs } from './commands/logs.ts'
import { notifications } from './commands/notifications.ts'
import { payments } from './commands/payments.ts'
import { organizations, workspaces } from './commands/places.ts'
import { reading } from './commands/reading.ts'
import { refunds } from './commands/refunds.ts'
import { repair } from './commands/repair.ts'
import { security } from './commands/security.ts'
import { settings } from './commands/settings.ts'
import { sources } from './commands/sources.ts'
import { sql } from './commands/sql.ts'
import { status } from './commands/status.ts'
import { users } from './commands/users.ts'
import { watches } from './commands/watches.ts'
import { DEFAULT_URL } from './settings.ts'

const GROUPS: Record<string, Command[]> = {
  'Signing in': [login, logout, whoami, status, profiles],
  'Your data': [
    organizations,
    workspaces,
    upload,
    files,
    stack,
    repair,
    sources,
    canvases,
    watches,
    notifications,
    evaluations,
    catalog,
    agents,
    definitions,
    sql,
    ask,
    conversations,
    reading,
    balance,
    credits,
    payments,
    exportOwn,
  ],
  'Running the product': [users, automation, refunds, approvals, security, audit, logs, settings, ai],
  'This command': [completion],
}

/** Columns for what a command or an option is about; with fewer it stands below its name. */
const LEAST_WIDTH = 28

function formatItem(this: Help, term: string, width: number, about: string, helper: Help): string {
  const all = helper.helpWidth ?? 80
  if (!about || all - width - 4 >= LEAST_WIDTH) return Help.prototype.formatItem.call(this, term, width, about, helper)
  const indent = `\n${' '.repeat(6)}`
  return `  ${term}${indent}${helper.boxWrap(about, all - 6).replaceAll('\n', indent)}`
}

export const program = new Command('tabletalk')
  .description(`${SITE.name}: ${SITE.tagline}`)
  .version(packageJson.version)
  .option(
    '--url <address>',
    `server to talk to (or TABLETALK_URL); default: that of the last sign-in, or ${DEFAULT_URL}`,
  )
  .option('--profile <name>', 'name of the kept sign-in (or TABLETALK_PROFILE)')
  .option('--json', 'print JSON as the API answers it')
  .showHelpAfterError('Try --help.')
  .helpCommand(false)
  .configureHelp({ showGlobalOptions: true, minWidthToWrap: LEAST_WIDTH, formatItem })
  .addHelpText(
    'after',
    '\nExamples:\n  $ tabletalk login\n  $ tabletalk upload orders.csv -w Sales\n  $ tabletalk ask "Revenue by month" -w Sales\n\nWith an API key in TABLETALK_API_KEY no sign-in is needed. See also: tabletalk help exit-codes',
  )

for (const [title, commands] of Object.entries(GROUPS))
  for (const command of commands) program.addCommand(command.helpGroup(`${title}:`))
program.addCommand(helpCommand(program).helpGroup('This command:'))
program.addCommand(complete(program), { hidden: true })
settle(program)

/** Errors of the command line end as those of the server do, on every level. */
function settle(command: Command): void {
  command.exitOverride().helpCommand(false)
  for (const below of command.commands)
    settle(below.copyInheritedSettings(command).allowExcessArguments(hearing.has(below)))
}
