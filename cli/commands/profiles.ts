import type { Command } from 'commander'
import { AppError } from '../../src/base/errors.ts'
import { commandOf, type Globals, groupOf } from '../command.ts'
import { note, say, sayJson } from '../print.ts'
import { sayItems } from '../record.ts'
import { forgetSession, profiles as profileNames, readSession } from '../session.ts'

const list = commandOf('list', 'list the sign-ins that are kept on this machine', [
  'tabletalk profiles',
  'tabletalk whoami --profile work',
]).action(async (_options, command: Command) => {
  const profiles = profileNames().flatMap((name) => {
    const session = readSession(name)
    return session
      ? [{ name, url: session.url, email: session.email, by: 'api_key' in session ? 'key' : 'session' }]
      : []
  })
  if (command.optsWithGlobals<Globals>().json) return sayJson(profiles)
  if (profiles.length === 0) return say('No sign-in is kept here. Sign in with: tabletalk login')
  sayItems(profiles, {
    PROFILE: (it) => it.name,
    SERVER: (it) => it.url,
    EMAIL: (it) => it.email,
    BY: (it) => (it.by === 'key' ? 'API key' : 'password'),
  })
})

const forget = commandOf('forget', 'forget a sign-in without asking its server', ['tabletalk profiles forget work'])
  .argument('<profile>')
  .action(async (name: string) => {
    if (!readSession(name)) throw new AppError('not_found', `There is no profile ${name}.`)
    forgetSession(name)
    note(`Forgot ${name}.`)
  })

export const profiles = groupOf('profiles', 'sign-ins that are kept on this machine', [list, forget], list)
