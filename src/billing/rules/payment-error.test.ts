import { describe, expect, test } from 'bun:test'
import {
  callFailure,
  cancelled,
  countdown,
  gatewayFailure,
  invalidResponse,
  mayRetry,
  networkFailure,
  type PaymentError,
  purchaseFailedText,
  SDK_ATTEMPTS,
  SDK_PAUSES,
  SDK_TIMEOUT,
  sdkFailure,
  statusOf,
  unknownFailure,
  VERIFICATION_TIMEOUT,
  verificationNetworkFailure,
  verificationTimeout,
} from './payment-error.ts'

const seen = (error: PaymentError) => [statusOf(error), error.type, error.retryable, countdown(error.type)]

describe('a failure of the gateway', () => {
  const OUTCOMES: [reasons: string, seen: string, message: string][] = [
    ['payment_cancelled', 'cancelled cancelled false 0', 'Payment was cancelled. No charges have been made.'],
    [
      'payment_timed_out request_timed_out payment_session_expired',
      'timeout timeout true 5000',
      'Payment timed out. Your payment may still be processing. Please check your account or try again.',
    ],
    [
      'gateway_technical_error bank_technical_error',
      'failed network true 2000',
      'Server error occurred. Please try again in a few minutes.',
    ],
    [
      'card_declined',
      'failed failed true 3000',
      'Your card was declined. Please try a different card or contact your bank.',
    ],
    [
      'insufficient_funds',
      'failed failed true 3000',
      'Insufficient funds. Please check your account balance or use a different payment method.',
    ],
    [
      'authentication_failed incorrect_cvv something_else',
      'failed failed true 3000',
      'Payment failed. Please try again or use a different payment method.',
    ],
    ['order_already_paid', 'failed failed false 3000', 'This order has been paid already. Please check your credits.'],
    [
      'invalid_amount',
      'failed validation false 2000',
      'Invalid payment details. Please check your information and try again.',
    ],
  ]
  const cases = OUTCOMES.flatMap(([reasons, ...outcome]) => reasons.split(' ').map((reason) => [reason, ...outcome]))
  test.each(cases)('%s', (reason, outcome, message) => {
    const error = gatewayFailure({ reason: reason!, code: 'BAD_REQUEST_ERROR', metadata: { payment_id: 'pay_1' } })
    expect([seen(error).join(' '), error.message]).toEqual([outcome!, message!])
    expect(error.details).toMatchObject({ payment_id: 'pay_1' })
  })
})

test('closing the window is a cancel, which says that nothing was charged only where that is known', () => {
  for (const unpaid of [true, false]) expect(seen(cancelled(unpaid))).toEqual(['cancelled', 'cancelled', false, 0])
  expect(cancelled(true).message).toBe('Payment was cancelled. No charges have been made.')
  expect(cancelled(false).message).not.toMatch(/no charges/i)
})

describe('an answer of our own', () => {
  test.each([
    ['order', 500, null, 'network', true, 'Server error occurred. Please try again in a few minutes.'],
    ['order', 404, null, 'failed', false, 'Failed to create order'],
    ['purchase', 404, null, 'failed', false, 'Purchase failed (404)'],
    [
      'purchase',
      400,
      { error: 'Give this ID to support: pay_1', code: 'signature_invalid' },
      'failed',
      false,
      'Give this ID to support: pay_1',
    ],
    ['purchase', 409, { error: 'No match.', code: 'amount_mismatch' }, 'failed', false, 'No match.'],
    [
      'purchase',
      504,
      { error: 'x', code: 'verification_timeout' },
      'timeout',
      true,
      'Payment verification timed out. Please check your credits.',
    ],
    ['purchase', 422, { error: 'Declined.', code: 'payment_failed' }, 'failed', true, 'Declined.'],
    [
      'order',
      400,
      { error: 'Unsupported currency: JPY', code: 'invalid' },
      'validation',
      false,
      'Unsupported currency: JPY',
    ],
    ['order', 429, { error: 'Too many attempts.' }, 'network', true, 'Too many attempts.'],
  ] as const)('%s %i %j', (step, status, body, type, retryable, message) => {
    const error = callFailure(step, status, body)
    expect([error.type, error.retryable, error.message]).toEqual([type, retryable, message])
  })

  test('of 401 asks to log in again', () => {
    for (const step of ['order', 'purchase'] as const) {
      const error = callFailure(step, 401, { error: 'Please sign in.' })
      expect([error.code, error.retryable, error.message.includes('log in again')]).toEqual([
        'session_ended',
        false,
        true,
      ])
    }
  })
})

test('timers and networks', () => {
  expect(seen(verificationTimeout())).toEqual(['timeout', 'timeout', true, 5000])
  expect(verificationTimeout().message).toBe('Payment verification timed out. Please check your credits.')
  expect(verificationNetworkFailure().message).toBe('Network error during payment verification. Please try again.')
  expect(networkFailure().message).toBe(
    'Network connection failed. Please check your internet connection and try again.',
  )
  expect(invalidResponse().message).toBe('Invalid response from server')
  expect(seen(unknownFailure())).toEqual(['failed', 'unknown', true, 2000])
  expect(unknownFailure().message).toBe('An unexpected error occurred. Please try again or contact support.')
  expect(purchaseFailedText(418)).toBe('Purchase failed (418)')
  for (const offline of [true, false]) expect(seen(sdkFailure(offline))).toEqual(['failed', 'network', true, 2000])
  expect(sdkFailure(true).message).not.toBe(sdkFailure(false).message)
  expect([SDK_ATTEMPTS, SDK_TIMEOUT, SDK_PAUSES, VERIFICATION_TIMEOUT]).toEqual([3, 10_000, [1000, 2000], 30_000])
  expect(countdown('unknown')).toBe(2000)
})

test('retry is offered three times, for what may succeed', () => {
  const declined = gatewayFailure({ reason: 'card_declined' })
  expect([0, 1, 2, 3].map((retries) => mayRetry(declined, retries))).toEqual([true, true, true, false])
  expect(mayRetry({ ...declined, type: 'cancelled' }, 0)).toBe(false)
  expect(mayRetry({ ...declined, retryable: false }, 0)).toBe(false)
})
