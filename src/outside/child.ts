import { existsSync, writeFileSync } from 'node:fs'
import { AppError, conflict, type ErrorDetails, type ErrorKind } from '#base/errors.ts'
import { bundled } from './child-bundle.ts'
import { forRequest, type Log, type LogFields } from './logs.ts'

/** What a method of a child gets beside its input: `signal` fires when the caller cancels or its time is over. */
export type ServedCall = { signal: AbortSignal; progress(value: unknown): void }
/** Methods that a child serves; inputs, outputs and progress values are structured-cloned (bigint, Date, Uint8Array, NaN stay exact). */
export type ChildMethods = Record<string, (input: never, call: ServedCall) => Promise<unknown>>

type CallOptions<P = unknown> = {
  /** Milliseconds after which the call is cancelled and rejects with `timeout`. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
  onProgress?: (value: P) => void
  /** Milliseconds that a cancelled call may take to end before the child is killed; 700 by default. */
  graceMs?: number
}

export type Child<M extends ChildMethods> = {
  readonly pid: number
  /** False once the process has ended or is being ended. */
  readonly alive: boolean
  /**
   * Calls a method of the child. Rejects with the AppError that the method threw; `conflict` code `cancelled`; `timeout`;
   * `unavailable` code `engine_failed` with its `ending` when the process ended. A cancelled call settles once the child is free or dead.
   */
  call<K extends keyof M & string>(
    method: K,
    input: Parameters<M[K]>[0],
    options?: CallOptions,
  ): Promise<Awaited<ReturnType<M[K]>>>
  readonly ended: Promise<void>
  /** SIGKILL now; pending calls reject. Resolves when the process is gone. */
  kill(): Promise<void>
}

export type ChildOptions = {
  /** Absolute path of the TypeScript entry, which calls `serveChild`. */
  entry: string
  /** Limit of the process's data segment in MB. The runtime takes about 300 of it. */
  memoryMb: number
  /** Largest file that it may write, in MB. */
  fileMb?: number
  log: Log
}

type ToChild = { id: number; method: string; input: unknown } | { id: number; cancel: true }
type Failure = { kind: ErrorKind; message: string; code: string; details?: ErrorDetails | undefined }
type FromChild =
  | { id: number; value: unknown }
  | { id: number; failure: Failure }
  | { id: number; crash: string }
  | { id: number; progress: unknown }
  | { started: true }

type Pending = {
  resolve(value: unknown): void
  reject(error: unknown): void
  onProgress: ((value: never) => void) | undefined
  /** Writes for the caller's request that the process has ended. */
  tellEnded(about: LogFields): void
  /** Why it was cancelled, once it was: what the caller is told whatever the child answers. */
  cancelled?: AppError
}

const GRACE_MS = 700
/**
 * What the runtime reserves counts as taken. Without these it reserves a share of the limit, and some time later a gigabyte at once, which
 * the engine then lacks; where a reservation fails, it goes on without compiling. Processes that live for one file or some questions look
 * for no memory to give back between what they use: that takes a fifteenth of their time.
 */
const RESERVE_LITTLE = {
  BUN_JSC_structureHeapSizeInKB: '131072',
  BUN_JSC_jitMemoryReservationSize: '33554432',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
  MIMALLOC_PURGE_HOLES: '0',
}
const MB = 1024 * 1024
const STDERR_KEPT = 4000
/** Why a process ended: it had too little memory; something else ended it, as the kernel does when the machine has too little; or it failed. */
export type Ending = 'memory' | 'killed' | 'failed'
const died = (ending: Ending) =>
  new AppError('unavailable', 'The process that did this ended unexpectedly. Please try again.', {
    code: 'engine_failed',
    details: { ending },
  })
const isAboutMemory = (text: string) => /out of memory|bad_alloc|cannot allocate/i.test(text)

/** Starts a TypeScript entry as a supervised process under limits of the operating system, as far as this machine has them. */
export function spawnChild<M extends ChildMethods>(options: ChildOptions): Child<M> {
  const pending = new Map<number, Pending>()
  let lastId = 0
  let alive = true
  const ended = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const command = [process.execPath, '--no-install', '--no-env-file', bundled(options.entry)]
  const subprocess = Bun.spawn([...limits(options), ...command], {
    // Nothing of ours is inherited, and nothing in our working directory (.env, bunfig.toml) may reach the child.
    cwd: '/',
    env: { UV_THREADPOOL_SIZE: '16', TZ: 'UTC', LANG: 'C.UTF-8', ...RESERVE_LITTLE },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe'],
    ipc: (message: FromChild) => receive(message),
    onExit({ signalCode }, code, signal) {
      alive = false
      ending = isAboutMemory(stderr) ? 'memory' : signalCode === 'SIGKILL' ? 'killed' : 'failed'
      if (!killed) {
        const about = { entry: options.entry, code, signal, stderr: stderr.slice(-STDERR_KEPT) }
        // The request that it was started for may be long over.
        if (pending.size === 0) tellEnded({ requestId: undefined, ...about })
        for (const call of pending.values()) call.tellEnded(about)
      }
      for (const call of pending.values()) call.reject(call.cancelled ?? died(ending))
      pending.clear()
      ended.resolve()
      started.resolve()
    },
  })
  const tellEnded = (about: LogFields) => options.log.warn('child process ended', about)
  let killed = false
  let ending: Ending = 'failed'
  let stderr = ''
  preferAsVictim(subprocess.pid)
  void keepStderr()

  async function keepStderr() {
    const decoder = new TextDecoder()
    for await (const bytes of subprocess.stderr)
      stderr = (stderr + decoder.decode(bytes, { stream: true })).slice(-STDERR_KEPT)
  }

  function receive(message: FromChild) {
    if ('started' in message) return started.resolve()
    const call = pending.get(message.id)
    if (!call) return
    if ('progress' in message) return call.onProgress?.(message.progress as never)
    pending.delete(message.id)
    if (call.cancelled) return call.reject(call.cancelled)
    if ('value' in message) return call.resolve(message.value)
    if ('crash' in message) return call.reject(new Error(`child process: ${message.crash}`))
    const { kind, code, details } = message.failure
    call.reject(new AppError(kind, message.failure.message, { code, ...(details ? { details } : {}) }))
  }

  function kill(): Promise<void> {
    killed = true
    alive = false
    subprocess.kill('SIGKILL')
    return ended.promise
  }

  function send(message: ToChild): boolean {
    try {
      subprocess.send(message)
      return true
    } catch {
      // The channel closed: onExit rejects what is pending.
      return false
    }
  }

  async function call(
    method: string,
    input: unknown,
    { timeoutMs, signal, onProgress, graceMs = GRACE_MS }: CallOptions = {},
  ) {
    await started.promise
    if (signal?.aborted) throw conflict('Cancelled.', 'cancelled')
    if (!alive) throw died(ending)
    const id = ++lastId
    const settled = Promise.withResolvers<unknown>()
    const entry: Pending = {
      resolve: settled.resolve,
      reject: settled.reject,
      // Messages of the process come outside of every request.
      onProgress: onProgress && forRequest(onProgress),
      tellEnded: forRequest(tellEnded),
    }
    pending.set(id, entry)
    const timers: Timer[] = []
    const cancel = (why: AppError) => {
      if (entry.cancelled) return
      entry.cancelled = why
      send({ id, cancel: true })
      timers.push(setTimeout(kill, graceMs))
    }
    const onAbort = () => cancel(conflict('Cancelled.', 'cancelled'))
    signal?.addEventListener('abort', onAbort, { once: true })
    if (timeoutMs !== undefined)
      timers.push(
        setTimeout(
          () =>
            cancel(new AppError('timeout', `This took longer than ${Math.round(timeoutMs / 1000)} s and was stopped.`)),
          timeoutMs,
        ),
      )
    if (!send({ id, method, input })) {
      pending.delete(id)
      settled.reject(died(ending))
    }
    try {
      return await settled.promise
    } finally {
      for (const timer of timers) clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    pid: subprocess.pid,
    get alive() {
      return alive
    },
    call: call as Child<M>['call'],
    ended: ended.promise,
    kill,
  }
}

let toldAboutLimits = false
/** The command that puts limits around another one: killed with its parent by the kernel, no new privileges, capped memory and files. */
function limits({ memoryMb, fileMb = 20_000, log }: ChildOptions): string[] {
  const setpriv = Bun.which('setpriv')
  const prlimit = Bun.which('prlimit')
  if (!(setpriv && prlimit) && !toldAboutLimits) {
    toldAboutLimits = true
    log.warn('prlimit or setpriv is missing: child processes run without limits of the operating system', {
      setpriv,
      prlimit,
    })
  }
  return [
    ...(setpriv ? [setpriv, '--no-new-privs', '--pdeathsig', 'KILL'] : []),
    ...(prlimit ? [prlimit, `--data=${memoryMb * MB}`, '--core=0', `--fsize=${fileMb * MB}`, '--nofile=1024'] : []),
  ]
}

/** When memory runs out the kernel ends this process before the server. */
function preferAsVictim(pid: number) {
  const file = `/proc/${pid}/oom_score_adj`
  if (!existsSync(file)) return
  try {
    writeFileSync(file, '900')
  } catch {
    // It has ended already, or the machine does not let us: the limits above still hold.
  }
}

/** The child's side: answers calls until the channel to the parent closes, then ends at once. */
export function serveChild(methods: ChildMethods): void {
  const running = new Map<number, AbortController>()
  const answer = (message: FromChild) => process.send?.(message)
  answer({ started: true })
  process.on('disconnect', () => process.exit(0))
  process.on('message', async (message: ToChild) => {
    if ('cancel' in message) return running.get(message.id)?.abort()
    const { id, method, input } = message
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const serve = methods[method]
      if (!serve) throw new Error(`no method ${method}`)
      const progress = (value: unknown) => void answer({ id, progress: value })
      answer({ id, value: await serve(input as never, { signal: controller.signal, progress }) })
    } catch (error) {
      answer(asFailure(id, error))
    } finally {
      running.delete(id)
    }
  })
}

function asFailure(id: number, error: unknown): FromChild {
  if (error instanceof AppError)
    return { id, failure: { kind: error.kind, message: error.message, code: error.code, details: error.details } }
  if (error instanceof RangeError && isAboutMemory(error.message)) {
    const message = 'This needs more memory than one task may have.'
    return { id, failure: { kind: 'unavailable', message, code: 'engine_failed', details: { ending: 'memory' } } }
  }
  return { id, crash: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
