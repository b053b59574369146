/** @jsxImportSource react */
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { creditText } from '#billing/rules/credit.ts'
import { type Choice, chosenCredits, DEFAULT_CHOICE, packs } from '#billing/rules/pack.ts'
import {
  type CreditQuote,
  CURRENCIES,
  type Currency,
  priceText,
  quote,
  quoteProblem,
  SYMBOLS,
} from '#billing/rules/price.ts'
import { announceSpent } from './kit/credit-balance.ts'
import { CloseButton, Icon } from './kit/icon.tsx'
import { Modal } from './kit/modal.tsx'
import { Button, Form, Options } from './kit/parts.tsx'
import { redraw } from './kit/read-page.ts'
import { useHydrated } from './kit/use-browser.ts'
import { type CreditsGiven, confirmCredits, type OpenedCredits, orderCredits } from './payment/calls.ts'
import { StatusDialog } from './payment/status-dialog.tsx'
import { type Till, usePayment, type Wanted } from './payment/use-payment.ts'

/** `asked`: what the address asks to buy, null where the modal stays closed; `perAnswer`: credits that an answer costs. */
export type BuyCreditsProps = { till: Till; currency: Currency; asked: Choice | null; perAnswer: number }

/** The button and the modal 'Buy Credits'. Without script nothing can be paid: the payment window is one. */
export default function BuyCredits({ till, currency: first, asked, perAnswer }: BuyCreditsProps) {
  const [wanted, setWanted] = useState(false)
  const [currency, setCurrency] = useState(first)
  const [choice, setChoice] = useState(asked ?? DEFAULT_CHOICE)
  const credits = chosenCredits(choice)
  const purchase = useMemo<Wanted<OpenedCredits, CreditsGiven>>(
    () => ({
      kind: 'credits',
      description: creditText(credits),
      order: () => orderCredits(credits, currency),
      confirm: confirmCredits,
      done: ({ balance }) => {
        announceSpent(balance)
        void redraw('[data-refresh]')
      },
    }),
    [credits, currency],
  )
  const payment = usePayment(till, purchase)
  const { status } = payment.flow
  const hydrated = useHydrated()
  useEffect(() => {
    setWanted(asked !== null)
    // Asked for once: neither a reload nor the way back opens it again.
    if (asked !== null) history.replaceState(history.state, '', location.pathname)
  }, [asked])
  const closeStatus = () => {
    // After a success there is nothing left to choose.
    if (status === 'success') setWanted(false)
    payment.close()
  }
  return (
    <>
      <Button look="primary" disabled={!hydrated} onClick={() => setWanted(true)}>
        <Icon name="credit" />
        Buy Credits
      </Button>
      <PackDialog
        open={wanted && status === 'idle'}
        onClose={() => setWanted(false)}
        onBuy={payment.start}
        {...{ currency, setCurrency, choice, setChoice, perAnswer }}
      />
      <StatusDialog payment={payment} onClose={closeStatus}>
        {(bought) => (
          <p>
            {creditText(bought.credits)} were added. You have {creditText(bought.balance)} now.
          </p>
        )}
      </StatusDialog>
    </>
  )
}

type Props = {
  open: boolean
  onClose: () => void
  onBuy: () => void
  currency: Currency
  setCurrency: (currency: Currency) => void
  choice: Choice
  setChoice: (choice: Choice) => void
  /** Credits that an answer costs. */
  perAnswer: number
}

/** The modal 'Buy Credits': the packs, and below them a field for any other number. */
function PackDialog({ open, onClose, onBuy, currency, setCurrency, choice, setChoice, perAnswer }: Props) {
  const own = useRef<HTMLInputElement>(null)
  const id = useId()
  const credits = chosenCredits(choice)
  const problem = quoteProblem(credits, currency)
  return (
    <Modal
      open={open}
      onDismiss={onClose}
      focusFirst={(dialog) => dialog.querySelector<HTMLInputElement>('input:checked') ?? own.current}
      className="dialog dialog-wide buy"
      aria-labelledby={`${id}title`}
    >
      <Form noValidate onSend={() => (problem ? own.current?.focus() : onBuy())}>
        <div className="buy-head">
          <h2 id={`${id}title`}>Buy Credits</h2>
          <label className="buy-currency">
            <span>Currency</span>
            <select
              className="select"
              value={currency}
              onChange={({ target }) => setCurrency(target.value as Currency)}
            >
              <Options of={CURRENCIES.map((code) => [code, `${SYMBOLS[code]} ${code}`])} />
            </select>
          </label>
          <CloseButton onClose={onClose} />
        </div>
        <fieldset className="packs">
          <legend className="quiet">Pack</legend>
          {packs(currency).map((pack) => (
            <label className="pack" key={pack.baseCredits}>
              <input
                type="radio"
                name={`${id}pack`}
                value={pack.baseCredits}
                checked={pack.baseCredits === credits}
                onChange={() => setChoice({ pack: pack.baseCredits, typed: '' })}
              />
              <span className="pack-credits">{creditText(pack.baseCredits)}</span>
              <Price of={pack} />
            </label>
          ))}
        </fieldset>
        <div className="field buy-own">
          <label htmlFor={`${id}own`}>Or a number of your own</label>
          <div className="buy-own-row">
            <input
              ref={own}
              id={`${id}own`}
              className="input num"
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              placeholder="700"
              value={choice.typed}
              aria-invalid={problem ? true : undefined}
              aria-describedby={`${id}note`}
              onChange={({ target }) => setChoice({ ...choice, typed: target.value })}
            />
            {choice.typed && !problem && <Price of={quote(credits, currency)} />}
          </div>
          <p className={problem ? 'error' : 'hint'} id={`${id}note`} aria-live="polite">
            {problem ? problem.text : 'In hundreds, up to 100,000 credits an order.'}
          </p>
        </div>
        <div className="dialog-foot buy-foot">
          <p className="muted small">
            One answered question costs {creditText(perAnswer)}. Credits are valid for one year.
          </p>
          <Button type="submit" look="primary" label="Purchase Credits" />
        </div>
      </Form>
    </Modal>
  )
}

const Price = ({ of: { bonusCredits, finalAmount, finalCurrency, basePriceInr } }: { of: CreditQuote }) => (
  <>
    <span className="badge badge-green">+{bonusCredits.toLocaleString('en')} bonus</span>
    <span className="pack-price num">
      {priceText(finalAmount, finalCurrency, { short: true })} <small>{finalCurrency}</small>
    </span>
    <span className="pack-base num">Base price {priceText(basePriceInr, 'INR', { short: true })} INR</span>
  </>
)
