import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import type { SslMode } from '../rules/connection.ts'
import { connectionFailed } from './failure.ts'
import { withTimeout } from './timeouts.ts'

export type Tls = { mode: SslMode; ca?: string }

/** What tls.connect needs for a mode; names and addresses are checked against the certificate only by `verify-full`. */
function tlsOptions({ mode, ca }: Tls, host: string) {
  const verified = mode === 'verify-ca' || mode === 'verify-full'
  return {
    rejectUnauthorized: verified,
    minVersion: 'TLSv1.2' as const,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(verified && ca ? { ca } : {}),
    ...(mode === 'verify-full'
      ? {}
      : { checkServerIdentity: (_host: string, _certificate: PeerCertificate) => undefined }),
  }
}

/** Puts TLS around a connected stream. @throws AppError `connection_failed`, step tls */
export async function secured(
  stream: Duplex,
  tls: Tls,
  host: string,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<TLSSocket> {
  const done = Promise.withResolvers<TLSSocket>()
  const socket = connect({ ...tlsOptions(tls, host), socket: stream })
  const close = () => {
    // An error after the reported one must not end the process.
    socket.on('error', () => {})
    socket.destroy()
    stream.destroy()
  }
  const onError = (error: Error) => {
    close()
    done.reject(tlsFailed(error, host))
  }
  const onClose = () => done.reject(tlsFailed(new Error('the server closed the connection'), host))
  socket.once('error', onError)
  socket.once('close', onClose)
  socket.once('secureConnect', () => {
    socket.removeListener('error', onError)
    socket.removeListener('close', onClose)
    done.resolve(socket)
  })
  return withTimeout(done.promise, {
    ...limits,
    late: () => tlsFailed(new Error('the server did not finish the handshake'), host),
    abort: close,
  })
}

/** The server has no encryption, though the mode asks for it. */
export const tlsMissing = (host: string) =>
  connectionFailed(
    'tls',
    `${host} does not offer encrypted connections.`,
    'Turn TLS on in the database server, or choose "prefer" or "disable" if the way there is safe.',
  )

export function tlsFailed(error: Error, host: string) {
  const code = `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`
  if (/ALTNAME|does not match|altnames/i.test(code))
    return connectionFailed(
      'tls',
      `The certificate is not for ${host}.`,
      'Use the name that stands in the certificate as host, or choose "verify-ca".',
    )
  if (/EXPIRED|NOT_YET_VALID/i.test(code))
    return connectionFailed('tls', 'The certificate of the server has expired.', 'Renew it on the database server.')
  if (/SELF_SIGNED|UNABLE_TO|VERIFY|ISSUER|certificate/i.test(code))
    return connectionFailed(
      'tls',
      'The certificate of the server is not signed by an authority that is trusted here.',
      'Paste the CA certificate (PEM) of the database server, or choose "require" to encrypt without checking.',
    )
  return connectionFailed(
    'tls',
    `The encrypted connection could not be made: ${error.message}.`,
    'Check that this port speaks TLS 1.2 or newer.',
  )
}
