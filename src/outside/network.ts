import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { AppError } from '#base/errors.ts'
import type { ConnectionStep } from '#connections/rules/connection.ts'

export type NetworkSettings = {
  /** ALLOWED_PRIVATE_HOSTS: host:port, host or CIDR, comma-separated. */
  allowed: string
  /** What is refused even if it is allowed: our own database. host:port, comma-separated. */
  refused: string
  /** Looks a name up; the system's resolver unless a test brings one. */
  lookUp?: (name: string) => Promise<{ address: string; family: number }[]>
}
type Address = { address: string; family: 4 | 6 }

export interface Network {
  /**
   * The addresses behind a name, if all of them may be reached on this port.
   * @throws AppError `connection_failed`, step dns
   */
  resolve(host: string, port: number): Promise<Address[]>
  /**
   * A connected socket. The address that was checked is the one that is used, so a name cannot change its meaning in between.
   * @throws AppError `connection_failed` with step dns or tcp
   */
  connect(host: string, port: number, options: { timeoutMs: number; signal?: AbortSignal | undefined }): Promise<Socket>
}

/** Serves the credentials of machines in a cloud, though its address looks like any other. */
const METADATA = new Set(['168.63.129.16'])

export function createNetwork({ allowed, refused, lookUp = lookUpAll }: NetworkSettings): Network {
  const allow = rulesOf(allowed)
  const deny = rulesOf(refused)

  const resolve = async (host: string, port: number): Promise<Address[]> => {
    const name = plainHost(host)
    const found = await addressesOf(name, lookUp)
    const own = await addressesOfRules(deny, port, lookUp)
    for (const { address } of found) {
      const here = { name, port, address }
      if (deny.some((rule) => matches(rule, here)) || own.has(canonical(address)) || (own.has(HERE) && isHere(address)))
        throw guarded(host, `${host} cannot be connected.`, 'This server keeps its own data there.')
      if (!isPublic(address) && !allow.some((rule) => matches(rule, here)))
        throw guarded(
          host,
          `${host} leads to a private address, which this server does not let connections reach.`,
          `Whoever runs this server can allow it: ALLOWED_PRIVATE_HOSTS=${name}:${port}`,
        )
    }
    return found
  }

  const dial = async (
    host: string,
    port: number,
    { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  ): Promise<Socket> => {
    const addresses = await soon(resolve(host, port), host, timeoutMs, signal)
    let last: unknown
    // At most a few: a name with a hundred dead addresses must not hold anybody up a hundred times.
    for (const { address, family } of addresses.slice(0, 4)) {
      try {
        return await open(address, family, port, timeoutMs, signal)
      } catch (error) {
        last = error
      }
    }
    throw unreachable(host, port, last)
  }
  return { resolve, connect: dial }
}

/** Names as resolvers take them; no paths, no user names, no spellings of addresses that only some libraries understand. */
function plainHost(host: string): string {
  const name = host
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
  const last = name.split('.').at(-1)!
  // Resolvers take 0x7f000001 and 127.0x1 for numbers.
  const isNumber = !/[a-z]/.test(last) || /^0x[0-9a-f]*$/.test(last)
  const isName = /^[a-z0-9_]([a-z0-9_-]{0,62}\.)*[a-z0-9_-]{0,62}$/.test(name) && !isNumber
  const isAddress = isIP(name) !== 0 && !name.includes('%')
  if (!isAddress && (!isName || name.length > 253))
    throw connectionFailed(
      'dns',
      `"${host}" is not the name or address of a host.`,
      'Write it like db.example.com or 203.0.113.7.',
    )
  return name
}

type LookUp = NonNullable<NetworkSettings['lookUp']>
const lookUpAll: LookUp = (name) => lookup(name, { all: true })

async function addressesOf(name: string, lookUp: LookUp): Promise<Address[]> {
  const family = isIP(name)
  if (family) return [{ address: name, family: family as 4 | 6 }]
  try {
    const found = await lookUp(name)
    if (found.length > 0) return found.map(({ address, family }) => ({ address, family: family as 4 | 6 }))
  } catch {
    // Answered below: which of the many codes it was helps nobody.
  }
  throw connectionFailed(
    'dns',
    `The name ${name} was not found.`,
    'Check its spelling, and whether this server can look it up.',
  )
}

/** A resolver may wait for minutes for whoever answers for a name: nobody waits with it. */
async function soon<T>(looking: Promise<T>, host: string, ms: number, signal: AbortSignal | undefined): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const refuse = () =>
    reject(connectionFailed('dns', `The name ${host} could not be looked up in time.`, 'Try again later.'))
  const timer = setTimeout(refuse, ms)
  signal?.addEventListener('abort', refuse, { once: true })
  if (signal?.aborted) refuse()
  // What it says when nobody waits any more is nobody's.
  looking.catch(() => {})
  try {
    return await Promise.race([looking, late])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', refuse)
  }
}

function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  // Beside 2000::/3 there is no public IPv6: what looks like some carries an IPv4 address.
  const assigned = parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20
  return parsed.range() === 'unicast' && assigned && !METADATA.has(parsed.toString())
}

const canonical = (address: string) => ipaddr.process(address).toString()
/** Stands for every address of this machine. */
const HERE = 'here'

/** Whether an address leads to this machine: any of loopback, none at all, or one of its own network cards. */
function isHere(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback' || parsed.range() === 'unspecified') return true
  const cards = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return cards.some((card) => canonical(card.address.split('%')[0]!) === parsed.toString())
}

/** Where the refused names lead on a port: another spelling of the same place is refused too. */
async function addressesOfRules(rules: Rule[], port: number, lookUp: LookUp): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { name, cidr, port: only } of rules) {
    if (only !== null && only !== port) continue
    const addresses = name ? await lookUp(name).catch(() => []) : cidr ? [{ address: cidr[0].toString() }] : []
    for (const { address } of addresses) found.add(isHere(address) ? HERE : canonical(address))
  }
  return found
}

type Rule = { port: number | null; cidr: [ipaddr.IPv4 | ipaddr.IPv6, number] | null; name: string | null }

function rulesOf(text: string): Rule[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean)
  return entries.map((entry): Rule => {
    if (entry.includes('/')) return { port: null, cidr: ipaddr.parseCIDR(entry), name: null }
    const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry)!
    const plain = host!.replace(/^\[(.*)\]$/, '$1')
    const cidr = isIP(plain) ? ipaddr.parseCIDR(`${plain}/${isIP(plain) === 4 ? 32 : 128}`) : null
    return { port: port ? Number(port) : null, cidr, name: cidr ? null : plain }
  })
}

function matches(rule: Rule, here: { name: string; port: number; address: string }): boolean {
  if (rule.port !== null && rule.port !== here.port) return false
  if (rule.name !== null) return rule.name === here.name
  const address = ipaddr.process(here.address)
  return address.kind() === rule.cidr![0].kind() && address.match(rule.cidr!)
}

function open(
  address: string,
  family: 4 | 6,
  port: number,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ host: address, family, port })
  const fail = (error: Error) => {
    socket.destroy()
    reject(error)
  }
  const onAbort = () => fail(new Error('cancelled'))
  const timer = setTimeout(() => fail(new Error('no answer')), timeoutMs)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  socket.once('error', fail)
  socket.once('connect', () => {
    socket.removeListener('error', fail)
    socket.setNoDelay(true)
    resolve(socket)
  })
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  })
}

function unreachable(host: string, port: number, error: unknown): AppError {
  const refused = (error as NodeJS.ErrnoException)?.code === 'ECONNREFUSED'
  return refused
    ? connectionFailed(
        'tcp',
        `${host} does not listen on port ${port}.`,
        'Check the port, and whether the database runs.',
      )
    : connectionFailed(
        'tcp',
        `${host} did not answer on port ${port}.`,
        'Check its firewall: it must let this server in.',
      )
}

/** A refusal that is no mishap: somebody may have meant it. */
const guarded = (host: string, message: string, hint: string) =>
  connectionFailed('dns', message, hint, { refused: 'private_address', host })

/**
 * The error of a source that could not be reached or entered.
 * @param message what happened, in the words of the source where it has some
 * @param hint what the person can do about it
 */
export const connectionFailed = (step: ConnectionStep, message: string, hint: string, details: object = {}): AppError =>
  new AppError('unprocessable', message, { code: 'connection_failed', details: { step, hint, ...details } })
