import packageJson from '../../package.json'
import { AppError } from '../../src/base/errors.ts'
import { urls } from '../../src/urls.ts'
import type { Client } from '../client.ts'
import { commandOf } from '../command.ts'
import { sayJson } from '../print.ts'
import { sayRecord } from '../record.ts'

export const status = commandOf(
  'status',
  'show whether the server is there and ready, how fast, and who you are to it',
  ['tabletalk status', 'tabletalk status --url https://tabletalk.example --json'],
).does(async ({ client, json }) => {
  const start = performance.now()
  await client.open(urls.healthz)
  const latency = Math.round(performance.now() - start)
  const problem = await client.open(urls.readyz).then(
    () => null,
    (error: Error) => error,
  )
  const { info } = await client.read<{ info: { title: string; version: string } }>(await client.open(urls.openapi))
  const who = await signedInAs(client)
  const found = {
    url: client.url,
    ready: problem === null,
    latency_ms: latency,
    api: `${info.title} ${info.version}`,
    cli_version: packageJson.version,
    signed_in_as: who?.email ?? null,
    by: client.by,
    profile: client.profile,
  }
  if (json) sayJson(found)
  else
    sayRecord({
      Server: found.url,
      State: found.ready ? 'ready' : 'there, but not ready',
      Latency: `${latency} ms`,
      API: found.api,
      'Command line': found.cli_version,
      'Signed in as': who
        ? `${who.email} (${client.by === 'key' ? 'API key' : `profile ${client.profile}`})`
        : 'nobody',
    })
  if (problem) throw new AppError('unavailable', `The server is not ready: ${problem.message}`)
})

/** Nobody, when there is no sign-in, or one that has ended. */
const signedInAs = (client: Client): Promise<{ email: string } | null> =>
  client.json<{ email: string }>(urls.apiProfile).catch((error) => {
    if (error instanceof AppError && ['unauthenticated', 'forbidden'].includes(error.kind)) return null
    throw error
  })
