import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { WorkspaceCtx, World } from '../src/ctx.ts'
import { createWorld } from '../src/world.ts'
import { newPlace, signUp, workspaceCtx } from '../tests/support/people.ts'
import { SECRETS } from '../tests/support/secrets.ts'
import { upload } from '../tests/support/upload.ts'

/** Files as somebody would upload them: name and bytes. */
export type Files = [name: string, bytes: Uint8Array<ArrayBuffer>][]

/** The whole product in a folder that goes away. @param env what is configured beside that folder */
export async function inWorld<T>(env: Record<string, string | undefined>, use: (world: World) => Promise<T>) {
  const dir = mkdtempSync(join(tmpdir(), 'tabletalk-eval-'))
  const own = { DATA_DIR: dir, AUTH_SECRET: SECRETS.AUTH_SECRET, LOG_LEVEL: 'error', DATABASE_URL: undefined }
  const world = await createWorld(readConfig({ ...env, ...own }))
  try {
    return await use(world)
  } finally {
    await world.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A workspace with these files. Its people sign up in real time, its files are read in that of the questions, `still`. */
export async function openWorkspace(world: World, still: World, files: Files): Promise<WorkspaceCtx> {
  const app = createApp(world)
  const person = await signUp(app)
  const { workspace } = await newPlace(app, person)
  for (const [name, bytes] of files) {
    const { status, body } = await upload(createApp(still), person, workspace.id, name, bytes)
    if (status !== 201) throw new Error(`${name} could not be read: ${body.error ?? status}`)
  }
  return workspaceCtx(still, person.user.id, workspace.id)
}
