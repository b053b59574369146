import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from '../tests/support/people.ts'
import { startProduct } from '../tests/support/product.ts'
import { type Load, load } from './load.ts'

/**
 * Requests a second of pages beside a bare page of the same stack, in one run on the same machine: trust the ratio.
 * `bun bench/server.ts [seconds]`: 3 seconds a measurement by default, 16 connections, three rounds of which the middle one counts.
 */
const seconds = Number(process.argv[2] ?? 3)
const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
const hello = Bun.spawn([process.execPath, join(import.meta.dir, 'hello.ts')], { stdout: 'pipe' })
const product = await startProduct({ DATA_DIR: dir, LOG_LEVEL: 'error' })
try {
  const peer = /http:\S+/.exec(new TextDecoder().decode((await hello.stdout.getReader().read()).value))![0]
  const cookie = await signedIn(product.address)
  const pages: [name: string, address: string, headers: Record<string, string>][] = [
    ['bare page of the stack', peer, {}],
    ['/ (home)', `${product.address}/`, {}],
    ['/login', `${product.address}/login`, {}],
    ['/organizations, signed in', `${product.address}/organizations`, { Cookie: cookie }],
  ]
  const rounds = new Map<string, Load[]>()
  for (let round = 0; round < 4; round++)
    for (const [name, address, headers] of pages) {
      const measured = await load(address, { headers, seconds: round === 0 ? 1 : seconds })
      // The first round only warms up.
      if (round > 0) rounds.set(name, [...(rounds.get(name) ?? []), measured])
    }
  const middle = (name: string) => rounds.get(name)!.sort((a, b) => a.perSecond - b.perSecond)[1]!
  const bare = middle(pages[0]![0]).perSecond
  print('page', 'req/s', 'of bare', 'p50 ms', 'p99 ms', 'bytes')
  for (const [name] of pages) {
    const { perSecond, p50, p99, bytes } = middle(name)
    print(name, perSecond.toFixed(0), (perSecond / bare).toFixed(3), p50.toFixed(1), p99.toFixed(1), String(bytes))
  }
} finally {
  hello.kill()
  product.process.kill('SIGTERM')
  await product.process.exited
  rmSync(dir, { recursive: true, force: true })
}

/** The session cookie of somebody with three organizations. */
async function signedIn(address: string): Promise<string> {
  const person = { email: 'bench@example.com', password: 'correct horse battery', name: 'Bench' }
  const answer = await fetch(`${address}/api/auth/register`, json(person))
  const { token } = (await answer.json()) as { token: string }
  for (const name of ['Acme', 'Globex', 'Initech'])
    await fetch(`${address}/api/organizations`, json({ name }, { authorization: `Bearer ${token}` }))
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

function print(...cells: string[]): void {
  process.stdout.write(`${cells.map((cell, i) => (i === 0 ? cell.padEnd(28) : cell.padStart(9))).join('')}\n`)
}
