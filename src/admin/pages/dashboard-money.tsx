import { bytesText } from '#files/rules/transfer.ts'
import { counted, number } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { href, urls } from '../../urls.ts'
import { type Dashboard, durationText } from '../rules/dashboard.ts'
import { PERIODS } from '../rules/period.ts'
import { countText, MOST_COUNTED, type Waiting, waitingLines } from '../rules/waiting.ts'
import { changeLine, Tile, Tiles } from './dashboard-parts.tsx'
import { moneyText } from './refund-actions.tsx'

/** `link` answers an address where the viewer may open it. */
type Props = { figures: Dashboard; link: (address: string) => string | undefined }

export const DashboardMoney = ({ figures, link }: Props) => {
  const { credits, revenue, waiting, period } = figures
  return (
    <Tiles id="dashboard-money" title="Money and credits">
      <WaitingTile {...{ waiting, link }} />
      {revenue.map(({ currency, taken, refunded }) => {
        const show = (amount: number) => moneyText(amount, currency)
        const back = refunded.value > 0 ? ` · ${show(refunded.value)} went back` : ''
        return (
          <Tile
            {...{ figures, show, to: link(urls.adminBilling) }}
            icon="credit"
            label={`Revenue in ${currency}`}
            of={taken}
          >
            {`${changeLine(taken, show)}${back}`}
          </Tile>
        )
      })}
      <Tile {...{ figures, to: link(urls.adminBilling) }} icon="plus" label="Credits sold" of={credits.sold}>
        {`${changeLine(credits.sold)} · ${number(credits.granted.value)} granted in all`}
      </Tile>
      <Tile {...{ figures, to: link(urls.adminAnalytics) }} icon="chat" label="Credits used" of={credits.used}>
        {`${changeLine(credits.used)} · ${number(credits.open)} open in all accounts`}
      </Tile>
      <Tile
        {...{ figures, to: link(urls.adminCreditAllocation) }}
        icon="retry"
        label="Credits expired"
        of={credits.expired}
      >
        {`${changeLine(credits.expired)} · ${number(credits.expiring)} expire in the next ${PERIODS[period].label}`}
      </Tile>
    </Tiles>
  )
}

/** What somebody has to decide; leads to the page of the first that waits. */
const WaitingTile = ({ waiting, link }: { waiting: Waiting; link: Props['link'] }) => {
  const { requested, approved, approvals } = waiting
  const refunds = Math.min(requested + approved, MOST_COUNTED)
  const lines = waitingLines(waiting)
  const to = link(urls.adminRefundRequests)
  return (
    <article class="card tile">
      <h3>
        <Icon name="retry" />
        {to ? <a href={to}>Refund requests waiting</a> : 'Refund requests waiting'}
      </h3>
      <p class="tile-number num">{countText(refunds)}</p>
      <p class="tile-note">
        {lines.length === 0 ? 'Nothing waits.' : `${lines.join(', ')}.`}{' '}
        {approvals > 0 && to && <a href={href(urls.adminApprovals, {}, { state: 'waiting' })}>See approvals</a>}
      </p>
    </article>
  )
}

export const DashboardRunning = ({ figures, link }: Props) => {
  const { latency, errors, storage, period } = figures
  const { p50, p95 } = latency
  const bars = { value: p95.value ?? 0, before: p95.before ?? 0, series: p95.series.map((ms) => ms ?? 0) }
  return (
    <Tiles id="dashboard-running" title="Servers">
      <Tile
        {...{ figures, to: link(urls.adminAnalytics) }}
        icon="gauge"
        label="Time to an answer"
        big={durationText(p50.value)}
        of={bars}
        show={durationText}
      >
        {p50.value === null
          ? 'No answers in this time'
          : `Half of the answers; 19 of 20 within ${durationText(p95.value)} (bars)${p50.before === null ? '' : ` · ${durationText(p50.before)} and ${durationText(p95.before)} before`}`}
      </Tile>
      <Tile
        {...{ figures, to: link(urls.adminLogs) && href(urls.adminLogs, {}, { level: 'error' }) }}
        icon="warning"
        label="Errors logged"
        of={errors}
      >
        {changeLine(errors)}
      </Tile>
      <Tile
        {...{ figures, to: link(urls.adminDataSources) }}
        icon="file"
        label="Storage"
        big={bytesText(storage.bytes)}
        of={storage.added_bytes}
        show={bytesText}
      >
        {`${bytesText(storage.added_bytes.value)} uploaded, ${bytesText(storage.added_bytes.before)} before · ${counted(storage.files, 'file')} in all${storage.before === null ? '' : ` · ${bytesText(storage.before)} ${PERIODS[period].label} ago`}`}
      </Tile>
    </Tiles>
  )
}
