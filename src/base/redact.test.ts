import { describe, expect, test } from 'bun:test'
import { isSecretName, redact, redactText } from './redact.ts'

/** Numbers that follow from a seed: the same run always tries the same. */
function chooser(seed: number) {
  let state = seed
  const below = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
  return { below, of: <T>(list: readonly T[]): T => list[below(list.length)]! }
}

const NAMES = [
  ...['password', 'newPassword', 'DB_PASSWORD', 'passwd', 'passphrase', 'pwd', 'client_secret', 'AUTH_SECRET', 'pin'],
  ...['key', 'apiKey', 'apikey', 'api-key', 'X-Api-Key', 'accessKey', 'aws_secret_access_key', 'private_key', 'otp'],
  ...['privateKey', 'AccountKey', 'userOTP', 'cvv', 'accessToken', 'refresh_token', 'authorization', 'signature'],
  ...['proxy-authorization', 'credentials', 'session_cookie', 'X-Amz-Security-Token', 'serviceKey', 'totp', 'jwt'],
]
/** Beginnings and ends that no secret shares with what stands around it. */
const PIECES = ['Zq7', 'hunter', 'correct', 'w0rd', 'x9K', 'ünï', '42', '~', '!', '$', '%', '^', '*', '-', '_', '.']
const IN_QUOTES = [...PIECES, ' ', ' ', '/', '@', ':', ',', ';', '&', '=', '#', '?', '(', '[', '}']
const IN_ADDRESS = [...PIECES, '/', '@', ':', '#', '?', '=', '&', ',', ';', '(', '[']

describe('any secret is hidden, however it is made and wherever it stands', () => {
  const pick = chooser(7)
  const secretOf = (pieces: string[]) =>
    `Sx${Array.from({ length: 3 + pick.below(6) }, () => pick.of(pieces)).join('')}Ex`
  /** Nothing of it that is long enough to be known again. */
  const left = (text: string, secret: string) =>
    secret.split(/[^\p{L}\d]+/u).filter((part) => part.length > 4 && text.includes(part))

  const QUOTED: ((name: string, secret: string) => string)[] = [
    (name, secret) => JSON.stringify({ a: 1, deep: { [name]: secret, b: [2] } }),
    (name, secret) => JSON.stringify({ body: JSON.stringify({ [name]: secret }) }),
    (name, secret) => JSON.stringify([{ name: 'x' }, { [name]: [secret] }], null, 2),
    (name, secret) => JSON.stringify({ [name]: { a: { b: [secret] }, id: secret } }),
    (name, secret) => `connect ${name}="${secret}" host=db`,
    (name, secret) => `connect ${name} = '${secret}' host=db`,
    (name, secret) => `{ ${name}: '${secret}', host: 'db' }`,
    (name, secret) => `cut off "${name}":"${secret}`,
    (name, secret) => `{:${name} => "${secret}"}`,
  ]
  const BARE: ((name: string, secret: string) => string)[] = [
    (name, secret) => `GET /x?${name}=${secret}&next=/home`,
    (name, secret) => `https://api.example/v1?a=b&${name}=${secret}`,
    (name, secret) => `Server=db;${name}=${secret};Database=shop`,
    (name, secret) => `${name}: ${secret}1234\nhost: db`,
    (name, secret) => `export ${name}=${secret}`,
  ]
  test('under a name, in JSON, queries, headers and texts', () => {
    for (let run = 0; run < 4000; run++) {
      const name = pick.of(NAMES)
      const quoted = pick.below(2) === 0
      const secret = secretOf(quoted ? IN_QUOTES : PIECES)
      const text = pick.of(quoted ? QUOTED : BARE)(name, secret)
      const told = redactText(text)
      expect([text, left(told, secret)]).toEqual([text, []])
      // What stands around it is still there, and a second time changes nothing.
      for (const part of ['host', 'next=/home', 'Database=shop', '"a":1', 'connect'])
        if (text.includes(part)) expect([text, told.includes(part)]).toEqual([text, true])
      expect(redactText(told)).toBe(told)
    }
  })

  test('in an address, with any sign in it', () => {
    const hosts = ['db', 'db.example:5432', '10.0.0.1', '[::1]:3306', 'db.example/shop?x=1', 'h1:27017,h2:27017/shop']
    for (let run = 0; run < 4000; run++) {
      const secret = secretOf(IN_ADDRESS)
      const scheme = pick.of(['postgres', 'mysql', 'mongodb+srv', 'https', 'redis', 'smtp', 'sqlserver'])
      const host = pick.of(hosts)
      const text = `cannot reach ${scheme}://${pick.of(['ada', 'ada.b', ''])}:${secret}@${host} now`
      const told = redactText(text)
      expect([text, left(told, secret)]).toEqual([text, []])
      expect([text, told.includes(`@${host}`), told.endsWith(' now')]).toEqual([text, true, true])
    }
  })

  test('in a field of any depth, a number too', () => {
    for (let run = 0; run < 1000; run++) {
      const name = pick.of(NAMES)
      const secret = secretOf(IN_QUOTES)
      const value = pick.of([secret, 123_456, [secret], { inner: [secret] }])
      let nested: object = { [name]: value, kept: 'kept' }
      for (let depth = pick.below(4); depth > 0; depth--) nested = pick.below(2) ? { body: nested } : { list: [nested] }
      const told = JSON.stringify(redact(nested))
      expect([JSON.stringify(nested), left(told, secret), told.includes('123456')]).toEqual([
        JSON.stringify(nested),
        [],
        false,
      ])
      expect(told).toContain('"kept":"kept"')
    }
    expect(
      redact({
        headers: [
          { name: 'Authorization', value: 'abc' },
          { name: 'Accept', value: 'x' },
        ],
      }),
    ).toEqual({
      headers: [
        { name: 'Authorization', value: '[redacted]' },
        { name: 'Accept', value: 'x' },
      ],
    })
  })
})

test.each([
  'Your keyboard is fine, and so is the monkey: keyboard=qwerty&monkey=1',
  'The primary key: id, the foreign key = country_id, primary_key=id, publicKey=abc, sort key=name, keys=3',
  'duplicate key value violates unique constraint "users_pkey"',
  'The key: ask first. Opinion: good. Compass=north, passed: 12, spin=1, shopping: done, pinned=true',
  '{"tokens":120,"inputTokens":3500,"maxTokens":4096,"tokenCount":7,"keyboard":"qwerty","keyframe":"x"}',
  'see https://registry.example:8080/@scope/pkg?x=a@b.c and http://localhost:3000/users/@me',
  'mail ada@example.com at 12:30@noon, file:///a:b@c, https://example.com/a:b@c',
  'secretary: Anna, tokenizer=bpe, signatures 3',
])('harmless words stay: %s', (text) => {
  expect(redactText(text)).toBe(text)
})

test('harmless fields stay', () => {
  const fields = { keyboard: 'qwerty', primaryKey: 'id', foreign_key: 'x', tokens: 12, inputTokens: 3, keys: ['a'] }
  const more = { passed: 3, opinion: 'good', pinned: true, tokenCount: 7, publicKey: 'abc', author: 'Ada', token: null }
  expect(redact({ ...fields, ...more })).toEqual({ ...fields, ...more })
  expect(NAMES.filter((name) => !isSecretName(name))).toEqual([])
})

test('a long line takes no time that grows faster than it', () => {
  // By the square of their length they would take minutes.
  for (const piece of ['a', 'a=', '://a:', '"', '\\"', 'password="', '@', 'key: {'])
    expect(redactText(piece.repeat(20_000))).not.toBe('')
})
