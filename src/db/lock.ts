import { Database } from 'bun:sqlite'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { conflict } from '#base/errors.ts'

/**
 * Takes the lock of the embedded database, which takes none itself: two openers would lose writes silently. SQLite's exclusive
 * transaction is a lock of the operating system: taken by one process at a time, given back by the kernel however it dies.
 * @param file path of the lock file, made when missing
 * @returns `release` gives the lock back; `isHeld` says whether the file is still the locked one: a folder that was deleted and made
 * anew has another, and belongs to whoever locked that
 * @throws AppError conflict that names the process holding it
 */
export function takeLock(file: string): { isHeld(): boolean; release(): void } {
  const holderFile = `${file}.pid`
  const lock = new Database(file, { create: true })
  try {
    lock.run('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw conflict(
      `The data folder is in use by process ${holder(holderFile)}. Stop it, or set another DATA_DIR.`,
      'data_folder_in_use',
    )
  }
  writeFileSync(holderFile, String(process.pid), { mode: 0o600 })
  const locked = identityOf(file)
  return { isHeld: () => identityOf(file) === locked, release: () => lock.close() }
}

/** Device and number of a file, which no other has as long as this one is open. Null when there is none. */
function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found ? `${found.dev}:${found.ino}` : null
}

/** Pid that the last holder wrote, for the message only. */
function holder(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '(unknown)'
  }
}
