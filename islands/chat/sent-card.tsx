/** @jsxImportSource react */
import { Fragment } from 'react'
import type { Answer } from '#analyst/rules/answer.ts'
import { SENT_KINDS, type Sent, type SentKind } from '#analyst/rules/sent.ts'
import { counted, dayText } from '#base/format.ts'
import { bytesText } from '#files/rules/transfer.ts'
import { Icon } from '../kit/icon.tsx'
import { Button, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated, useLocale } from '../kit/use-browser.ts'
import { download, readSent } from './calls.ts'
import { useReading } from './share-menu.tsx'

const KINDS: Record<SentKind, string> = {
  instructions: 'Instructions and tools',
  names: 'Names, types and counts of tables and columns',
  descriptions: 'Descriptions, definitions and instructions of the workspace',
  values: 'Values from the catalog',
  rows: 'Rows and figures of results',
  conversation: 'Questions and earlier answers',
  calls: 'What the model called, with its SQL',
  errors: 'Errors of queries and tools',
  other: 'Other: the form of the request, notes, what could not be told apart',
}
const modeText = ({ sees, rows }: Sent, locale: string): string =>
  sees === 'none'
    ? 'The model may see the schema: no values and no rows.'
    : `The model may see ${sees === 'samples' ? 'samples' : 'results'}: at most ${counted(rows, 'row', 'rows', locale)} of each result.`

/** What left the server for an answer, by kind, and the requests themselves as a file. Nothing where nobody looked. */
export function SentCard({ id, receipt }: { id: string; receipt: NonNullable<Answer['receipt']> }) {
  const locale = useLocale()
  const hydrated = useHydrated()
  const reading = useReading()
  const { busy, error, run } = useAction()
  const { sent } = receipt
  if (sent === undefined) return null
  const title = sent
    ? `Sent to ${sent.hosts.join(', ') || 'nobody'}: ${bytesText(sent.bytes)}`
    : 'Nothing left this server'
  return (
    <details className="sent-card">
      <summary>{title}</summary>
      <div>
        {sent ? (
          <>
            <p>
              {counted(sent.requests, 'request', 'requests', locale)}. {modeText(sent, locale)}
            </p>
            <dl>
              {SENT_KINDS.filter((kind) => sent.kinds[kind]).map((kind) => (
                <Fragment key={kind}>
                  <dt>{KINDS[kind]}</dt>
                  <dd>{bytesText(sent.kinds[kind]!)}</dd>
                </Fragment>
              ))}
            </dl>
            <p>
              {sent.kept_until === null
                ? 'The requests are not kept.'
                : `The requests are kept until ${dayText(sent.kept_until, locale)}, for whoever asked and owners of the workspace.`}
            </p>
            {hydrated && !reading && sent.kept_until !== null && (
              <Button
                look="small"
                disabled={busy}
                aria-busy={busy}
                onClick={() => run(async () => download(await readSent(id), `sent-${id}.json`))}
              >
                <Icon name="chevron" /> Download the requests
              </Button>
            )}
            <Problem className="sql-error" text={error} />
          </>
        ) : (
          <p>
            The built-in analyst is part of this server: no provider of models was asked. Connected databases are asked
            for their own tables.
          </p>
        )}
      </div>
    </details>
  )
}
