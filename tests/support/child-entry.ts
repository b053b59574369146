import { AppError } from '#base/errors.ts'
import { type ServedCall, serveChild } from '#outside/child.ts'

const taken: Uint8Array[] = []

/** What child.test.ts calls: every way in which a child can behave. */
export const methods = {
  echo: async (input: unknown) => input,
  environment: async () => process.env as Record<string, string>,
  refuse: async () => {
    throw new AppError('unprocessable', 'No.', { code: 'sql_error', details: { near: 'x' } })
  },
  count: async (input: { to: number }, call: ServedCall) => {
    for (let i = 1; i <= input.to; i++) call.progress(i)
    return input.to
  },
  wait: (_: null, call: ServedCall) =>
    new Promise<string>((resolve) => call.signal.addEventListener('abort', () => resolve('stopped'))),
  /** Blocks its thread, so it never hears a cancel. */
  freeze: async () => {
    for (;;) Bun.sleepSync(1000)
  },
  /** Ends as a process does that fails. */
  fail: async (): Promise<void> => process.exit(3),
  /** Ends as the engine does that gets no memory. */
  starve: async (): Promise<void> => {
    await Bun.write(Bun.stderr, "terminate called after throwing an instance of 'std::bad_alloc'\n")
    await Bun.sleep(50)
    process.abort()
  },
  grow: async () => {
    const kept: Uint8Array[] = []
    for (;;) kept.push(new Uint8Array(50_000_000).fill(1))
  },
  /** Megabytes that count as taken once so many more are. */
  take: async ({ mb }: { mb: number }) => {
    for (let i = 0; i < mb * 4; i++) taken.push(new Uint8Array(262_144).fill(1))
    const status = await Bun.file('/proc/self/status').text()
    return Number(/VmData:\s+(\d+)/.exec(status)![1]) / 1024
  },
  limits: () => Bun.file('/proc/self/limits').text(),
  oomScore: () => Bun.file('/proc/self/oom_score_adj').text(),
}

serveChild(methods)
