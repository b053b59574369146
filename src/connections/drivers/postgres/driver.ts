import type { Client } from 'pg'
import type { RemoteSource, RemoteTable, VisibleTable } from '#outside/remote.ts'
import {
  type Driver,
  type DriverContext,
  MAY_WRITE,
  type RemoteRows,
  type Session,
  type SessionFacts,
} from '../driver.ts'
import { notReadOnly, notSelect } from '../failure.ts'
import { quotedName, quotedText } from '../text.ts'
import { answerInTime, cancelLimits, withTimeout } from '../timeouts.ts'
import { overTransport, type Transport } from '../transport.ts'
import { copyOut, type Described, describe } from './copy.ts'
import { type ServerError, statementFailed } from './errors.ts'
import { type CancelKey, cancelAt, openStream, signIn } from './open.ts'
import { selectOf } from './select.ts'
import { asTable, TABLES, type TableRow } from './tables.ts'
import { duckType, type NativeType, textOf } from './types.ts'

export const driver: Driver = {
  values: {
    text: quotedText,
    standing: async (sql, all) => (await import('./gate.ts')).standing(sql, all),
  },
  open: (source, context) =>
    overTransport(source, context, async (transport) => {
      const { client, cancelKey } = await signIn(await openStream(transport, source, context), source, context)
      return new PostgresSession(transport, client, cancelKey, source, context).begin()
    }),
}

class PostgresSession implements Session {
  #closed = false
  #used = false
  #cancelling: Promise<void> | null = null
  readonly selectOf = selectOf

  constructor(
    private readonly transport: Transport,
    private readonly client: Client,
    private readonly cancelKey: CancelKey | undefined,
    private readonly source: RemoteSource,
    private readonly context: DriverContext,
  ) {}

  /** Every transaction is read-only, and so is the session's default, in case a statement ends the transaction. */
  async begin(): Promise<this> {
    try {
      await this.#ask(`select set_config('default_transaction_read_only', 'on', false)`)
      await this.#beginReading()
      return this
    } catch (error) {
      throw notReadOnly(error)
    }
  }

  /** The settings hold for the transaction: behind a pooler the next one may be on another connection. */
  async #beginReading(): Promise<void> {
    const { timeoutMs } = this.context
    const settings = {
      statement_timeout: String(timeoutMs),
      lock_timeout: String(Math.min(timeoutMs, 5000)),
      idle_in_transaction_session_timeout: String(timeoutMs + 60_000),
      search_path: quotedName(this.#homeSchema),
      timezone: 'UTC',
      datestyle: 'ISO, YMD',
      intervalstyle: 'postgres',
      standard_conforming_strings: 'on',
      extra_float_digits: '3',
      client_encoding: 'UTF8',
    }
    const set = Object.keys(settings).map((name, n) => `set_config('${name}', $${n + 1}, true)`)
    await this.#ask('begin read only')
    // From version 14 on the server can notice that we are gone, and stops what nobody waits for.
    set.push(
      `(select set_config(name, '1s', true) from pg_catalog.pg_settings where name = 'client_connection_check_interval')`,
    )
    await this.#ask(`select ${set.join(', ')}`, Object.values(settings))
  }

  async facts(): Promise<SessionFacts> {
    const [row] = await this.#ask<{
      version: string
      super: boolean
      creates: boolean
      writes: boolean
      files: boolean
    }>(FACTS)
    const warnings: string[] = []
    if (row!.super)
      warnings.push(
        'This user is a superuser. Make one that may only read: it can do less harm if its password is lost.',
      )
    else if (row!.files)
      warnings.push('This user may read files of the database server. Use one that may only read tables.')
    else if (row!.writes || row!.creates) warnings.push(MAY_WRITE)
    return { serverVersion: row!.version, warnings, sshHostKey: this.transport.sshHostKey }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    return (await this.#ask<TableRow>(TABLES, [schemas?.length ? schemas : null])).map(asTable)
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    return (await import('./gate.ts')).gate(sql, visible, this.#homeSchema, rows)
  }

  async stream(sql: string): Promise<RemoteRows> {
    await this.#afresh()
    const described = await this.#answer(describe(this.client, sql))
    if (described.length === 0) throw notSelect()
    const types = await this.#typesOf(described)
    const select = `select ${types.map((type, n) => textOf(`c${n}`, type)).join(', ')} from (${sql}\n) as q(${types.map((_, n) => `c${n}`).join(', ')})`
    // Described once more as a whole: only a complete statement may stand inside the COPY.
    await this.#answer(describe(this.client, select))
    return {
      columns: described.map(({ name }, n) => ({ name, type: duckType(types[n]!) })),
      csv: copyOut(this.client, select, () => void this.#cancel(), this.context),
    }
  }

  /** Each statement has a transaction of its own: one that failed spoils nothing for the next. */
  async #afresh(): Promise<void> {
    if (this.#used) {
      await this.#ask('rollback')
      await this.#beginReading()
    }
    this.#used = true
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#cancelling
    if (!this.#cancelling) await withTimeout(this.client.end(), { timeoutMs: 1000 }).catch(() => {})
    this.client.connection.stream.destroy()
    this.transport.close()
  }

  /** Where names without a schema lead: one place, so that the gate knows it too. */
  get #homeSchema(): string {
    const { schemas } = this.source.settings
    return schemas?.length === 1 ? schemas[0]! : 'public'
  }

  async #ask<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    const query = { text, values, queryMode: 'extended' as const }
    return (await this.#answer(this.client.query<T>(query))).rows
  }

  /** Waits for an answer at most so long; then the server is asked to cancel the statement. @throws AppError */
  #answer<T>(work: Promise<T>): Promise<T> {
    const asFailure = (error: unknown) => statementFailed(error as ServerError, this.context.timeoutMs)
    return answerInTime(work, this.context, () => void this.#cancel(), asFailure)
  }

  /** Stops what runs at the source, and drops the connection: nothing more is asked through it. */
  #cancel(): Promise<void> {
    this.#cancelling ??= this.#stop()
    return this.#cancelling
  }

  async #stop(): Promise<void> {
    // A pooler may keep the key to itself.
    if (!this.cancelKey) return void this.client.connection.stream.destroy()
    const context = { ...this.context, ...cancelLimits() }
    try {
      const stream = await openStream(this.transport, this.source, context)
      await withTimeout(cancelAt(stream, this.cancelKey), { ...context, abort: () => stream.destroy() })
    } catch {
      // The server's own statement_timeout ends it then.
    } finally {
      this.client.connection.stream.destroy()
    }
  }

  async #typesOf(described: Described[]): Promise<NativeType[]> {
    const rows = await this.#ask<{ oid: number; name: string; isarray: boolean }>(
      `select oid::int8::float8 as oid, typname as name, typcategory = 'A' as isarray from pg_catalog.pg_type where oid = any($1::oid[])`,
      [[...new Set(described.map(({ oid }) => oid))]],
    )
    const byOid = new Map(rows.map((row) => [Number(row.oid), row]))
    return described.map(({ oid, modifier }) => {
      const row = byOid.get(oid)
      return { name: row?.name ?? '', modifier, isArray: row?.isarray ?? false }
    })
  }
}

const FACTS = `
select current_setting('server_version') as version, r.rolsuper as super, has_database_privilege(current_database(), 'create') as creates,
  pg_has_role(current_user, 'pg_read_server_files', 'member') as files,
  exists (select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and has_table_privilege(c.oid, 'insert, update, delete, truncate')) as writes
from pg_catalog.pg_roles r where r.rolname = current_user`
