import { html } from 'hono/html'
import { TEST_CARDS } from './checkout.ts'
import { type Order, orderOf, Refusal } from './payments.ts'
import type { SandboxCtx } from './records.ts'

export type WindowOptions = { key_id: string; order_id: string; name: string; description: string; person: string }

/** The window may be framed by our own pages and talks to nobody else. */
export const WINDOW_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ')

const CARDS = [
  ['Success', TEST_CARDS.success],
  ['Insufficient funds', TEST_CARDS.insufficientFunds],
  ['Declined', TEST_CARDS.declined],
  ['Timed out', TEST_CARDS.timedOut],
] as const

/** With the code of the currency: the fonts of a machine may have no sign for it, and the window brings none along. */
const money = ({ amount, currency }: Order) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency, currencyDisplay: 'code' }).format(amount / 100)

/** The page inside the payment window. @throws Refusal for an order that does not exist, or another key */
export async function windowPage(ctx: SandboxCtx, keyId: string, options: WindowOptions) {
  if (options.key_id !== keyId) throw new Refusal('The api key provided is invalid', 'invalid_key', 'key_id')
  const order = await orderOf(ctx, options.order_id)
  const amount = money(order)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sandbox payment</title>
        <link rel="stylesheet" href="window.css" />
        <script type="module" src="window.js"></script>
      </head>
      <body>
        <p class="banner"><strong>Sandbox.</strong> No money moves and no real card works here.</p>
        <header>
          <div>
            <h1>${options.name}</h1>
            <p>${options.description}</p>
            <div class="amount">${amount}</div>
          </div>
          <button type="button" class="close" data-dismiss aria-label="Close" inert>×</button>
        </header>
        <main inert>
          <form class="part" data-part="card" autocomplete="off">
            <label>Card number<input name="number" inputmode="numeric" required maxlength="23" /></label>
            <div class="row">
              <label>Expiry (MM/YY)<input name="expiry" required maxlength="7" value="12/34" /></label>
              <label>CVV<input name="cvv" inputmode="numeric" required maxlength="4" value="123" /></label>
            </div>
            <label>Name on card<input name="name" required maxlength="100" value="${options.person || 'Test Person'}" /></label>
            <p role="alert" hidden></p>
            <button class="primary">Pay ${amount}</button>
            <div>
              <span class="soft">Test cards</span>
              <div class="cards">
                ${CARDS.map(([name, number]) => html`<button type="button" data-card="${number}">${name}</button>`)}
              </div>
            </div>
          </form>
          <form class="part" data-part="otp" autocomplete="off" hidden>
            <p>Your bank sent a one-time password. In the sandbox any four to ten digits are right.</p>
            <label>One-time password<input name="otp" inputmode="numeric" required maxlength="10" /></label>
            <p role="alert" hidden></p>
            <button class="primary">Submit</button>
            <button type="button" data-dismiss>Cancel payment</button>
          </form>
        </main>
      </body>
    </html>`
}
