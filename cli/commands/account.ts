import type { CreditBalance } from '../../src/billing/rules/credit.ts'
import { creditText } from '../../src/billing/rules/credit.ts'
import { urls } from '../../src/urls.ts'
import { clientOf, commandOf } from '../command.ts'
import { plain, say, sayJson } from '../print.ts'

type Profile = { id: string; name: string; email: string }

export const whoami = commandOf('whoami', 'show who is signed in, and where', [
  'tabletalk whoami',
  'tabletalk whoami --json',
]).action(async (_options, command) => {
  const { client, json } = clientOf(command)
  const profile = await client.json<Profile>(urls.apiProfile)
  if (json) return sayJson({ ...profile, url: client.url })
  say(`${plain(profile.name || profile.email)} <${plain(profile.email)}> at ${client.url}`)
})

export const balance = commandOf('balance', 'show your credits', [
  'tabletalk balance',
  'tabletalk balance --json',
]).action(async (_options, command) => {
  const { client, json } = clientOf(command)
  const shown = await client.json<CreditBalance>(urls.apiCreditBalance)
  if (json) return sayJson(shown)
  say(`${creditText(shown.balance)}${shown.held > 0 ? `, ${shown.held} more set aside for running questions` : ''}`)
  for (const { credits, expires_at } of shown.expiring) say(`  ${creditText(credits)} until ${expires_at.slice(0, 10)}`)
  if (shown.low) say('Your credits are running low: see Billing & Credits in the browser.')
})
