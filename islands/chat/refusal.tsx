/** @jsxImportSource react */
import { topUp } from '#billing/rules/pack.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, sentenceOf } from '../kit/api.ts'
import { Icon } from '../kit/icon.tsx'
import { Button } from '../kit/parts.tsx'

/** Why a question was not taken, and what to do about it. */
export function Refusal({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { status, code, details } = error instanceof ApiError ? error : NO_ANSWER
  // Credits do not help against a budget; whoever may raise it stands in the sentence.
  const overBudget = code === 'budget_exceeded'
  const message = status === 401 ? 'Your session has ended.' : sentenceOf(error)
  return (
    <div className="answer-ending answer-failed" role="alert">
      <strong>{overBudget ? 'Over the budget' : (TITLES[status] ?? 'The question was not answered')}</strong>
      <p>{message}</p>
      {status === 402 && !overBudget && (
        <a className="button button-small button-primary" href={topUpOf(details)}>
          Buy Credits
        </a>
      )}
      {status === 401 && (
        <a className="button button-small button-primary" href={urls.login}>
          Login
        </a>
      )}
      <Button look="small" onClick={onRetry}>
        <Icon name="retry" /> Retry
      </Button>
    </div>
  )
}

/** Where the refusal leads: the modal with a pack that covers what is missing. */
const topUpOf = ({ top_up: address }: ApiError['details']): string =>
  typeof address === 'string' ? address : href(urls.billing, {}, topUp())

const NO_ANSWER = new ApiError('', 0)

const TITLES: Record<number, string> = { 401: 'Please sign in again', 402: 'Not enough credits' }
