/** Field names whose values are never written down. */
const SECRET_NAME =
  /pass(word|phrase|wd)?$|password|secret|token|authorization|api[-_]?key|private[-_]?key|cookie|credential|signature|\bpin\b|\bcvv\b|card[-_]?number/i
/** What is a secret by its look, wherever it stands. */
const SECRET_TEXT = new RegExp(
  [
    String.raw`(?<bearer>\b(?:bearer|basic|digest)\s+)[\w.~+/=-]{6,}`,
    // Keys that say what they are: ours, of models, gateways, clouds and code hosts.
    String.raw`\b(?:tt|sk|pk|rk|rzp|ghp|gho|ghs|github_pat|glpat|xai|gsk|hf|npm|dop_v1|SG|whsec|xox[abprs])[-_.][\w.-]{8,}`,
    String.raw`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
    String.raw`\bAIza[\w-]{30,}`,
    String.raw`\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+`,
    String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`,
    String.raw`(?<url>:\/\/[^\s:/@]*:)[^\s@/]+(?=@)`,
    // Links of mails and invitations end in a token of 32 random bytes.
    String.raw`(?<link>\/)[\w-]{43}(?![\w-])`,
    String.raw`(?<cookie>\b(?:set-)?cookie["']?\s*[:=]\s*)[^\n"']+`,
    String.raw`(?<named>(?:password|passwd|passphrase|pwd|secret|token|signature|credential|api[-_]?key|access[-_]?key|private[-_]?key|account[-_]?key|x-amz-[\w-]*signature|sharedaccesskey)[\w-]*["']?\s*[=:]\s*["']?)[^\s"',;&]+`,
  ].join('|'),
  'gi',
)
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

/** Replaces bearer tokens, passwords, keys, secrets and numbers of cards in text by `[redacted]`. */
export const redactText = (text: string): string =>
  text
    .replace(SECRET_TEXT, (...found) => {
      const { bearer, url, link, cookie, named } = found.at(-1) as Record<string, string | undefined>
      return `${bearer ?? url ?? link ?? cookie ?? named ?? ''}[redacted]`
    })
    .replace(CARD, (digits) => (isCard(digits) ? '[redacted]' : digits))

/** A failed statement says what it was asked with: values of people, hashes, sealed secrets. */
const withoutParameters = (text: string): string =>
  text.replace(/\nparams: [\s\S]*?(?=\n\s+at |$)/g, '\nparams: [redacted]')

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
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isSecret(key, item) ? '[redacted]' : redact(item, depth + 1)]),
  )
}

/** Counts of tokens are no tokens. */
const isSecret = (name: string, value: unknown): boolean =>
  SECRET_NAME.test(name) && typeof value !== 'number' && typeof value !== 'boolean'
