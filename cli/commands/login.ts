import { AppError } from '../../src/base/errors.ts'
import { clientOf, commandOf } from '../command.ts'
import { note, plain } from '../print.ts'
import { ask, askSecret, firstLine } from '../prompt.ts'

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
  .action(async (options: Options, command) => {
    const { client } = clientOf(command)
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
]).action(async (_options, command) => {
  await clientOf(command).client.signOut()
  note('Signed out.')
})

/** Whether a password would travel in the open. */
function exposed(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}
