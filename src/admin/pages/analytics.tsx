import type { Child } from 'hono/jsx'
import { Bars } from '#ui/bars.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { dayText, number } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { type Cells, columnsBy, Table } from '#ui/table.tsx'
import { href, urls } from '../../urls.ts'
import { type Analytics, type Part, STEP_LABELS, share } from '../rules/analytics.ts'
import { barAt, PERIODS, type PeriodName } from '../rules/period.ts'
import { ListFailed, ListHead, When } from './list.tsx'
import { Periods } from './parts.tsx'

type Props = { figures: Analytics }

type ReportProps = Props & { part: Part; title: string; note: string; empty: string | false; children: Child }

const Report = (props: ReportProps) => (
  <section class="card" aria-labelledby={`analytics-${props.part}`}>
    <div class="card-body">
      <div class="analytics-head">
        <h2 id={`analytics-${props.part}`}>{props.title}</h2>
        <ButtonLink
          look="small"
          to={href(urls.apiAdminAnalytics, {}, { period: props.figures.period, part: props.part, format: 'csv' })}
          label="CSV"
          aria-label={`${props.title} as CSV`}
          download
        />
      </div>
      <p class="muted small">{props.note}</p>
      {props.empty ? (
        <p class="analytics-empty">
          <Icon name="chart" />
          {props.empty}
        </p>
      ) : (
        props.children
      )}
    </div>
  </section>
)

type TableProps<T> = Omit<ReportProps, 'empty' | 'children'> & {
  empty: string | false
  /** Of the table, for screen readers. */
  label: string
  items: readonly T[]
  cells: Cells<T>
  /** The first column holds what the rows are about. */
  named?: boolean
}

const TableReport = <T,>({ label, items, cells, named = true, ...report }: TableProps<T>) => {
  const columns = columnsBy(cells).map((column, at) => ({ ...column, names: named && at === 0 }))
  return (
    <Report {...report}>
      <Table wide label={label} items={items} columns={columns} />
    </Report>
  )
}

/** A share as a bar; its figure stands beside it. */
const Share = ({ part, all }: { part: number; all: number }) => (
  <svg class="part-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="part-bar-all" width="100" height="8" />
    {part > 0 && <rect class="part-bar-part" width={Math.min(100, Math.max(1, (100 * part) / all))} height="8" />}
  </svg>
)

function Funnel({ figures }: Props) {
  const { funnel } = figures
  const most = Math.max(1, ...funnel.map(({ people }) => people))
  const signedUp = funnel.find(({ step }) => step === 'sign_up')!.people
  const none = funnel.every(({ people }) => people === 0)
  return (
    <Report
      figures={figures}
      part="funnel"
      title="From visit to purchase"
      note="Everybody who signed up in this time, and what they have done since, in any order: from accounts, files, connections, paid answers and payments. Visits are browsers that agreed to be counted, so there were more."
      empty={none && 'Nobody came in this time.'}
    >
      <ol class="funnel">
        {funnel.map(({ step, people, source }) => (
          <li>
            <strong>{STEP_LABELS[step]}</strong>
            <Share part={people} all={most} />
            <span class="num">{number(people)}</span>
            <span class="muted small">
              {source === 'tracking'
                ? 'agreed to be counted'
                : step === 'sign_up'
                  ? ''
                  : `${share(people, signedUp)} of sign-ups`}
            </span>
          </li>
        ))}
      </ol>
    </Report>
  )
}

/** Five depths of colour: none, then by quarters. */
const heat = (active: number, people: number) => (active === 0 ? 0 : Math.min(4, 1 + Math.floor((4 * active) / people)))

type Cohort = Analytics['retention'][number]
/** How many of a cohort came back in a week after its own. */
const activeIn = (after: number): Cells<Cohort>[string] => [
  ({ people, active: { [after]: count } }) =>
    count == null ? 'num faint' : `num heat-${people === 0 ? 0 : heat(count, people)}`,
  ({ people, active: { [after]: count } }) => {
    if (count == null) return <span class="quiet">not yet</span>
    if (people === 0) return '–'
    return (
      <>
        {share(count, people)}
        <span class="quiet"> ({number(count)})</span>
      </>
    )
  },
]

const Retention = ({ figures }: Props) => (
  <TableReport
    figures={figures}
    part="retention"
    title="Who comes back"
    note="By week of sign-up, the last eight weeks whatever the time above: how many of them got an answer in that week and in each week after, from paid answers."
    empty={figures.retention.every(({ people }) => people === 0) && 'Nobody signed up in the last eight weeks.'}
    label="Retention by week of sign-up"
    items={figures.retention}
    cells={{
      'Week of': ({ week }) => <time datetime={week}>{dayText(week)}</time>,
      '#People': ({ people }) => number(people),
      ...Object.fromEntries(figures.retention.map((_, n) => [n === 0 ? '#Same week' : `#+${n}`, activeIn(n)])),
    }}
  />
)

const STATUSES: Record<string, string> = {
  answered: 'Answered',
  clarify: 'Asked back',
  refused: 'Refused',
  failed: 'Failed',
  interrupted: 'Interrupted',
  stopped: 'Stopped',
  running: 'Running',
}

function Outcomes({ figures }: Props) {
  const all = figures.answers.reduce((sum, { count }) => sum + count, 0)
  return (
    <TableReport
      figures={figures}
      part="answers"
      title="Answers"
      note="How questions ended, and thumbs, from the conversations that still exist."
      empty={all === 0 && 'No questions in this time.'}
      label="Answers by how they ended"
      items={figures.answers}
      cells={{
        Ended: ({ status }) => STATUSES[status] ?? status,
        '#Answers': ({ count }) => number(count),
        '#Share': ({ count }) => share(count, all),
        '#Up': ({ up }) => number(up),
        '#Down': ({ down }) => number(down),
      }}
    />
  )
}

/** Paid answers, as two tables count them. */
const USED = {
  '#Answers': (it: { answers: number }) => number(it.answers),
  '#People': (it: { people: number }) => number(it.people),
  '#Credits': (it: { credits: number }) => number(it.credits),
}

const Models = ({ figures }: Props) => (
  <TableReport
    figures={figures}
    part="models"
    title="Models"
    note="Paid answers by the model that gave them, from the usage that credits were taken for."
    empty={figures.models.length === 0 && 'No paid answers in this time.'}
    label="Usage by model"
    items={figures.models}
    cells={{
      Model: (it) => it.model,
      ...USED,
      '#Tokens': (it) => number(it.input_tokens + it.output_tokens),
      '#Up / down': (it) => `${number(it.up)} / ${number(it.down)}`,
    }}
  />
)

function Feedback({ figures }: Props) {
  const { up, down, reasons } = figures.feedback
  return (
    <TableReport
      figures={figures}
      part="feedback"
      title="Feedback"
      note={`${number(up)} thumbs up, ${number(down)} down. The latest reasons, as people wrote them; questions and answers belong to their workspace and are not shown.`}
      empty={reasons.length === 0 && 'Nobody gave a reason in this time.'}
      label="Reasons of feedback"
      items={reasons}
      named={false}
      cells={{
        When: ({ at }) => <When at={at} />,
        Thumb: ({ rating }) => (rating === 'up' ? 'Up' : 'Down'),
        Answer: ({ status }) => STATUSES[status] ?? status,
        Reason: ['analytics-reason', ({ reason }) => reason],
      }}
    />
  )
}

const Workspaces = ({ figures }: Props) => (
  <TableReport
    figures={figures}
    part="workspaces"
    title="Workspaces"
    note="The fifty with the most paid answers."
    empty={figures.workspaces.length === 0 && 'No paid answers in this time.'}
    label="Usage by workspace"
    items={figures.workspaces}
    cells={{
      Workspace: (it) => it.workspace ?? 'Gone',
      Organization: (it) => it.organization ?? 'Gone',
      ...USED,
    }}
  />
)

function Events({ figures }: Props) {
  const span = { from: new Date(figures.from), step: figures.step_seconds * 1000 }
  const day = (bar: number) => barAt(span, bar)[0].toISOString().slice(0, 16).replace('T', ' ')
  const { label } = PERIODS[figures.period]
  return (
    <TableReport
      figures={figures}
      part="events"
      title="Events"
      note="What visitors did who agreed to be counted, over time. The events are those that pages also hand to tag managers."
      empty={figures.events.every(({ count }) => count === 0) && 'No events in this time.'}
      label="Events over time"
      items={figures.events}
      cells={{
        Event: ({ name }) => <code>{name}</code>,
        '#Times': ({ count }) => number(count),
        '#Browsers': ({ visitors }) => number(visitors),
        'Over time': [
          'analytics-bars',
          ({ name, count, series }) => (
            <Bars
              series={[{ name: 'plain', label: name, values: series }]}
              summary={`${name} in the last ${label}: ${number(count)} times, at most ${number(Math.max(...series))} in one bar`}
              title={day}
              show={number}
            />
          ),
        ],
      }}
    />
  )
}

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
