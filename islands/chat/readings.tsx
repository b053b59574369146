/** @jsxImportSource react */
import { createContext, use } from 'react'
import type { Answer, OfferedReading } from '#analyst/rules/answer.ts'
import { LinkButton, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated } from '../kit/use-browser.ts'
import { Propose } from './propose.tsx'

/** Shows an answer as one of its readings; null shows it again as it was made. */
type Choose = (answerId: string, reading: string | null) => Promise<void>
/** Null where answers can only be read. */
export const ReadingsContext = createContext<Choose | null>(null)

/** The ways to read the question, each with the beginning of what it gives. A click shows one, without a model and for nothing. */
export function Readings({ id, answer, running }: { id: string; answer: Answer; running: boolean }) {
  const choose = use(ReadingsContext)
  const hydrated = useHydrated()
  const { busy, error, run } = useAction()
  const { readings = [], clarification, byChips } = answer
  const chosen = readings.find((one) => one.chosen)
  if (running || readings.length === 0) return null
  const asks = clarification !== null
  const others = readings.filter((one) => one !== chosen)
  return (
    // No landmark: a conversation may hold many of them.
    <fieldset
      className={asks ? 'clarification' : 'readings-of'}
      aria-label={asks ? 'A question back to you' : 'Readings'}
    >
      {asks && <p>{clarification.question}</p>}
      {byChips === 'chosen' && (
        <p className="chips-note">
          You chose this reading: no model, no credits.{' '}
          {choose && hydrated && (
            <LinkButton disabled={busy} onClick={() => run(() => choose(id, null))} label="Undo" />
          )}
        </p>
      )}
      {!asks && others.length > 0 && <p className="readings-lead">Did you mean something else?</p>}
      {others.length > 0 && (
        <ul className="readings" aria-busy={busy}>
          {others.map((reading) => (
            <li key={reading.id}>
              {choose && hydrated ? (
                <button
                  type="button"
                  className="reading"
                  disabled={busy}
                  onClick={() => run(() => choose(id, reading.id))}
                >
                  <Words {...reading} />
                </button>
              ) : (
                <span className="reading">
                  <Words {...reading} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {asks && choose && <p className="chips-note">Choosing costs nothing.</p>}
      {chosen?.means && (
        <Propose
          id={id}
          proposal={{ from: 'reading' }}
          label={`Propose “${chosen.word}” as ${chosen.means} for everybody`}
        />
      )}
      <Problem text={error} />
    </fieldset>
  )
}

const Words = ({ title, first, word, means }: OfferedReading) => (
  <>
    {word && (
      <small>
        {means ? '' : 'without '}“{word}”{means && ` as ${means}`}
      </small>
    )}
    <strong>{title}</strong>
    {first && <span>{first}</span>}
  </>
)
