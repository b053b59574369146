import { STATE_LABELS } from '#billing/rules/refund.ts'
import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import { csvAddress } from '../rules/list.ts'
import { type ListedRefundRequest, refundList } from '../rules/refund-request.ts'
import { ListHead, ListView, PersonLink } from './list.tsx'

export const RefundRequestsPage = (state: ListState<ListedRefundRequest>) => (
  <div class="page wide">
    <ListHead
      title="Refund Requests"
      intro="Who wants their money back and why. A request is approved or rejected, and paid back after that."
      csv={csvAddress(urls.apiAdminRefundRequests, state.shown)}
    />
    <ListView
      {...state}
      list={refundList}
      address={urls.adminRefundRequests}
      label="Refund requests"
      empty={{
        icon: 'credit',
        title: 'Nobody has asked for a refund',
        text: 'People ask on the page "Refund requests"; it is listed here at once.',
      }}
      cells={{
        name: (it) => <PersonLink user={it.user} to={href(urls.adminRefundRequest, { id: it.id })} main />,
        state: (it) => <RefundBadge request={it} />,
        amount: true,
        refunded_amount: true,
        reason: ['wrap', (it) => <span class="clamp">{it.reason}</span>],
        created_at: true,
      }}
    />
  </div>
)

const TONES = { requested: 'badge-amber', approved: 'badge-accent', rejected: '', refunded: 'badge-green' } as const

/** State of a request; of one that was refunded, whether the gateway has the money still. */
export const RefundBadge = ({ request }: { request: Pick<ListedRefundRequest, 'state' | 'refund'> }) => (
  <span class="badges">
    <span class={`badge ${TONES[request.state]}`}>{STATE_LABELS[request.state]}</span>
    {request.refund?.state === 'waiting' && <span class="badge badge-amber">On its way</span>}
    {request.refund?.state === 'failed' && <span class="badge badge-red">Not paid back</span>}
  </span>
)
