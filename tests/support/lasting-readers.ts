import { readers } from '#files/reader.ts'

type Process = ReturnType<typeof readers.start>

/** How the product starts one. */
export const startReaderAlone = readers.start

/** Files after which a process is replaced. */
const FILES_PER_PROCESS = 200

/**
 * A reader's process reads one file and is thrown away, and starting and compiling takes four times as long as reading the small files of
 * tests. Here a process that did what it was asked reads the next file as well; one that is ended while it works is ended as always.
 * What the product does is shown in reader.test.ts.
 */
export function keepReaders(): void {
  /** By the memory that it may take. */
  const idle = new Map<number, { process: Process; files: number }[]>()
  readers.start = (world) => {
    const waiting = idle.getOrInsertComputed(world.config.ENGINE_MEMORY_MB, () => [])
    const { process, files } = waiting.pop() ?? { process: startReaderAlone(world), files: 0 }
    if (!process.alive) return readers.start(world)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    void process.ended.then(end)
    let working = 0
    let isGiven = false
    let isAhead = false
    const call: Process['call'] = (method, ...rest) => {
      // What has read a file is warm.
      if (method === 'warm' && files > 0) return Promise.resolve(undefined as never)
      isAhead ||= method === 'readAhead'
      working++
      return process.call(method, ...rest).finally(() => working--)
    }
    return {
      pid: process.pid,
      ended,
      get alive() {
        return process.alive && !isGiven
      },
      call,
      async kill() {
        if (isGiven) return
        isGiven = true
        if (working > 0 || isAhead || files >= FILES_PER_PROCESS || !process.alive) return process.kill()
        waiting.push({ process, files: files + 1 })
        end()
      },
    }
  }
}
