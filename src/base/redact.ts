/** What a field is called whose value is never written down. One word of the name decides: `newPassword`, `X-Api-Key`, `user_otp`. */
const SECRET_WORD =
  /password|passwd|passphrase|^(pass|pwd|pw|sig|otp|totp|pin|pincode|cvv2?|cvc|jwt|bearer)$|(pwd|secrets?|tokens?|credentials?|cookies?|signature|authorization)$/
/** A key is a secret by what opens: `accessKey`, `private_key`, `apikey`. A primary, foreign or public one is none. */
const KEY =
  /(api|access|private|secret|account|auth|encryption|signing|shared|client|service|license|master|webhook|session|storage|ssh|deploy) ?keys?( |$)/
const CARD_FIELD = /card ?(number|no)$/
/** What is counted is told: `tokens: 120`, `tokenCount`. */
const COUNTED = /tokens$|(count|usage|limit|length|size|ms)$/

/** "newPassword2", "X-Api-Key" -> "new password", "x api key" */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z]+/g, ' ')
    .trim()
    .toLowerCase()

/**
 * Whether a field of this name holds a secret.
 * @param value a number is a secret too, such as a PIN, unless the name says that it counts something
 */
export function isSecretName(name: string, value?: unknown): boolean {
  const words = wordsOf(name)
  if (value !== undefined && /^\d*$/.test(String(value)) && COUNTED.test(words)) return false
  return (
    words === 'key' || KEY.test(words) || CARD_FIELD.test(words) || words.split(' ').some((it) => SECRET_WORD.test(it))
  )
}

const GONE = '[redacted]'

const SECRET_TEXT = new RegExp(
  [
    String.raw`(?<bearer>\b(?:bearer|basic|digest)\s+)[\w.~+/=-]{6,}`,
    // Keys that say what they are: ours, of models, gateways, clouds and code hosts.
    String.raw`\b(?:tt|sk|pk|rk|rzp|ghp|gho|ghs|github_pat|glpat|xai|gsk|hf|npm|dop_v1|SG|whsec|xox[abprs])[-_.][\w.-]{8,}`,
    String.raw`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
    String.raw`\bAIza[\w-]{30,}`,
    String.raw`\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+`,
    String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`,
    // Links of mails and invitations end in a token of 32 random bytes.
    String.raw`(?<link>\/)[\w-]{43}(?![\w-])`,
    String.raw`(?<said>\b(?:otp|one-time password|pin|cvv)(?: is| was)? )\d{3,10}\b`,
  ].join('|'),
  'gi',
)
/**
 * A password in an address, whatever stands in it: up to the last `@` before a host. `port` is none: a host with a dot and digits up to
 * a slash, as in an address of the web whose path has an `@`.
 */
const URL_SECRET =
  /(?<port>\bhttps?:\/\/(?:localhost|[\w-]+(?:\.[\w-]+)+):\d{1,5}\/)|(?<before>:\/\/[^\s:/"'<>]*:)[^\s"'<>]{1,500}(?=@[\w.[\]:-]+(?:[/?#,;)\]\\]|[\s"'<>]|$))/gi
/** What a header holds that signs somebody in: to the end of its line. */
const HEADER = /(?<![\w.-])((?:set-)?cookie[ \t]*[:=]|(?:proxy-)?authorization[ \t]*:)([ \t]*)(?![ \t"'[{\\])[^\n"']+/gi
/** A name with what stands between it and its value, in JSON, queries, headers and texts. */
const NAME = /(?<![\w.-])(?<name>[a-z][\w.-]{0,80})(?<mid>\\*["']?[ \t]*(?:=>|[=:])[ \t]*)/gi
/** A value: in quotes of any depth of escaping with blanks inside, in brackets, or as far as one goes without them. */
const VALUE = /(?<quote>\\*["'])[^\n]*?(?:(?<!\\)\k<quote>|(?=\n)|$)|(?<brackets>[[{])|[^\s"',;&)}\]\\]+/y
const BRACKETS = /(?<string>"(?:[^"\\]|\\.)*(?:"|$))|(?<open>[[{])|[\]}]/gs

/** Where the brackets end that begin here; the end of the text where they were cut off. */
function endOfBrackets(text: string, from: number): number {
  let depth = 0
  BRACKETS.lastIndex = from
  for (let found = BRACKETS.exec(text); found; found = BRACKETS.exec(text)) {
    const { string, open } = found.groups!
    if (string === undefined) depth += open ? 1 : -1
    if (depth === 0) return BRACKETS.lastIndex
  }
  return text.length
}
/** A key that orders or joins rows opens nothing. */
const HARMLESS_KEY =
  /\b(primary|foreign|unique|public|partition|sort|cluster|clustering|candidate|composite|join|group)[ _-]$/i
/** Digits of a card, with blanks or dashes between groups. */
const CARD = /\b\d(?:[ -]?\d){12,18}\b/g

/** Whether digits are those of a card: the last one is a check over the others. */
function isCard(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number)
  const sum = digits.reduce(
    (total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
    0,
  )
  return sum % 10 === 0 && /^[3-6]/.test(text)
}

/** Replaces the values of names that are secrets. "The key: ask first" tells none, `key=…` and `"key": "…"` do. */
function withoutNamed(text: string): string {
  let redacted = ''
  let from = 0
  for (const found of text.matchAll(NAME)) {
    const at = found.index + found[0].length
    VALUE.lastIndex = at
    const value = found.index < from ? null : VALUE.exec(text)
    if (!value) continue
    const { name, mid } = found.groups as { name: string; mid: string }
    const quote = value.groups?.quote ?? ''
    if (!isSecretName(name, value[0])) continue
    if (name.toLowerCase() === 'key') {
      const said = quote !== '' || /[="']/.test(mid) || /^(?=.*\d).{8}/.test(value[0])
      if (!said || HARMLESS_KEY.test(text.slice(Math.max(0, found.index - 12), found.index))) continue
    }
    redacted += `${text.slice(from, at)}${quote}${GONE}${quote}`
    from = value.groups?.brackets ? endOfBrackets(text, at) : at + value[0].length
  }
  return redacted + text.slice(from)
}

/** Replaces bearer tokens, passwords, keys, secrets and numbers of cards in text by `[redacted]`. */
export const redactText = (text: string): string =>
  withoutNamed(
    text
      .replace(SECRET_TEXT, (...found) => {
        const { bearer, link, said } = found.at(-1) as Record<string, string | undefined>
        return `${bearer ?? link ?? said ?? ''}${GONE}`
      })
      .replace(HEADER, `$1$2${GONE}`),
  )
    .replace(URL_SECRET, (...found) => {
      const { port, before } = found.at(-1) as { port?: string; before?: string }
      return port ?? `${before}${GONE}`
    })
    .replace(CARD, (digits) => (isCard(digits) ? GONE : digits))

/** A failed statement says what it was asked with: values of people, hashes, sealed secrets. */
const withoutParameters = (text: string): string =>
  text.replace(/\nparams: [\s\S]*?(?=\n\s+at |$)/g, `\nparams: ${GONE}`)

/** Redacts a value for a log: by field name and inside text; at most 6 levels deep. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (value instanceof Error)
    return {
      name: value.name,
      message: redactText(withoutParameters(value.message)),
      stack: redactText(withoutParameters(value.stack ?? '')),
      cause: redact(value.cause, depth + 1),
    }
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 6) return '[deep]'
  if (ArrayBuffer.isView(value)) return '[bytes]'
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1))
  const { name } = value as { name?: unknown }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      // A list of headers or of fields tells the name beside the value.
      const called = key === 'value' && typeof name === 'string' ? name : key
      return [key, isSecret(called, item) ? GONE : redact(item, depth + 1)]
    }),
  )
}

const isSecret = (name: string, value: unknown): boolean =>
  value !== null && value !== undefined && typeof value !== 'boolean' && isSecretName(name, value)
