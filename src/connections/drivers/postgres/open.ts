import type { Duplex } from 'node:stream'
import { Client } from 'pg'
import type { RemoteSource } from '#outside/remote.ts'
import type { DriverContext } from '../driver.ts'
import { connectionFailed } from '../failure.ts'
import { withTimeout } from '../timeouts.ts'
import { secured, tlsMissing } from '../tls.ts'
import { limitMessages, type Transport } from '../transport.ts'
import { type ServerError, signInFailed } from './errors.ts'

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
/** A stream to the server, encrypted as the settings ask for. @throws AppError `connection_failed` */
export async function openStream(
  transport: Transport,
  { settings }: RemoteSource,
  context: DriverContext,
): Promise<Duplex> {
  const tls = settings.ssl ?? { mode: 'prefer' as const }
  const stream = await transport.stream(context.signal)
  if (tls.mode === 'disable') return stream
  const answer = await withTimeout(firstByte(stream), {
    ...context,
    late: () => notPostgres(transport, 'it says nothing'),
    abort: () => stream.destroy(),
  })
  if (answer === 'S') return secured(stream, tls, transport.host, context)
  if (answer === 'N' && tls.mode === 'prefer') return stream
  stream.destroy()
  throw answer === 'N' ? tlsMissing(transport.host) : notPostgres(transport, 'it answers in another language')
}

/** Asks for encryption. An answer of more than one byte would come from an attacker between us and the server. */
function firstByte(stream: Duplex): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const closed = () =>
    reject(connectionFailed('tcp', 'The server ended the connection at once.', 'Check host and port.'))
  stream.once('error', closed)
  stream.once('close', closed)
  stream.once('data', (bytes: Buffer) => {
    stream.pause()
    stream.removeListener('error', closed)
    stream.removeListener('close', closed)
    resolve(bytes.length === 1 ? bytes.toString('latin1') : '')
  })
  stream.write(SSL_REQUEST)
  return promise
}

const notPostgres = (transport: Transport, why: string) =>
  connectionFailed(
    'tls',
    `What listens on port ${transport.port} of ${transport.host} is no PostgreSQL server: ${why}.`,
    'Check the port. PostgreSQL usually listens on 5432.',
  )

/** The key that the server demands with a request to cancel. */
export type CancelKey = { processID: number; secretKey: number }

/** A signed-in client over a stream. @throws AppError `connection_failed` */
export async function signIn(stream: Duplex, { settings, secrets }: RemoteSource, context: DriverContext) {
  const client = new Client({
    stream: () => connected(stream),
    // Never used to reach anything: the stream is there already.
    host: 'database',
    port: 5432,
    user: settings.username ?? '',
    database: settings.database || (settings.username ?? ''),
    // An empty one keeps pg from looking for a file with passwords.
    password: secrets.password ?? '',
    application_name: 'tabletalk',
    ssl: false,
  })
  // Told by whatever waits for the client; without a listener it would end the process.
  client.on('error', () => {})
  const onMessage = limitMessages(stream)
  for (const event of ['copyData', 'readyForQuery']) client.connection.on(event, onMessage)
  const keys: CancelKey[] = []
  client.connection.once('backendKeyData', (key: CancelKey) => keys.push(key))
  try {
    await withTimeout(client.connect(), {
      ...context,
      late: () => connectionFailed('auth', 'The server did not finish signing in.', 'It may be overloaded; try again.'),
    })
  } catch (error) {
    stream.destroy()
    throw signInFailed(error as ServerError)
  }
  return { client, cancelKey: keys[0] }
}

/** A stream that is connected already, as pg expects one that it connects itself. */
function connected(stream: Duplex): Duplex {
  return Object.assign(stream, {
    connect: () => {
      queueMicrotask(() => {
        stream.emit('connect')
        // It was paused while nobody listened.
        stream.resume()
      })
      return stream
    },
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  })
}

/** Asks the server to stop what a session runs, over a connection of its own. */
export async function cancelAt(stream: Duplex, { processID, secretKey }: CancelKey) {
  const request = Buffer.alloc(16)
  request.writeInt32BE(16, 0)
  request.writeInt32BE(80_877_102, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  const { promise, resolve } = Promise.withResolvers<void>()
  // The server answers by closing the connection, whether it found the session or not.
  stream.once('close', resolve)
  stream.once('error', () => resolve())
  stream.resume()
  stream.end(request)
  await promise
}
