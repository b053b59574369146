/** Field names whose values are never written down. */
const SECRET_NAME = /pass(word)?|secret|token|authorization|api[-_]?key|private[-_]?key|cookie|credential/i
const SECRET_TEXT =
  /(bearer\s+)[\w.~+/=-]+|\b(sk|rzp|ghp|xox[bp])[-_][\w-]{8,}|eyJ[\w-]{8,}\.[\w-]+\.[\w-]+|(:\/\/[^\s:/@]+:)[^\s@/]+(?=@)|((?:password|secret|token|api[-_]?key)["']?\s*[=:]\s*["']?)[^\s"',;&]+/gi

/** Replaces bearer tokens, passwords, keys and secrets in text by `[redacted]`. */
export const redactText = (text: string): string =>
  text.replace(SECRET_TEXT, (_match, bearer = '', _key, url = '', named = '') => `${bearer || url || named}[redacted]`)

/** Redacts a value for a log: by field name and inside text; at most 6 levels deep. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (value instanceof Error)
    return {
      name: value.name,
      message: redactText(value.message),
      stack: redactText(value.stack ?? ''),
      cause: redact(value.cause, depth + 1),
    }
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 6) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, SECRET_NAME.test(key) ? '[redacted]' : redact(item, depth + 1)]),
  )
}
