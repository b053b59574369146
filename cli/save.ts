import { rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '../src/base/errors.ts'
import { note } from './print.ts'
import { bytesText, Progress } from './progress.ts'

/**
 * Saves an answer as a file, whole or not at all: what breaks on the way leaves nothing under that name.
 * @param path `-` writes to standard output
 */
export async function save(answer: Response, path: string): Promise<void> {
  if (path === '-') {
    for await (const chunk of answer.body!) await new Promise<void>((done) => process.stdout.write(chunk, () => done()))
    return
  }
  const partial = `${path}.${process.pid}.part`
  const progress = new Progress(basename(path), Number(answer.headers.get('content-length') ?? 0))
  let bytes = 0
  try {
    const writer = Bun.file(partial).writer()
    for await (const chunk of answer.body!) {
      writer.write(chunk)
      await writer.flush()
      bytes += chunk.byteLength
      progress.show(bytes)
    }
    await writer.end()
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw unwritable(error as NodeJS.ErrnoException, path) ?? error
  } finally {
    progress.end()
  }
  note(`Saved ${path} (${bytesText(bytes)}).`)
}

/** Why a file cannot be written, in words; null for any other error. */
function unwritable({ code }: NodeJS.ErrnoException, path: string): AppError | null {
  const why: Record<string, string> = {
    ENOENT: `There is no folder ${dirname(path)}.`,
    ENOTDIR: `${dirname(path)} is not a folder.`,
    EISDIR: `${path} is a folder.`,
    EACCES: `You may not write ${path}.`,
    EROFS: `${path} is on a disk that cannot be written.`,
    ENOSPC: `There is no room left for ${path}.`,
  }
  return code && why[code] ? new AppError('invalid', why[code]) : null
}
