import { Empty } from '#ui/button.tsx'
import { type Shown, shownAddress } from '#ui/rules/shown.ts'
import { SortHead } from '#ui/sort-head.tsx'
import { urls } from '../../urls.ts'
import { type Currency, priceText } from '../rules/price.ts'
import { InvoiceDay } from './parts.tsx'

type Line = {
  number: string
  issued_at: string
  line: string
  currency: string
  gross: number
  cgst: number
  sgst: number
  igst: number
  /** Minor units that went back, or are on their way. */
  refunded: number
  credit_notes: { number: string; failed: boolean; pdf: string }[]
  /** Address of the PDF. */
  pdf: string
}
/** `next`: cursor of the page of older ones; `first`: whether nothing newer was left out. */
export type InvoicesProps = { invoices: Line[]; next: string | null; first: boolean; shown: Shown }

const place = (shown: Shown) => ({ address: urls.billing, shown, name: 'invoices_sort', part: 'invoices' })

export const Invoices = ({ invoices, next, first, shown }: InvoicesProps) => (
  <section class="card" id="invoices" data-refresh aria-labelledby="invoices-head">
    <div class="card-head">
      <h2 id="invoices-head">Invoices</h2>
      {invoices.length > 0 && <p>Each number is a PDF to download. Invoices bear the day in India.</p>}
    </div>
    {invoices.length > 0 ? (
      <div class="table-wrap">
        <table class="table table-plain table-stack" aria-label="Your invoices">
          <thead>
            <tr>
              <SortHead {...place(shown)} label="Number" by="number" text />
              <SortHead {...place(shown)} label="Day" by="created" usual />
              <SortHead {...place(shown)} label="For" by="line" text />
              <SortHead {...place(shown)} label="GST in it" by="tax" num />
              <SortHead {...place(shown)} label="Paid" by="gross" num />
            </tr>
          </thead>
          <tbody>
            {invoices.map((it) => (
              <tr>
                <td>
                  <a href={it.pdf} type="application/pdf" aria-label={`Invoice ${it.number} as PDF`}>
                    {it.number}
                  </a>
                  {it.credit_notes.map((note) => (
                    <span class="cell-note">
                      <a href={note.pdf} type="application/pdf" aria-label={`Credit note ${note.number} as PDF`}>
                        {note.number}
                      </a>{' '}
                      {note.failed ? '(credit note, void)' : '(credit note)'}
                    </span>
                  ))}
                </td>
                <td data-label="Day">
                  <InvoiceDay moment={it.issued_at} />
                </td>
                <td data-label="For">{it.line}</td>
                <td class="num" data-label="GST in it">
                  {priceText(it.cgst + it.sgst + it.igst, it.currency as Currency)}
                </td>
                <td class="num" data-label="Paid">
                  {priceText(it.gross, it.currency as Currency)}
                  {it.refunded > 0 && (
                    <>
                      {' '}
                      <span class="badge badge-neutral">
                        {it.refunded < it.gross
                          ? `${priceText(it.refunded, it.currency as Currency)} refunded`
                          : 'Refunded'}
                      </span>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    ) : (
      <Empty level="h3" title="No invoices yet" text="Whatever you buy here comes with an invoice." />
    )}
    {(next || !first) && (
      <nav class="card-foot" aria-label="Pages of the invoices">
        {!first && <a href={`${shownAddress(urls.billing, shown)}#invoices`}>Newest</a>}
        {next && <a href={`${shownAddress(urls.billing, { ...shown, invoices: next })}#invoices`}>Older</a>}
      </nav>
    )}
  </section>
)
