import { Bars, type Series } from '#ui/bars.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { number } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Table } from '#ui/table.tsx'
import { href, urls } from '../../urls.ts'
import { type Dashboard, OUTCOME_LABELS, OUTCOMES } from '../rules/dashboard.ts'
import { csvAddress } from '../rules/list.ts'
import { PERIODS, type PeriodName } from '../rules/period.ts'
import { DashboardMoney, DashboardRunning } from './dashboard-money.tsx'
import { changeLine, covering, DAY_OF, moment, Stock, TIME_OF, Tiles } from './dashboard-parts.tsx'
import { ListFailed } from './list.tsx'
import { Periods } from './parts.tsx'

type Props = { figures: Dashboard; link: (address: string) => string | undefined }

/** @param props figures: null when they could not be read; link: an address where the viewer may open it */
export const DashboardPage = (props: Omit<Props, 'figures'> & { figures: Dashboard | null; period: PeriodName }) => {
  const { figures, period, link } = props
  const { label } = PERIODS[period]
  return (
    <div class="page wide dashboard">
      <PageHead
        title="Dashboard"
        text={
          <>
            The last {label} against the {label} before.
            {figures && <AsOf at={figures.to} />}
          </>
        }
      >
        <Periods chosen={period} to={(period) => href(urls.adminDashboard, {}, { period })} />
        <ButtonLink to={csvAddress(urls.apiAdminDashboard, { period })} label="Export CSV" download />
      </PageHead>
      {figures ? (
        <Figures figures={figures} link={link} />
      ) : (
        <ListFailed address={href(urls.adminDashboard, {}, { period })} />
      )}
    </div>
  )
}

const AsOf = ({ at }: { at: string }) => (
  <>
    {' '}
    As of <time datetime={at}>{moment(new Date(at), { ...DAY_OF, year: 'numeric', ...TIME_OF })}</time> UTC.
  </>
)

const Figures = ({ figures, link }: Props) => {
  const { people, organizations, workspaces } = figures
  return (
    <>
      <Questions figures={figures} />
      <Tiles id="dashboard-people" title="People and places">
        <Stock {...{ figures, to: link(urls.adminUsers) }} icon="user" label="People" {...people} />
        <Stock
          {...{ figures, to: link(urls.adminOrganizations) }}
          icon="building"
          label="Organizations"
          {...organizations}
        />
        <Stock figures={figures} icon="table" label="Workspaces" {...workspaces} />
      </Tiles>
      <DashboardMoney figures={figures} link={link} />
      <DashboardRunning figures={figures} link={link} />
    </>
  )
}

const rate = (value: number | null) => (value === null ? '–' : `${value} %`)

function Questions({ figures }: { figures: Dashboard }) {
  const { questions, period } = figures
  const { success_rate, asked } = questions
  const cover = covering(figures)
  const series: Series[] = OUTCOMES.map((name) => ({
    name,
    label: OUTCOME_LABELS[name],
    values: questions[name].series,
  }))
  return (
    <section class="card" aria-labelledby="dashboard-questions">
      <div class="card-body">
        <h2 id="dashboard-questions">Questions</h2>
        <dl class="tile-row">
          <Fact label="Asked" big={number(asked.value)} note={changeLine(asked)} />
          <Fact
            label="Success rate"
            big={rate(success_rate.value)}
            note={success_rate.before === null ? 'none before' : `${rate(success_rate.before)} before`}
          />
          {OUTCOMES.map((outcome) => (
            <Fact
              label={OUTCOME_LABELS[outcome]}
              mark={outcome}
              big={number(questions[outcome].value)}
              note={`${number(questions[outcome].before)} before`}
            />
          ))}
        </dl>
        <Bars
          class="bars-tall"
          series={series}
          summary={`Questions in the last ${PERIODS[period].label}: ${OUTCOMES.map((outcome) => `${number(questions[outcome].value)} ${OUTCOME_LABELS[outcome].toLowerCase()}`).join(', ')}`}
          title={cover}
          show={number}
        />
        <p class="bars-ends" aria-hidden="true">
          <span>{cover(0).split(' – ')[0]}</span>
          <span>
            {asked.value === 0
              ? 'No questions in this time'
              : `at most ${number(Math.max(...asked.series))} in one bar`}
          </span>
          <span>{cover(asked.series.length - 1).split(' – ')[1]}</span>
        </p>
      </div>
      <details class="card-foot dashboard-table">
        <summary>Show as a table</summary>
        <Table
          wide
          label="Questions as a table"
          items={asked.series.map((_, bar) => bar)}
          columns={[
            { title: 'Time (UTC)', names: true, cell: cover },
            ...OUTCOMES.map((outcome) => ({
              title: OUTCOME_LABELS[outcome],
              num: true,
              cell: (bar: number) => number(questions[outcome].series[bar]!),
            })),
          ]}
        />
      </details>
      <p class="card-foot">
        The success rate counts questions that were answered, refused or failed; one that a restart of the server ended
        has failed. Others were stopped, asked back or still run.
      </p>
    </section>
  )
}

const Fact = (props: { label: string; big: string; note: string; mark?: string }) => (
  <div>
    <dt>
      {props.mark && <span class={`bars-mark bars-mark-${props.mark}`} />}
      {props.label}
    </dt>
    <dd class="tile-number num">{props.big}</dd>
    <dd class="tile-note">{props.note}</dd>
  </div>
)
