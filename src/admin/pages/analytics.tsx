import { href, urls } from '../../urls.ts'
import type { Analytics } from '../rules/analytics.ts'
import { PERIODS, type PeriodName } from '../rules/period.ts'
import { Events, Feedback, Funnel, Models, Outcomes, Retention, Workspaces } from './analytics-parts.tsx'
import { ListFailed, ListHead } from './list.tsx'
import { Periods } from './parts.tsx'

/** @param props.figures null when they could not be read */
export const AnalyticsPage = ({ figures, period }: { figures: Analytics | null; period: PeriodName }) => (
  <div class="page wide analytics">
    <ListHead
      title="Analytics & Reports"
      intro={`How people find their way, come back and like the answers: the last ${PERIODS[period].label}, in UTC.`}
    >
      <Periods chosen={period} to={(period) => href(urls.adminAnalytics, {}, { period })} />
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
