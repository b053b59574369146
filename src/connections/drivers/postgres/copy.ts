import type { Client, Connection } from 'pg'
import { ByteQueue } from '../backpressure.ts'
import type { DriverContext, RemoteRows } from '../driver.ts'
import { sourceFailed } from '../failure.ts'
import { type ServerError, statementFailed } from './errors.ts'

export type Described = { name: string; oid: number; modifier: number }

/** What pg's client calls on a submitted query; its types leave these out. */
type Wire = Connection & {
  parse(query: { text: string; name?: string }): void
  bind(config: object): void
  describe(message: { type: 'S' | 'P'; name: string }): void
  execute(config: object): void
  sync(): void
  sendCopyFail(message: string): void
}
type Field = { name: string; dataTypeID: number; dataTypeModifier: number }

/** A conversation in the extended protocol, which takes exactly one statement: `a; b` is an error of the server's parser. */
abstract class Conversation {
  abstract submit(connection: Connection): void
  abstract handleReadyForQuery(): void
  abstract handleError(error: ServerError): void
  handleRowDescription(_message: { fields: Field[] }): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCommandComplete(): void {}
  handleCopyData(_message: { chunk: Uint8Array }): void {}
  handleCopyInResponse(connection: Connection): void {
    ;(connection as Wire).sendCopyFail('only reading is possible here')
  }
}

class Description extends Conversation {
  readonly done = Promise.withResolvers<Described[]>()
  #fields: Described[] = []

  constructor(private readonly sql: string) {
    super()
  }
  submit(connection: Connection) {
    const wire = connection as Wire
    wire.parse({ text: this.sql })
    wire.describe({ type: 'S', name: '' })
    wire.sync()
  }
  override handleRowDescription({ fields }: { fields: Field[] }) {
    this.#fields = fields.map(({ name, dataTypeID, dataTypeModifier }) => ({
      name,
      oid: dataTypeID,
      modifier: dataTypeModifier,
    }))
  }
  handleReadyForQuery() {
    this.done.resolve(this.#fields)
  }
  handleError(error: ServerError) {
    this.done.reject(error)
  }
}

/** Columns that a statement gives, without running it. @throws ServerError */
export function describe(client: Client, sql: string): Promise<Described[]> {
  return client.query(new Description(sql)).done.promise
}

class Copy extends Conversation {
  readonly queue: ByteQueue

  constructor(
    private readonly sql: string,
    stream: Client['connection']['stream'],
    private readonly abandon: () => void,
    private readonly context: DriverContext,
  ) {
    super()
    this.queue = new ByteQueue(stream, abandon, context)
  }
  submit(connection: Connection) {
    const wire = connection as Wire
    wire.parse({ text: this.sql })
    wire.bind({})
    wire.execute({})
    wire.sync()
  }
  override handleCopyData({ chunk }: { chunk: Uint8Array }) {
    this.queue.push(chunk)
  }
  override handleDataRow() {
    this.queue.fail(sourceFailed('The database answered with something that was not asked for.'))
    this.abandon()
  }
  handleReadyForQuery() {
    this.queue.end()
  }
  handleError(error: ServerError) {
    this.queue.fail(statementFailed(error, this.context.timeoutMs))
  }
}

/**
 * Streams what a SELECT gives as CSV. The statement must have been described before: that proves it to be one whole statement, so
 * nothing in it can close the bracket around it.
 */
export function copyOut(
  client: Client,
  select: string,
  abandon: () => void,
  context: DriverContext,
): RemoteRows['csv'] {
  const sql = `copy (${select}\n) to stdout (format csv)`
  return client.query(new Copy(sql, client.connection.stream, abandon, context)).queue
}
