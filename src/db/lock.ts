import { Database } from 'bun:sqlite'
import { readFileSync, writeFileSync } from 'node:fs'
import { AppError } from '#base/errors.ts'

/**
 * Takes the lock of the embedded database, which takes none itself: two openers would lose writes silently. SQLite's exclusive
 * transaction is a lock of the operating system: taken by one process at a time, given back by the kernel however it dies.
 * @param file path of the lock file, made when missing
 * @returns a function that gives the lock back
 * @throws AppError conflict that names the process holding it
 */
export function takeLock(file: string): () => void {
  const holderFile = `${file}.pid`
  const lock = new Database(file, { create: true })
  try {
    lock.run('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new AppError(
      'conflict',
      `The data folder is in use by process ${holder(holderFile)}. Stop it, or set another DATA_DIR.`,
      { code: 'data_folder_in_use' },
    )
  }
  writeFileSync(holderFile, String(process.pid), { mode: 0o600 })
  return () => lock.close()
}

/** Pid that the last holder wrote, for the message only. */
function holder(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '(unknown)'
  }
}
