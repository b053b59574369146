import { clientOf, commandOf } from '../command.ts'
import { note, plain } from '../print.ts'
import { ask, askSecret, firstLine } from '../prompt.ts'

export const login = commandOf('login', 'sign in and keep the session on this machine', [
  'tabletalk login',
  'tabletalk login --url https://tabletalk.example',
  'pass show tabletalk | tabletalk login --email ada@example.com --password-stdin',
])
  .option('--email <address>', 'email address; asked for when left out')
  .option('--password-stdin', 'read the password from the first line of standard input')
  .action(async (options: { email?: string; passwordStdin?: boolean }, command) => {
    const { client } = clientOf(command)
    const email = options.email ?? (await ask('Email: ', 'Give --email and --password-stdin.'))
    const password = options.passwordStdin
      ? await firstLine()
      : await askSecret('Password: ', 'Give the password with --password-stdin.')
    const user = await client.signIn(email, password)
    note(`Signed in to ${client.url} as ${plain(user.email)}.`)
  })

export const logout = commandOf('logout', 'end the session and forget it', ['tabletalk logout']).action(
  async (_options, command) => {
    await clientOf(command).client.signOut()
    note('Signed out.')
  },
)
