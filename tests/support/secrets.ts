import { unzipSync } from 'fflate'
import type { Hono } from 'hono'
import type { Config } from '#config.ts'
import { createLog, type Log } from '#outside/logs.ts'
import type { Env } from '#web/http-context.ts'
import { heldAgainstDocument } from './described.ts'

/**
 * Secrets that the servers, people and sources of tests have where real ones have theirs. Whatever answers, logs or prints in any test
 * is looked through for them, see `look`; a test that finds one on the way out fails by name.
 */
export const SECRETS = {
  // Of people: what they type at the door, rightly and wrongly.
  password: 'correct horse battery',
  'password of a newcomer': 'a long enough one',
  'password that is mistyped': 'not the right one',
  'password of somebody else': 'not mine at all',
  'password of a second registration': 'quite another secret',
  'password of an unproven account': 'a different secret of hers',
  'password of a claimant': 'a lighthouse keeper sings',
  // Of the server: its environment.
  AUTH_SECRET: 'planted-auth-secret-b7Qd2mXw9sLr4Tz0',
  'AUTH_SECRET of two servers': 'planted-auth-secret-of-two-servers-Vt3',
  'newest of SECRET_KEYS': 'planted-seal-key-newest-Yk8Rn3Jq5Hc1Ev6W',
  'older of SECRET_KEYS': 'planted-seal-key-older-Pa2Ux7Gb4Df9Mi0S',
  'password in DATABASE_URL': 'planted-database-Zo5Kt8',
  OPENAI_API_KEY: 'sk-planted-1aB2cD3eF4gH5iJ6kL7m',
  S3_ACCESS_KEY_ID: 'AKIAPLANTED7BUCKET0Q',
  S3_SECRET_ACCESS_KEY: 'planted-bucket-Wj4Lc9/Vx2Nf7+Qs1',
  'password in SMTP_URL': 'planted-mail-He6Ry3',
  GOOGLE_CLIENT_SECRET: 'planted-google:of/the+client%',
  RAZORPAY_KEY_SECRET: 'planted-razorpay-key-Tn5Bd8Mz',
  RAZORPAY_WEBHOOK_SECRET: 'planted-razorpay-hook-Gs9Kp2Xe',
  'webhook secret that comes next': 'planted-razorpay-next-Ow4Ju7Ha',
  // Of the panel.
  'key of the model in the panel': 'planted-model-key-7d1f',
  // Of people's own sources.
  'password of a database': 'canary-9f2e-password',
  'password of a database that turns up': 'hunter2-secret',
  'password of the superuser': 'root-pass',
  'password of a reader': 'reader-pass',
  'password of an SSH server': 'planted-ssh-Wd9Zk4',
  'secret key of a bucket': 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'access token of a sheet': 'canary-token',
  'password of a web address': 'planted-basic-Lm7Ct1',
  'passphrase of a key': 'planted-passphrase-Xb5Dk9',
} as const

/** What is a secret by its look: made while tests run. */
const SHAPES: [name: string, look: RegExp][] = [
  ['access token', /\beyJ[\w-]{8,}\.eyJ[\w-]+\.[\w-]{20,}/],
  ['API key', /\btt_[\w-]{43}(?![\w-])/],
  ['sealed secret', /\bv[12]\.(?:[\w-]+\.)?[\w-]{16}\.[\w-]{22}\.[\w-]+/],
  ['hash of a password', /\b[0-9a-f]{32}:[0-9a-f]{128}\b/],
  ['private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[\w+/]{20}/],
  ['link of a mail', /\/(?:verify-email|invitations|change-email|first-admin|reset-password)[/?](?:token=)?[\w-]{43}/],
]

/** Where a secret is shown, once, to whom it belongs: that is what these are for. */
const SHOWN: [name: string, where: RegExp][] = [
  ['access token', /^POST \/api\/(auth\/(login|register|two-factor)|admin\/login)$/],
  ['access token', /^GET \/api\/auth\/token$/],
  // A page behind a token names its pictures below it.
  ['access token', /^GET \/embed\/canvases\//],
  ['cookie second_step', /^POST \/api\/(auth|admin)\/login$/],
  ['API key', /^POST \/((api\/user|profile)\/api-keys|oauth\/token)$/],
  // A page behind a link posts to its own address; the outbox stands in for a mailbox where no mail can leave.
  ['link of a mail', /^(GET|POST) \/(verify-email|invitations|change-email|first-admin)\/[\w-]{43}$/],
  // Whoever came by a link is led back to it.
  ['link of a mail', /^a header of (GET|POST) \/(login|logout|register|verify-email)$/],
  ['link of a mail', /^GET (\/api)?\/outbox(\/|$)/],
]

const planted = new Map<string, string>(Object.entries(SECRETS).map(([name, secret]) => [secret, name]))
/** Those of them that are words of their own, found without looking for each. */
const made = new Map<string, string>()
let leaks: string[] = []

/** One secret more: `name` is what a leak is told by. */
export const plant = (name: string, secret: string): string => {
  planted.set(secret, name)
  return secret
}

/** Looks through what goes out. @param where `METHOD /path`, or what else says where it was found */
export function look(text: string, where: string): void {
  for (const [secret, name] of planted) if (text.includes(secret)) leak(name, where, text, secret)
  for (const [name, shape] of SHAPES) {
    const found = shape.exec(text)
    if (found) leak(name, where, text, found[0])
  }
  if (made.size > 0)
    for (const [word] of text.matchAll(/[\w-]{32,}/g)) if (made.has(word)) leak(made.get(word)!, where, text, word)
}

function leak(name: string, where: string, text: string, secret: string): void {
  if (SHOWN.some(([shown, at]) => shown === name && at.test(where))) return
  const at = text.indexOf(secret)
  const around = text.slice(Math.max(0, at - 60), at + secret.length + 30).replaceAll(secret, '…it…')
  leaks.push(`${name} in ${where}: ${around.replace(/\s+/g, ' ')}`)
}

/** What was found since this was last asked. */
export function leaked(): string[] {
  const found = [...new Set(leaks)]
  leaks = []
  return found
}

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

/** A log each line of which is looked through, also those that are not written. */
export const watchedLog = ({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): Log =>
  createLog({ LOG_LEVEL: 'debug' }, (line) => {
    look(line, 'the log')
    if (LEVELS.indexOf(JSON.parse(line).level) >= LEVELS.indexOf(LOG_LEVEL)) process.stderr.write(line)
  })

/** The app, whose answers are looked through on their way out, and held against what the API says of them. */
export function watched(app: Hono<Env>): Hono<Env> {
  const { fetch } = app
  app.fetch = async (request, ...more) => {
    const answer = await fetch(request, ...more)
    await heldAgainstDocument(app, request, answer)
    return lookedThrough(`${request.method} ${new URL(request.url).pathname}`, answer)
  }
  return app
}

const { fetch } = globalThis
const products = new Set<string>()

/** From now on what this process fetches from a product that runs as a process of its own is looked through like answers of `watched`. */
export function watchAddress(address: string): void {
  products.add(new URL(address).origin)
  globalThis.fetch = Object.assign(watchedFetch, { preconnect: fetch.preconnect })
}

async function watchedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init)
  const { origin, pathname } = new URL(answer.url || (input instanceof Request ? input.url : input))
  if (!products.has(origin)) return answer
  const method = answer.redirected ? 'GET' : (init?.method ?? (input instanceof Request ? input.method : 'GET'))
  return lookedThrough(`${method} ${pathname}`, answer)
}

const TEXT = /^(text\/(html|plain|csv|event-stream|xml)|application\/(\w+\+)?(json|xml))\b/
const LEARNT = /tabletalk\.(session_token|second_step|trusted_browser)=([\w-]{20,})/

/** Whether the body of an answer of a type is looked through: what people and programs read, and archives of it. */
export const isRead = (type: string): boolean => type === '' || type === ZIP || TEXT.test(type)
const ZIP = 'application/zip'

/** Looks through the headers of an answer; secrets that cookies bring are known from then on. */
export function lookAtHead(where: string, headers: Iterable<[name: string, value: string]>): void {
  const lines: string[] = []
  for (const [name, value] of headers) {
    if (name !== 'set-cookie') lines.push(`${name}: ${value}`)
    const [, cookie, secret] = (name === 'set-cookie' && LEARNT.exec(value)) || []
    if (secret) made.set(secret, `cookie ${cookie}`)
  }
  look(lines.join('\n'), `a header of ${where}`)
}

/** Looks through a body as a whole, packed or not. */
export function lookAtBody(where: string, type: string, bytes: Uint8Array<ArrayBuffer>): void {
  const texts = type === ZIP ? Object.values(unzipSync(bytes)) : [isGzip(bytes) ? Bun.gunzipSync(bytes) : bytes]
  for (const text of texts) look(new TextDecoder().decode(text), where)
}
const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b

async function lookedThrough(where: string, answer: Response): Promise<Response> {
  lookAtHead(where, answer.headers)
  const type = answer.headers.get('content-type') ?? ''
  if (!answer.body || !isRead(type)) return answer
  if (type !== ZIP && (answer.headers.has('content-disposition') || type.startsWith('text/event-stream')))
    return new Response(answer.body.pipeThrough(tap(where)), answer)
  const bytes = await answer.arrayBuffer()
  lookAtBody(where, type, new Uint8Array(bytes))
  return new Response(bytes, answer)
}

/** Looks through what is sent in pieces: a secret may lie across two of them. */
function tap(where: string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  let before = ''
  return new TransformStream({
    transform(piece, controller) {
      const text = before + decoder.decode(piece, { stream: true })
      look(text, where)
      before = text.slice(-300)
      controller.enqueue(piece)
    },
  })
}
