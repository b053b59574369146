import { STATE_LABELS } from '#billing/rules/refund.ts'
import { SortHead } from '#ui/sort-head.tsx'
import { href, urls } from '../../urls.ts'
import { csvAddress, type Shown } from '../rules/list.ts'
import type { ListedRefundRequest } from '../rules/refund-request.ts'
import { Email, ListBody, ListForm, ListHead, ListSelect, When } from './list.tsx'
import { moneyText } from './refund-acts.tsx'

type Props = {
  page: { items: ListedRefundRequest[]; next: string | null } | null
  shown: Shown
  cursor: string | undefined
}

export const RefundRequestsPage = ({ page, shown, cursor }: Props) => {
  const place = { address: urls.adminRefundRequests, shown }
  return (
    <div class="page wide">
      <ListHead
        title="Refund Requests"
        intro="Who wants their money back and why. A request is approved or rejected, and paid back after that."
        csv={csvAddress(urls.apiAdminRefundRequests, shown)}
      />
      <ListForm {...place} search="Person, payment, order or request" hint="ada, pay_…, or a whole id">
        <ListSelect name="state" label="State" all="All" options={STATE_LABELS} shown={shown} />
      </ListForm>
      <ListBody
        {...place}
        {...{ page, cursor }}
        label="Refund requests"
        empty={{
          icon: 'credit',
          title: 'Nobody has asked for a refund',
          text: 'People ask on the page "Refund requests"; it is listed here at once.',
        }}
        head={
          <>
            <SortHead {...place} label="Person" by="person" text />
            <SortHead {...place} label="State" by="state" text />
            <SortHead {...place} label="Paid" by="paid" num />
            <SortHead {...place} label="Goes back" by="back" num />
            <SortHead {...place} label="Why" by="reason" text />
            <SortHead {...place} label="Asked (UTC)" by="created" usual />
          </>
        }
        row={(it) => (
          <tr>
            <td>
              <a class="main" href={href(urls.adminRefundRequest, { id: it.id })}>
                {it.user.name || 'No name'}
              </a>
              <span class="cell-note">
                <Email of={it.user.email} />
              </span>
            </td>
            <td data-label="State">
              <RefundBadge request={it} />
            </td>
            <td data-label="Paid" class="num">
              {moneyText(it.amount, it.currency)}
            </td>
            <td data-label="Goes back" class="num">
              {it.refund ? moneyText(it.refund.amount, it.currency) : '–'}
            </td>
            <td data-label="Why" class="wrap">
              <span class="clamp">{it.reason}</span>
            </td>
            <td data-label="Asked">
              <When at={it.created_at} />
            </td>
          </tr>
        )}
      />
    </div>
  )
}

const TONES = { requested: 'badge-amber', approved: 'badge-accent', rejected: '', refunded: 'badge-green' } as const

/** State of a request; of one that was refunded, whether the gateway has the money still. */
export const RefundBadge = ({ request }: { request: Pick<ListedRefundRequest, 'state' | 'refund'> }) => (
  <span class="badges">
    <span class={`badge ${TONES[request.state]}`}>{STATE_LABELS[request.state]}</span>
    {request.refund?.state === 'waiting' && <span class="badge badge-amber">On its way</span>}
    {request.refund?.state === 'failed' && <span class="badge badge-red">Not paid back</span>}
  </span>
)
