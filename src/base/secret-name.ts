/** What a field is called whose value is never written down. One word of the name decides: `newPassword`, `X-Api-Key`, `user_otp`. */
const SECRET_WORD =
  /password|passwd|passphrase|^(pass|pwd|pw|sig|otp|totp|pin|pincode|cvv2?|cvc|jwt|bearer)$|(pwd|secrets?|tokens?|credentials?|cookies?|signature|authorization)$/
/** A key is a secret by what opens: `accessKey`, `private_key`, `apikey`. A primary, foreign or public one is none. */
const KEY =
  /(api|access|private|secret|account|auth|encryption|signing|shared|client|service|license|master|webhook|session|storage|ssh|deploy) ?keys?( |$)/
const CARD = /card ?(number|no)$/
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
  return words === 'key' || KEY.test(words) || CARD.test(words) || words.split(' ').some((it) => SECRET_WORD.test(it))
}
