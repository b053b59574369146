import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { inDir, type Job } from './job.ts'
import { type Scanned, scan } from './text.ts'

/** Where the command that makes pipes lies: a child has no PATH. */
const MKFIFO = Bun.which('mkfifo', { PATH: '/usr/bin:/bin' })

/** Bytes between two reports. */
const TOLD_EVERY = 8 << 20

/**
 * Lets the engine read the file of a job from a pipe while it arrives; each byte is looked at on its way. Where there are no pipes
 * the engine reads the file itself, once it is whole.
 * @param use reads what `path` gives, to its end; false when it gave up before
 * @param told is called now and then with the bytes that went by so far
 * @returns scanned: what the whole file is made of; null when the engine gave up or the file could not be read to its end
 */
export async function feed(
  job: Job,
  use: (path: string) => Promise<boolean>,
  told: (bytes: number) => void,
): Promise<{ done: boolean; scanned: Scanned | null }> {
  const pipe = inDir(job, 'pipe')
  if (!MKFIFO || (await Bun.spawn([MKFIFO, '-m', '600', pipe]).exited) !== 0) {
    await job.arriving?.arrived
    return { done: await use(job.path), scanned: await scan(job) }
  }
  const pumping = pump(job, pipe, told).catch(() => null)
  try {
    return { done: await use(pipe), scanned: await ended(pipe, pumping) }
  } finally {
    await ended(pipe, pumping)
    await rm(pipe, { force: true })
  }
}

async function pump(job: Job, pipe: string, told: (bytes: number) => void): Promise<Scanned> {
  // Waits for the engine to open its end.
  const output = await open(pipe, 'w')
  let bytes = 0
  let toldOf = 0
  try {
    return await scan(job, async (chunk) => {
      await writeAll(output, chunk)
      bytes += chunk.length
      if (bytes - toldOf < TOLD_EVERY) return
      toldOf = bytes
      told(bytes)
    })
  } finally {
    await output.close()
  }
}

async function writeAll(output: FileHandle, chunk: Buffer) {
  for (let at = 0; at < chunk.length; ) at += (await output.write(chunk, at)).bytesWritten
}

/** Waits for the pump, which may itself wait for a reader that never came: one comes and goes, and it ends with a broken pipe. */
async function ended(pipe: string, pumping: Promise<Scanned | null>): Promise<Scanned | null> {
  const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  await reader.close()
  return pumping
}
