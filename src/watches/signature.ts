import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** A secret in the form of Standard Webhooks. @param bytes random ones */
export const secretOf = (bytes: Uint8Array): string => PREFIX + Buffer.from(bytes).toString('base64')

/** The headers that prove who sent a body, and when: HMAC SHA-256 over id, time and body, as https://www.standardwebhooks.com has it. */
export function signed(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Number(at) / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
