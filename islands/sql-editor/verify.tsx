/** @jsxImportSource react */
import { type SyntheticEvent, useState } from 'react'
import { denyText } from '#organizations/rules/permission.ts'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import { useWorkspaceId } from '../chat/workspace.ts'
import { Button, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { saveVerified } from './calls.ts'

type Props = {
  may: boolean
  query: { source: string; sql: string }
  onSaved: (query: VerifiedQuery) => void
}

/** Saves the statement with the question that it answers. Within the page's form, so that it works without script too. */
export function Verify({ may, query, onSaved }: Props) {
  const workspaceId = useWorkspaceId()
  const [question, setQuestion] = useState('')
  const [saved, setSaved] = useState(false)
  const { busy, error, run } = useAction()
  if (!may)
    return (
      <p className="hint" title={denyText('UPDATE_FILES')}>
        Owners can save a statement as a verified query.
      </p>
    )
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    const { source, sql } = query
    setSaved(false)
    const done = await run(async () => onSaved(await saveVerified(workspaceId, { source, sql, question })))
    if (done) setQuestion('')
    setSaved(done)
  }
  return (
    <details className="sql-verify">
      <summary>Save as verified query</summary>
      <div className="sql-verify-form">
        <label htmlFor="verified-question">The question that it answers</label>
        <input
          className="input"
          id="verified-question"
          name="question"
          maxLength={500}
          value={question}
          placeholder="How much did we sell last month?"
          onChange={(event) => setQuestion(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && save(event)}
        />
        <Button type="submit" name="act" value="save" disabled={busy} onClick={save} label="Save" />
        <p className="hint">It is run first. The analyst uses it whenever somebody asks just this.</p>
        <p role="status" className="small">
          {saved && 'Saved. The analyst prefers it for this question from now on.'}
        </p>
        <Problem text={error} />
      </div>
    </details>
  )
}
