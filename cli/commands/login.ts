import { AppError } from '../../src/base/errors.ts'
import type { Profile } from '../../src/profile/rules/answers.ts'
import { urls } from '../../src/urls.ts'
import { type Command, commandOf, type Globals, groupOf } from '../command.ts'
import { note, plain, say, sayJson } from '../print.ts'
import { ask, askSecret, firstLine } from '../prompt.ts'
import { sayItems } from '../record.ts'
import { forgetSession, profiles as profileNames, readSession } from '../session.ts'

type Options = { email?: string; code?: string; passwordStdin?: boolean; apiKey?: boolean; apiKeyStdin?: boolean }

export const login = commandOf('login', 'sign in and keep the session on this machine', [
  'tabletalk login',
  'tabletalk login --url https://tabletalk.example',
  'tabletalk login --email ada@example.com --code 123456',
  'pass show tabletalk | tabletalk login --email ada@example.com --password-stdin',
  'pass show tabletalk-key | tabletalk login --api-key-stdin --profile nightly',
])
  .option('--email <address>', 'email address; asked for when left out')
  .option('--code <code>', 'code of the second factor, or a backup code; asked for when left out')
  .option('--password-stdin', 'read the password from the first line of standard input')
  .option('--api-key', 'keep an API key instead: it is asked for, and not shown')
  .option('--api-key-stdin', 'read the API key from the first line of standard input')
  .does(async ({ client }, options: Options) => {
    if (exposed(client.url)) note(`${client.url} is not encrypted: others on the way can read what is sent.`)
    if (options.apiKey || options.apiKeyStdin) {
      const key = options.apiKeyStdin
        ? await firstLine()
        : await askSecret('API key: ', 'Give the key with --api-key-stdin.')
      if (key.trim() === '') throw new AppError('invalid', 'There was no key. Make one under Profile, API keys.')
      const user = await client.keepKey(key.trim())
      return note(`Keeping a key of ${plain(user.email)} for ${client.url}.`)
    }
    const email = options.email ?? (await ask('Email: ', 'Give --email and --password-stdin.'))
    const password = options.passwordStdin
      ? await firstLine()
      : await askSecret('Password: ', 'Give the password with --password-stdin.')
    const code = async () =>
      options.code ?? (await ask('Code of your authenticator app: ', 'Give the code with --code.'))
    const user = await client.signIn(email, password, code)
    note(`Signed in to ${client.url} as ${plain(user.email)}.`)
  })

export const logout = commandOf('logout', 'end the session and forget it; a kept API key is only forgotten', [
  'tabletalk logout',
  'tabletalk logout --profile work',
]).does(async ({ client }) => {
  await client.signOut()
  note('Signed out.')
})

/** Whether a password would travel in the open. */
function exposed(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}

export const whoami = commandOf('whoami', 'show who is signed in, and where', [
  'tabletalk whoami',
  'tabletalk whoami --json',
]).does(async ({ client, json }) => {
  const profile = await client.json<Profile>(urls.apiProfile)
  const { roles } = await client.json<{ roles: string[] }>(urls.apiAdminStatus)
  if (json) return sayJson({ ...profile, admin_roles: roles, url: client.url })
  say(`${plain(profile.name || profile.email)} <${plain(profile.email)}> at ${client.url}`)
  if (roles.length > 0) say(`Admin: ${roles.join(', ')}`)
})

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

export const profiles = groupOf('profiles', 'sign-ins that are kept on this machine', [list, forget])
