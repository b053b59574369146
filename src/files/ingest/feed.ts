import { inDir, type Job } from './job.ts'
import { makePipe, throughPipe } from './pipe.ts'
import { type Scanned, scan } from './text.ts'

/** Bytes between two reports. */
const REPORT_EVERY = 8 << 20

/**
 * Lets the engine read the file of a job from a pipe while it arrives; each byte is checked on its way. Where there are no pipes
 * the engine reads the file itself, once it is whole.
 * @param use reads what `path` gives, to its end; null when it gave up before
 * @param onProgress is called now and then with the bytes that went by so far
 * @returns scanned: what the whole file is made of; null when the engine gave up or the file could not be read to its end
 */
export async function feed<T>(
  job: Job,
  use: (path: string) => Promise<T | null>,
  onProgress: (bytes: number) => void,
): Promise<{ done: T | null; scanned: Scanned | null }> {
  const pipe = inDir(job, 'pipe')
  if (!(await makePipe(pipe))) {
    await job.arriving?.arrived
    return { done: await use(job.path), scanned: await scan(job) }
  }
  let bytes = 0
  let reported = 0
  const pump = (write: (chunk: Uint8Array) => Promise<void>) =>
    scan(job, async (chunk) => {
      await write(chunk)
      bytes += chunk.length
      if (bytes - reported < REPORT_EVERY) return
      reported = bytes
      onProgress(bytes)
    })
  const { used: done, pumped } = await throughPipe(pipe, pump, use)
  return { done, scanned: done && pumped.status === 'fulfilled' ? pumped.value : null }
}
