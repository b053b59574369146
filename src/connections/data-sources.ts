import { DATA_SOURCES } from '#files/rules/file.ts'
import type { Ctx } from '../ctx.ts'
import { hasDriver } from './drivers/registry.ts'
import type { DatabaseEngine } from './rules/connection.ts'
import { CONNECTION_SOURCES, type ConnectionSource, type DataSource } from './rules/data-source.ts'

/** The databases and addresses that this server can connect, and those that it cannot or that settings switched off. */
export const connectionSources = ({ config, settings }: Pick<Ctx, 'config' | 'settings'>): ConnectionSource[] =>
  CONNECTION_SOURCES.map((source) => ({
    ...source,
    available:
      !settings().sources.off.includes(source.engine) &&
      (source.kind === 'external' ||
        (hasDriver(source.engine as DatabaseEngine) && (source.engine !== 'sqlite' || Boolean(config.SQLITE_FOLDERS)))),
  }))

/** Everything that can be connected, for GET /data-sources/config. */
export const dataSources = (ctx: Pick<Ctx, 'config' | 'settings'>): DataSource[] => [
  ...DATA_SOURCES,
  ...connectionSources(ctx).map(({ about: _, ...source }) => source),
]
