import { rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
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
  const writer = Bun.file(partial).writer()
  let bytes = 0
  try {
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
    throw error
  } finally {
    progress.end()
  }
  note(`Saved ${path} (${bytesText(bytes)}).`)
}
