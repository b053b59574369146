import { readdirSync, rmSync } from 'node:fs'

/**
 * `bun run migration NAME`: writes the SQL of what changed in src/db/schema. drizzle-kit compares with the latest snapshot only, so the
 * earlier ones (9,000 lines each) are removed.
 */
const name = process.argv[2]
if (!name) throw new Error('Say what changes: bun run migration what-changes')
const { exitCode } = Bun.spawnSync(['drizzle-kit', 'generate', '--name', name], { stdio: ['inherit', 'inherit', 'inherit'] })
const meta = `${import.meta.dir}/meta`
const snapshots = readdirSync(meta).filter((file) => file.endsWith('_snapshot.json'))
for (const file of snapshots.sort().slice(0, -1)) rmSync(`${meta}/${file}`)
process.exit(exitCode)
