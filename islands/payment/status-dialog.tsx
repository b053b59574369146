/** @jsxImportSource react */
import { type ReactNode, useEffect, useId, useState } from 'react'
import { SECOND } from '#base/time.ts'
import {
  countdown,
  mayRetry,
  type PaymentStatus,
  SESSION_ENDED,
  SUPPORT_SUBJECT,
} from '#billing/rules/payment-error.ts'
import { type PaymentStep, titleOf } from '#billing/rules/payment-flow.ts'
import type { IconName } from '#ui/rules/icon.ts'
import { href, urls } from '../../src/urls.ts'
import { Icon } from '../kit/icon.tsx'
import { Modal } from '../kit/modal.tsx'
import { Button } from '../kit/parts.tsx'
import { siteOf } from '../kit/site.ts'
import { useOnline } from '../kit/use-browser.ts'
import type { Payment } from './use-payment.ts'

const STYLES: Record<PaymentStatus, { type: string; icon: IconName }> = {
  processing: { type: 'info', icon: 'credit' },
  success: { type: 'success', icon: 'success' },
  failed: { type: 'error', icon: 'error' },
  timeout: { type: 'warning', icon: 'warning' },
  cancelled: { type: 'warning', icon: 'info' },
}
const WORK: Record<PaymentStep, string> = {
  order: 'Opening the payment window…',
  checkout: 'The payment window is open.',
  check: 'Asking whether anything was paid…',
  confirm: 'Confirming your payment…',
}

type Props<R> = { payment: Payment<R>; onClose: () => void; children: (result: R) => ReactNode }

/**
 * The payment status modal: open from the start of a purchase until it is closed, except while the payment window is: that one
 * would lie below. @param props.children what a success brought
 */
export function StatusDialog<R>({ payment, onClose, children }: Props<R>) {
  const { flow } = payment
  const { status, step, error } = flow
  const title = useId()
  const open = status !== 'idle' && !(status === 'processing' && step === 'checkout')
  const style = STYLES[status === 'idle' ? 'processing' : status]
  const busy = status === 'processing'
  return (
    // It is closed before the payment window opens: layout effects come before the effect of the parent that opens that one.
    <Modal
      open={open}
      onDismiss={() => busy || onClose()}
      className="dialog payment"
      data-type={style.type}
      data-status={status}
      aria-labelledby={title}
    >
      <div className="dialog-head">
        <span className="dialog-icon">{busy ? <span className="spinner" /> : <Icon name={style.icon} />}</span>
        <h2 id={title}>{titleOf(flow)}</h2>
        <Connection />
      </div>
      <div className="dialog-body" role={error ? 'alert' : 'status'}>
        {busy && <p>{WORK[step]}</p>}
        {error && <p>{error.message}</p>}
        {flow.watched && <p className="muted small">We keep asking and tell you here as soon as it is there.</p>}
        {flow.result !== null && children(flow.result)}
      </div>
      {!busy && status !== 'idle' && (
        <div className="dialog-foot">
          {error && (
            <a className="button button-quiet payment-support" href={supportAddress(flow)}>
              <Icon name="mail" />
              Contact Support
            </a>
          )}
          <Button look={error ? undefined : 'primary'} onClick={onClose} label={error ? 'Close' : 'Done'} />
          {error?.code === SESSION_ENDED && (
            <a className="button button-primary" href={loginAddress(flow)}>
              Log in again
            </a>
          )}
          {error && mayRetry(error, flow.retries) && (
            <Retry key={flow.retries} wait={countdown(error.type)} retry={payment.retry} />
          )}
        </div>
      )}
    </Modal>
  )
}

/** Works after its countdown. @param props.wait milliseconds */
function Retry({ wait, retry }: { wait: number; retry: () => void }) {
  const [left, setLeft] = useState(Math.ceil(wait / SECOND))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), SECOND)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <Button look="primary" className="num" disabled={left > 0} onClick={retry}>
      {left > 0 ? `Try again in ${left} s` : 'Try again'}
    </Button>
  )
}

function Connection() {
  const online = useOnline()
  return (
    <span className={`badge payment-connection ${online ? 'badge-green' : 'badge-red'}`} role="status">
      {online ? 'Online' : 'Offline'}
    </span>
  )
}

const loginAddress = ({ proof }: Payment<unknown>['flow']): string =>
  href(urls.login, {}, { next: location.pathname, note: proof ? 'payment_waits' : 'session_ended' })

function supportAddress({ order, proof, error }: Payment<unknown>['flow']): string {
  const lines = [
    ['Order', order?.order.id],
    ['Payment', proof?.razorpay_payment_id ?? error?.details?.payment_id],
    ['Error', error?.code],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  const body = encodeURIComponent(`\n\n${lines.join('\n')}`)
  return `mailto:${siteOf().email}?subject=${encodeURIComponent(SUPPORT_SUBJECT)}&body=${body}`
}
