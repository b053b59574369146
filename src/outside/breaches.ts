import { createHash } from 'node:crypto'
import type { Config } from '#config.ts'
import type { Log } from './logs.ts'

/** Longest wait for the service, in milliseconds: nobody's registration hangs on it. */
const TIMEOUT = 2_000
const PREFIX = 5

/**
 * How often a password has appeared in known breaches, by a service of the kind of Pwned Passwords. It learns five digits of the
 * password's SHA-1 and answers with some hundred others beside it. 0 where no service is configured or none answers: who cannot be
 * asked keeps nobody out.
 */
export async function timesBreached(
  world: { config: Pick<Config, 'BREACHED_PASSWORDS_URL'>; log: Log },
  password: string,
): Promise<number> {
  const address = world.config.BREACHED_PASSWORDS_URL
  if (!address) return 0
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`${address.replace(/\/$/, '')}/${digest.slice(0, PREFIX)}`, {
      headers: { 'Add-Padding': 'true', 'User-Agent': 'tabletalk' },
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    const line = (await answer.text()).split('\n').find((line) => line.startsWith(`${digest.slice(PREFIX)}:`))
    return line ? Number.parseInt(line.slice(line.indexOf(':') + 1), 10) || 0 : 0
  } catch (error) {
    // A registration that cannot be checked goes on: the dictionary has had its say.
    world.log.warn('breached passwords not asked', { error })
    return 0
  }
}
