import { href, urls } from '../../urls.ts'
import type { Analytics } from '../rules/analytics.ts'
import { PERIOD_NAMES, PERIODS, type PeriodName } from '../rules/period.ts'
import { Events, Feedback, Funnel, Models, Outcomes, Retention, Workspaces } from './analytics-parts.tsx'
import { ListFailed, ListHead } from './list.tsx'

/** @param props.figures null when they could not be read */
export const AnalyticsPage = ({ figures, period }: { figures: Analytics | null; period: PeriodName }) => (
  <div class="page wide analytics">
    <ListHead
      title="Analytics & Reports"
      intro={`How people find their way, come back and like the answers: the last ${PERIODS[period].label}, in UTC.`}
    >
      <nav class="segments" aria-label="Period">
        {PERIOD_NAMES.map((name) => (
          <a href={href(urls.adminAnalytics, {}, { period: name })} aria-current={name === period ? 'true' : undefined}>
            {PERIODS[name].label}
          </a>
        ))}
      </nav>
    </ListHead>
    {figures === null ? (
      <ListFailed address={href(urls.adminAnalytics, {}, { period })} />
    ) : (
      <>
        <Funnel figures={figures} />
        <Retention figures={figures} />
        <div class="analytics-pair">
          <Outcomes figures={figures} />
          <Models figures={figures} />
        </div>
        <Feedback figures={figures} />
        <Workspaces figures={figures} />
        <Events figures={figures} />
      </>
    )}
  </div>
)
