/** @jsxImportSource react */
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { creditText } from '#billing/rules/credit.ts'
import { DEFAULT_PACK, packs } from '#billing/rules/pack.ts'
import { type CreditQuote, CURRENCIES, type Currency, priceText, SYMBOLS } from '#billing/rules/price.ts'
import { announceSpent } from './kit/credit-balance.ts'
import { type CreditsGiven, confirmCredits, type OpenedCredits, orderCredits } from './payment/calls.ts'
import { refreshBilling } from './payment/refresh.ts'
import { StatusDialog } from './payment/status-dialog.tsx'
import { type Till, usePayment, type Wanted } from './payment/use-payment.ts'
import { Icon } from './share-organization/parts.tsx'

/** `pack`: what the address asks to buy, null where the modal stays closed. */
export type BuyCreditsProps = { till: Till; currency: Currency; pack: number | null }

/** The button and the modal 'Buy Credits'. Without script nothing can be paid: the payment window is one. */
export default function BuyCredits({ till, currency: first, pack }: BuyCreditsProps) {
  const [wanted, setWanted] = useState(false)
  const [currency, setCurrency] = useState(first)
  const [credits, setCredits] = useState(pack ?? DEFAULT_PACK)
  const purchase = useMemo<Wanted<OpenedCredits, CreditsGiven>>(
    () => ({
      kind: 'credits',
      description: creditText(credits),
      order: () => orderCredits(credits, currency),
      confirm: confirmCredits,
      done: ({ balance }) => {
        announceSpent(balance)
        void refreshBilling()
      },
    }),
    [credits, currency],
  )
  const payment = usePayment(till, purchase)
  const { status } = payment.flow
  const [live, setLive] = useState(false)
  useEffect(() => {
    setLive(true)
    setWanted(pack !== null)
    // Asked for once: neither a reload nor the way back opens it again.
    if (pack !== null) history.replaceState(history.state, '', location.pathname)
  }, [pack])
  const closeStatus = () => {
    // After a success there is nothing left to choose.
    if (status === 'success') setWanted(false)
    payment.close()
  }
  return (
    <>
      <button type="button" className="button button-primary" disabled={!live} onClick={() => setWanted(true)}>
        <Icon name="credit" />
        Buy Credits
      </button>
      <PackDialog
        open={wanted && status === 'idle'}
        onClose={() => setWanted(false)}
        onBuy={payment.start}
        {...{ currency, setCurrency, credits, setCredits }}
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

type PackDialogProps = {
  open: boolean
  onClose: () => void
  onBuy: () => void
  currency: Currency
  setCurrency: (currency: Currency) => void
  credits: number
  setCredits: (credits: number) => void
}

function PackDialog({ open, onClose, onBuy, currency, setCurrency, credits, setCredits }: PackDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const host = dialog.current
    if (open && !host?.open) {
      host?.showModal()
      host?.querySelector<HTMLInputElement>('input:checked')?.focus()
    }
    if (!open && host?.open) host.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className="dialog dialog-wide buy"
      aria-labelledby={`${id}title`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onBuy()
        }}
      >
        <div className="buy-head">
          <h2 id={`${id}title`}>Buy Credits</h2>
          <label className="buy-currency">
            <span>Currency</span>
            <select
              className="select"
              value={currency}
              onChange={({ target }) => setCurrency(target.value as Currency)}
            >
              {CURRENCIES.map((code) => (
                <option value={code} key={code}>
                  {SYMBOLS[code]} {code}
                </option>
              ))}
            </select>
          </label>
          <button type="button" className="button button-quiet button-icon" aria-label="Close" onClick={onClose}>
            <Icon name="cross" />
          </button>
        </div>
        <fieldset className="packs">
          <legend className="quiet">Pack</legend>
          {packs(currency).map((pack) => (
            <Pack
              key={pack.baseCredits}
              pack={pack}
              name={`${id}pack`}
              chosen={pack.baseCredits === credits}
              choose={setCredits}
            />
          ))}
        </fieldset>
        <div className="dialog-foot buy-foot">
          <p className="muted small">One answered question costs one credit. Credits are valid for one year.</p>
          <button type="submit" className="button button-primary">
            Purchase Credits
          </button>
        </div>
      </form>
    </dialog>
  )
}

type PackProps = { pack: CreditQuote; name: string; chosen: boolean; choose: (credits: number) => void }

const Pack = ({ pack, name, chosen, choose }: PackProps) => (
  <label className="pack">
    <input
      type="radio"
      name={name}
      value={pack.baseCredits}
      checked={chosen}
      onChange={() => choose(pack.baseCredits)}
    />
    <span className="pack-credits">{creditText(pack.baseCredits)}</span>
    <span className="badge badge-green">+{pack.bonusCredits} bonus</span>
    <span className="pack-price num">
      {priceText(pack.finalAmount, pack.finalCurrency, { short: true })} <small>{pack.finalCurrency}</small>
    </span>
    <span className="pack-base num">Base price {priceText(pack.basePriceInr, 'INR', { short: true })} INR</span>
  </label>
)
