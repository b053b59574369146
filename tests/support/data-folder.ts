import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migratedDump } from './database.ts'
import { finish } from './debian.ts'

/**
 * A data folder for the product with an embedded database that is empty but for the migrations: the product starts on it in a fifth
 * of the time that an empty folder takes. The start on an empty one is tested in main.test.ts.
 */
export async function newDataFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tabletalk-data-'))
  const database = join(folder, 'pglite')
  mkdirSync(database, { mode: 0o700 })
  const unpack = ['tar', '-xf', await migratedDump(), '-C', database]
  await finish(Bun.spawn(unpack, { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' }), unpack.join(' '))
  return folder
}
