import { Bars } from '#ui/bars.tsx'
import { ButtonLink, Empty } from '#ui/button.tsx'
import { number, region } from '#ui/format.tsx'
import { type Cells, Table } from '#ui/table.tsx'
import { href, urls } from '../../../urls.ts'
import { creditText } from '../../rules/credit.ts'
import {
  charted,
  USAGE_PERIOD_NAMES,
  USAGE_PERIODS,
  type Usage,
  type UsageBy,
  type UsageChoice,
  type UsageGroup,
} from '../../rules/usage.ts'

export type UsageProps = {
  usage: Usage
  splits: UsageBy[]
  address: (choice: UsageChoice) => string
  /** Whose usage the CSV is of; undefined for the person's own. */
  organizationId?: string
}

const SPLITS: Record<UsageBy, { label: string; head: string }> = {
  workspace: { label: 'By workspace', head: 'Workspace' },
  member: { label: 'By member', head: 'Member' },
  model: { label: 'By model', head: 'Model' },
}

/** "21 Nov 2026", "November 2026" */
function bucketText(bucket: string): string {
  const day = bucket.length > 7
  const shape = day ? ({ day: 'numeric', month: 'short', year: 'numeric' } as const) : MONTH
  return new Date(day ? bucket : `${bucket}-01`).toLocaleDateString(region(), { ...shape, timeZone: 'UTC' })
}
const MONTH = { month: 'long', year: 'numeric' } as const

/** Credits over time, split by what somebody chooses; every figure stands in a table too. */
export const UsageSection = (props: UsageProps) => {
  const { usage, address, splits } = props
  const { period, by, total } = usage
  const csv = href(urls.apiUsage, {}, { period, by, organization_id: props.organizationId, format: 'csv' })
  return (
    <section class="card usage" id="usage" aria-labelledby="usage-head">
      <div class="card-head usage-head">
        <div>
          <h2 id="usage-head">Usage</h2>
          <p>
            {total.credits === 0
              ? `No credits in the last ${USAGE_PERIODS[period].label}.`
              : `${creditText(total.credits, region())} for ${answersText(total.answers)} in the last ${USAGE_PERIODS[period].label}.`}
          </p>
        </div>
        <ButtonLink look="small" to={csv} download label="Download CSV" />
      </div>
      <div class="card-body usage-body">
        <div class="row spread">
          <Segments
            label="Period"
            choices={USAGE_PERIOD_NAMES.map((it) => ({
              text: USAGE_PERIODS[it].label,
              to: address({ period: it, by }),
              here: it === period,
            }))}
          />
          <Segments
            label="Split"
            choices={splits.map((it) => ({
              text: SPLITS[it].label,
              to: address({ period, by: it }),
              here: it === by,
            }))}
          />
        </div>
        {total.credits > 0 ? (
          <>
            <Chart usage={usage} />
            <Groups usage={usage} />
          </>
        ) : (
          <Empty
            level="h3"
            title="Nothing used in this time"
            text="Every answered question appears here with what it cost, on the day it was answered (UTC)."
          />
        )}
      </div>
      {total.credits > 0 && <Figures usage={usage} />}
    </section>
  )
}

const answersText = (count: number) => `${number(count)} ${count === 1 ? 'answer' : 'answers'}`

/** Links that work as they are; where scripts run they exchange the section only. */
const Segments = (props: { label: string; choices: { text: string; to: string; here: boolean }[] }) => (
  <nav class="segments" aria-label={props.label}>
    {props.choices.map(({ text, to, here }) => (
      <a
        href={to}
        aria-current={here ? 'true' : undefined}
        hx-get={to}
        hx-select="#usage"
        hx-target="#usage"
        hx-swap="outerHTML"
        hx-replace-url="true"
      >
        {text}
      </a>
    ))}
  </nav>
)

const Chart = ({ usage }: { usage: Usage }) => {
  const { buckets, groups, period, unit } = usage
  const bars = charted(groups)
  const most = Math.max(...buckets.map((_, bar) => groups.reduce((sum, { series }) => sum + series[bar]!, 0)))
  return (
    <div>
      <Bars
        class="bars-tall"
        series={bars.map(({ name, series }, index) => ({ name: String(index + 1), label: name, values: series }))}
        summary={`Credits in the last ${USAGE_PERIODS[period].label}: ${groups.map(({ name, credits }) => `${name} ${number(credits)}`).join(', ')}`}
        title={(bar) => bucketText(buckets[bar]!)}
        show={(credits) => creditText(credits, region())}
      />
      <p class="bars-ends" aria-hidden="true">
        <span>{bucketText(buckets[0]!)}</span>
        <span>
          at most {number(most)} a {unit}
        </span>
        <span>{bucketText(buckets.at(-1)!)}</span>
      </p>
    </div>
  )
}

const Groups = ({ usage: { groups, by, total } }: { usage: Usage }) => {
  const colours = charted(groups).length
  const columns: Cells<UsageGroup> = {
    [SPLITS[by].head]: (group) => (
      <span class="usage-name">
        <span class={`bars-mark bars-mark-${Math.min(groups.indexOf(group) + 1, colours)}`} />
        <span>
          {group.name}
          {group.detail && <small class="muted"> {group.detail}</small>}
        </span>
      </span>
    ),
    '#Credits': ({ credits }) => <strong>{number(credits)}</strong>,
    '#Share': ({ credits }) => `${Math.round((100 * credits) / total.credits)} %`,
    '#Answers': ({ answers }) => number(answers),
    '#Tokens read': ({ input_tokens }) => number(input_tokens),
    '#Tokens cached': ({ cached_input_tokens }) => number(cached_input_tokens),
    '#Tokens written': ({ output_tokens }) => number(output_tokens),
  }
  return <Table plain label={`Credits ${SPLITS[by].label.toLowerCase()}`} columns={columns} items={groups} />
}

/** What the bars show, in words, for whoever cannot see them or wants the figures. Days without any are left out. */
const Figures = ({ usage: { buckets, groups, unit } }: { usage: Usage }) => {
  const bars = charted(groups)
  const filled = buckets.map((_, bar) => bar).filter((bar) => bars.some(({ series }) => series[bar]! > 0))
  return (
    <details class="card-foot dashboard-table">
      <summary>Show each {unit} as a table</summary>
      <Table
        wide
        label={`Credits of each ${unit}`}
        items={filled.toReversed()}
        columns={[
          {
            title: unit === 'day' ? 'Day (UTC)' : 'Month (UTC)',
            names: true,
            cell: (bar: number) => bucketText(buckets[bar]!),
          },
          ...bars.map(({ name, series }) => ({
            title: name,
            num: true,
            cell: (bar: number) => number(series[bar]!),
          })),
        ]}
      />
    </details>
  )
}
