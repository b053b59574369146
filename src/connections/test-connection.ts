import { invalidFields } from '#base/errors.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import type { ConnectionRow } from '#db/schema/connections.ts'
import { take } from '#web/rate-limit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { demandAwake } from './data-sources.ts'
import * as snapshots from './external/snapshots.ts'
import type { Tested } from './rules/answers.ts'
import { leadsElsewhere, wrongFields } from './rules/change.ts'
import {
  type ConnectionEngine,
  type ConnectionSecrets,
  type ConnectionSettings,
  type DatabaseEngine,
  type DatabaseSecrets,
  type DatabaseSettings,
  DEFAULT_PORTS,
  EXTERNAL_KINDS,
  type ExternalSecrets,
  type ExternalSettings,
} from './rules/connection.ts'
import { type ConnectionInput, secretsOf, settingsOf } from './rules/input.ts'
import { guarding, unsealed } from './secrets.ts'

/** So many tests a person: nobody can scan a network with them. */
const TESTS = { most: 60, window: 10 * MINUTE }
const TEST_TIMEOUT = 45 * SECOND

const isDatabase = (engine: ConnectionEngine): engine is DatabaseEngine =>
  !EXTERNAL_KINDS.some((kind) => kind === engine)
export const kindOf = (engine: ConnectionEngine): ConnectionRow['kind'] =>
  isDatabase(engine) ? 'database' : 'external'

/** Settings and secrets of an input, with what is stored in place of what it leaves out. @throws AppError invalid */
export function checked(
  ctx: WorkspaceCtx,
  engine: ConnectionEngine,
  input: ConnectionInput,
  before: ConnectionRow | null,
  whole = false,
): { settings: ConnectionSettings; secrets: ConnectionSecrets } {
  const given = settingsOf(engine, input)
  const headers = (before?.settings as ExternalSettings | undefined)?.headers
  const settings: ConnectionSettings =
    before && !whole ? { ...before.settings, ...given } : { ...(headers ? { headers } : {}), ...given }
  keepHostKey(before?.settings as DatabaseSettings | undefined, settings as DatabaseSettings)
  const port = DEFAULT_PORTS[engine as DatabaseEngine]
  if (port && 'host' in settings && !settings.port) Object.assign(settings, { port })
  const typed = secretsOf(engine, input)
  const stored = before ? storedSecrets(ctx, before, Object.keys(typed).length > 0) : {}
  const isOtherServer = before !== null && leadsElsewhere(engine, before.settings, settings)
  const secrets = isOtherServer ? typed : { ...stored, ...typed }
  const wrong = wrongFields(engine, input.name, settings, secrets)
  if (isOtherServer)
    for (const name of Object.keys(stored))
      if (!(name in typed) && (!name.startsWith('ssh_') || (settings as DatabaseSettings).ssh))
        wrong[name.replace(/^ssh_/, 'ssh.')] ??=
          'Type it again: what you changed sends it somewhere else than where it was meant for.'
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  return { settings, secrets }
}

/** What is stored; nothing when its key is gone and it was typed again. @throws AppError `secrets_lost` */
function storedSecrets(ctx: WorkspaceCtx, before: ConnectionRow, typed: boolean): ConnectionSecrets {
  try {
    return unsealed(ctx, before)
  } catch (error) {
    if (!typed) throw error
    return {}
  }
}

/** The same SSH server must show the same key, whatever else changes. */
function keepHostKey(before: DatabaseSettings | undefined, after: DatabaseSettings): void {
  const { host, port, hostKey } = before?.ssh ?? {}
  if (hostKey && host === after.ssh?.host && port === after.ssh?.port) after.ssh = { ...after.ssh!, hostKey }
}

/** @returns the settings with what was learned: the key of an SSH server is demanded from now on */
export async function probe(
  ctx: WorkspaceCtx,
  engine: ConnectionEngine,
  settings: ConnectionSettings,
  secrets: ConnectionSecrets,
): Promise<{ tested: Tested; settings: ConnectionSettings }> {
  demandAwake(ctx, engine)
  await take(ctx, `connect:${ctx.user.id}`, TESTS)
  return guarding(secrets, async () => {
    if (!isDatabase(engine)) {
      const tested = await snapshots.probe(ctx, engine, settings as ExternalSettings, secrets as ExternalSecrets)
      return { tested, settings }
    }
    const source = { engine, settings: settings as DatabaseSettings, secrets: secrets as DatabaseSecrets }
    const { ssh_host_key, ...found } = await ctx.remotes.test(ctx.workspace.id, source, { timeoutMs: TEST_TIMEOUT })
    const ssh = source.settings.ssh
    const learned = ssh && ssh_host_key ? { ...settings, ssh: { ...ssh, hostKey: ssh_host_key } } : settings
    return { tested: { ok: true, ...found }, settings: learned }
  })
}
