import { Hono } from 'hono'
import { visitor } from '#auth/guard.ts'
import { localPath } from '#auth/rules/next.ts'
import { AppError } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import { CONSENT_DAYS, CONSENT_VERSION, SIGNAL_NAMES } from '#records/rules/consent.ts'
import { eventBatch } from '#records/rules/tracking.ts'
import * as tracking from '#records/tracking.ts'
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

const shown = ({ analytics, on, signal }: Consent) => ({
  necessary: true,
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
    throw new AppError(
      'conflict',
      `Your browser sends ${SIGNAL_NAMES[signal]}, which counts as no. Switch it off there first.`,
      { code: 'privacy_signal' },
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

const sendConsent: Handler<VisitorCtx> = (_ctx, c) => c.json(shown(consentOf(c)))

const changeConsent: Handler<VisitorCtx> = async (ctx, c) => {
  const { analytics } = await readBody(c, consentChange)
  return c.json(shown(await choose(ctx, c, analytics)))
}

/** Events of a page whose visitor agreed to it. @throws AppError forbidden `no_consent`, invalid, rate_limited */
const takeEvents: Handler<VisitorCtx> = async (ctx, c) => {
  const { visitorId } = consentOf(c)
  if (!visitorId)
    throw new AppError('forbidden', 'Events are kept of visitors only who agreed to it.', { code: 'no_consent' })
  await take(ctx, `events:${visitorId}`, BROWSER)
  await take(ctx, `events:${ctx.actor.ip ?? 'unknown'}`, ADDRESS)
  const { events, page } = await readBody(c, eventBatch)
  const visitor = { id: visitorId, userId: ctx.user?.id ?? null }
  const accepted = await tracking.keep(ctx, visitor, events, events[0]?.page ?? page ?? '')
  return c.json({ accepted }, 202)
}

export const trackingRoutes = new Hono<Env>()
  .get(urls.cookiePreferences, visitor(showPreferences))
  .post(urls.cookiePreferences, visitor(submitPreferences))
  .get(urls.apiConsent, visitor(sendConsent))
  .put(urls.apiConsent, visitor(changeConsent))
  .post(urls.apiEvents, visitor(takeEvents))
