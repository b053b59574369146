import type { Profile } from '../../src/profile/rules/answers.ts'
import { urls } from '../../src/urls.ts'
import { clientOf, commandOf } from '../command.ts'
import { plain, say, sayJson } from '../print.ts'

export const whoami = commandOf('whoami', 'show who is signed in, and where', [
  'tabletalk whoami',
  'tabletalk whoami --json',
]).action(async (_options, command) => {
  const { client, json } = clientOf(command)
  const profile = await client.json<Profile>(urls.apiProfile)
  const { roles } = await client.json<{ roles: string[] }>(urls.apiAdminStatus)
  if (json) return sayJson({ ...profile, admin_roles: roles, url: client.url })
  say(`${plain(profile.name || profile.email)} <${plain(profile.email)}> at ${client.url}`)
  if (roles.length > 0) say(`Admin: ${roles.join(', ')}`)
})
