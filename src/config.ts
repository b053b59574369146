import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from '#base/errors.ts'
import { newToken } from '#base/ids.ts'
import { parseSealKeys, type SealKeys } from '#base/seal.ts'

/** The largest that an upload may ever be allowed to be, in megabytes. */
export const MOST_UPLOAD_MB = 1_000_000

/** `NAME=` in an env file means "not set". */
const withoutBlank = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

// Some libraries read the environment themselves, a few while they are loaded: they must not find a blank value either.
for (const name of Object.keys(process.env)) if (!process.env[name]?.trim()) delete process.env[name]

const text = () => z.string().optional()
const integer = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback)
const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.enum(values).default(fallback as never)

/**
 * Every environment variable the product reads, with its default and meaning. `.env.example` is held equal to this list
 * by config.test.ts, and `process.env` is read nowhere else.
 */
export const VARIABLES = {
  NODE_ENV: [
    choice(['development', 'production', 'test'], 'development'),
    'production refuses to start without AUTH_SECRET',
  ],
  PORT: [integer(3000, 0, 65535), 'port to listen on; 0 takes a free one'],
  HOST: [z.string().default('127.0.0.1'), 'address to listen on; 0.0.0.0 for every interface'],
  BASE_URL: [text(), 'public address people use, e.g. https://tabletalk.example; default http://HOST:PORT'],
  API_BASE: [
    z
      .string()
      .regex(/^\/[\w./-]*$/, 'must be a path such as /gateway/api')
      .optional(),
    'path under which pages call the API, where a proxy serves it elsewhere, e.g. /gateway/api; default: /api',
  ],
  DATA_DIR: [z.string().default('./data'), 'folder of the embedded database, files and results'],
  DATABASE_URL: [text(), 'postgres://… of a PostgreSQL 15 or later; default: embedded PGlite in DATA_DIR'],
  AUTH_SECRET: [text(), 'at least 32 characters; signs sessions and tokens; default: generated once into DATA_DIR'],
  TRUSTED_PROXIES: [text(), 'comma-separated addresses whose X-Forwarded-For is believed'],
  LOG_LEVEL: [
    choice(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    'least level that is written to standard error',
  ],
  OPENAI_API_KEY: [text(), 'key of any OpenAI-compatible model; without key or address the built-in analyst answers'],
  OPENAI_BASE_URL: [text(), 'address of the OpenAI-compatible server, e.g. http://127.0.0.1:11434/v1'],
  AI_MODEL: [z.string().default('gpt-5-mini'), 'name of the model'],
  AI_API: [choice(['responses', 'chat'], 'responses'), 'which OpenAI interface the server speaks'],
  S3_ENDPOINT: [text(), 'S3-compatible bucket for files and results; default: disk under DATA_DIR'],
  S3_BUCKET: [text(), 'name of the bucket'],
  S3_REGION: [text(), 'region of the bucket'],
  S3_ACCESS_KEY_ID: [text(), 'access key of the bucket'],
  S3_SECRET_ACCESS_KEY: [text(), 'secret key of the bucket'],
  SMTP_URL: [text(), 'smtp(s)://user:password@host:port that sends mails; default: they are kept and shown on /outbox'],
  MAIL_FROM: [text(), 'sender of mails, e.g. Tabletalk <no-reply@tabletalk.example>; default: as System Settings say'],
  ALLOW_OUTBOX: [choice(['yes', 'no'], 'no'), 'yes shows /outbox in production too, to everybody who reaches it'],
  GOOGLE_CLIENT_ID: [text(), 'OAuth client of "Sign in with Google"; without it the button is absent'],
  GOOGLE_CLIENT_SECRET: [text(), 'secret of that client'],
  GOOGLE_ISSUER: [
    z.string().default('https://accounts.google.com'),
    'OpenID provider behind that button; any that has /.well-known/openid-configuration',
  ],
  BREACHED_PASSWORDS_URL: [
    text(),
    'also asks whether a new password was breached, e.g. https://api.pwnedpasswords.com/range; it learns 5 digits of a hash',
  ],
  RAZORPAY_KEY_ID: [text(), 'key of a Razorpay account; without it payments go to the bundled sandbox'],
  RAZORPAY_KEY_SECRET: [text(), 'secret of that key'],
  RAZORPAY_WEBHOOK_SECRET: [text(), 'secret of the webhook at Razorpay; one that was replaced counts for a day more'],
  ALLOW_SANDBOX_PAYMENTS: [
    choice(['yes', 'no'], 'no'),
    'yes opens the payment sandbox in production too: credits cost nothing then',
  ],
  ALLOW_EMBEDDED_PAYMENTS: [
    choice(['yes', 'no'], 'no'),
    'yes takes real money in production without DATABASE_URL; the embedded database can lose what a crash of the machine interrupts',
  ],
  SELLER_NAME: [text(), 'who sells, as invoices print it; default: the name of the product'],
  SELLER_ADDRESS: [text(), 'their address with | between its lines; default: the India office'],
  SELLER_GSTIN: [
    z
      .string()
      .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, 'must be a GSTIN')
      .optional(),
    'their GSTIN, whose first two digits are the state that GST is split by; default: none, Karnataka',
  ],
  SELLER_SAC: [
    z
      .string()
      .regex(/^\d{4,8}$/, 'must have 4 to 8 digits')
      .default('998439'),
    'accounting code (SAC) of what is sold under GST; default: 998439, other online content. 997331, licences to use software, is taxed the same',
  ],
  UPLOAD_MAX_MB: [
    z.coerce.number().int().min(1).max(MOST_UPLOAD_MB).optional(),
    'largest upload in megabytes; default: as System Settings say, 2048 at first',
  ],
  STORAGE_FREE_MB: [
    z.coerce.number().int().min(1).max(1_000_000_000).optional(),
    'megabytes of files that an organization without a plan may keep; default: as System Settings say',
  ],
  STORAGE_FLEXIBLE_MB: [
    z.coerce.number().int().min(1).max(1_000_000_000).optional(),
    'the same when one of its owners is on the flexible plan',
  ],
  STORAGE_PREMIUM_MB: [
    z.coerce.number().int().min(1).max(1_000_000_000).optional(),
    'the same when one of its owners is on the premium plan',
  ],
  SECRET_KEYS: [
    text(),
    'id:key pairs that seal passwords of connections, newest first, e.g. 2026b:…,2026a:…; default: a key derived from AUTH_SECRET',
  ],
  ALLOWED_PRIVATE_HOSTS: [
    text(),
    'private addresses that connections may reach: host:port, host or CIDR, comma-separated, e.g. 127.0.0.1:5432,10.0.0.0/8; default: none',
  ],
  SQLITE_FOLDERS: [
    text(),
    'comma-separated folders of this machine whose SQLite files may be connected; default: none',
  ],
  REMOTE_MAX_ROWS: [
    integer(5_000_000, 1000, 1_000_000_000),
    'most rows that one question brings in from one table of a database',
  ],
  REMOTE_MAX_MB: [
    integer(2048, 1, 1_000_000),
    'most megabytes of text that this may be, and that an external connection may have',
  ],
  REMOTE_TIMEOUT_S: [
    integer(60, 1, 3600),
    'longest wait for one answer of a database or an external address in seconds',
  ],
  READING_WAIT_S: [
    integer(10, 0, 300),
    'how long a call waits for a file to be read, in seconds, before it answers that reading goes on',
  ],
  ENGINE_PROCESSES: [integer(4, 1, 64), 'DuckDB worker processes kept at most'],
  ENGINE_MEMORY_MB: [
    z.coerce.number().int().min(128).max(1_000_000).optional(),
    'memory of one DuckDB worker in megabytes; default: a sixth of the machine, from 1024 to 4096',
  ],
  ENGINE_TIMEOUT_S: [integer(60, 1, 3600), 'longest run of one query in seconds'],
  ENGINE_MAX_ROWS: [integer(1_000_000, 100, 100_000_000), 'most rows that one stored result keeps'],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Values = { [K in keyof typeof VARIABLES]: z.infer<(typeof VARIABLES)[K][0]> }

/** The checked environment plus what derives from it; `dataDir` is absolute and exists. */
export type Config = Omit<Values, 'ENGINE_MEMORY_MB'> & {
  ENGINE_MEMORY_MB: number
  dataDir: string
  authSecret: string
  sealKeys: SealKeys
  production: boolean
}

/**
 * Reads and checks the environment once.
 * @throws AppError misconfigured that lists everything that is wrong at once
 */
export function readConfig(given: Record<string, string | undefined> = process.env): Config {
  const env = withoutBlank(given)
  const shape = Object.fromEntries(Object.entries(VARIABLES).map(([name, [type]]) => [name, type]))
  const parsed = z.object(shape).safeParse(env)
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const values = (parsed.success ? parsed.data : {}) as Values
  const production = env.NODE_ENV === 'production'
  if (production && !env.AUTH_SECRET) wrong.push('AUTH_SECRET: must be set when NODE_ENV=production')
  if (env.AUTH_SECRET && env.AUTH_SECRET.length < 32) wrong.push('AUTH_SECRET: must have at least 32 characters')
  const s3 = [env.S3_ENDPOINT, env.S3_BUCKET, env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY]
  if (s3.some(Boolean) && !s3.every(Boolean))
    wrong.push('S3_*: S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together')
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET))
    wrong.push('GOOGLE_*: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together')
  const razorpay = [env.RAZORPAY_KEY_ID, env.RAZORPAY_KEY_SECRET, env.RAZORPAY_WEBHOOK_SECRET]
  if (razorpay.some(Boolean) && !razorpay.every(Boolean))
    wrong.push('RAZORPAY_*: RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET go together')
  if (production && razorpay.every(Boolean) && !env.DATABASE_URL && env.ALLOW_EMBEDDED_PAYMENTS !== 'yes')
    wrong.push('DATABASE_URL: must be set to take payments in production, or ALLOW_EMBEDDED_PAYMENTS=yes')
  const named = sealKeys(env.SECRET_KEYS, wrong)
  if (wrong.length > 0)
    throw new AppError(
      'misconfigured',
      `The configuration has ${wrong.length === 1 ? 'an error' : `${wrong.length} errors`}:\n  ${wrong.join('\n  ')}`,
    )
  const dataDir = resolve(values.DATA_DIR)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const authSecret = values.AUTH_SECRET ?? keptSecret(dataDir)
  return {
    ...values,
    ENGINE_MEMORY_MB: values.ENGINE_MEMORY_MB ?? shareOfMachine(),
    dataDir,
    production,
    authSecret,
    sealKeys: { secret: authSecret, named },
  }
}

function sealKeys(text: string | undefined, wrong: string[]): SealKeys['named'] {
  try {
    return parseSealKeys(text ?? '')
  } catch (error) {
    wrong.push(`SECRET_KEYS: ${(error as Error).message}`)
    return []
  }
}

/** Megabytes for one worker that leave room for a few of them, the server and the files that the system keeps at hand. */
const shareOfMachine = () => Math.min(4096, Math.max(1024, Math.floor(totalmem() / 1024 / 1024 / 6)))

/** The secret of an installation without AUTH_SECRET: made once, readable by its owner only. */
function keptSecret(dataDir: string): string {
  const file = resolve(dataDir, 'auth-secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    // First start of this data folder. `wx` lets one of two simultaneous starts win and the other read its secret.
    try {
      writeFileSync(file, newToken(48), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    return readFileSync(file, 'utf8').trim()
  }
}
