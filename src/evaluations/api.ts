import { z } from 'zod'
import { api, get, post } from '#web/api.ts'
import { mayInWorkspace } from '#workspaces/guard.ts'
import { urls } from '../urls.ts'
import * as evaluations from './evaluations.ts'
import * as answers from './rules/answers.ts'
import * as runs from './runs.ts'

const owners = mayInWorkspace(evaluations.RUNS)

export const evaluationsApi = api('Asking', [
  get(urls.apiEvaluations, owners, {
    summary: 'Runs of the verified questions of a workspace, newest first',
    paged: true,
    answer: z.array(answers.evaluation),
    handle: (ctx, { page }) => evaluations.list(ctx, page),
  }),
  post(urls.apiEvaluations, owners, {
    summary: 'Ask every verified question anew',
    description:
      'Each is asked without its own verified query, and its rows are compared with those of that query now. Each costs what a question costs, when it is answered; a run ends where the credits do, and stops where whoever began it may no longer run evaluations there. One run of a workspace at a time; the last 50 are kept.',
    body: answers.evaluationRequest,
    answer: answers.evaluation,
    status: 201,
    errors: ['conflict'],
    handle: (ctx, { body }) => runs.start(ctx, body),
  }),
  get(urls.apiEvaluation, owners, {
    summary: 'A run of the verified questions',
    answer: answers.evaluation,
    handle: (ctx, { evaluationId }) => evaluations.get(ctx, evaluationId),
  }),
  get(urls.apiEvaluationItems, owners, {
    summary: 'What came of each question of a run',
    paged: true,
    answer: z.array(answers.evaluationItem),
    handle: (ctx, { evaluationId, page }) => evaluations.items(ctx, evaluationId, page),
  }),
  post(urls.apiEvaluationStop, owners, {
    summary: 'Stop a run',
    answer: answers.evaluation,
    handle: (ctx, { evaluationId }) => runs.stop(ctx, evaluationId),
  }),
  get(urls.apiEvaluationChanges, owners, {
    summary: 'What came out otherwise than in another run',
    answer: z.array(answers.change),
    handle: (ctx, { evaluationId, otherId }) => evaluations.changes(ctx, evaluationId, otherId),
  }),
])
