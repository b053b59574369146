import { expect, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { newDataFolder } from '../../tests/support/data-folder.ts'
import { connect, type Database } from './connect.ts'
import { users } from './schema/index.ts'

const add = ({ db }: Database, email: string) => db.insert(users).values({ email, name: email })

test('a data folder that was deleted and made anew belongs to whoever opened the new one', async () => {
  const [dataDir, copy] = [await newDataFolder(), await newDataFolder()]
  const before = await connect({ dataDir })
  await add(before, 'before@folders.test')
  rmSync(dataDir, { recursive: true })
  mkdirSync(dataDir)
  Bun.spawnSync(['cp', '-a', `${copy}/.`, dataDir])
  const after = await connect({ dataDir })
  await add(after, 'after@folders.test')
  const late = await add(before, 'late@folders.test').then(
    () => null,
    (error) => error.cause ?? error,
  )
  expect(late).toMatchObject({ kind: 'unavailable', code: 'data_folder_replaced' })
  await before.close()
  await add(after, 'still@folders.test')
  await after.close()

  const again = await connect({ dataDir })
  const found = await again.db.select({ email: users.email }).from(users).orderBy(users.email)
  expect(found.map(({ email }) => email)).toEqual(['after@folders.test', 'still@folders.test'])
  await again.close()
  for (const folder of [dataDir, copy]) rmSync(folder, { recursive: true })
})
