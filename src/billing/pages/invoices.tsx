import { Empty } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { urls } from '../../urls.ts'
import type { ListedInvoice } from '../rules/answers.ts'
import { type Currency, priceText } from '../rules/price.ts'
import { InvoiceDay, type ListPart, Pages, type SortedColumn, SortedTable } from './parts.tsx'

export type InvoicesProps = ListPart & { invoices: ListedInvoice[] }

const money = ({ currency }: ListedInvoice, minor: number) => priceText(minor, currency as Currency)

const COLUMNS: SortedColumn<ListedInvoice>[] = [
  {
    title: 'Number',
    by: 'number',
    text: true,
    cell: (it) => (
      <>
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
      </>
    ),
  },
  { title: 'Day', by: 'created', usual: true, cell: (it) => <InvoiceDay moment={it.issued_at} /> },
  { title: 'For', by: 'line', text: true, cell: (it) => it.line },
  { title: 'GST in it', by: 'tax', num: true, cell: (it) => money(it, it.cgst + it.sgst + it.igst) },
  {
    title: 'Paid',
    by: 'gross',
    num: true,
    cell: (it) => (
      <>
        {money(it, it.gross)}
        {it.refunded > 0 && (
          <>
            {' '}
            <span class="badge badge-neutral">
              {it.refunded < it.gross ? `${money(it, it.refunded)} refunded` : 'Refunded'}
            </span>
          </>
        )}
      </>
    ),
  },
]

export const Invoices = ({ invoices, ...list }: InvoicesProps) => (
  <Card
    id="invoices"
    data-refresh
    title="Invoices"
    intro={invoices.length > 0 && 'Each number is a PDF to download. Invoices bear the day in India.'}
  >
    {invoices.length > 0 ? (
      <SortedTable name="invoices" label="Your invoices" columns={COLUMNS} items={invoices} {...list} />
    ) : (
      <Empty level="h3" title="No invoices yet" text="Whatever you buy here comes with an invoice." />
    )}
    <Pages name="invoices" label="Pages of the invoices" address={urls.billing} {...list} />
  </Card>
)
