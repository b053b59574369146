import { join } from 'node:path'
import { look, SECRETS, watchAddress } from './secrets.ts'

/** Newest first. */
const SECRET_KEYS = `new:${SECRETS['newest of SECRET_KEYS']},old:${SECRETS['older of SECRET_KEYS']}`
/** How this process compiles and collects garbage: see run.ts. */
const RUNTIME = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(BUN_JSC|MIMALLOC)_/.test(name)))
const MAIN = join(import.meta.dir, '../../src/main.ts')

export type Product = {
  process: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  /** Where it listens. */
  address: string
  /** Everything printed on standard output until it listened. */
  greeting: string
  /** The rest of standard error, once it has ended. */
  errors(): Promise<string>
}

/** Starts the product itself as a process of its own on a free port. @throws Error with its last words when it ends instead */
export async function startProduct(env: Record<string, string>): Promise<Product> {
  const child = spawnProduct(env)
  const errors = new Response(child.stderr).text().then(lookedThrough)
  let greeting = ''
  // `preventCancel`: the pipe stays open, or the product would be stopped by its next line.
  for await (const chunk of child.stdout.values({ preventCancel: true })) {
    greeting += new TextDecoder().decode(chunk)
    const address = /Listening on (\S+)\n/.exec(greeting)?.[1]
    if (!address || !greeting.includes('platform admin')) continue
    watchAddress(address)
    return { process: child, address, greeting, errors: () => errors }
  }
  throw new Error(`The product ended with ${await child.exited}: ${await errors}`)
}

/** Runs the product until it ends by itself, as it does when it cannot start. */
export async function runProduct(env: Record<string, string>) {
  const child = spawnProduct(env)
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text().then(lookedThrough),
    child.exited,
  ])
  return { out, errors, code }
}

const lookedThrough = (errors: string): string => {
  look(errors, 'standard error of the product')
  return errors
}

function spawnProduct(env: Record<string, string>) {
  const { PATH, HOME } = process.env as Record<string, string>
  return Bun.spawn([process.execPath, MAIN], {
    env: {
      ...RUNTIME,
      ...{ PATH: PATH!, HOME: HOME!, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'warn', SECRET_KEYS },
      ...env,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}
