import { and, desc, eq, lt, max, sql } from 'drizzle-orm'
import type { Version } from '#admin/rules/config-version.ts'
import { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { nameSite } from '#base/site.ts'
import { SECOND } from '#base/time.ts'
import type { Config } from '#config.ts'
import { type Db, inTransaction } from '#db/connect.ts'
import { settingVersions, users } from '#db/schema/index.ts'
import type { Log } from '#outside/logs.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import * as audit from './audit.ts'
import {
  DEFAULT_SETTINGS,
  differences,
  readSettings,
  type SettingKind,
  type SettingsStore,
  type SystemSettings,
  type VersionRow,
} from './rules/setting.ts'

/** How often a process looks for versions that another one saved, should it not have heard of them. */
const EVERY = 10 * SECOND

/** Which settings the environment decides, as long as its variable is set: field -> variable. */
export const BY_ENVIRONMENT = {
  'limits.upload_mb': 'UPLOAD_MAX_MB',
  'storage.free_mb': 'STORAGE_FREE_MB',
  'storage.flexible_mb': 'STORAGE_FLEXIBLE_MB',
  'storage.premium_mb': 'STORAGE_PREMIUM_MB',
  'mail.sender': 'MAIL_FROM',
} as const

const withEnvironment = (settings: SystemSettings, config: Config): SystemSettings => ({
  ...settings,
  limits: { ...settings.limits, upload_mb: config.UPLOAD_MAX_MB ?? settings.limits.upload_mb },
  storage: {
    free_mb: config.STORAGE_FREE_MB ?? settings.storage.free_mb,
    flexible_mb: config.STORAGE_FLEXIBLE_MB ?? settings.storage.flexible_mb,
    premium_mb: config.STORAGE_PREMIUM_MB ?? settings.storage.premium_mb,
  },
  mail: { sender: config.MAIL_FROM ?? settings.mail.sender },
})

/**
 * Reads the settings and goes on looking for newer ones.
 * @param every milliseconds between two looks; null looks only when asked
 */
export async function loadSettings(
  { config, db, log }: { config: Config; db: Db; log: Log },
  every: number | null = EVERY,
): Promise<SettingsStore> {
  const latest = new Map<string, VersionRow>()
  let settings = withEnvironment(DEFAULT_SETTINGS, config)

  const refresh = async () => {
    // Two numbers from an index: a look costs next to nothing.
    const found = await db
      .select({ kind: settingVersions.kind, version: max(settingVersions.version) })
      .from(settingVersions)
      .groupBy(settingVersions.kind)
    for (const { kind, version } of found) {
      if (version === null || (latest.get(kind)?.version ?? 0) >= version) continue
      const [row] = await db
        .select()
        .from(settingVersions)
        .where(and(eq(settingVersions.kind, kind), eq(settingVersions.version, version)))
      if (row) take(row)
    }
  }
  const take = (row: VersionRow) => {
    if ((latest.get(row.kind)?.version ?? 0) >= row.version) return
    latest.set(row.kind, row)
    if (row.kind !== 'system') return
    const read = readSettings(row.values)
    if (!read) return log.error('settings could not be read', { version: row.version })
    settings = withEnvironment(read, config)
    nameSite(settings.site)
  }
  await refresh()
  let isRefreshing = false
  const timer =
    every === null
      ? null
      : setInterval(() => {
          if (isRefreshing) return
          isRefreshing = true
          refresh()
            // The database may be away: what is known goes on, and the next look comes soon.
            .catch((error) => log.warn('settings could not be looked up', { error }))
            .finally(() => {
              isRefreshing = false
            })
        }, every)
  timer?.unref()
  return {
    system: () => settings,
    newest: (kind) => latest.get(kind) ?? null,
    refresh,
    close() {
      if (timer) clearInterval(timer)
    },
  }
}

/** What the System Settings were last saved as, without what the environment decides. */
export const storedSettings = (ctx: Pick<UserCtx, 'settingsStore'>): SystemSettings =>
  readSettings(ctx.settingsStore.newest('system')?.values ?? {}) ?? DEFAULT_SETTINGS

export type Saving = {
  kind: SettingKind
  values: Record<string, unknown>
  /** Why; shown with the version and in the audit log. */
  reason: string
  /** The version that the change was made from: another one in between is a conflict. Null takes whatever is there. */
  from: number | null
  /** Sealed text for the id that the row gets; null for none. */
  secrets?: (id: string) => string | null
  /** Version that is brought back; 0 are the defaults. */
  back?: number
}

/**
 * Appends a version and lets this process use it at once; the others see it within their next look.
 * @throws AppError conflict `settings_changed` when somebody saved meanwhile
 */
export async function save(ctx: Ctx, saving: Saving): Promise<VersionRow> {
  const row = await inTransaction(ctx, async (ctx) => {
    // One after the other: the number of a version is counted here.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('setting_versions'))`)
    const [last] = await ctx.db
      .select()
      .from(settingVersions)
      .where(eq(settingVersions.kind, saving.kind))
      .orderBy(desc(settingVersions.version))
      .limit(1)
    if (saving.from !== null && saving.from !== (last?.version ?? 0))
      throw new AppError(
        'conflict',
        'Somebody else saved these settings meanwhile. Reload the page and make your change again.',
        { code: 'settings_changed', details: { version: last?.version ?? 0 } },
      )
    const id = newId()
    const [row] = await ctx.db
      .insert(settingVersions)
      .values({
        id,
        kind: saving.kind,
        version: (last?.version ?? 0) + 1,
        values: saving.values,
        secrets: saving.secrets?.(id) ?? null,
        reason: saving.reason,
        changedBy: ctx.actor.userId,
        createdAt: ctx.now(),
      })
      .returning()
    const before = last?.values ?? (saving.kind === 'system' ? DEFAULT_SETTINGS : {})
    const changed = differences(before, saving.values)
    const isBack = saving.back !== undefined
    await audit.record(ctx, isBack ? 'settings.roll_back' : 'settings.change', `settings:${saving.kind}`, {
      version: row!.version,
      reason: saving.reason,
      ...(isBack ? { to: saving.back } : {}),
      before: Object.fromEntries(changed.map(({ field, before }) => [field, before])),
      after: Object.fromEntries(changed.map(({ field, after }) => [field, after])),
    })
    await ctx.bus.tell(ctx.db, 'settings')
    return row!
  })
  await ctx.settingsStore.refresh()
  return row
}

/** What held before the first version: its values, and where they come from. */
export type Defaults = { values: Record<string, unknown>; source: string }

/** The versions of a kind, newest first; the very last one is version 0. */
export async function versions(
  ctx: UserCtx,
  kind: SettingKind,
  defaults: Defaults,
  { limit, cursor }: PageRequest,
): Promise<Page<Version>> {
  const after = ctx.db
    .select({ version: settingVersions.version })
    .from(settingVersions)
    .where(eq(settingVersions.id, cursor ?? ''))
  const rows = await ctx.db
    .select({ row: settingVersions, name: users.name, email: users.email })
    .from(settingVersions)
    .leftJoin(users, eq(users.id, settingVersions.changedBy))
    .where(and(eq(settingVersions.kind, kind), cursor ? lt(settingVersions.version, after) : undefined))
    .orderBy(desc(settingVersions.version))
    .limit(limit + 1)
  const saved = rows.map(
    ({ row, name, email }, at): Version => ({
      version: row.version,
      reason: row.reason,
      changed_by: row.changedBy && email !== null ? { id: row.changedBy, name: name ?? '', email } : null,
      created_at: row.createdAt.toISOString(),
      changes: differences(rows[at + 1]?.row.values ?? defaults.values, row.values),
    }),
  )
  const first: Version = { version: 0, reason: defaults.source, changed_by: null, created_at: null, changes: [] }
  // The one beyond the page is there to tell what the last of it changed.
  const listed = rows.length > limit ? saved : [...saved, first]
  return pageOf(listed, limit, ({ version }) => rows.find(({ row }) => row.version === version)!.row.id)
}

/** Numbers of versions that the database knows end here. */
const LAST = 2 ** 31 - 1

/** One version that was saved. @throws AppError not_found */
export async function version(ctx: UserCtx, kind: SettingKind, number: number): Promise<VersionRow> {
  const where = and(eq(settingVersions.kind, kind), eq(settingVersions.version, number))
  const possible = Number.isInteger(number) && number > 0 && number <= LAST
  const [row] = possible ? await ctx.db.select().from(settingVersions).where(where) : []
  if (!row) throw new AppError('not_found', 'There is no such version.')
  return row
}

/** Fields as a form sends them (`site.name`) as the tree that they mean; numbers in names are places in lists. */
export function unfolded(fields: Record<string, unknown>): Record<string, unknown> {
  // Without a prototype, so that no name reaches one.
  const empty = (): Record<string, unknown> => Object.create(null)
  const tree = empty()
  for (const [name, value] of Object.entries(fields)) {
    if (!/^[a-z][a-z_]*(\.([a-z][a-z_]*|\d))*$/.test(name)) continue
    const path = name.split('.')
    let at = tree
    for (const [index, key] of path.entries()) {
      if (Array.isArray(at) && !/^\d$/.test(key)) break
      if (index === path.length - 1) at[key] = value
      else {
        at[key] ??= /^\d+$/.test(path[index + 1]!) ? [] : empty()
        at = at[key] as Record<string, unknown>
      }
    }
  }
  return tree
}
