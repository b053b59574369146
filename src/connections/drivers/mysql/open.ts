import type { Duplex } from 'node:stream'
import { type Connection, createConnection } from 'mysql2'
import type { RemoteSource } from '#outside/remote.ts'
import type { DriverContext } from '../driver.ts'
import { connectionFailed } from '../failure.ts'
import { withTimeout } from '../timeouts.ts'
import { tlsMissing } from '../tls.ts'
import { limitMessages, type Transport } from '../transport.ts'
import { type ServerError, signInFailed } from './errors.ts'

/** `onMessage`: to be called whenever a message of the server was understood. */
export type Opened = { connection: Connection; stream: Duplex; threadId: number; onMessage: () => void }

const NOT_MYSQL = 'Check that this port belongs to a MySQL or MariaDB server.'

/** A signed-in connection, encrypted as the settings ask for. @throws AppError `connection_failed` */
export async function signIn(transport: Transport, source: RemoteSource, context: DriverContext): Promise<Opened> {
  const mode = source.settings.ssl?.mode ?? 'prefer'
  if (mode === 'disable') return attempt(transport, source, context, false)
  try {
    return await attempt(transport, source, context, true)
  } catch (error) {
    if ((error as ServerError).code !== 'HANDSHAKE_NO_SSL_SUPPORT') throw error
    if (mode !== 'prefer') throw tlsMissing(transport.host)
    return attempt(transport, source, context, false)
  }
}

async function attempt(
  transport: Transport,
  { settings, secrets }: RemoteSource,
  context: DriverContext,
  encrypted: boolean,
) {
  const stream = await transport.stream(context.signal)
  const { mode = 'prefer', ca } = settings.ssl ?? {}
  const verified = mode === 'verify-ca' || mode === 'verify-full'
  const connection = createConnection({
    stream,
    // Only what a certificate is compared with: the stream is there already.
    host: transport.host,
    user: settings.username ?? '',
    password: secrets.password ?? '',
    ...(settings.database ? { database: settings.database } : {}),
    charset: 'utf8mb4_general_ci',
    multipleStatements: false,
    // A server that asks for a local file gets an error, and the client does not announce that it could send one.
    flags: ['-LOCAL_FILES', '-MULTI_STATEMENTS'],
    infileStreamFactory: () => {
      throw new Error('this server asks for files of its clients')
    },
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    rowsAsArray: false,
    ...(encrypted
      ? {
          ssl: {
            rejectUnauthorized: verified,
            verifyIdentity: mode === 'verify-full',
            minVersion: 'TLSv1.2',
            ...(verified && ca ? { ca } : {}),
          },
        }
      : {}),
  })
  // Told by whatever waits for the connection; without a listener it would end the process.
  connection.on('error', () => {})
  const onMessage = limitMessages(stream)
  const ready = Promise.withResolvers<number>()
  connection.connect((error) => (error ? ready.reject(error) : ready.resolve(connection.threadId ?? 0)))
  stream.once('close', () => ready.reject(new Error('connection closed')))
  try {
    const threadId = await withTimeout(ready.promise, {
      ...context,
      late: () => connectionFailed('auth', 'The server did not finish signing in.', NOT_MYSQL),
    })
    return { connection, stream, threadId, onMessage }
  } catch (error) {
    connection.destroy()
    stream.destroy()
    if ((error as ServerError).code === 'HANDSHAKE_NO_SSL_SUPPORT') throw error
    throw signInFailed(error as ServerError, transport.host)
  }
}
