/** @jsxImportSource react */
import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { ApiError } from '../kit/api.ts'
import { Refusal } from './refusal.tsx'

const drawn = (error: Error) => renderToString(<Refusal error={error} onRetry={() => {}} />)

test('who lacks credits is led to a pack that covers what is missing', () => {
  const lacking = new ApiError('No credits.', 402, 'insufficient_credits', { top_up: '/billing?buy=1000' })
  expect(drawn(lacking)).toContain('href="/billing?buy=1000">Buy Credits</a>')
  expect(drawn(new ApiError('No credits.', 402))).toContain('href="/billing?buy=500">Buy Credits</a>')
})

test('credits are not offered against a budget, nor for anything else', () => {
  for (const error of [new ApiError('Enough.', 402, 'budget_exceeded'), new ApiError('Away.', 503), new Error('?')])
    expect(drawn(error)).not.toContain('Buy Credits')
})
