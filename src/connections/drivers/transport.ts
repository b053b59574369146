import type { Duplex } from 'node:stream'
import type { RemoteSource } from '#outside/remote.ts'
import { DEFAULT_PORTS } from '../rules/connection.ts'
import type { DriverContext } from './driver.ts'
import { connectionFailed } from './failure.ts'
import { openTunnel } from './ssh.ts'

/** How a server is reached: every stream through the guarded network, or through an SSH server that was reached by it. */
export type Transport = {
  host: string
  port: number
  sshHostKey: string | undefined
  /** @param signal instead of that of the context: what ends a query is sent after that one fired */
  stream(signal?: AbortSignal): Promise<Duplex>
  close(): void
}

/** @throws AppError `connection_failed` */
export async function openTransport(
  { engine, settings, secrets }: RemoteSource,
  context: DriverContext,
): Promise<Transport> {
  const host = settings.host?.trim() ?? ''
  const port = settings.port ?? DEFAULT_PORTS[engine]!
  // A path would be a socket of this machine's own file system.
  if (!host || /[/\\\s?@#%]/.test(host))
    throw connectionFailed('dns', `"${host}" is not the name or address of a host.`, 'Write it like db.example.com.')
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw connectionFailed('tcp', `${port} is not a port.`, 'Ports are numbers from 1 to 65535.')
  const { timeoutMs, signal, network } = context
  const tunnel = settings.ssh && (await openTunnel(settings.ssh, secrets, context))
  return {
    host,
    port,
    sshHostKey: tunnel?.hostKey,
    stream: (own = signal) =>
      tunnel ? tunnel.channel(host, port, own) : network.connect(host, port, { timeoutMs, signal: own }),
    close: () => tunnel?.close(),
  }
}

export async function overTransport<T>(
  source: RemoteSource,
  context: DriverContext,
  open: (transport: Transport) => Promise<T>,
): Promise<T> {
  const transport = await openTransport(source, context)
  try {
    return await open(transport)
  } catch (error) {
    transport.close()
    throw error
  }
}

/** Longest that one message of a server may be, in bytes. */
const LONGEST_MESSAGE = 64 << 20

/**
 * Ends a connection whose server sends a message without end: the libraries would keep all of it in memory.
 * @returns what to call whenever a message was understood
 */
export function limitMessages(stream: Duplex): () => void {
  let unread = 0
  stream.on('data', (bytes: Buffer) => {
    unread += bytes.length
    if (unread > LONGEST_MESSAGE) stream.destroy(new Error('the server sent a message without end'))
  })
  return () => {
    unread = 0
  }
}
