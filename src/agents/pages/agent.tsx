import type { Child } from 'hono/jsx'
import { counted } from '#base/format.ts'
import { can } from '#organizations/rules/permission.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Problem, Saved } from '#ui/field.tsx'
import { Minute, number } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Tried } from '../agents.ts'
import type { Agent } from '../rules/answers.ts'
import { AgentMark, limitsText } from './agents.tsx'
import { AgentForm, type AgentFormProps } from './form.tsx'

type Place = Pick<WorkspaceCtx, 'workspace' | 'organization'>
const up = (id: string): [string, string][] => [['Agents', href(urls.workspaceAgents, { id })]]

export const NewAgentPage = ({ place, form }: { place: Place; form: AgentFormProps }) => (
  <div class="page narrow">
    <WorkspaceBreadcrumb place={place} up={up(place.workspace.id)} here="New" />
    <h1>New agent</h1>
    <AgentForm {...form} />
  </div>
)

type Props = {
  place: Place
  /** The version that people ask, or the newest where none is published. */
  current: Agent
  versions: Agent[]
  form: AgentFormProps | null
  /** Its starter questions, with how they were answered last. */
  tried: Tried[]
  price: number
  problem: string | null
  message: string | null
}

/** One agent: a panel to try it, its form, and its versions. */
export function AgentPage({ place, current, versions, form, tried, price, problem, message }: Props) {
  const { workspace } = place
  const at = { id: workspace.id, agentId: current.id }
  const act = href(urls.workspaceAgentAct, at)
  const newest = versions[0] ?? current
  return (
    <div class="page">
      <WorkspaceBreadcrumb place={place} up={up(workspace.id)} here={current.name} />
      <PageHead
        title={
          <span class="agent-name">
            <AgentMark {...current} /> {current.name}
          </span>
        }
        text={
          <>
            {current.description} <State state={current.state} />
          </>
        }
      >
        {current.may_ask && (
          <ButtonLink
            look="primary"
            to={href(urls.workspace, { id: workspace.id }, { agent: current.id })}
            label="Ask it"
          />
        )}
        {can(workspace.role, 'CREATE_AGENTS') && (
          <ButtonLink to={href(urls.workspaceNewAgent, { id: workspace.id }, { copy: current.id })} label="Copy" />
        )}
        {can(workspace.role, 'DELETE_AGENTS') && !current.default && newest.state !== 'removed' && (
          <PostButton
            to={act}
            ask={{
              title: 'Delete it?',
              message: 'Nobody can ask it any more. Its versions stay, and answers go on saying its name.',
              action: 'Delete',
            }}
            {...{ name: 'act', value: 'remove', label: 'Delete' }}
          />
        )}
      </PageHead>
      <WorkspaceTabs workspace={workspace} here="agents" />
      <div class="page-column stack">
        <Saved show={message !== null}>{message}</Saved>
        <Problem text={problem} />
        {current.default && (
          <p>
            It knows all tables, metrics and terms, and has no instructions of its own. Copy it to make one that has.
          </p>
        )}
        {form && (
          <Try agent={newest} tried={tried} price={price} address={href(urls.workspaceAgentTest, at)}>
            {newest.state === 'draft' && (
              <PostButton to={act} look="primary" name="act" value="publish">
                Publish version {number(newest.version ?? 1)}
              </PostButton>
            )}
          </Try>
        )}
        {form ? <AgentForm {...form} /> : !current.default && <AgentFacts agent={current} />}
        {form && <History versions={versions} act={act} />}
      </div>
    </div>
  )
}

const STATES: Record<Agent['state'], [string, string]> = {
  draft: ['Draft', 'badge badge-amber'],
  published: ['Published', 'badge badge-green'],
  replaced: ['Replaced', 'badge'],
  removed: ['Deleted', 'badge badge-red'],
}
const State = ({ state }: Pick<Agent, 'state'>) => <span class={STATES[state][1]}>{STATES[state][0]}</span>

type TryProps = { agent: Agent; tried: Tried[]; price: number; address: string; children: Child }

/** Asks its starter questions as they stand in the newest version. */
const Try = ({ agent, tried, price, address, children }: TryProps) => (
  <Card
    id="try"
    title="Try it"
    intro={`Asks version ${number(agent.version ?? 1)}${agent.state === 'draft' ? ', the draft' : ''}. Each question costs ${counted(price, 'credit')}, like every other.`}
  >
    <div class="card-body stack">
      {tried.length === 0 ? (
        <p class="muted">Write starter questions below and save: then they can be asked here.</p>
      ) : (
        <ul class="stack agent-tries">
          {tried.map(({ question, last }) => (
            <li>
              <PostButton to={address} fields={{ question }} look="small" label="Ask" aria-label={`Ask: ${question}`} />
              <div>
                <strong class="wrap">{question}</strong>
                {last ? (
                  <p class="wrap small">
                    <span class={last.status === 'answered' ? 'badge badge-green' : 'badge badge-amber'}>
                      {last.status}
                    </span>{' '}
                    {last.text} <a href={last.address}>See the answer</a>
                  </p>
                ) : (
                  <p class="muted small">Not asked in this version.</p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  </Card>
)

const AgentFacts = ({ agent }: { agent: Agent }) => (
  <Facts
    grouped
    of={{
      'May use': limitsText(agent),
      Instructions: agent.instructions || 'None',
      'Starter questions': agent.starters.join('\n') || 'None',
      'Verified queries': agent.queries.map(({ question }) => question).join('\n') || 'None',
      'Asked by':
        agent.roles.length === 0 ? 'Everybody' : ['owner', ...agent.roles.filter((one) => one !== 'owner')].join(', '),
    }}
  />
)

const History = ({ versions, act }: { versions: Agent[]; act: string }) => (
  <Card id="versions" title="Versions">
    <ul class="card-body stack">
      {versions.map((one) => (
        <li>
          <details>
            <summary>
              Version {number(one.version ?? 1)} <State state={one.state} />{' '}
              <span class="muted small">
                {one.saved_by?.name || 'Somebody'}, <Minute at={one.created_at!} />
              </span>
            </summary>
            <AgentFacts agent={one} />
            {(one.state === 'replaced' || one.state === 'removed') && (
              <PostButton to={act} fields={{ version: String(one.version) }} look="small" name="act" value="restore">
                Restore version {number(one.version ?? 1)} as a draft
              </PostButton>
            )}
          </details>
        </li>
      ))}
    </ul>
  </Card>
)
