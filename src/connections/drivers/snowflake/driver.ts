import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { systemClock } from '#base/time.ts'
import type { RemoteNeed, RemoteTable, VisibleTable } from '#outside/remote.ts'
import { signedToken } from '../../google-account.ts'
import { byGrammar } from '../bound.ts'
import type { Driver, RemoteRows, Session, SessionFacts } from '../driver.ts'
import { cancelled, connectionFailed, sourceFailed, sqlError, timedOut } from '../failure.ts'
import { demandSelect } from '../gate.ts'
import { cancelling, cloudAt, csvOf, HttpSession, overHttp, parsed } from '../http.ts'
import { gate } from '../statement/statement.ts'
import { cancelLimits } from '../timeouts.ts'
import { GRAMMAR } from './grammar.ts'
import { quotedText, selectOf } from './select.ts'
import { asTables, FOREIGN_KEYS, type Named, PRIMARY_KEYS, type Row, TABLES } from './tables.ts'
import { duckType, nativeOf, type RowType, writerOf } from './types.ts'

/** Waits before a running statement is asked for again, in milliseconds. */
const FIRST_WAIT = 100
const LONGEST_WAIT = 2000

type Answer = {
  statementHandle?: string
  code?: string
  message?: string
  sqlState?: string
  resultSetMetaData?: { rowType: RowType[]; partitionInfo?: { rowCount: number }[] }
  data?: (string | null)[][]
}

export const driver: Driver = {
  values: { text: quotedText, standing: byGrammar(GRAMMAR) },
  async open(source, context) {
    const { account = '', database } = source.settings
    if (!/^[\w-]+(\.[\w-]+)*$/.test(account))
      throw connectionFailed(
        'dns',
        `"${account}" is not an account.`,
        'Write it like orgname-account, or xy12345.eu-central-1.',
      )
    if (!database) throw connectionFailed('database', 'No database was given.', 'Give the name of the database.')
    const host = `${account
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/\.snowflakecomputing\.com$/, '')}.snowflakecomputing.com`
    return overHttp(cloudAt(source, context, `https://${host}`), 'Snowflake', (place) =>
      new SnowflakeSession(place, source, context).begin(),
    )
  },
}

class SnowflakeSession extends HttpSession implements Session {
  #token = ''
  #tokenType = ''
  #version = ''
  #role = ''

  async begin(): Promise<this> {
    const { secrets, settings } = this.source
    if (secrets.private_key) {
      this.#token = await signed(settings.account!, settings.username ?? '', secrets.private_key, secrets.password)
      this.#tokenType = 'KEYPAIR_JWT'
    } else if (secrets.token || secrets.password) {
      // Its SQL interface takes no passwords, but tokens that stand in their place.
      this.#token = (secrets.token || secrets.password)!
      this.#tokenType = 'PROGRAMMATIC_ACCESS_TOKEN'
    } else
      throw connectionFailed(
        'auth',
        'There is no private key and no token.',
        'Paste the private key, or an access token as password.',
      )
    const rows = await this.#all(`select current_version(), current_role(), current_database()`).catch(
      (error: AppError) => {
        throw error.code === 'sql_error'
          ? connectionFailed('permission', error.message, 'Check the role and the warehouse.')
          : error
      },
    )
    const [version, role, database] = rows[0] ?? []
    this.#version = version ?? ''
    this.#role = role ?? ''
    if (!database)
      throw connectionFailed(
        'database',
        `There is no database "${this.#database}" for this user.`,
        'Check its name, and that the role has USAGE on it.',
      )
    return this
  }

  /** As the service keeps names that are written without quotes. */
  get #database(): string {
    const { database = '' } = this.source.settings
    return /^[a-z_][\w$]*$/.test(database) ? database.toUpperCase() : database
  }

  async facts(): Promise<SessionFacts> {
    const warnings: string[] = []
    if (['ACCOUNTADMIN', 'SYSADMIN', 'SECURITYADMIN', 'ORGADMIN'].includes(this.#role))
      warnings.push(
        `The role ${this.#role} may change everything. Nothing here does, but a role that may only read is safer.`,
      )
    return { serverVersion: `Snowflake ${this.#version}`, warnings }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    const rows = await this.#all(TABLES(this.#database, schemas))
    // Who may not see keys reads tables without them.
    const primary = await this.#named(PRIMARY_KEYS(this.#database)).catch(() => [])
    const foreign = await this.#named(FOREIGN_KEYS(this.#database)).catch(() => [])
    return asTables(rows, primary, foreign)
  }

  selectOf(need: RemoteNeed, rows: number): string {
    return selectOf(need, rows, this.#database)
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    return gate(sql, GRAMMAR, { visible, catalog: this.#database }, rows)
  }

  async stream(sql: string): Promise<RemoteRows> {
    demandSelect(sql)
    const { types, pages } = await this.#run(sql)
    return {
      columns: types.map((each) => ({ name: each.name, type: duckType(nativeOf(each)) })),
      csv: csvOf(pages, types.map(writerOf)),
    }
  }

  async #all(sql: string): Promise<Row[]> {
    return (await Array.fromAsync((await this.#run(sql)).pages)).flat() as Row[]
  }
  async #named(sql: string): Promise<Named[]> {
    const { types, pages } = await this.#run(sql)
    const rows = (await Array.fromAsync(pages)).flat() as Row[]
    return rows.map((row) => Object.fromEntries(types.map(({ name }, index) => [name, row[index] ?? null])))
  }

  /** Runs one statement; whoever stops reading its parts cancels it. */
  async #run(sql: string): Promise<{ types: RowType[]; pages: AsyncGenerator<unknown[][]> }> {
    const { timeoutMs } = this.context
    const { warehouse, role } = this.source.settings
    // The same id again would not run it twice.
    const id = newId()
    const start = performance.now()
    const seconds = Math.max(1, Math.ceil(timeoutMs / 1000))
    let answer = await this.#ask('POST', `?${new URLSearchParams({ requestId: id })}`, {
      statement: sql,
      timeout: seconds,
      database: this.#database,
      ...(warehouse ? { warehouse } : {}),
      ...(role ? { role } : {}),
      parameters: { TIMEZONE: 'UTC', BINARY_OUTPUT_FORMAT: 'HEX', MULTI_STATEMENT_COUNT: '1', QUERY_TAG: 'tabletalk' },
    })
    const handle = answer.statementHandle ?? ''
    const path = `/${encodeURIComponent(handle)}`
    const cancel = async () => handle && this.#cancel(path)
    try {
      for (let wait = FIRST_WAIT; !answer.resultSetMetaData; wait = Math.min(wait * 2, LONGEST_WAIT)) {
        if (!handle) throw sourceFailed('Snowflake did not say which statement it runs.')
        if (performance.now() - start > timeoutMs + LONGEST_WAIT) throw timedOut(timeoutMs)
        await sleep(wait, undefined, { signal: this.context.signal }).catch(() => {
          throw cancelled()
        })
        answer = await this.#ask('GET', path)
      }
    } catch (error) {
      await cancel()
      throw error
    }
    const { rowType, partitionInfo = [] } = answer.resultSetMetaData
    const first = answer.data ?? []
    const part = (n: number) => this.#ask('GET', `${path}?partition=${n}`)
    async function* pages() {
      yield first
      for (let n = 1; n < partitionInfo.length; n++) yield (await part(n)).data ?? []
    }
    return { types: rowType, pages: cancelling(pages(), cancel) }
  }

  async #cancel(path: string): Promise<void> {
    const request = { method: 'POST' as const, path: `${BASE}${path}/cancel`, headers: this.#headers() }
    // Its own limit of time ends it otherwise.
    await this.place.text(request, cancelLimits()).catch(() => {})
  }

  #headers() {
    return {
      Authorization: `Bearer ${this.#token}`,
      'X-Snowflake-Authorization-Token-Type': this.#tokenType,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    }
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const { timeoutMs } = this.context
    const { status, text } = await this.place.text({
      method,
      path: BASE + path,
      headers: this.#headers(),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (status === 200 || status === 202) return parsed<Answer>(text)
    throw failed(status, text, timeoutMs)
  }
}

const BASE = '/api/v2/statements'

function failed(status: number, text: string, timeoutMs: number): AppError {
  const { code = '', message = `Snowflake answered with status ${status}.` } = text.startsWith('{')
    ? parsed<Answer>(text)
    : {}
  if (status === 401 || status === 403)
    return connectionFailed(
      'auth',
      message,
      'Check the user, and that its public key or token belongs to what was pasted here.',
    )
  if (status === 404 && !code)
    return connectionFailed('dns', 'There is no such account.', 'Check the account: orgname-account.')
  if (code === '000630' || status === 408) return timedOut(timeoutMs)
  if (code === '000604') return cancelled()
  if (status === 422 || status === 400) return sqlError(message)
  return sourceFailed(message)
}

/** A token that the key signs: whose it is, and which of the user's keys. @throws AppError connection_failed step auth */
async function signed(account: string, user: string, pem: string, passphrase: string | undefined): Promise<string> {
  let key: KeyObject
  try {
    key = createPrivateKey({ key: pem, format: 'pem', ...(passphrase ? { passphrase } : {}) })
  } catch {
    throw connectionFailed(
      'auth',
      'The private key cannot be read.',
      'Paste it as PEM; its passphrase belongs into the password field.',
    )
  }
  const print = createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64')
  // Without region, as the service writes accounts in tokens.
  const who = `${account.split('.')[0]!.toUpperCase()}.${user.toUpperCase()}`
  return signedToken(key, { iss: `${who}.SHA256:${print}`, sub: who }, systemClock())
}
