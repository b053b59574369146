import { SECOND } from '#base/time.ts'

export type PaymentErrorType = 'unknown' | 'timeout' | 'network' | 'cancelled' | 'validation' | 'failed'
export type PaymentError = {
  code: string
  message: string
  type: PaymentErrorType
  retryable: boolean
  details?: Record<string, unknown> | undefined
}
export type PaymentStatus = 'processing' | 'success' | 'failed' | 'timeout' | 'cancelled'

export const PAYMENT_TEXTS = {
  timeout: 'Payment timed out. Your payment may still be processing. Please check your account or try again.',
  network: 'Network connection failed. Please check your internet connection and try again.',
  cancelled: 'Payment was cancelled. No charges have been made.',
  validation: 'Invalid payment details. Please check your information and try again.',
  failed: 'Payment failed. Please try again or use a different payment method.',
  insufficientFunds: 'Insufficient funds. Please check your account balance or use a different payment method.',
  cardDeclined: 'Your card was declined. Please try a different card or contact your bank.',
  serverError: 'Server error occurred. Please try again in a few minutes.',
  unknown: 'An unexpected error occurred. Please try again or contact support.',
  verificationTimeout: 'Payment verification timed out. Please check your credits.',
  verificationNetwork: 'Network error during payment verification. Please try again.',
  invalidResponse: 'Invalid response from server',
  orderFailed: 'Failed to create order',
  authentication: 'Your session has ended. Please log in again to continue.',
  authenticationPaid: 'Your session has ended. Please log in again: your payment is confirmed then.',
  maybePaid: 'Payment was cancelled. Should your bank complete it all the same, it is credited by itself.',
  sdkFailed: 'The payment window could not be loaded. Please reload the page or try again.',
  sdkOffline:
    'You are offline, so the payment window could not be loaded. Please connect to the internet and try again.',
  upgradeLapsed:
    'Your membership or its credits changed before this upgrade was paid, so it was not made. Your payment goes back to you by itself; please look at the new price and upgrade again.',
  alreadyPaid: 'This order has been paid already. Please check your credits.',
  amountMismatch:
    'The amounts do not match the order, so this confirmation was refused. What you paid is credited without it; please check your credits, and contact support if they are missing.',
  paymentRefused: 'This payment does not match the order, so it buys nothing. Please contact support.',
} as const

export const purchaseFailedText = (status: number): string => `Purchase failed (${status})`
export const signatureText = (paymentId: string): string =>
  `We could not verify your payment. Please contact support and give them this payment ID: ${paymentId}`

/** Subject of the mail that Contact Support opens. */
export const SUPPORT_SUBJECT = 'Payment Issue'

const MOST_RETRIES = 3
const COUNTDOWNS: Partial<Record<PaymentErrorType, number>> = {
  network: 2 * SECOND,
  timeout: 5 * SECOND,
  failed: 3 * SECOND,
  cancelled: 0,
}
/** Milliseconds before the retry button works. */
export const countdown = (type: PaymentErrorType): number => COUNTDOWNS[type] ?? 2 * SECOND

/** Whether the modal offers to try again. @param retries how often the person has done so */
export const mayRetry = (error: PaymentError, retries: number): boolean =>
  error.retryable && retries < MOST_RETRIES && error.type !== 'cancelled'

/** Loading the checkout script: attempts, milliseconds for each, and the pause after the first and the second. */
export const SDK_ATTEMPTS = 3
export const SDK_TIMEOUT = 10 * SECOND
export const SDK_PAUSES = [SECOND, 2 * SECOND]
/** Milliseconds that the verification call may take. */
export const VERIFICATION_TIMEOUT = 30 * SECOND
/** Milliseconds that the question may take whether a cancelled order was paid after all. */
export const CHECK_TIMEOUT = 10 * SECOND
/** After it took too long the page goes on asking by itself: milliseconds between two questions, and how many. */
export const POLL_PAUSE = 5 * SECOND
export const MOST_POLLS = 60

export const statusOf = ({ type }: PaymentError): PaymentStatus =>
  type === 'timeout' || type === 'cancelled' ? type : 'failed'

type Known = Omit<PaymentError, 'details'>
const error = (code: string, type: PaymentErrorType, message: string, retryable: boolean): Known => ({
  code,
  message,
  type,
  retryable,
})

/** The payment window was closed. @param unpaid whether the gateway was asked since and knows of no money for the order */
export const cancelled = (unpaid: boolean): PaymentError =>
  error('payment_cancelled', 'cancelled', unpaid ? PAYMENT_TEXTS.cancelled : PAYMENT_TEXTS.maybePaid, false)

/** The checkout script could not be loaded, after all attempts, whether it failed or hung. */
export const sdkFailure = (offline: boolean): PaymentError =>
  offline
    ? error('sdk_offline', 'network', PAYMENT_TEXTS.sdkOffline, true)
    : error('sdk_load_failed', 'network', PAYMENT_TEXTS.sdkFailed, true)

/** No answer came: the browser is offline, or the request failed on its way. */
export const networkFailure = (): PaymentError => error('network_error', 'network', PAYMENT_TEXTS.network, true)
export const verificationNetworkFailure = (): PaymentError =>
  error('verification_network_error', 'network', PAYMENT_TEXTS.verificationNetwork, true)
export const verificationTimeout = (): PaymentError =>
  error('verification_timeout', 'timeout', PAYMENT_TEXTS.verificationTimeout, true)
export const invalidResponse = (): PaymentError =>
  error('invalid_response', 'unknown', PAYMENT_TEXTS.invalidResponse, true)

/** Something that nobody foresaw, for example a payment window that cannot be opened. */
export const unknownFailure = (): PaymentError => error('unknown_error', 'unknown', PAYMENT_TEXTS.unknown, true)

/** What the gateway says of a payment that failed, at the checkout (`payment.failed`) or through its API. */
export type GatewayFailure = {
  code?: string | undefined
  reason?: string | undefined
  description?: string | undefined
  source?: string | undefined
  step?: string | undefined
  metadata?: { payment_id?: string; order_id?: string } | undefined
}

const TIMED_OUT = ['payment_timed_out', 'request_timed_out', 'payment_session_expired']
const TECHNICAL = /technical_error|server_error|gateway_error|bank_not_available|issuer_not_available/
const ALREADY_PAID = /already_paid|order_paid|already been paid/i

/** Reads a failure of the gateway by its reason first, then by its code. */
export function gatewayFailure(failure: GatewayFailure): PaymentError {
  const reason = failure.reason ?? ''
  const details = { reason, description: failure.description, ...failure.metadata }
  return { ...byReason(reason, failure), details }
}

function byReason(reason: string, { code = '', description = '' }: GatewayFailure): Known {
  if (reason === 'payment_cancelled') return error(reason, 'cancelled', PAYMENT_TEXTS.cancelled, false)
  if (TIMED_OUT.includes(reason)) return error(reason, 'timeout', PAYMENT_TEXTS.timeout, true)
  if (/insufficient_(funds|balance)/.test(reason))
    return error('insufficient_funds', 'failed', PAYMENT_TEXTS.insufficientFunds, true)
  if (/card_declined|payment_declined/.test(reason))
    return error('card_declined', 'failed', PAYMENT_TEXTS.cardDeclined, true)
  if (ALREADY_PAID.test(`${reason} ${description}`))
    return error('already_paid', 'failed', PAYMENT_TEXTS.alreadyPaid, false)
  if (reason === 'authentication_failed' || reason.startsWith('incorrect_'))
    return error(reason, 'failed', PAYMENT_TEXTS.failed, true)
  if (reason.startsWith('invalid_') || reason === 'input_validation_failed')
    return error(reason, 'validation', PAYMENT_TEXTS.validation, false)
  if (TECHNICAL.test(reason) || code === 'GATEWAY_ERROR' || code === 'SERVER_ERROR')
    return error(reason || 'gateway_error', 'network', PAYMENT_TEXTS.serverError, true)
  return error(reason || 'payment_failed', 'failed', PAYMENT_TEXTS.failed, true)
}

/** Code of the failure that only logging in again mends. */
export const SESSION_ENDED = 'session_ended'
/** Code of the failure that says that this payment came to nothing. */
export const PAYMENT_FAILED = 'payment_failed'

/**
 * What an answer of our own calls means.
 * @param step which call: its own texts come when the answer has none
 * @param body the parsed answer, null when it could not be parsed
 */
export function callFailure(
  step: 'order' | 'purchase',
  status: number,
  body: { error?: string; code?: string; details?: Record<string, unknown> } | null,
): PaymentError {
  const details = { status, ...body?.details }
  const code = body?.code ?? `http_${status}`
  const as = (type: PaymentErrorType, message: string, retryable: boolean): PaymentError => ({
    ...error(code, type, message, retryable),
    details,
  })
  if (status === 401) {
    const text = step === 'order' ? PAYMENT_TEXTS.authentication : PAYMENT_TEXTS.authenticationPaid
    return { ...as('validation', text, false), code: SESSION_ENDED }
  }
  if (code === 'verification_timeout' || status === 504) return as('timeout', PAYMENT_TEXTS.verificationTimeout, true)
  if (status >= 500) return as('network', PAYMENT_TEXTS.serverError, true)
  if (status === 429) return as('network', body?.error ?? PAYMENT_TEXTS.network, true)
  const fallback = step === 'order' ? PAYMENT_TEXTS.orderFailed : purchaseFailedText(status)
  if (
    code === 'signature_invalid' ||
    code === 'amount_mismatch' ||
    code === 'already_paid' ||
    code === 'upgrade_lapsed'
  )
    return as('failed', body?.error ?? fallback, false)
  if (status === 400) return as('validation', body?.error ?? PAYMENT_TEXTS.validation, false)
  return as('failed', body?.error ?? fallback, status === 402 || status === 422)
}
