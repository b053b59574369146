import { z } from 'zod'
import { api, del, get, patch, post } from '#web/api.ts'
import { mayInWorkspace } from '#workspaces/guard.ts'
import { urls } from '../urls.ts'
import * as answers from './rules/answers.ts'
import { runNow } from './runs.ts'
import * as watches from './watches.ts'
import * as webhooks from './webhooks.ts'

const viewers = mayInWorkspace('VIEW_CANVASES')
const writers = mayInWorkspace('UPDATE_CANVASES')
const owners = mayInWorkspace('UPDATE_WORKSPACE')
const OWN = 'For whoever made it, and for owners.'

export const watchesApi = api('Watches', [
  get(urls.apiWatches, viewers, {
    summary: 'The watches and schedules of a workspace, the newest first',
    query: answers.watchesQuery,
    paged: true,
    answer: z.array(answers.watch),
    handle: (ctx, { page, query: { canvas } }) => watches.list(ctx, page, canvas),
  }),
  post(urls.apiWatches, writers, {
    summary: 'Schedule mails of a canvas, or watch one of its numbers',
    description:
      'Without `condition` the canvas is refreshed and mailed at each time of the schedule; where nobody is to be told it is refreshed alone. With one it is looked at then, and people are told once the condition becomes true; again only after it was false. It is run with what you may see at that moment, and costs no credits.',
    body: answers.newWatch,
    answer: answers.watch,
    status: 201,
    errors: ['conflict'],
    handle: (ctx, { body }) => watches.create(ctx, body),
  }),
  get(urls.apiWatch, viewers, {
    summary: 'A watch or schedule',
    answer: answers.watch,
    handle: (ctx, { watchId }) => watches.get(ctx, watchId),
  }),
  patch(urls.apiWatch, writers, {
    summary: 'Change, pause or snooze a watch or schedule',
    description: OWN,
    body: answers.watchChange,
    answer: answers.watch,
    handle: (ctx, { watchId, body }) => watches.update(ctx, watchId, body),
  }),
  del(urls.apiWatch, writers, {
    summary: 'Delete a watch or schedule',
    description: OWN,
    handle: (ctx, { watchId }) => watches.remove(ctx, watchId),
  }),
  post(urls.apiWatchAllow, owners, {
    summary: 'Allow mails to addresses outside of the workspace',
    answer: answers.watch,
    handle: (ctx, { watchId }) => watches.allow(ctx, watchId),
  }),
  post(urls.apiWatchRun, writers, {
    summary: 'Run a watch or schedule now',
    description: `Its schedule stays. ${OWN}`,
    answer: answers.watchRun,
    errors: ['conflict', 'rate_limited'],
    handle: (ctx, { watchId }) => runNow(ctx, watchId),
  }),
  get(urls.apiWatchRuns, writers, {
    summary: 'The runs of a watch or schedule, the last first',
    description: `The last ${answers.LIMITS.runs} are kept. ${OWN}`,
    paged: true,
    answer: z.array(answers.watchRun),
    handle: (ctx, { watchId, page }) => watches.runs(ctx, watchId, page),
  }),
  get(urls.apiWatchWebhooks, writers, {
    summary: 'The webhooks of a workspace',
    description: `At most ${answers.LIMITS.webhooks}; watches and schedules name those that they tell.`,
    answer: z.array(answers.webhook),
    handle: (ctx) => webhooks.list(ctx),
  }),
  post(urls.apiWatchWebhooks, owners, {
    summary: 'Create a webhook',
    description:
      'What watches and schedules tell is posted there, signed as Standard Webhooks has it: HMAC SHA-256 over `webhook-id`, `webhook-timestamp` and the body. What is not answered with 2xx is tried again for a day.',
    body: answers.newWebhook,
    answer: answers.madeWebhook,
    status: 201,
    secret: true,
    errors: ['conflict', 'unprocessable'],
    handle: (ctx, { body }) => webhooks.create(ctx, body),
  }),
  del(urls.apiWatchWebhook, owners, {
    summary: 'Delete a webhook',
    handle: (ctx, { webhookId }) => webhooks.remove(ctx, webhookId),
  }),
  post(urls.apiWatchWebhookTest, owners, {
    summary: 'Send a test to a webhook',
    description: 'Once, now; the answer says how it went.',
    answer: answers.delivery,
    handle: (ctx, { webhookId }) => webhooks.test(ctx, webhookId),
  }),
  get(urls.apiWatchDeliveries, owners, {
    summary: 'What was sent to a webhook, the last first',
    description: 'Kept for 30 days.',
    paged: true,
    answer: z.array(answers.delivery),
    handle: (ctx, { webhookId, page }) => webhooks.deliveries(ctx, webhookId, page),
  }),
])
