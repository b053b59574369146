/** @jsxImportSource react */
import { useState } from 'react'
import { denyText } from '#organizations/rules/permission.ts'
import type { VerifiedQuery } from '#query/rules/verified.ts'
import { sentenceOf } from '../kit/api.ts'
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
  const [state, setState] = useState<{ busy: boolean; error: string | null; said: string | null }>(IDLE)
  if (!may)
    return (
      <p className="hint" title={denyText('UPDATE_FILES')}>
        Owners can save a statement as a verified query.
      </p>
    )
  const save = async () => {
    setState({ ...IDLE, busy: true })
    try {
      onSaved(await saveVerified(workspaceId, { ...query, question }))
      setQuestion('')
      setState({ ...IDLE, said: 'Saved. The analyst prefers it for this question from now on.' })
    } catch (reason) {
      setState({ ...IDLE, error: sentenceOf(reason) })
    }
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
          disabled={state.busy}
          onClick={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          Save
        </button>
        <p className="hint">It is run first. The analyst uses it whenever somebody asks just this.</p>
        <p role="status" className="small">
          {state.said}
        </p>
        {state.error && (
          <p role="alert" className="error">
            {state.error}
          </p>
        )}
      </div>
    </details>
  )
}

const IDLE = { busy: false, error: null, said: null }
