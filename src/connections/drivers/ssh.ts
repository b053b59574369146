import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { ClientChannel, ConnectConfig, Client as SshClient } from 'ssh2'
import type { DatabaseSecrets, DatabaseSettings } from '../rules/connection.ts'
import type { DriverContext } from './driver.ts'
import { connectionFailed } from './failure.ts'
import { withTimeout } from './timeouts.ts'

/** A server in between: channels through it, and the key that it showed. */
export type Tunnel = {
  hostKey: string
  channel(host: string, port: number, signal: AbortSignal): Promise<Duplex>
  close(): void
}
type Ssh = NonNullable<DatabaseSettings['ssh']>

/**
 * Signs in at the SSH server. Its key is stored at the first connection and demanded from then on: a server with another key is
 * refused before a password is sent.
 * @throws AppError `connection_failed`
 */
export async function openTunnel(ssh: Ssh, secrets: DatabaseSecrets, context: DriverContext): Promise<Tunnel> {
  const { Client } = await import('ssh2')
  const { timeoutMs, signal, network } = context
  const socket = await network.connect(ssh.host, ssh.port, { timeoutMs, signal })
  const client = new Client()
  const seen = { hostKey: '' }
  const failed = (error: Error) => sshFailed(error, ssh, seen.hostKey)
  const config = signIn(ssh, secrets)
  const ready = Promise.withResolvers<void>()
  client.once('ready', () => ready.resolve())
  client.on('error', (error) => {
    ready.reject(failed(error))
    client.destroy()
  })
  client.once('close', () => ready.reject(failed(new Error('the server closed the connection'))))
  try {
    client.connect({
      ...config,
      sock: socket,
      username: ssh.username,
      readyTimeout: timeoutMs,
      keepaliveInterval: 15_000,
      hostVerifier: (key: Buffer) => {
        seen.hostKey = fingerprint(key)
        return ssh.hostKey === undefined || ssh.hostKey === seen.hostKey
      },
    })
  } catch (error) {
    // A key that cannot be read is reported at once, before anything is sent.
    socket.destroy()
    throw failed(error as Error)
  }
  await withTimeout(ready.promise, {
    ...{ timeoutMs, signal },
    late: () => failed(new Error('no answer')),
    abort: () => client.destroy(),
  })
  return {
    hostKey: seen.hostKey,
    channel: (host, port, own) =>
      withTimeout(forward(client, host, port), {
        ...{ timeoutMs, signal: own },
        late: () => noForward('no answer', host, port),
        abort: () => client.destroy(),
      }),
    close: () => client.end(),
  }
}

function signIn(ssh: Ssh, secrets: DatabaseSecrets): ConnectConfig {
  if (secrets.ssh_private_key)
    return {
      privateKey: secrets.ssh_private_key,
      ...(secrets.ssh_passphrase ? { passphrase: secrets.ssh_passphrase } : {}),
    }
  if (secrets.ssh_password) return { password: secrets.ssh_password }
  throw connectionFailed(
    'auth',
    `There is neither a password nor a key for the SSH server ${ssh.host}.`,
    'Enter one of the two.',
  )
}

/** Like ssh-keygen -l shows it. */
const fingerprint = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

function forward(client: SshClient, host: string, port: number): Promise<ClientChannel> {
  const { promise, resolve, reject } = Promise.withResolvers<ClientChannel>()
  client.forwardOut('127.0.0.1', 0, host, port, (error, channel) =>
    error ? reject(noForward(error.message, host, port)) : resolve(channel),
  )
  return promise
}

const noForward = (why: string, host: string, port: number) =>
  connectionFailed(
    'tcp',
    `The SSH server could not reach ${host}:${port} (${why}).`,
    'The host is looked up from the SSH server: check its name there, and that forwarding is allowed (AllowTcpForwarding).',
  )

function sshFailed(error: Error & { level?: string }, ssh: Ssh, seen: string) {
  if (seen && ssh.hostKey !== undefined && ssh.hostKey !== seen)
    return connectionFailed(
      'auth',
      `The SSH server ${ssh.host} has another key than before (${seen}).`,
      'If it was set up anew, remove the stored key and test again. If not, somebody may be in between.',
    )
  if (error.level === 'client-authentication')
    return connectionFailed(
      'auth',
      `The SSH server ${ssh.host} did not let ${ssh.username} in.`,
      'Check the SSH user and its password or key; the public key must stand in authorized_keys there.',
    )
  if (/privateKey|passphrase|Encrypted|key format/i.test(error.message))
    return connectionFailed(
      'auth',
      'The SSH key could not be read.',
      'Paste the whole private key (PEM or OpenSSH), and its passphrase if it has one.',
    )
  return connectionFailed(
    'tcp',
    `The SSH server ${ssh.host}:${ssh.port} could not be entered: ${error.message}.`,
    'Check the SSH host and port.',
  )
}
