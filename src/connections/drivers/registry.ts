import type { DatabaseEngine } from '../rules/connection.ts'
import type { Driver } from './driver.ts'

/** The drivers, loaded when a connection first needs them: some bring heavy libraries along, and previews are mostly not used. */
const DRIVERS: Record<DatabaseEngine, () => Promise<Driver>> = {
  postgres: async () => (await import('./postgres/driver.ts')).driver,
  sqlite: async () => (await import('./sqlite/driver.ts')).driver,
  mysql: async () => (await import('./mysql/driver.ts')).driver,
  bigquery: async () => (await import('./bigquery/driver.ts')).driver,
  snowflake: async () => (await import('./snowflake/driver.ts')).driver,
  sqlserver: async () => (await import('./sqlserver/driver.ts')).driver,
  trino: async () => (await import('./trino/driver.ts')).driver,
  clickhouse: async () => (await import('./clickhouse/driver.ts')).driver,
}

export const driverOf = (engine: DatabaseEngine): Promise<Driver> => DRIVERS[engine]()
