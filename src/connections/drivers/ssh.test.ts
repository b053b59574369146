import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import ssh2 from 'ssh2'
import type { AppError } from '#base/errors.ts'
import type { DatabaseSecrets, DatabaseSettings } from '#connections/rules/connection.ts'
import { makeCertificates } from '../../../tests/support/certificates.ts'
import { contextOf, mariadbSource, postgresSource, type TestSource } from '../../../tests/support/drivers.ts'
import { SECRETS } from '../../../tests/support/secrets.ts'
import { done, signedIn, startTds, table } from '../../../tests/support/tds-server.ts'
import { driverOf } from './registry.ts'

const { Server, utils } = ssh2
const PASSPHRASE = SECRETS['passphrase of a key']
/** One of some two hundred keys that the library makes cannot be read, by OpenSSH neither. */
function newKey(passphrase?: string): ReturnType<typeof utils.generateKeyPairSync> {
  const key = utils.generateKeyPairSync('ed25519', passphrase ? { passphrase, cipher: 'aes256-ctr', rounds: 4 } : {})
  return utils.parseKey(key.private, passphrase) instanceof Error ? newKey(passphrase) : key
}
const [hostKey, userKey] = [newKey(), newKey(PASSPHRASE)]
const authorized = utils.parseKey(userKey.public)

/** An SSH server on this machine that forwards; `forwards` is where to. */
const forwards: string[] = []
let passwords: string[] = []
const server = new Server({ hostKeys: [hostKey.private] }, (client) => {
  client.on('error', () => {})
  client.on('authentication', (context) => {
    if (context.method === 'password') {
      passwords.push(context.password)
      if (context.username === 'tunnel' && context.password === SECRETS['password of an SSH server'])
        return context.accept()
    }
    if (context.method === 'publickey' && !(authorized instanceof Error)) {
      const known = context.key.data.equals(Buffer.from(authorized.getPublicSSH()))
      if (
        known &&
        (!context.signature || authorized.verify(context.blob!, context.signature, context.hashAlgo) === true)
      )
        return context.accept()
    }
    return context.reject(['password', 'publickey'])
  })
  client.on('tcpip', (accept, reject, { destIP, destPort }) => {
    forwards.push(`${destIP}:${destPort}`)
    if (destPort === 1) return reject()
    const channel = accept()
    const socket = connect(destPort, '127.0.0.1')
    for (const end of [channel, socket]) end.on('error', () => {})
    channel.pipe(socket).pipe(channel)
  })
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  port = (server.address() as { port: number }).port
})
afterAll(() => void server.close())

test('SQL Server is reached through it too, TLS and all', async () => {
  const certificates = await makeCertificates()
  const tls = { key: await Bun.file(certificates.key).text(), cert: await Bun.file(certificates.cert).text() }
  const own = (sql: string) =>
    /^(set|if) /.test(sql)
      ? done()
      : sql.includes('version')
        ? table(['', '', '', ''], [['16.0', '0', '0', '0']])
        : null
  const database = await startTds(signedIn, (sql) => own(sql) ?? table([''], [['dbo']]), { tls })
  const ssh = { host: '127.0.0.1', port, username: 'tunnel' }
  const settings = { host: 'localhost', port: database.port, database: 'shop', username: 'ann', ssh }
  const session = await (await driverOf('sqlserver')).open(
    {
      engine: 'sqlserver',
      settings: { ...settings, ssl: { mode: 'verify-full', ca: certificates.ca } },
      secrets: { ssh_password: SECRETS['password of an SSH server'] },
    },
    contextOf({ timeoutMs: 3000 }),
  )
  expect((await session.facts()).sshHostKey).toStartWith('SHA256:')
  expect(forwards.at(-1)).toBe(`localhost:${database.port}`)
  await session.close()
  database.stop()
})

for (const [name, start] of [
  ['PostgreSQL', postgresSource],
  ['MariaDB', mariadbSource],
] as const)
  describe(name, () => {
    let at: TestSource
    beforeAll(async () => {
      at = await start()
    }, 300_000)
    afterAll(() => at?.stop())

    /** A look through the tunnel: the key that the server showed, or the step that failed. */
    const through = async (
      ssh: Partial<NonNullable<DatabaseSettings['ssh']>>,
      secrets: DatabaseSecrets,
      settings: DatabaseSettings = {},
    ): Promise<string> => {
      const whole = { ...at.source.settings, ...settings, ssh: { host: '127.0.0.1', port, username: 'tunnel', ...ssh } }
      try {
        const session = await (await driverOf(at.engine)).open(
          { engine: at.engine, settings: whole, secrets: { ...at.source.secrets, ...secrets } },
          contextOf({ timeoutMs: 3000 }),
        )
        const { sshHostKey } = await session.facts()
        let text = ''
        for await (const piece of (await session.stream('select count(*) as n from orders')).csv)
          text += Buffer.from(piece)
        await session.close()
        return `${text.trim()} ${sshHostKey}`
      } catch (error) {
        return String((error as AppError).details?.step ?? error)
      }
    }

    test('leads through with a password or a key, encrypted inside too, and tells the key of the server', async () => {
      const learned = /^1000 SHA256:[\w+/]{43}$/
      const first = await through({}, { ssh_password: SECRETS['password of an SSH server'] })
      expect(first).toMatch(learned)
      const known = { hostKey: first.split(' ')[1]! }
      expect(await through(known, { ssh_private_key: userKey.private, ssh_passphrase: PASSPHRASE })).toMatch(learned)
      const ssl = { mode: 'verify-full' as const, ca: at.certificates!.ca }
      expect(await through(known, { ssh_password: SECRETS['password of an SSH server'] }, { ssl })).toMatch(learned)
      expect(forwards.at(-1)).toBe(`localhost:${at.source.settings.port}`)
    })

    test('another key than before is refused before the password is told', async () => {
      passwords = []
      expect(
        await through({ hostKey: `SHA256:${'A'.repeat(43)}` }, { ssh_password: SECRETS['password of an SSH server'] }),
      ).toBe('auth')
      expect(passwords).toEqual([])
    })

    test('a cancel goes through the tunnel too', async () => {
      const controller = new AbortController()
      const settings = { ...at.source.settings, ssh: { host: '127.0.0.1', port, username: 'tunnel' } }
      const session = await (await driverOf(at.engine)).open(
        {
          engine: at.engine,
          settings,
          secrets: { ...at.source.secrets, ssh_password: SECRETS['password of an SSH server'] },
        },
        contextOf({ timeoutMs: 120_000, signal: controller.signal }),
      )
      const asked = (async () => {
        for await (const _ of (await session.stream('select count(*) as n from orders a, orders b, orders c, orders d'))
          .csv);
      })().catch((error) => error)
      const running = async () =>
        (
          await at.ask(
            at.engine === 'postgres'
              ? `select 1 from pg_stat_activity where application_name = 'tabletalk' and state = 'active' and query like 'copy %'`
              : `select 1 from information_schema.processlist where info like 'select count(*) as n from orders a%'`,
          )
        ).length
      const until = async (count: number) => {
        // What is prepared runs a moment later: a second look may meet neither.
        let seen = await running()
        for (let tries = 0; tries < 400 && seen !== count; tries++) {
          await Bun.sleep(20)
          seen = await running()
        }
        return seen
      }
      expect(await until(1)).toBe(1)
      controller.abort()
      expect((await asked).code).toBe('query_cancelled')
      expect(await until(0)).toBe(0)
      await session.close()
    })

    test('what fails on the way is named', async () => {
      expect(await through({}, { ssh_password: 'wrong' })).toBe('auth')
      expect(await through({}, {})).toBe('auth')
      expect(await through({}, { ssh_private_key: userKey.private, ssh_passphrase: 'wrong' })).toBe('auth')
      expect(await through({}, { ssh_private_key: 'not a key' })).toBe('auth')
      expect(await through({ port: 1 }, { ssh_password: SECRETS['password of an SSH server'] })).toBe('tcp')
      expect(await through({ host: '10.0.0.1' }, { ssh_password: SECRETS['password of an SSH server'] })).toBe('dns')
      expect(await through({}, { ssh_password: SECRETS['password of an SSH server'] }, { port: 1 })).toBe('tcp')
      expect(
        await through({ port: at.source.settings.port! }, { ssh_password: SECRETS['password of an SSH server'] }),
      ).toBe('tcp')
    }, 40_000)
  })
