import type { Page } from '#base/paging.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Problem } from '#ui/field.tsx'
import { counted, Minute, number } from '#ui/format.tsx'
import { polling } from '#ui/polling.ts'
import { PostButton } from '#ui/post-button.tsx'
import { Table } from '#ui/table.tsx'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Evaluation, Item } from '../evaluations.ts'
import type { CellDiff, Change } from '../rules/outcome.ts'
import { OutcomeBadge, outcomesText, STATUS_TEXTS } from './outcomes.tsx'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  run: Evaluation
  items: Page<Item>
  first: boolean
  /** The run that it is compared with, and what came out otherwise; null where there is none before it. */
  before: { run: Evaluation; changes: Change[] } | null
}

/** One run: what came of each question, the cells that differ, and what changed since the run before. */
export function EvaluationPage({ place, run, items, first, before }: Props) {
  const params = { id: place.workspace.id, evaluationId: run.id }
  const address = href(urls.workspaceEvaluation, params)
  const isRunning = run.status === 'running'
  return (
    <div class="page">
      <WorkspaceBreadcrumb
        place={place}
        up={[
          ['Definitions', href(urls.workspaceDefinitions, { id: params.id })],
          ['Evaluations', href(urls.workspaceEvaluations, { id: params.id })],
        ]}
        here="Run"
      />
      <h1>
        Run of <Minute at={run.createdAt} />
      </h1>
      <WorkspaceTabs workspace={place.workspace} here="definitions" />
      <div id="run" class="stack" {...polling(isRunning && first, address, 'run')}>
        <Problem text={run.error} />
        <p role="status">
          {isRunning ? `${number(run.done)} of ${counted(run.questions, 'question')} asked` : STATUS_TEXTS[run.status]}.{' '}
          {outcomesText(run.outcomes)}. {run.model}, {counted(run.credits, 'credit')}, {counted(run.tokens, 'token')}.
        </p>
        {isRunning && <PostButton to={href(urls.workspaceEvaluationStop, params)} label="Stop" />}
        {before && <Changes params={params} run={run} before={before} />}
        {items.items.length > 0 && (
          <section aria-labelledby="questions-title" class="stack">
            <h2 id="questions-title">Questions</h2>
            {items.items.map((one) => (
              <article class="card">
                <div class="card-body stack">
                  <h3>
                    {one.question} <OutcomeBadge outcome={one.outcome} />
                  </h3>
                  <Told one={one} />
                </div>
              </article>
            ))}
          </section>
        )}
        {(items.next || !first) && (
          <nav class="form-actions" aria-label="Pages">
            {!first && <ButtonLink to={address} label="First questions" />}
            {items.next && (
              <ButtonLink to={href(urls.workspaceEvaluation, params, { cursor: items.next })} label="Next questions" />
            )}
          </nav>
        )}
      </div>
    </div>
  )
}

type ChangesProps = { params: { id: string }; run: Evaluation; before: NonNullable<Props['before']> }

/** What came out otherwise than in an earlier run, and what was another one then. */
function Changes({ params, run, before }: ChangesProps) {
  const others = [
    run.model !== before.run.model && 'the model',
    run.definitions !== before.run.definitions && 'the definitions',
    run.catalog !== before.run.catalog && 'the tables',
  ].filter(Boolean)
  return (
    <section aria-labelledby="changes-title" class="stack">
      <h2 id="changes-title">
        Beside the run of{' '}
        <a href={href(urls.workspaceEvaluation, { id: params.id, evaluationId: before.run.id })}>
          <Minute at={before.run.createdAt} />
        </a>
      </h2>
      <p class="muted">
        {others.length > 0
          ? `Changed since: ${others.join(', ')}.`
          : 'Model, definitions and tables are the same. Rows of connected databases may have changed.'}
      </p>
      {before.changes.length === 0 ? (
        <p>Every question came out alike.</p>
      ) : (
        <Table
          label="What came out otherwise"
          items={before.changes}
          columns={{
            Question: { names: true, cell: (one) => one.question },
            Before: (one) => <OutcomeBadge outcome={one.before} />,
            Now: (one) => <OutcomeBadge outcome={one.after} />,
          }}
        />
      )}
    </section>
  )
}

function Told({ one }: { one: Item }) {
  return (
    <>
      {one.error && <p>{one.error}</p>}
      {one.diff?.partly && <p class="muted">Only the first {number(10_000)} rows were compared.</p>}
      {one.outcome === 'differs' && one.diff?.differing === 0 && <p>The same rows, in another order.</p>}
      {one.diff && one.diff.rows.length > 0 && <Diff question={one.question} diff={one.diff} />}
      {(one.said || one.ran) && (
        <details>
          <summary>Answer and SQL</summary>
          {one.said && <p>{one.said}</p>}
          <h4>Verified</h4>
          <pre class="code" tabindex={0}>
            {one.sql}
          </pre>
          {one.ran && (
            <>
              <h4>Answer</h4>
              <pre class="code" tabindex={0}>
                {one.ran}
              </pre>
            </>
          )}
        </details>
      )}
    </>
  )
}

const cellText = (cell: unknown): string => (cell === null || cell === undefined ? '—' : String(cell))
const KINDS = { changed: 'Changed', missing: 'Missing', extra: 'Extra' } as const

/** Cells side by side: what the query gives, and what the answer has in its place. */
const Diff = ({ question, diff }: { question: string; diff: CellDiff }) => (
  <details>
    <summary>
      {counted(diff.differing, 'row')} differ, of {number(diff.expected_rows)} expected and {number(diff.got_rows)} in
      the answer
    </summary>
    <Table
      label={`Cells that differ: ${question}`}
      plain
      wide
      items={diff.rows}
      columns={[
        { title: 'Row', cell: (row) => KINDS[row.kind] },
        ...diff.columns.map((name, at) => ({
          title: diff.got_columns[at] === null ? `${name} (not in the answer)` : name,
          cell: ({ expected, got }: CellDiff['rows'][number]) => {
            const [a, b] = [cellText(expected?.[at]), cellText(got?.[at])]
            if (expected && got && a !== b)
              return (
                <>
                  <del>{a}</del> <ins>{b}</ins>
                </>
              )
            return expected ? a : b
          },
        })),
      ]}
    />
    {diff.differing > diff.rows.length && <p class="muted">These are the first {number(diff.rows.length)}.</p>}
  </details>
)
