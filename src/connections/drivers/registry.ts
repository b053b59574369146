import type { DatabaseEngine } from '../rules/connection.ts'
import type { Driver } from './driver.ts'

/** The drivers, loaded when first needed: some bring heavy libraries along. */
const DRIVERS: Partial<Record<DatabaseEngine, () => Promise<Driver>>> = {
  postgres: async () => (await import('./postgres/driver.ts')).driver,
  sqlite: async () => (await import('./sqlite/driver.ts')).driver,
  mysql: async () => (await import('./mysql/driver.ts')).driver,
  bigquery: async () => (await import('./bigquery/driver.ts')).driver,
  snowflake: async () => (await import('./snowflake/driver.ts')).driver,
  sqlserver: async () => (await import('./sqlserver/driver.ts')).driver,
  trino: async () => (await import('./trino/driver.ts')).driver,
  clickhouse: async () => (await import('./clickhouse/driver.ts')).driver,
}

/** Whether an engine can be connected at all. */
export const hasDriver = (engine: DatabaseEngine): boolean => engine in DRIVERS

/** The driver of an engine. @throws Error for one that has none */
export async function driverOf(engine: DatabaseEngine): Promise<Driver> {
  const load = DRIVERS[engine]
  if (!load) throw new Error(`no driver for ${engine}`)
  return load()
}
