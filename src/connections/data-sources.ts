import { unprocessable } from '#base/errors.ts'
import { DATA_SOURCES } from '#files/rules/file.ts'
import type { Ctx } from '../ctx.ts'
import type { ConnectionEngine } from './rules/connection.ts'
import {
  CONNECTION_SOURCES,
  type ConnectionSource,
  type DataSource,
  isOffered,
  sourceOf,
  unavailableText,
} from './rules/data-source.ts'

type Here = Pick<Ctx, 'config' | 'settings'>

/** The databases and addresses that this server can connect, and those that it cannot or that settings switched off. */
export const connectionSources = ({ config, settings }: Here): ConnectionSource[] =>
  CONNECTION_SOURCES.map((source) => ({
    ...source,
    available:
      isOffered(source.engine, settings().sources) && (source.engine !== 'sqlite' || Boolean(config.SQLITE_FOLDERS)),
  }))

export const dataSources = (ctx: Here): DataSource[] => [
  ...DATA_SOURCES,
  ...connectionSources(ctx).map(({ about: _, ...source }) => source),
]

/** For a new connection. @throws AppError unprocessable `source_unavailable` */
export function demandAvailable(ctx: Here, engine: ConnectionEngine): void {
  const source = connectionSources(ctx).find((it) => it.engine === engine)!
  if (!source.available) throw unavailable(source)
}

/** Whether connections of an engine are not asked: only previews stop when they are switched off, others go on. */
const isResting = ({ settings }: Pick<Ctx, 'settings'>, { engine, preview }: ConnectionSource): boolean =>
  preview && !isOffered(engine, settings().sources)

/** A connection as it is shown: one that rests says why, and what to do, before its other warnings. */
export function withRestingNote<T extends { engine: ConnectionEngine; warnings: string[] }>(
  ctx: Pick<Ctx, 'settings'>,
  connection: T,
): T {
  const source = sourceOf(connection.engine)!
  if (!isResting(ctx, source)) return connection
  return { ...connection, warnings: [unavailableText(source), ...connection.warnings] }
}

/** Before a database is asked. @throws AppError unprocessable `source_unavailable` */
export function demandAwake(ctx: Pick<Ctx, 'settings'>, engine: ConnectionEngine): void {
  const source = sourceOf(engine)!
  if (isResting(ctx, source)) throw unavailable(source)
}

const unavailable = (source: ConnectionSource) => unprocessable(unavailableText(source), 'source_unavailable')
