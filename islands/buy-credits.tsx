/** @jsxImportSource react */
import { useEffect, useMemo, useState } from 'react'
import { creditText } from '#billing/rules/credit.ts'
import { type Choice, chosenCredits, DEFAULT_CHOICE } from '#billing/rules/pack.ts'
import type { Currency } from '#billing/rules/price.ts'
import { announceSpent } from './kit/credit-balance.ts'
import { Icon } from './kit/icon.tsx'
import { Button } from './kit/parts.tsx'
import { redraw } from './kit/read-page.ts'
import { useHydrated } from './kit/use-browser.ts'
import { type CreditsGiven, confirmCredits, type OpenedCredits, orderCredits } from './payment/calls.ts'
import { PackDialog } from './payment/pack-dialog.tsx'
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
