import type { Page } from '#base/paging.ts'
import { can } from '#organizations/rules/permission.ts'
import { ButtonLink, Empty, Submit } from '#ui/button.tsx'
import { Saved } from '#ui/field.tsx'
import { Day, number } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { type Cells, Table } from '#ui/table.tsx'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Definition } from '../rules/answers.ts'
import { type DefinitionKind, KINDS } from '../rules/definition.ts'
import { KIND_NAMES } from './form.tsx'

type Tab = DefinitionKind | 'proposals'
type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  tab: Tab
  q: string
  list: Page<Definition>
  counts: { waiting: number } & Record<DefinitionKind, number>
  first: boolean
  message: string | null
}

const ABOUT: Record<Tab, string> = {
  metric: 'Figures that are computed one way: the analyst uses the expression as it stands.',
  term: 'Words of yours and what they mean.',
  query: 'Questions with the SQL that answers them. The analyst runs it as it is for the same question.',
  instructions: 'What the analyst is to know in each answer, and how your years, days and amounts are meant.',
  proposals: 'What people propose. Owners decide whether it counts.',
}

export function DefinitionsPage({ place, tab, q, list, counts, first, message }: Props) {
  const { workspace } = place
  const address = (query: Record<string, string>) => href(urls.workspaceDefinitions, { id: workspace.id }, query)
  return (
    <div class="page">
      <WorkspaceBreadcrumb place={place} here="Definitions" />
      <PageHead
        title="Definitions"
        text="What this workspace means by its words: the analyst follows it in every answer."
      >
        {can(workspace.role, 'UPDATE_FILES') && (
          <ButtonLink to={href(urls.workspaceDefinitionsImport, { id: workspace.id })} label="Import" />
        )}
        <ButtonLink
          to={href(urls.apiDefinitionsExport, { id: workspace.id })}
          download="definitions.yaml"
          label="Export"
        />
        {can(workspace.role, 'UPDATE_AGENTS') &&
          tab !== 'proposals' &&
          (tab !== 'instructions' || counts.instructions === 0) && (
            <ButtonLink
              look="primary"
              to={href(urls.workspaceNewDefinition, { id: workspace.id }, { kind: tab })}
              label={tab === 'instructions' ? 'Write instructions' : `New ${KIND_NAMES[tab].one.toLowerCase()}`}
            />
          )}
      </PageHead>
      <WorkspaceTabs workspace={workspace} here="definitions" />
      <Saved show={message !== null}>{message}</Saved>
      <nav class="tabs" aria-label="Kinds of definitions">
        {KINDS.map((kind) => (
          <a href={address({ tab: kind })} aria-current={kind === tab ? 'page' : undefined}>
            {KIND_NAMES[kind].many}
            {kind !== 'instructions' && counts[kind] > 0 && <span class="muted"> {number(counts[kind])}</span>}
          </a>
        ))}
        <a href={address({ tab: 'proposals' })} aria-current={tab === 'proposals' ? 'page' : undefined}>
          Proposals {counts.waiting > 0 && <span class="badge badge-amber">{number(counts.waiting)}</span>}
        </a>
      </nav>
      <p class="muted">
        {ABOUT[tab]}{' '}
        {tab === 'query' && can(workspace.role, 'UPDATE_FILES') && (
          <a href={href(urls.workspaceEvaluations, { id: workspace.id })}>Ask all of them anew</a>
        )}
      </p>
      {tab !== 'instructions' && (q || list.items.length > 0 || !first) && (
        <form class="search-form" method="get" action={address({})}>
          <input type="hidden" name="tab" value={tab} />
          <label class="quiet" for="definitions-q">
            Search names and contents
          </label>
          <input
            class="input"
            type="search"
            id="definitions-q"
            name="q"
            value={q}
            maxlength={200}
            placeholder="Search names and contents"
          />
          <Submit label="Search" />
        </form>
      )}
      <section id="definitions" class="stack">
        {list.items.length === 0 ? (
          <Empty
            title={q ? `Nothing speaks of “${q}”` : tab === 'proposals' ? 'Nothing waits' : 'Nothing here yet'}
            text={q || tab === 'proposals' ? undefined : ABOUT[tab]}
          >
            {q && <ButtonLink to={address({ tab })} label="Show all" />}
          </Empty>
        ) : (
          <Table
            label={tab === 'proposals' ? 'Proposals' : KIND_NAMES[tab].many}
            columns={columnsOf(workspace.id, tab)}
            items={list.items}
          />
        )}
        {(list.next || !first) && (
          <nav class="pagination" aria-label="Pages of definitions">
            {!first && <ButtonLink to={address({ tab, q })} label="First page" />}
            {list.next && <ButtonLink to={address({ tab, q, cursor: list.next })} label="Next page" />}
          </nav>
        )}
      </section>
    </div>
  )
}

const columnsOf = (id: string, tab: Tab): Cells<Definition> => ({
  Name: (one) => (
    <>
      <a href={href(urls.workspaceDefinition, { id, definitionId: one.id })}>{one.name}</a>
      {one.stale && (
        <span class="badge badge-amber" title={one.stale}>
          Stale
        </span>
      )}
    </>
  ),
  ...(tab === 'proposals' && { Kind: ({ kind }) => KIND_NAMES[kind].one }),
  Definition: (one) => <span class="wrap">{shortly(one)}</span>,
  [tab === 'proposals' ? 'Proposed by' : 'Approved by']: ({ decided_by, proposed_by }) =>
    (decided_by ?? proposed_by).name || 'No name',
  Since: ({ decided_at, created_at }) => <Day at={decided_at ?? created_at} />,
})

const LONGEST = 160
function shortly({ kind, content }: Definition): string {
  const text =
    kind === 'metric'
      ? `${content.expression} over ${content.table}${content.filters ? `, where ${content.filters}` : ''}`
      : kind === 'term'
        ? content.meaning
        : kind === 'query'
          ? content.description || content.sql
          : content.text || 'Time zone, fiscal year and currency'
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
