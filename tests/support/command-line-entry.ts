import { run } from '../../cli/run.ts'

/**
 * The command line as a process that runs one command after the other: loading it anew for each takes ten times as long as most commands.
 * What a command prints, reads and finds in its environment is its own.
 */
export type Command = { id: number; args: string[]; input: string; env: Record<string, string> }
export type Outcome = { id: number; out: string; err: string; code: number }

async function outcomeOf({ id, args, input, env }: Command): Promise<Outcome> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  Bun.stdin.text = async () => input
  const [out, err] = [printed(process.stdout), printed(process.stderr)]
  process.exitCode = 0
  await run(args)
  return { id, out: out(), err: err(), code: Number(process.exitCode) }
}

/** Keeps what is printed from now on. @returns what was printed */
function printed(stream: NodeJS.WriteStream): () => string {
  const chunks: Buffer[] = []
  const write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    chunks.push(Buffer.from(chunk as string))
    for (const done of more) if (typeof done === 'function') done()
    return true
  }
  stream.write = write as typeof stream.write
  return () => Buffer.concat(chunks).toString()
}

let last: Promise<unknown> = Promise.resolve()
process.on('message', (command: Command) => {
  last = last.then(async () => process.send?.(await outcomeOf(command)))
})
process.on('disconnect', () => process.exit(0))
