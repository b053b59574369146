import { DEMO } from '#base/demo.ts'
import { AppError } from '#base/errors.ts'
import { asSystem } from '#billing/system.ts'
import type { Db } from '#db/connect.ts'
import { organizations, users, workspaces } from '#db/schema/index.ts'
import * as files from '#files/files.ts'
import type { User, WorkspaceCtx, World } from '../../ctx.ts'

/**
 * Whose the sample of the start page is: nobody's. The person is disabled and has no address, the organization has no member, and it and
 * its workspace stand among what was deleted, with no date, so that no list shows them, no guard lets anybody in and no job erases them.
 * The admin panel leaves all three out of its lists and figures.
 */
const USER: User = {
  id: DEMO.person,
  name: 'Live demo',
  email: 'demo@deleted.invalid',
  emailVerified: false,
  image: null,
  adminRoles: [],
  twoFactorEnabled: false,
  keepSignedIn: false,
  instructions: '',
  theme: '',
  locale: '',
  currency: 'INR',
}

const prepared = new WeakMap<Db, Promise<void>>()

/**
 * The workspace of the demo with the sample in it, made when somebody first asks.
 * @throws AppError unavailable `demo_preparing` while the sample is being made
 */
export async function demoPlace(world: World): Promise<WorkspaceCtx> {
  const ctx: WorkspaceCtx = {
    ...asSystem(world),
    user: USER,
    organization: { id: DEMO.organization, name: USER.name, role: 'viewer' },
    workspace: {
      id: DEMO.workspace,
      name: USER.name,
      organizationId: DEMO.organization,
      restricted: true,
      role: 'viewer',
    },
  }
  const ready = prepared.get(world.db) ?? prepare(ctx)
  prepared.set(world.db, ready)
  await ready.catch((error) => {
    prepared.delete(world.db)
    throw error
  })
  return ctx
}

async function prepare(ctx: WorkspaceCtx): Promise<void> {
  const { name, email } = USER
  const moment = { createdAt: ctx.now(), updatedAt: ctx.now() }
  await ctx.db
    .insert(users)
    .values({ ...moment, id: DEMO.person, name, email, disabledAt: ctx.now() })
    .onConflictDoNothing()
  await ctx.db
    .insert(organizations)
    .values({ ...moment, id: DEMO.organization, name, status: 'deleted' })
    .onConflictDoNothing()
  await ctx.db
    .insert(workspaces)
    .values({
      ...moment,
      id: DEMO.workspace,
      organizationId: DEMO.organization,
      name,
      restricted: true,
      status: 'deleted',
    })
    .onConflictDoNothing()
  const sample = await files.addSample(ctx)
  if (sample.status !== 'ready')
    throw new AppError('unavailable', 'The demo is getting its data ready. Please ask again in a few seconds.', {
      code: 'demo_preparing',
      details: { retry_after: 5 },
    })
}
