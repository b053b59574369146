import type { Page } from '#base/paging.ts'
import { can } from '#organizations/rules/permission.ts'
import { ButtonLink, Empty } from '#ui/button.tsx'
import { Saved } from '#ui/field.tsx'
import { number } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { type Cells, Table } from '#ui/table.tsx'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Agent } from '../rules/answers.ts'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  list: Page<Agent>
  first: boolean
  message: string | null
}

/** The agents of a workspace. */
export function AgentsPage({ place, list, first, message }: Props) {
  const { workspace } = place
  const { id, role } = workspace
  const mayCreate = can(role, 'CREATE_AGENTS')
  const create = <ButtonLink look="primary" to={href(urls.workspaceNewAgent, { id })} label="New agent" />
  const own = list.items.filter((one) => !one.default)
  return (
    <div class="page">
      <WorkspaceBreadcrumb place={place} here="Agents" />
      <PageHead
        title="Agents"
        text="Saved analysts: what they know, which tables they may use, and what they are asked. Choose one with @ where you ask."
      >
        {mayCreate && own.length > 0 && create}
      </PageHead>
      <WorkspaceTabs workspace={workspace} here="agents" />
      <Saved show={message !== null}>{message}</Saved>
      <section id="agents" class="stack">
        <Table label="Agents" columns={columnsOf(id)} items={list.items} />
        {own.length === 0 && first && (
          <Empty
            title="No agent of your own yet"
            text="An agent answers for a purpose: with instructions of yours, over the tables that you choose, and nothing else."
          >
            {mayCreate && create}
          </Empty>
        )}
        {(list.next || !first) && (
          <nav class="pagination" aria-label="Pages of agents">
            {!first && <ButtonLink to={href(urls.workspaceAgents, { id })} label="First page" />}
            {list.next && (
              <ButtonLink to={href(urls.workspaceAgents, { id }, { cursor: list.next })} label="Next page" />
            )}
          </nav>
        )}
      </section>
    </div>
  )
}

/** Its colour with the first letter of its name. */
export const AgentMark = ({ name, colour }: Pick<Agent, 'name' | 'colour'>) => (
  <span class={`agent-mark agent-${colour}`} aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
)

export const limitsText = ({ sources, tables }: Pick<Agent, 'sources' | 'tables'>): string =>
  sources.length + tables.length === 0 ? 'All tables' : [...sources, ...tables].join(', ')

const columnsOf = (id: string): Cells<Agent> => ({
  Name: (one) => (
    <span class="agent-name">
      <AgentMark {...one} />
      <a href={href(urls.workspaceAgent, { id, agentId: one.id })}>{one.name}</a>
      {one.state === 'draft' ? (
        <span class="badge badge-amber">Draft</span>
      ) : (
        one.draft !== null && <span class="badge">Changes not published</span>
      )}
    </span>
  ),
  For: (one) => <span class="wrap">{one.description || '–'}</span>,
  'May use': (one) => <span class="wrap">{limitsText(one)}</span>,
  Version: ({ version }) => (version === null ? '–' : number(version)),
  Ask: (one) =>
    one.may_ask ? <a href={href(urls.workspace, { id }, { agent: one.id })}>Ask {one.name}</a> : 'Not for you yet',
})
