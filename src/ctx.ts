import type { Clock } from '#base/time.ts'
import type { Scope } from '#catalog/rules/scope.ts'
import type { Config } from '#config.ts'
import type { Bus } from '#db/bus.ts'
import type { Db } from '#db/connect.ts'
import type { Engine } from '#outside/engine.ts'
import type { FileStore } from '#outside/files.ts'
import type { Gateway } from '#outside/gateway.ts'
import type { Log } from '#outside/logs.ts'
import type { Mailer } from '#outside/mail.ts'
import type { Models } from '#outside/models.ts'
import type { Remotes } from '#outside/remote.ts'
import type { Sandbox } from '#outside/sandbox/sandbox.ts'
import type { SettingsStore, SystemSettings } from '#records/rules/setting.ts'

/** Everything outside the product's own rules, opened once by world.ts and handed to every operation. */
export type World = {
  config: Config
  db: Db
  /** The other processes of the database. */
  bus: Bus
  now: Clock
  log: Log
  files: FileStore
  engine: Engine
  /** Databases of people, asked from child processes. */
  remotes: Remotes
  /** Of this moment: a request or an answer keeps what it began with. */
  models: Models
  /** What System Settings say now, in this process; a few seconds old where another process saved them. */
  settings: () => SystemSettings
  settingsStore: SettingsStore
  /** Null without SMTP_URL: mails stay in the outbox then. */
  mailer: Mailer | null
  /** Null where payments are not set up. */
  gateway: Gateway | null
  /** The bundled stand-in behind `gateway`; null where a real one takes the money. */
  sandbox: Sandbox | null
}

/** Who asks: `userId` is null for guests; `via` tells how they proved who they are. */
export type Actor = {
  userId: string | null
  via: 'guest' | 'session' | 'token' | 'key' | 'system'
  ip: string | null
  requestId: string
}

export type OrganizationRole = 'owner' | 'member' | 'viewer'
export type Ctx = World & { actor: Actor }
export type User = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  image: string | null
  adminRoles: string[]
  twoFactorEnabled: boolean
  keepSignedIn: boolean
} & Preferences
/** What a person chose on /profile; `theme` and `locale` are empty where they follow the browser. `instructions`: how they like answers. */
type Preferences = { theme: '' | 'system' | 'light' | 'dark'; locale: string; currency: string; instructions: string }
export type Organization = { id: string; name: string; role: OrganizationRole }
/** `role`: the person's role in this workspace. */
export type Workspace = {
  id: string
  name: string
  organizationId: string
  restricted: boolean
  role: OrganizationRole
}

export type UserCtx = Ctx & { user: User }
/** A signed-in person in an organization that they may see. */
export type OrganizationCtx = UserCtx & { organization: Organization }
/**
 * A signed-in person in a workspace that they may see. `scope`: what is done for an agent that has limits knows these tables alone; all
 * others are as if they were hidden.
 */
export type WorkspaceCtx = UserCtx & { organization: Organization; workspace: Workspace; scope?: Scope }
/** A platform admin who holds the role that the route names. */
export type AdminCtx = UserCtx & { adminRoles: string[] }
