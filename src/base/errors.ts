/**
 * The one error class of the product. Operations throw it; web/errors.ts turns it into JSON, a fragment or a page and the
 * CLI turns it into an exit code, both from the same table.
 */
export type ErrorKind = keyof typeof ERROR_KINDS

/** kind -> HTTP status, CLI exit code (after sysexits.h where one fits), title of the error page. */
export const ERROR_KINDS = {
  invalid: { status: 400, exit: 64, title: 'That does not look right' },
  unauthenticated: { status: 401, exit: 77, title: 'Please sign in' },
  insufficient_credits: { status: 402, exit: 75, title: 'Not enough credits' },
  forbidden: { status: 403, exit: 77, title: 'Not allowed' },
  not_found: { status: 404, exit: 66, title: 'Page not found' },
  wrong_method: { status: 405, exit: 64, title: 'This address does something else' },
  conflict: { status: 409, exit: 75, title: 'Something changed meanwhile' },
  too_large: { status: 413, exit: 65, title: 'Too large' },
  unsupported: { status: 415, exit: 65, title: 'Unsupported type' },
  unprocessable: { status: 422, exit: 65, title: 'Could not be done' },
  rate_limited: { status: 429, exit: 75, title: 'Too many requests' },
  internal: { status: 500, exit: 70, title: 'Something went wrong' },
  misconfigured: { status: 500, exit: 78, title: 'Wrong configuration' },
  unavailable: { status: 503, exit: 69, title: 'Temporarily unavailable' },
  timeout: { status: 504, exit: 75, title: 'That took too long' },
} as const

/** The kind of an error that came over HTTP. */
export function kindOf(status: number): ErrorKind {
  const kinds = Object.keys(ERROR_KINDS) as ErrorKind[]
  return kinds.find((kind) => ERROR_KINDS[kind].status === status) ?? (status < 500 ? 'invalid' : 'internal')
}

export type ErrorDetails = Record<string, unknown>

export class AppError extends Error {
  override readonly name = 'AppError'
  /** Machine-readable snake_case code; the kind where nothing more exact is known. */
  readonly code: string
  readonly details: ErrorDetails | undefined

  /**
   * @param kind decides status and exit code
   * @param message one sentence for a person that says what to do
   * @param options code: finer than the kind; details: JSON sent to the client (`fields`: field name -> message)
   */
  constructor(
    readonly kind: ErrorKind,
    message: string,
    options: { code?: string; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code ?? kind
    this.details = options.details
  }

  get status() {
    return ERROR_KINDS[this.kind].status
  }
}

/** A 404 for what does not exist or may not be seen: the caller cannot tell which. */
export const notFound = (what: string) => new AppError('not_found', `${what} not found.`)

/** Errors of one kind. @param code finer than the kind, for programs */
const of =
  (kind: ErrorKind) =>
  (message: string, code: string = kind): AppError =>
    new AppError(kind, message, { code })
export const conflict = of('conflict')
export const invalid = of('invalid')
export const unavailable = of('unavailable')
export const forbidden = of('forbidden')
export const unprocessable = of('unprocessable')

export const storageFull = (cause?: unknown) =>
  new AppError('unavailable', 'There is no room left for files on this server. Please tell whoever runs it.', {
    code: 'storage_full',
    cause,
  })

/** Whether an error of the system, of the engine, or of a child process says that the disk is full. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as NodeJS.ErrnoException).code === 'ENOSPC' || /no space left|disk .*full|ENOSPC/i.test(error.message))

/** Codes of sockets, of the driver, and of PostgreSQL when it stops, starts or takes nobody more. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|CONNECTION_\w+|CONNECT_TIMEOUT|57P0[123]|08\w{3}|53300)$/

/** What keeps the whole server from its work, whoever asks: its disk is full or its database away. Null for any other error. */
export function outage(error: unknown): AppError | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (isStorageFull(at)) return storageFull(error)
    if (AWAY.test(String((at as { code?: unknown }).code)))
      return new AppError('unavailable', 'The database of this server does not answer. Please try again in a moment.', {
        code: 'database_away',
        details: { retry_after: 5 },
        cause: error,
      })
  }
  return null
}

/** An `invalid` error that names each wrong field. */
export const invalidFields = (fields: Record<string, string>) =>
  new AppError('invalid', Object.values(fields)[0] ?? 'Please check the form.', { details: { fields } })
