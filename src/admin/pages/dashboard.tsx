import { HOUR } from '#base/time.ts'
import { bytesText, counted } from '#sources/rules/transfer.ts'
import { Bars, type Series } from '#ui/bars.tsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/rules/icon.ts'
import { href, urls } from '../../urls.ts'
import { type Dashboard, OUTCOME_LABELS, OUTCOMES } from '../rules/dashboard.ts'
import { barAt, changeText, type Figure, PERIOD_NAMES, PERIODS } from '../rules/period.ts'

const number = (value: number) => value.toLocaleString('en')
const moment = (date: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(date)
const DAY_OF = { day: 'numeric', month: 'short' } as const
const TIME_OF = { hour: '2-digit', minute: '2-digit' } as const

/** What a bar covers: hours within a day, days beyond. */
function covering(of: Dashboard) {
  const step = of.step_seconds * 1000
  const shape = step <= HOUR ? TIME_OF : { ...DAY_OF, ...TIME_OF }
  return (bar: number) => {
    const [from, to] = barAt({ from: new Date(of.from), step }, bar)
    return `${moment(from, shape)} – ${moment(to, shape)}`
  }
}

export const DashboardPage = ({ figures }: { figures: Dashboard }) => {
  const { label } = PERIODS[figures.period]
  const { people, organizations, workspaces, credits, storage } = figures
  return (
    <div class="page wide dashboard">
      <div class="page-head">
        <div>
          <h1>Dashboard</h1>
          <p>
            The last {label} against the {label} before. As of{' '}
            <time datetime={figures.to}>
              {moment(new Date(figures.to), { ...DAY_OF, year: 'numeric', ...TIME_OF })}
            </time>{' '}
            UTC.
          </p>
        </div>
        <Periods figures={figures} />
      </div>
      <Questions figures={figures} />
      <section class="stack" aria-labelledby="dashboard-people">
        <h2 id="dashboard-people">People and places</h2>
        <div class="grid-cards">
          <Stock figures={figures} icon="user" label="People" total={people.total} added={people.added} />
          <Stock
            figures={figures}
            icon="building"
            label="Organizations"
            total={organizations.total}
            added={organizations.added}
          />
          <Stock figures={figures} icon="table" label="Workspaces" total={workspaces.total} added={workspaces.added} />
        </div>
      </section>
      <section class="stack" aria-labelledby="dashboard-money">
        <h2 id="dashboard-money">Credits and storage</h2>
        <div class="grid-cards">
          <Tile figures={figures} icon="credit" label="Credits used" big={number(credits.used.value)} of={credits.used}>
            {changeLine(credits.used)}
          </Tile>
          <Tile
            figures={figures}
            icon="plus"
            label="Credits granted"
            big={number(credits.granted.value)}
            of={credits.granted}
          >
            {`${changeLine(credits.granted)} · ${number(credits.open)} open in all accounts`}
          </Tile>
          <Tile
            figures={figures}
            icon="file"
            label="Storage"
            big={bytesText(storage.bytes)}
            of={storage.added_bytes}
            show={bytesText}
          >
            {`${bytesText(storage.added_bytes.value)} uploaded, ${bytesText(storage.added_bytes.before)} before · ${counted(storage.files, 'file')} in all`}
          </Tile>
        </div>
      </section>
    </div>
  )
}

const Periods = ({ figures }: { figures: Dashboard }) => (
  <nav class="segments" aria-label="Period">
    {PERIOD_NAMES.map((period) => (
      <a href={href(urls.adminDashboard, {}, { period })} aria-current={period === figures.period ? 'true' : undefined}>
        {PERIODS[period].label}
      </a>
    ))}
  </nav>
)

const changeLine = (figure: Figure) => {
  const change = changeText(figure)
  return figure.value === figure.before || figure.before === 0 ? change : `${change}, ${number(figure.before)} before`
}

type TileProps = {
  figures: Dashboard
  icon: IconName
  label: string
  /** The number that the tile is about. */
  big: string
  of: Figure
  show?: (value: number) => string
  children: string
}

const Tile = ({ figures, icon, label, big, of, show = number, children }: TileProps) => (
  <article class="card tile">
    <h3>
      <Icon name={icon} />
      {label}
    </h3>
    <p class="tile-number num">{big}</p>
    <p class="tile-note">{children}</p>
    <Bars
      series={[{ name: 'plain', label, values: of.series }]}
      summary={`${label} in the last ${PERIODS[figures.period].label}: ${show(of.value)}, at most ${show(Math.max(...of.series))} in one bar`}
      title={covering(figures)}
      show={show}
    />
  </article>
)

const Stock = ({
  total,
  added,
  ...tile
}: Omit<TileProps, 'big' | 'of' | 'children'> & { total: number; added: Figure }) => (
  <Tile {...tile} big={number(total)} of={added}>
    {`${number(added.value)} new, ${number(added.before)} before`}
  </Tile>
)

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
        <section class="table-wrap" tabindex={0} aria-label="Questions as a table">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Time (UTC)</th>
                {OUTCOMES.map((outcome) => (
                  <th scope="col" class="num">
                    {OUTCOME_LABELS[outcome]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {asked.series.map((_, bar) => (
                <tr>
                  <th scope="row">{cover(bar)}</th>
                  {OUTCOMES.map((outcome) => (
                    <td class="num">{number(questions[outcome].series[bar]!)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
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
