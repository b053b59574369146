/** @jsxImportSource react */
import { useState } from 'react'
import type { AgentChoice, ChatScreen } from '#chat/rules/screen.ts'
import { limitText } from '#files/rules/transfer.ts'
import { href, urls } from '../../src/urls.ts'
import { Icon } from '../kit/icon.tsx'
import { Button, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { addSampleData } from './calls.ts'
import { ChipBuilder } from './chip-builder.tsx'

type Props = { screen: ChatScreen; agent: AgentChoice; onAsk: (question: string) => void }

/** Before the first question: what to ask, or how to bring data when there are none. */
export function Start({ screen, agent, onAsk }: Props) {
  const [isBuilding, setBuilding] = useState(false)
  if (screen.data.total === 0) return <NoData screen={screen} />
  const starters = agent.starters.length > 0 ? agent.starters : screen.starters
  return (
    <section className="start" aria-labelledby="start-title">
      <h1 id="start-title">What would you like to know?</h1>
      <p>Ask in your own words. Every number in the answer shows the cell it comes from.</p>
      <p>
        <Button look="small" onClick={() => setBuilding(true)}>
          <Icon name="plus" /> Build a query
        </Button>
      </p>
      {isBuilding && <ChipBuilder first={screen.data.tables[0]?.name ?? ''} onClose={() => setBuilding(false)} />}
      {starters.length > 0 && (
        <ul className="starters">
          {starters.map((starter) => (
            <li key={starter}>
              <button type="button" onClick={() => onAsk(starter)}>
                {starter}
                <Icon name="next" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NoData({ screen }: { screen: ChatScreen }) {
  const { busy, error, run } = useAction()
  const addSample = () =>
    run(async () => {
      await addSampleData(screen.workspaceId)
      location.reload()
    })
  const files = href(urls.workspaceFiles, { id: screen.workspaceId })
  if (!screen.mayAddData)
    return (
      <section className="start">
        <h1>No data here yet</h1>
        <p>An owner of this workspace can add data. Then you can ask about them here.</p>
      </section>
    )
  return (
    <section className="start">
      <h1>Bring your data</h1>
      <p>Files stay in the workspace, databases are asked where they are. Or look around with a sample online store.</p>
      <a className="drop start-drop" href={files}>
        <Icon name="upload" />
        <strong>Add a file</strong>
        <span>CSV, Excel, JSON, Parquet or SQLite, up to {limitText(screen.uploadMaxMb)}</span>
      </a>
      <p className="start-or">or</p>
      <div className="start-ways">
        <a className="button button-large" href={href(urls.workspaceSources, { id: screen.workspaceId })}>
          <Icon name="table" /> Connect a database or address
        </a>
        <Button look="large" onClick={addSample} aria-busy={busy} disabled={busy}>
          <Icon name="spark" /> {busy ? 'Adding the sample…' : 'Add sample data'}
        </Button>
      </div>
      <Problem className="start-error" text={error} />
    </section>
  )
}
