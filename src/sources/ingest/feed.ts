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
  // Resolves once the engine has opened its end.
  const opening = open(pipe, 'w')
  const pumping = opening.then((output) => pump(job, output, told)).catch(() => null)
  try {
    const done = await use(pipe)
    return { done, scanned: done ? await pumping : null }
  } finally {
    // The pump may still wait for an engine that never came: a reader comes and goes, and it ends with a broken pipe.
    const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    await opening.catch(() => {})
    await reader.close()
    await pumping
    await rm(pipe, { force: true })
  }
}

async function pump(job: Job, output: FileHandle, told: (bytes: number) => void): Promise<Scanned> {
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
