/** @jsxImportSource react */
import { useRef } from 'react'
import type { AgentChoice } from '#chat/rules/screen.ts'
import { href, urls } from '../../src/urls.ts'
import { Icon } from '../kit/icon.tsx'
import { useWorkspaceId } from './workspace.ts'

/** The colour of an agent with the first letter of its name. */
export const AgentMark = ({ agent: { name, colour } }: { agent: Pick<AgentChoice, 'name' | 'colour'> }) => (
  <span className={`agent-mark agent-${colour}`} aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
)

type Props = { agents: AgentChoice[]; agent: AgentChoice; onAgent: (id: string) => void }

/** Who is asked, and who else could be. */
export function AgentMenu({ agents, agent, onAgent }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const workspaceId = useWorkspaceId()
  return (
    <details className="menu agent-menu" ref={menu}>
      <summary className="source-chip" title="Who answers">
        <AgentMark agent={agent} />
        <span>
          <span className="quiet">Asking </span>
          {agent.name}
        </span>
        <Icon name="up" />
      </summary>
      <div className="menu-list menu-list-left">
        {agents.map((one) => (
          <button
            key={one.id}
            type="button"
            aria-pressed={one.id === agent.id}
            onClick={() => {
              onAgent(one.id)
              if (menu.current) menu.current.open = false
            }}
          >
            <AgentMark agent={one} />
            <span>
              {one.name}
              {one.description && <small>{one.description}</small>}
            </span>
          </button>
        ))}
        <a href={href(urls.workspaceAgents, { id: workspaceId })}>All agents</a>
      </div>
    </details>
  )
}
