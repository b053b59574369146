/** @jsxImportSource react */
import { createContext, use, useState } from 'react'
import type { ProposalBody } from '#chat/rules/request.ts'
import { href, urls } from '../../src/urls.ts'
import { sentenceOf } from '../kit/api.ts'
import { Button, Form, Problem } from '../kit/parts.tsx'
import { sendFeedback, sendProposal } from './calls.ts'
import { useReading } from './share-menu.tsx'
import { useWorkspaceId } from './workspace.ts'

/** Whether this person may propose definitions here (permission UPDATE_AGENTS). */
export const MayProposeContext = createContext(false)

/** Whether what is shown may become a proposal: not in a conversation of somebody else. */
export function useMayPropose(): boolean {
  const reading = useReading()
  return use(MayProposeContext) && !reading
}

type Sent = { state: 'idle' | 'sending' } | { state: 'sent'; id: string } | { state: 'failed'; error: unknown }

/** Makes a proposal of something of an answer with one click, and leads to it. */
export function Propose({ id, proposal, label }: { id: string; proposal: ProposalBody; label: string }) {
  const [sent, setSent] = useState<Sent>({ state: 'idle' })
  const may = useMayPropose()
  if (!may) return null
  if (sent.state === 'sent') return <Proposed id={sent.id} />
  const send = () => {
    setSent({ state: 'sending' })
    sendProposal(id, proposal).then(
      (made) => setSent({ state: 'sent', id: made.id }),
      (error) => setSent({ state: 'failed', error }),
    )
  }
  return (
    <span className="propose">
      <Button look="small" onClick={send} disabled={sent.state === 'sending'} label={label} />
      {sent.state === 'failed' && <Problem text={sentenceOf(sent.error as Error)} />}
    </span>
  )
}

function Proposed({ id: definitionId }: { id: string }) {
  const id = useWorkspaceId()
  return (
    <span className="propose" role="status">
      Proposed. <a href={href(urls.workspaceDefinition, { id, definitionId })}>See the proposal</a>
    </span>
  )
}

/** What somebody found wrong with an answer: for the record, and as a proposal of what is to be followed. */
export function Reason({ id }: { id: string }) {
  const [reason, setReason] = useState('')
  const [sentReason, setSentReason] = useState<string | null>(null)
  const may = useMayPropose()
  const send = () => sendFeedback(id, 'down', reason.trim()).then(() => setSentReason(reason.trim()))
  if (sentReason !== null)
    return (
      <p className="reason" role="status">
        <span>Thank you.</span>
        {may && (
          <Propose id={id} proposal={{ from: 'feedback', reason: sentReason }} label="Propose it for everybody" />
        )}
      </p>
    )
  return (
    <Form className="reason" onSend={send}>
      <label htmlFor={`reason-${id}`}>What was wrong?</label>
      <input
        className="input"
        id={`reason-${id}`}
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button look="small" type="submit" disabled={reason.trim() === ''} label="Send" />
    </Form>
  )
}
