import { Hono } from 'hono'
import { z } from 'zod'
import { visitor } from '#auth/guard.ts'
import { localPath } from '#auth/rules/next.ts'
import { count } from '#base/answer.ts'
import { conflict, forbidden } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import { CONSENT_DAYS, CONSENT_VERSION, SIGNAL_NAMES } from '#records/rules/consent.ts'
import { EVENT_NAMES, eventBatch, MOST_AT_ONCE } from '#records/rules/tracking.ts'
import * as tracking from '#records/tracking.ts'
import { api, get, post, put } from '#web/api.ts'
import { type Consent, consentOf, keepConsent } from '#web/consent.ts'
import { submit } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { take } from '#web/rate-limit.ts'
import type { Ctx, User } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { CookiePreferencesPage } from '../pages/cookie-preferences.tsx'
import { consentChange, consentForm } from '../rules/consent.ts'

type VisitorCtx = Ctx & { user: User | null }

/** Batches of one browser and of one address: a page sends one a second at most. */
const BROWSER = { most: 120, window: MINUTE }
const ADDRESS = { most: 600, window: MINUTE }

const choiceAnswer = ({ analytics, on, signal }: Consent) => ({
  necessary: true as const,
  analytics,
  decided_on: on,
  days: CONSENT_DAYS,
  version: CONSENT_VERSION,
  signal,
})

/** @throws AppError conflict `privacy_signal` for a yes from a browser that says no */
async function choose(ctx: Ctx, c: HttpContext, analytics: boolean): Promise<Consent> {
  const { signal } = consentOf(c)
  if (signal && analytics)
    throw conflict(
      `Your browser sends ${SIGNAL_NAMES[signal]}, which counts as no. Switch it off there first.`,
      'privacy_signal',
    )
  const { forgotten } = keepConsent(c, analytics)
  if (forgotten) await tracking.forgetVisitor(ctx, forgotten)
  return { analytics, on: ctx.now().toISOString().slice(0, 10), signal, visitorId: null }
}

const drawPreferences = (ctx: VisitorCtx, c: HttpContext, problem: string | null, status?: number) =>
  pageAnswer(
    c,
    ctx,
    {
      layout: 'site',
      title: 'Cookie Preferences',
      description: 'What this site may keep in your browser, and how to change it.',
      status,
    },
    <CookiePreferencesPage consent={consentOf(c)} saved={c.req.query('saved') !== undefined} problem={problem} />,
  )

const showPreferences: Handler<VisitorCtx> = (ctx, c) => drawPreferences(ctx, c, null)

/** The bar leads back to the page on which it asked. */
const submitPreferences: Handler<VisitorCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const { analytics, from } = await readBody(c, consentForm)
      await choose(ctx, c, analytics === 'on')
      return c.redirect(from === 'bar' ? backFrom(c) : `${urls.cookiePreferences}?saved`, 303)
    },
    ({ problem }, status) => drawPreferences(ctx, c, problem ?? 'Please choose.', status),
  )

function backFrom(c: HttpContext): string {
  const from = URL.parse(c.req.header('referer') ?? '')
  return (from?.host === c.req.header('host') && localPath(`${from?.pathname}${from?.search}`)) || urls.home
}

const consentAnswer = z.object({
  necessary: z.literal(true),
  analytics: z.boolean().describe('What counts: false too where the browser sends a signal.'),
  decided_on: z.iso.date().nullable().describe('Null where nothing was chosen.'),
  days: count.describe('How long a choice counts.'),
  version: count.describe('Of what is asked; everybody is asked again when it changes.'),
  signal: z.enum(['gpc', 'dnt']).nullable().describe('Global Privacy Control or Do Not Track: a no without asking.'),
})

const trackingApi = api('Consent', [
  get(urls.apiConsent, visitor, {
    summary: 'What this browser agreed to',
    answer: consentAnswer,
    handle: (_ctx, _input, c) => choiceAnswer(consentOf(c)),
  }),
  put(urls.apiConsent, visitor, {
    summary: 'Agree to statistics, or take it back',
    description: `Kept in a cookie for ${CONSENT_DAYS} days. Taking it back forgets the random name of the browser.`,
    body: consentChange,
    answer: consentAnswer,
    errors: ['conflict'],
    handle: async (ctx, { body }, c) => choiceAnswer(await choose(ctx, c, body.analytics)),
  }),
  post(urls.apiEvents, visitor, {
    summary: 'Tell what a visitor did',
    description: `Pages send this for visitors who agreed. Events: ${EVENT_NAMES.join(', ')}; each with the parameters of its kind and no others. An \`id\` counts once.`,
    body: z.object({
      page: z.string().optional().describe('Path of the page, for a batch without events.'),
      events: z
        .array(
          z.object({
            id: z.uuid(),
            name: z.enum(EVENT_NAMES),
            page: z.string().describe('Path without query.'),
            params: z.looseObject({}),
          }),
        )
        .max(MOST_AT_ONCE),
    }),
    // Read below, once the visitor is known to have agreed and not to send too much.
    bodyType: 'application/json',
    status: 202,
    answer: z.object({ accepted: count.describe('How many were new.') }),
    errors: ['forbidden', 'rate_limited'],
    handle: async (ctx, _input, c) => {
      const { visitorId } = consentOf(c)
      if (!visitorId) throw forbidden('Events are kept of visitors only who agreed to it.', 'no_consent')
      await take(ctx, `events:${visitorId}`, BROWSER)
      await take(ctx, `events:${ctx.actor.ip ?? 'unknown'}`, ADDRESS)
      const { events, page } = await readBody(c, eventBatch)
      const sender = { id: visitorId, userId: ctx.user?.id ?? null }
      return { accepted: await tracking.keep(ctx, sender, events, events[0]?.page ?? page ?? '') }
    },
  }),
])

export const trackingRoutes = new Hono<Env>()
  .route('/', trackingApi)
  .get(urls.cookiePreferences, visitor(showPreferences))
  .post(urls.cookiePreferences, visitor(submitPreferences))
