/** @jsxImportSource react */
import { memo, useMemo, useState } from 'react'
import { type Answer, type AnswerStatus, warnsOfFigures } from '#analyst/rules/answer.ts'
import { chartsLeft, inWords } from '#analyst/rules/blocks.ts'
import { mainResult, resultOfChart } from '#analyst/rules/presented.ts'
import { counted, numberText } from '#base/format.ts'
import { Icon, IconButton } from '../kit/icon.tsx'
import { Button } from '../kit/parts.tsx'
import { useHydrated, useLocale } from '../kit/use-browser.ts'
import { AnswerExport } from './answer-export.tsx'
import { checksOf, duration, shownOf, withoutOffers } from './answer-of.ts'
import { Blocks, Plan } from './blocks.tsx'
import { sendFeedback } from './calls.ts'
import { Chart } from './chart.tsx'
import { Chips } from './chips.tsx'
import { CommentAnswer } from './comments.tsx'
import { CHECK_ICONS, CHECK_WORDS } from './drawer.tsx'
import { chartKey, chartShown, type DrawerState } from './drawer-state.ts'
import { ShowLines } from './left-out.tsx'
import { Pin, WishButton } from './pin.tsx'
import { Propose, Reason } from './propose.tsx'
import { Prose } from './prose.tsx'
import { Readings } from './readings.tsx'
import { SentCard } from './sent-card.tsx'
import { ShareMenu, useReading } from './share-menu.tsx'
import { Steps } from './steps.tsx'
import type { DrawerControl } from './use-drawer.ts'

export type AnswerProps = {
  id: string
  answer: Answer
  /** What was asked; empty where it is not on the page. */
  question: string
  /** Who answers; null for the agent that every workspace has. */
  agent: Answer['agent'] | null
  address: string
  rating: 'up' | 'down' | null
  charts: DrawerState['charts']
  running: boolean
  /** Only the last answer offers what to ask next. */
  last: boolean
  /** Result whose rows lie open beside the answer. */
  opened: string | null
  onOpen: DrawerControl['show']
  onAsk: (question: string) => void
  onRetry: () => void
}

const RATINGS = [
  ['up', 'like', 'Good answer'],
  ['down', 'dislike', 'Bad answer'],
] as const
const ENDINGS: Partial<Record<AnswerStatus, string>> = {
  failed: 'The question was not answered',
  refused: 'This cannot be answered from the data here',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
}

/** One answer: steps, prose, charts, results, checks, what to ask next, and the receipt. */
export const AnswerView = memo(function AnswerView(props: AnswerProps) {
  const { answer, running, id } = props
  const locale = useLocale()
  const checks = checksOf(answer)
  // A refusal that explains itself in its prose needs no second explanation.
  const ending = answer.status === 'refused' && answer.text ? undefined : ENDINGS[answer.status]
  const first = mainResult(answer)
  // What only led to the answer opens from its step.
  const shownResults = shownOf(answer)
  const visible = useMemo(
    () => (props.last && !running ? withoutOffers(answer) : answer),
    [answer, props.last, running],
  )
  const open = (resultId: string) => props.onOpen({ answerId: id, resultId, tab: 'Table' })
  const chart = (at: number) => {
    const key = chartKey(id, at)
    const spec = chartShown({ id, answer }, at, props.charts).chart ?? answer.charts[at]!
    const result = resultOfChart(answer, spec)
    return (
      result && (
        <div className="answer-chart" key={key}>
          <Chart spec={spec} result={result} lean={!props.last} />
          <button
            type="button"
            className="answer-chart-open"
            onClick={() => props.onOpen({ answerId: id, resultId: result.id, tab: 'Chart', chart: at })}
          >
            Edit chart
          </button>
          <Pin answerId={id} of={{ chart: at }} label="Pin chart" />
        </div>
      )
    )
  }
  return (
    <article className="answer" aria-label="Answer" aria-busy={running}>
      {props.agent && (
        <p className="answer-agent">
          <Icon name="spark" /> {props.agent.name}
        </p>
      )}
      <Steps id={id} answer={answer} running={running} onOpen={open} />
      <Chips {...{ id, answer, running }} />
      {answer.plan && <Plan plan={answer.plan} running={running} />}
      <Blocks id={id} answer={visible} running={running} chart={chart} onOpen={open} />
      <Assumptions answer={answer} />
      {!running &&
        checks.filter(warnsOfFigures).map(({ name, note, show }) => (
          <p className="answer-warning" role="note" key={note}>
            <Icon name="warn" />
            <span>
              <strong>{name}:</strong> {note} <ShowLines {...(show && { show })} />
            </span>
          </p>
        ))}
      <Readings {...{ id, answer, running }} />
      {answer.clarification && !answer.readings && (
        <fieldset className="clarification" aria-label="A question back to you">
          <p>{answer.clarification.question}</p>
          {props.last ? (
            <Choices options={answer.clarification.options} onAsk={props.onAsk} />
          ) : (
            <Propose id={id} proposal={{ from: 'clarification' }} label="Propose what was meant for everybody" />
          )}
        </fieldset>
      )}
      {chartsLeft(answer).map(chart)}
      {shownResults.length > 0 && (
        <ul className="answer-results">
          {shownResults.map((result) => (
            <li key={result.id}>
              <button type="button" aria-pressed={props.opened === result.id} onClick={() => open(result.id)}>
                <Icon name={'of' in result ? 'pencil' : 'table'} />{' '}
                <span>
                  {result.title}
                  {'of' in result && ' (edited)'}
                </span>
                <small>{counted(result.total_rows, 'row', 'rows', locale)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!running && <WishButton answerId={id} question={props.question} answer={answer} />}
      {ending && (
        <div
          className={`answer-ending answer-${answer.status}`}
          role={answer.status === 'failed' ? 'alert' : undefined}
        >
          {!answer.error?.startsWith(ending) && <strong>{ending}</strong>}
          {answer.error && <p>{answer.error}</p>}
          {props.last && answer.status !== 'refused' && (
            <Button look="small" onClick={props.onRetry}>
              <Icon name="retry" /> {answer.status === 'stopped' ? 'Ask again' : 'Retry'}
            </Button>
          )}
        </div>
      )}
      {checks.length > 0 && !running && (
        <ul className="checks" aria-label="Checks of this answer">
          {checks.map((check) => (
            <li key={`${check.name} ${check.note}`}>
              <button
                type="button"
                className={`check-chip check-${check.state}`}
                title={check.note}
                disabled={!first}
                onClick={() => first && props.onOpen({ answerId: id, resultId: first.id, tab: 'Checks' })}
              >
                <Icon name={CHECK_ICONS[check.state]} />
                <span className="quiet">{CHECK_WORDS[check.state]}: </span>
                {check.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {props.last && !running && answer.suggestions.length > 0 && (
        <Choices options={answer.suggestions} onAsk={props.onAsk} label="Ask next" />
      )}
      {!running && (answer.receipt || answer.text) && (
        <Receipt {...{ id, answer }} address={props.address} rating={props.rating} />
      )}
    </article>
  )
})

/** Readings that the question left open, as they were chosen. */
const Assumptions = memo(function Assumptions({ answer }: { answer: Answer }) {
  const { assumptions = [] } = answer
  if (assumptions.length === 0) return null
  return (
    <fieldset className="assumptions" aria-label="Assumptions">
      <span>Assumed</span>
      <ul>
        {assumptions.map(({ text, numbers }) => (
          <li key={text}>
            <Prose answer={{ ...answer, text, numbers }} running={false} from={0} to={text.length} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
})

function Choices(props: { options: string[]; onAsk: (question: string) => void; label?: string }) {
  return (
    <ul className="choices" aria-label={props.label}>
      {props.options.map((option) => (
        <li key={option}>
          <button type="button" className="pill" onClick={() => props.onAsk(option)}>
            {option}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** "12,040 tokens (9,800 cached, 640 thinking, 80 more for the title)". */
function tokensText(receipt: NonNullable<Answer['receipt']>, locale: string): string {
  const { input_tokens, output_tokens, cached_input_tokens: cached, reasoning_tokens: thinking, title_tokens } = receipt
  const parts = [
    cached && `${numberText(cached, locale)} cached`,
    thinking && `${numberText(thinking, locale)} thinking`,
    title_tokens && `${numberText(title_tokens, locale)} more for the title`,
  ].filter(Boolean)
  // Servers of some models tell none.
  const hasTokens = input_tokens + output_tokens > 0
  const all = hasTokens ? `${numberText(input_tokens + output_tokens, locale)} tokens` : 'tokens not told'
  return parts.length > 0 ? `${all} (${parts.join(', ')})` : all
}

/** What the answer took, and what one may do with it. */
function Receipt({ id, answer, address, rating: rated }: Pick<AnswerProps, 'id' | 'answer' | 'address' | 'rating'>) {
  const locale = useLocale()
  const [rating, setRating] = useState(rated)
  const [copied, setCopied] = useState(false)
  // What only a script can do is not in the page of the server.
  const hydrated = useHydrated()
  const reading = useReading()
  const { receipt } = answer
  const rate = (value: 'up' | 'down') => {
    const next = value === rating ? null : value
    setRating(next)
    sendFeedback(id, next).catch(() => setRating(rating))
  }
  const { agent } = answer
  const parts = receipt && [
    agent && `${agent.name}, version ${numberText(agent.version ?? 1, locale)}`,
    duration(receipt.elapsed_ms),
    `${numberText(receipt.rows_read, locale)} rows read`,
    receipt.built_in ? null : tokensText(receipt, locale),
    counted(receipt.credits, 'credit', 'credits', locale),
    receipt.built_in && !answer.byChips ? 'built-in analyst' : receipt.model,
    receipt.instead_of && `instead of ${receipt.instead_of}, which failed`,
  ]
  return (
    <>
      <footer className="receipt">
        {parts && <span className="receipt-text">{parts.filter(Boolean).join(' · ')}</span>}
        {receipt && <SentCard id={id} receipt={receipt} />}
        <span className="receipt-acts">
          <ShareMenu address={address} />
          {receipt && <CommentAnswer id={id} />}
          {answer.status === 'answered' && answer.text && (
            <Pin answerId={id} of={{ text: true }} label="Pin the text" icon />
          )}
          {hydrated && answer.text && <AnswerExport id={id} text={answer.text} />}
          {hydrated && answer.text && (
            <IconButton
              icon={copied ? 'check' : 'copy'}
              label="Copy the answer"
              title={copied ? 'Copied' : 'Copy the answer'}
              onClick={() => navigator.clipboard.writeText(inWords(answer)).then(() => setCopied(true))}
            />
          )}
          {hydrated &&
            !reading &&
            RATINGS.map(([value, icon, title]) => (
              <IconButton
                key={value}
                icon={icon}
                label={title}
                aria-pressed={rating === value}
                onClick={() => rate(value)}
              />
            ))}
        </span>
      </footer>
      {rating === 'down' && rated !== 'down' && <Reason id={id} />}
    </>
  )
}
