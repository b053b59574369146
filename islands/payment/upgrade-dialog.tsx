/** @jsxImportSource react */
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { numberText } from '#base/format.ts'
import { PLAN_NAMES } from '#billing/rules/plan.ts'
import { priceText } from '#billing/rules/price.ts'
import { creditLine } from '#billing/rules/upgrade.ts'
import { Icon } from '../kit/icon.tsx'
import { Modal } from '../kit/modal.tsx'
import { Button } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useLocale } from '../kit/use-browser.ts'
import { type Offer, type PlanChoice, showUpgrade } from './calls.ts'

type Props = {
  choice: PlanChoice
  onClose: () => void
  /** @param amount paise that were shown */
  onPay: (amount: number) => void
}

/** What an upgrade costs now, before anything is paid: the price, the credit for what is not used, and what becomes of credits. */
export function UpgradeDialog({ choice, onClose, onPay }: Props) {
  const title = useId()
  const [offer, setOffer] = useState<Offer | null>(null)
  const { error: problem, run } = useAction()
  const load = useEffectEvent(() => run(async () => setOffer(await showUpgrade(choice))))
  useEffect(() => void load(), [])
  return (
    <Modal open onDismiss={onClose} className="dialog" data-type="info" aria-labelledby={title}>
      <div className="dialog-head">
        <span className="dialog-icon">
          <Icon name="credit" />
        </span>
        <h2 id={title}>
          Upgrade to {PLAN_NAMES[choice.plan]}, {choice.period}
        </h2>
      </div>
      <div className="dialog-body" role={problem ? 'alert' : 'status'}>
        {problem && <p>{problem}</p>}
        {!problem && !offer && <p>Working out the price…</p>}
        {offer && <Terms offer={offer} />}
      </div>
      <div className="dialog-foot">
        <Button onClick={onClose}>{problem ? 'Close' : 'Not now'}</Button>
        {offer && (
          <Button look="primary" className="num" onClick={() => onPay(offer.amount)}>
            Pay {priceText(offer.amount, 'INR')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

function Terms({ offer: { upgrade, amount, monthly_credits, credits_back } }: { offer: Offer }) {
  const locale = useLocale()
  return (
    <>
      <dl className="facts upgrade-facts">
        <dt>Price</dt>
        <dd className="num">{priceText(upgrade.price, 'INR')}</dd>
        <dt>{creditLine(upgrade)}</dt>
        <dd className="num">{priceText(-upgrade.credit, 'INR')}</dd>
        <dt>To pay now</dt>
        <dd className="num">
          <strong>{priceText(amount, 'INR')}</strong>
        </dd>
      </dl>
      <p className="muted small">
        It begins at once with {numberText(monthly_credits, locale)} credits.{' '}
        {credits_back > 0 &&
          `${numberText(credits_back, locale)} unused credits of this month go back for the credit; what else you have stays. `}
        Used credits are not credited. A refund pays back at most what you pay now, and then the plan before goes on.
      </p>
    </>
  )
}
