import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'

/** Where the command that makes pipes lies: a child has no PATH. */
const MKFIFO = Bun.which('mkfifo', { PATH: '/usr/bin:/bin' })

/** Makes a pipe that has a name; false where there are none. */
export const makePipe = async (path: string): Promise<boolean> =>
  MKFIFO !== null && (await Bun.spawn([MKFIFO, '-m', '600', path]).exited) === 0

/**
 * Lets the engine read from a pipe what is written into it meanwhile. Both have ended when this settles, and the pipe is gone.
 * @param pump writes everything; its outcome is `pumped`. A broken pipe means that the reader has stopped reading
 * @param use reads to the end; when it fails this fails
 */
export async function throughPipe<P, U>(
  path: string,
  pump: (write: (bytes: Uint8Array) => Promise<void>) => Promise<P>,
  use: (path: string) => Promise<U>,
): Promise<{ used: U; pumped: PromiseSettledResult<P> }> {
  // Resolves once the engine has opened its end.
  const opening = open(path, 'w')
  const pumping = opening.then(async (output) => {
    try {
      return await pump((bytes) => writeAll(output, bytes))
    } finally {
      await output.close()
    }
  })
  const settled = Promise.allSettled([pumping])
  let used: U
  try {
    used = await use(path)
  } finally {
    // The pump may still wait for an engine that never came: a reader comes and goes, and it ends with a broken pipe.
    const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    await opening.catch(() => {})
    await reader.close()
    await settled
    await rm(path, { force: true })
  }
  return { used, pumped: (await settled)[0] }
}

async function writeAll(output: FileHandle, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; ) at += (await output.write(bytes, at)).bytesWritten
}
