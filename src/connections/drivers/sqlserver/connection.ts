import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { Connection } from 'tedious'
import { AppError } from '#base/errors.ts'
import type { RemoteSource } from '#outside/remote.ts'
import type { DriverContext } from '../driver.ts'
import { cancelled, connectionFailed } from '../failure.ts'
import { withTimeout } from '../timeouts.ts'
import { tlsFailed, tlsMissing } from '../tls.ts'
import { limitMessages, openTransport, type Transport } from '../transport.ts'
import { type ServerError, signInFailed } from './errors.ts'

/** Servers that may be asked in one sign-in: each may send us on to another. */
const MOST_SERVERS = 3

/** A connection that is signed in, and how its server is reached; `onMessage`: to be called whenever something of an answer was understood. */
export type Opened = { connection: Connection; transport: Transport; onMessage: () => void }

/** Signs in, encrypted as the settings ask for. @throws AppError connection_failed */
export async function signIn(source: RemoteSource, context: DriverContext): Promise<Opened> {
  const mode = source.settings.ssl?.mode ?? 'require'
  try {
    return await attempt(source, context, mode !== 'disable')
  } catch (error) {
    if (!isUnencrypted(error)) throw error
    const host = source.settings.host ?? ''
    if (mode === 'disable')
      throw connectionFailed('tls', `${host} demands an encrypted connection.`, 'Choose "require" or more.')
    if (mode !== 'prefer') throw tlsMissing(host)
    return attempt(source, context, false)
  }
}

/** The two sides do not agree on encryption. */
const isUnencrypted = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EENCRYPT'

async function attempt(source: RemoteSource, context: DriverContext, encrypt: boolean): Promise<Opened> {
  const { settings, secrets } = source
  const { mode = 'require', ca } = settings.ssl ?? {}
  const transports: Transport[] = []
  /** The error to report instead of the library's own, which would hide it. */
  let failure: unknown
  let serverError: ServerError | undefined
  let onMessage = () => {}
  let isOver = false

  // The library calls it for every server that it is sent on to: each address is checked like the first.
  const connector = async (...[target]: [{ host: string; port: number }?]): Promise<Socket> => {
    try {
      if (transports.length >= MOST_SERVERS)
        throw connectionFailed('tcp', 'The server sends us from one to another.', 'Give the name of the last one.')
      const { host = settings.host ?? '', port = settings.port ?? 1433 } = target ?? {}
      const transport = await openTransport({ ...source, settings: { ...settings, host, port } }, context)
      transports.push(transport)
      if (isOver) {
        transport.close()
        throw cancelled()
      }
      const stream = await transport.stream()
      onMessage = limitMessages(stream)
      return asSocket(stream)
    } catch (error) {
      failure = error
      throw error
    }
  }
  const host = settings.host?.trim() ?? ''
  const connection = new Connection({
    server: host,
    authentication: {
      type: 'default',
      options: { userName: settings.username ?? '', password: secrets.password ?? '' },
    },
    options: {
      connector,
      port: settings.port ?? 1433,
      database: settings.database ?? '',
      appName: 'Tabletalk',
      encrypt,
      trustServerCertificate: mode !== 'verify-full',
      cryptoCredentialsDetails: { minVersion: 'TLSv1.2', ...(ca && mode.startsWith('verify') ? { ca } : {}) },
      readOnlyIntent: true,
      connectTimeout: context.timeoutMs,
      // We measure the time ourselves: only while we wait for the server.
      requestTimeout: 0,
      maxRetriesOnTransientErrors: 0,
      lowerCaseGuids: true,
      useUTC: true,
    },
  })
  // The pending call gets errors; an error event without a listener would end the process.
  connection.on('error', () => {})
  connection.on('errorMessage', ({ number, class: severity, message }) => {
    serverError ??= { number, severity, message }
  })
  connection.on('secure', (stream: TLSSocket) => {
    // Whoever signed the certificate is checked here, as the library can only check the name with it. Nothing secret was sent yet.
    if (mode !== 'verify-ca' || stream.authorized || codeOf(stream.authorizationError) === OTHER_NAME) return
    failure = tlsFailed(stream.authorizationError, host)
    stream.destroy()
    connection.close()
  })
  const ready = Promise.withResolvers<void>()
  connection.connect((error) => (error ? ready.reject(error) : ready.resolve()))
  try {
    await withTimeout(ready.promise, { ...context, late: signInLate, abort: () => connection.close() })
    // Those that sent us on are not needed any more.
    for (const before of transports.splice(0, transports.length - 1)) before.close()
    return { connection, transport: transports[0]!, onMessage }
  } catch (error) {
    isOver = true
    connection.close()
    for (const transport of transports) transport.close()
    if (context.signal.aborted) throw cancelled()
    if (failure) throw failure
    if (error instanceof AppError) throw error
    if (serverError) throw signInFailed(serverError)
    const { message, cause } = error as Error
    if (isUnencrypted(error)) throw error
    if (isTls(cause)) throw tlsFailed(cause, host)
    throw connectionFailed(
      'auth',
      `The server did not let us sign in: ${message}`,
      'Check that this port belongs to SQL Server.',
    )
  }
}

const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID'
const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException | undefined)?.code ?? error ?? '')
const isTls = (error: unknown): error is Error =>
  error instanceof Error && /CERT|TLS|SSL|SIGNED|VERIFY|ISSUER/i.test(`${codeOf(error)} ${error.message}`)

const signInLate = () =>
  connectionFailed('auth', 'The server did not finish signing in.', 'Check that this port belongs to SQL Server.')

/** A channel through an SSH server has no settings of TCP: the library sets them all the same. */
function asSocket(stream: Awaited<ReturnType<Transport['stream']>>): Socket {
  if (!('setNoDelay' in stream)) Object.assign(stream, { setNoDelay: () => stream, setKeepAlive: () => stream })
  return stream as Socket
}
