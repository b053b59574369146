import { type CreditBalance, creditText } from '../rules/credit.ts'

const day = (moment: string) =>
  new Date(moment).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export const BillingPage = ({ credits }: { credits: CreditBalance }) => (
  <div class="page narrow">
    <header class="page-head">
      <div>
        <h1>Billing &amp; Credits</h1>
        <p>Only answered questions cost credits: what fails, is stopped or cannot be answered costs nothing.</p>
      </div>
    </header>
    <section class="card">
      <div class="card-head">
        <h2>{creditText(credits.balance)} free to spend</h2>
        <p>
          {credits.held > 0
            ? `${creditText(credits.held)} more set aside for questions that are running.`
            : 'No question is running.'}
          {credits.low && ' Your credits are running low.'}
        </p>
      </div>
      {credits.expiring.length > 0 ? (
        <div class="table-wrap">
          <table class="table table-plain" aria-label="Credits by the day they expire">
            <thead>
              <tr>
                <th>Good until</th>
                <th class="num">Credits</th>
              </tr>
            </thead>
            <tbody>
              {credits.expiring.map((lot) => (
                <tr>
                  <td>
                    <time datetime={lot.expires_at}>{day(lot.expires_at)}</time>
                  </td>
                  <td class="num">{lot.credits.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div class="empty">
          <h3>No credits left</h3>
          <p>Credits given to you appear here with the day they expire.</p>
        </div>
      )}
    </section>
  </div>
)
