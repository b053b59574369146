import type { Page } from '#base/paging.ts'
import { creditText } from '#billing/rules/credit.ts'
import { ButtonLink, Empty, Submit } from '#ui/button.tsx'
import { Problem } from '#ui/field.tsx'
import { counted, Minute, number } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { polling } from '#ui/polling.ts'
import { Table } from '#ui/table.tsx'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Evaluation } from '../evaluations.ts'
import { outcomesText, STATUS_TEXTS } from './outcomes.tsx'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  offer: { questions: number; credits: number }
  list: Page<Evaluation>
  first: boolean
  problem: string | null
}

/** The runs of the verified questions, and the next one with its price. */
export function EvaluationsPage({ place, offer, list, first, problem }: Props) {
  const { id } = place.workspace
  const address = href(urls.workspaceEvaluations, { id })
  const isRunning = list.items.some(({ status }) => status === 'running')
  return (
    <div class="page">
      <WorkspaceBreadcrumb
        place={place}
        up={[['Definitions', href(urls.workspaceDefinitions, { id })]]}
        here="Evaluations"
      />
      <PageHead
        title="Evaluations"
        text="Asks every verified question anew and compares the answer with its query: after a change of the model, the definitions or the data. The analyst does not know the query that it is judged by."
      />
      <WorkspaceTabs workspace={place.workspace} here="definitions" />
      <Problem text={problem} />
      {offer.questions === 0 ? (
        <Empty
          title="There are no verified queries yet"
          text="Save questions with the SQL that answers them, and they can be asked here."
        >
          <ButtonLink to={href(urls.workspaceDefinitions, { id }, { tab: 'query' })} label="Show verified queries" />
        </Empty>
      ) : (
        <form class="form" method="post" action={address}>
          <input type="hidden" name="max_credits" value={String(offer.credits)} />
          <p>
            {counted(offer.questions, 'question')}, {creditText(offer.credits)} at most: each costs what a question
            costs, when it is answered.
          </p>
          <div class="form-actions">
            <Submit look="primary" label={`Ask ${counted(offer.questions, 'question')}`} disabled={isRunning} />
            <ButtonLink to={href(urls.workspaceDefinitions, { id }, { tab: 'query' })} label="Verified queries" />
          </div>
        </form>
      )}
      {list.items.length > 0 && (
        <section id="evaluations" class="stack" {...polling(isRunning && first, address, 'evaluations')}>
          <Table
            label="Runs"
            items={list.items}
            columns={{
              'Begun (UTC)': {
                names: true,
                cell: (one) => (
                  <a href={href(urls.workspaceEvaluation, { id, evaluationId: one.id })}>
                    <Minute at={one.createdAt} />
                  </a>
                ),
              },
              State: (one) =>
                one.status === 'running' ? `${number(one.done)} of ${number(one.questions)}` : STATUS_TEXTS[one.status],
              Outcomes: (one) => outcomesText(one.outcomes),
              Model: (one) => one.model,
              '#Credits': (one) => number(one.credits),
              By: (one) => one.by.name || 'No name',
            }}
          />
          {(list.next || !first) && (
            <nav class="form-actions" aria-label="Pages">
              {!first && <ButtonLink to={address} label="Newest" />}
              {list.next && (
                <ButtonLink to={href(urls.workspaceEvaluations, { id }, { cursor: list.next })} label="Older runs" />
              )}
            </nav>
          )}
        </section>
      )}
    </div>
  )
}
