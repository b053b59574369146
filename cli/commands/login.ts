import { clientOf, commandOf } from '../command.ts'
import { note, plain } from '../print.ts'
import { ask, askSecret, firstLine } from '../prompt.ts'

export const login = commandOf('login', 'sign in and keep the session on this machine', [
  'tabletalk login',
  'tabletalk login --url https://tabletalk.example',
  'tabletalk login --email ada@example.com --code 123456',
  'pass show tabletalk | tabletalk login --email ada@example.com --password-stdin',
])
  .option('--email <address>', 'email address; asked for when left out')
  .option('--code <code>', 'code of the second factor, or a backup code; asked for when left out')
  .option('--password-stdin', 'read the password from the first line of standard input')
  .action(async (options: { email?: string; code?: string; passwordStdin?: boolean }, command) => {
    const { client } = clientOf(command)
    const email = options.email ?? (await ask('Email: ', 'Give --email and --password-stdin.'))
    const password = options.passwordStdin
      ? await firstLine()
      : await askSecret('Password: ', 'Give the password with --password-stdin.')
    const code = async () =>
      options.code ?? (await ask('Code of your authenticator app: ', 'Give the code with --code.'))
    const user = await client.signIn(email, password, code)
    note(`Signed in to ${client.url} as ${plain(user.email)}.`)
  })

export const logout = commandOf('logout', 'end the session and forget it', ['tabletalk logout']).action(
  async (_options, command) => {
    await clientOf(command).client.signOut()
    note('Signed out.')
  },
)
