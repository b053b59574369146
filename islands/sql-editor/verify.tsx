/** @jsxImportSource react */

import { useState } from 'react'
import { denyText } from '#organizations/rules/permission.ts'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import { useAction } from '../kit/use-action.ts'
import { saveVerified } from './calls.ts'

type Props = {
  workspaceId: string
  may: boolean
  query: { source: string; sql: string }
  onSaved: (query: VerifiedQuery) => void
}

/** Saves the statement with the question that it answers. Within the page's form, so that it works without script too. */
export function Verify({ workspaceId, may, query, onSaved }: Props) {
  const [question, setQuestion] = useState('')
  const [saved, setSaved] = useState(false)
  const { busy, error, run } = useAction()
  if (!may)
    return (
      <p className="hint" title={denyText('UPDATE_FILES')}>
        Owners can save a statement as a verified query.
      </p>
    )
  const save = async () => {
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
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void save()
          }}
        />
        <button
          type="submit"
          className="button"
          name="act"
          value="save"
          disabled={busy}
          onClick={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          Save
        </button>
        <p className="hint">It is run first. The analyst uses it whenever somebody asks just this.</p>
        <p role="status" className="small">
          {saved && 'Saved. The analyst prefers it for this question from now on.'}
        </p>
        {error && (
          <p role="alert" className="error">
            {error}
          </p>
        )}
      </div>
    </details>
  )
}
