import type { Child } from 'hono/jsx'
import { Bars } from '#ui/bars.tsx'
import { dayText, number } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { href, urls } from '../../urls.ts'
import { type Analytics, type Part, STEP_LABELS, share } from '../rules/analytics.ts'
import { barAt, PERIODS } from '../rules/period.ts'
import { When } from './list.tsx'

type Props = { figures: Analytics }

/** A part of the page with its file. */
const Report = (
  props: Props & { part: Part; title: string; note: string; empty?: string | false; children: Child },
) => (
  <section class="card" aria-labelledby={`analytics-${props.part}`}>
    <div class="card-body">
      <div class="analytics-head">
        <h2 id={`analytics-${props.part}`}>{props.title}</h2>
        <a
          class="button button-small"
          href={href(urls.apiAdminAnalytics, {}, { period: props.figures.period, part: props.part, format: 'csv' })}
          aria-label={`${props.title} as CSV`}
          download
        >
          CSV
        </a>
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

const Table = (props: { label: string; head: (string | [string, 'num'])[]; children: Child }) => (
  <section class="table-wrap" tabindex={0} aria-label={props.label}>
    <table class="table">
      <thead>
        <tr>
          {props.head.map((name) =>
            typeof name === 'string' ? (
              <th scope="col">{name}</th>
            ) : (
              <th scope="col" class="num">
                {name[0]}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </section>
)

/** A share as a bar; its figure stands beside it. */
const Share = ({ part, all }: { part: number; all: number }) => (
  <svg class="part-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="part-bar-all" width="100" height="8" />
    {part > 0 && <rect class="part-bar-part" width={Math.min(100, Math.max(1, (100 * part) / all))} height="8" />}
  </svg>
)

export function Funnel({ figures }: Props) {
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

export const Retention = ({ figures }: Props) => (
  <Report
    figures={figures}
    part="retention"
    title="Who comes back"
    note="By week of sign-up, the last eight weeks whatever the time above: how many of them got an answer in that week and in each week after, from paid answers."
    empty={figures.retention.every(({ people }) => people === 0) && 'Nobody signed up in the last eight weeks.'}
  >
    <Table
      label="Retention by week of sign-up"
      head={[
        'Week of',
        ['People', 'num'],
        ...figures.retention.map((_, n): [string, 'num'] => [n === 0 ? 'Same week' : `+${n}`, 'num']),
      ]}
    >
      {figures.retention.map(({ week, people, active }) => (
        <tr>
          <th scope="row">
            <time datetime={week}>{dayText(week)}</time>
          </th>
          <td class="num">{number(people)}</td>
          {active.map((count) =>
            count === null ? (
              <td class="num faint">
                <span class="quiet">not yet</span>
              </td>
            ) : (
              <td class={`num heat-${people === 0 ? 0 : heat(count, people)}`}>
                {people === 0 ? '–' : share(count, people)}
                {people > 0 && <span class="quiet"> ({number(count)})</span>}
              </td>
            ),
          )}
        </tr>
      ))}
    </Table>
  </Report>
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

export function Outcomes({ figures }: Props) {
  const all = figures.answers.reduce((sum, { count }) => sum + count, 0)
  return (
    <Report
      figures={figures}
      part="answers"
      title="Answers"
      note="How questions ended, and thumbs, from the conversations that still exist."
      empty={all === 0 && 'No questions in this time.'}
    >
      <Table
        label="Answers by how they ended"
        head={['Ended', ['Answers', 'num'], ['Share', 'num'], ['Up', 'num'], ['Down', 'num']]}
      >
        {figures.answers.map(({ status, count, up, down }) => (
          <tr>
            <th scope="row">{STATUSES[status] ?? status}</th>
            <td class="num">{number(count)}</td>
            <td class="num">{share(count, all)}</td>
            <td class="num">{number(up)}</td>
            <td class="num">{number(down)}</td>
          </tr>
        ))}
      </Table>
    </Report>
  )
}

export const Models = ({ figures }: Props) => (
  <Report
    figures={figures}
    part="models"
    title="Models"
    note="Paid answers by the model that gave them, from the usage that credits were taken for."
    empty={figures.models.length === 0 && 'No paid answers in this time.'}
  >
    <Table
      label="Usage by model"
      head={[
        'Model',
        ['Answers', 'num'],
        ['People', 'num'],
        ['Credits', 'num'],
        ['Tokens', 'num'],
        ['Up / down', 'num'],
      ]}
    >
      {figures.models.map((it) => (
        <tr>
          <th scope="row">{it.model}</th>
          <td class="num">{number(it.answers)}</td>
          <td class="num">{number(it.people)}</td>
          <td class="num">{number(it.credits)}</td>
          <td class="num">{number(it.input_tokens + it.output_tokens)}</td>
          <td class="num">
            {number(it.up)} / {number(it.down)}
          </td>
        </tr>
      ))}
    </Table>
  </Report>
)

export function Feedback({ figures }: Props) {
  const { up, down, reasons } = figures.feedback
  return (
    <Report
      figures={figures}
      part="feedback"
      title="Feedback"
      note={`${number(up)} thumbs up, ${number(down)} down. The latest reasons, as people wrote them; questions and answers belong to their workspace and are not shown.`}
      empty={reasons.length === 0 && 'Nobody gave a reason in this time.'}
    >
      <Table label="Reasons of feedback" head={['When', 'Thumb', 'Answer', 'Reason']}>
        {reasons.map(({ at, rating, status, reason }) => (
          <tr>
            <td>
              <When at={at} />
            </td>
            <td>{rating === 'up' ? 'Up' : 'Down'}</td>
            <td>{STATUSES[status] ?? status}</td>
            <td class="analytics-reason">{reason}</td>
          </tr>
        ))}
      </Table>
    </Report>
  )
}

export const Workspaces = ({ figures }: Props) => (
  <Report
    figures={figures}
    part="workspaces"
    title="Workspaces"
    note="The fifty with the most paid answers."
    empty={figures.workspaces.length === 0 && 'No paid answers in this time.'}
  >
    <Table
      label="Usage by workspace"
      head={['Workspace', 'Organization', ['Answers', 'num'], ['People', 'num'], ['Credits', 'num']]}
    >
      {figures.workspaces.map((it) => (
        <tr>
          <th scope="row">{it.workspace ?? 'Gone'}</th>
          <td>{it.organization ?? 'Gone'}</td>
          <td class="num">{number(it.answers)}</td>
          <td class="num">{number(it.people)}</td>
          <td class="num">{number(it.credits)}</td>
        </tr>
      ))}
    </Table>
  </Report>
)

export function Events({ figures }: Props) {
  const span = { from: new Date(figures.from), step: figures.step_seconds * 1000 }
  const day = (bar: number) => barAt(span, bar)[0].toISOString().slice(0, 16).replace('T', ' ')
  const { label } = PERIODS[figures.period]
  return (
    <Report
      figures={figures}
      part="events"
      title="Events"
      note="What visitors did who agreed to be counted, over time. The events are those that pages also hand to tag managers."
      empty={figures.events.every(({ count }) => count === 0) && 'No events in this time.'}
    >
      <Table label="Events over time" head={['Event', ['Times', 'num'], ['Browsers', 'num'], 'Over time']}>
        {figures.events.map(({ name, count, visitors, series }) => (
          <tr>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td class="num">{number(count)}</td>
            <td class="num">{number(visitors)}</td>
            <td class="analytics-bars">
              <Bars
                series={[{ name: 'plain', label: name, values: series }]}
                summary={`${name} in the last ${label}: ${number(count)} times, at most ${number(Math.max(...series))} in one bar`}
                title={day}
                show={number}
              />
            </td>
          </tr>
        ))}
      </Table>
    </Report>
  )
}
