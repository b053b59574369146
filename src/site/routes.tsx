import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { z } from 'zod'
import { visitor } from '#auth/guard.ts'
import { localPath } from '#auth/rules/next.ts'
import { AppError } from '#base/errors.ts'
import { SITE } from '#base/site.ts'
import { creditText } from '#billing/rules/credit.ts'
import { calculation, USUAL } from '#billing/rules/mix.ts'
import { PERIODS, planTerms } from '#billing/rules/plan.ts'
import { CURRENCIES, isCurrency } from '#billing/rules/price.ts'
import * as preferences from '#profile/preferences.ts'
import { emptyForm, type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as contact from './contact.ts'
import { FEATURED } from './demo/answers.ts'
import { document, GUIDES, LEGAL, type LegalSlug } from './documents.ts'
import { AboutPage } from './pages/about.tsx'
import type { CalculatorProps } from './pages/calculator.tsx'
import { ContactPage } from './pages/contact.tsx'
import { DocumentationPage, GuidePage, LegalPage } from './pages/documentation.tsx'
import { drawHome } from './pages/home.tsx'
import { PricingPage } from './pages/pricing.tsx'
import { pricingQuestions } from './pages/pricing-answers.tsx'
import { contactMessage } from './rules/contact.ts'
import { questionsData } from './rules/structured-data.ts'
import { search } from './search.ts'
import { siteData, wayTo } from './site-data.ts'

type VisitorCtx = Ctx & { user: User | null }

const showHome: Handler<VisitorCtx> = (ctx, c) => drawHome(ctx, c, { typed: '', answer: FEATURED, problem: null })

const themeChoice = z.object({ theme: z.enum(['system', 'light', 'dark']) })

/** Keeps the theme for a year and goes back to the page it was chosen on; the page script asks by fetch and needs no page. */
async function chooseTheme(ctx: VisitorCtx, c: HttpContext): Promise<Response> {
  const { theme } = await readBody(c, themeChoice)
  const secure = new URL(c.req.url).protocol === 'https:'
  setCookie(c, 'theme', theme, { path: '/', maxAge: 31_536_000, sameSite: 'Lax', httpOnly: true, secure })
  const { user } = ctx
  if (user) await preferences.update({ ...ctx, user }, { theme })
  if (c.req.header('accept') === 'application/json') return c.body(null, 204)
  const referer = c.req.header('referer')
  const from = referer && URL.canParse(referer) ? new URL(referer) : null
  const here = from?.host === c.req.header('host') ? localPath(`${from?.pathname}${from?.search}`) : null
  return c.redirect(here ?? urls.home, 303)
}

const showAbout: Handler<VisitorCtx> = (ctx, c) =>
  pageAnswer(
    c,
    ctx,
    {
      layout: 'site',
      title: 'About Us',
      description: `Why ${SITE.name} exists, and what it holds to.`,
      data: [wayTo(c, ['About Us', urls.aboutUs])],
    },
    <AboutPage />,
  )

const drawContact = (ctx: VisitorCtx, c: HttpContext, form: FormState, status?: number) =>
  pageAnswer(
    c,
    ctx,
    { layout: 'site', title: 'Contact', description: `How to reach ${SITE.name}.`, status },
    <ContactPage form={form} sent={c.req.query('sent') !== undefined} />,
  )

const showContact: Handler<VisitorCtx> = (ctx, c) =>
  drawContact(ctx, c, emptyForm({ name: ctx.user?.name ?? '', email: ctx.user?.email ?? '' }))

const submitContact: Handler<VisitorCtx> = (ctx, c) =>
  submitted(ctx, c, drawContact, async () => {
    await contact.send(ctx, await readBody(c, contactMessage))
    return c.redirect(`${urls.contactUs}?sent`, 303)
  })

/** What cannot be read shows the default: a price list has no wrong addresses. */
const pricingChoice = z.object({
  period: z.enum(PERIODS).catch('monthly'),
  currency: z.enum(CURRENCIES).optional().catch(undefined),
})

/** What the calculator was asked; without anything it shows what is usual. What cannot be reckoned with is named beside its field. */
function calculatorOf(c: HttpContext): Pick<CalculatorProps, 'form' | 'asked'> & { typed?: Record<string, string> } {
  const asked = c.req.query()
  const values = Object.fromEntries(
    Object.entries(USUAL).map(([name, usual]) => [name, (asked[name] ?? String(usual)).slice(0, 20)]),
  )
  const typed = Object.keys(USUAL).some((name) => name in asked) ? { typed: values } : {}
  const read = calculation.safeParse(values)
  if (read.success) return { form: emptyForm(values), asked: read.data, ...typed }
  const errors = Object.fromEntries(read.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
  return { form: { ...emptyForm(values), errors }, asked: null, ...typed }
}

const showPricing: Handler<VisitorCtx> = (ctx, c) => {
  const choice = readQuery(c, pricingChoice)
  const { period } = choice
  const usual = ctx.user && isCurrency(ctx.user.currency) ? ctx.user.currency : CURRENCIES[0]
  const currency = choice.currency ?? usual
  const { typed, ...reckoned } = calculatorOf(c)
  const settings = ctx.settings()
  const terms = planTerms(settings)
  return pageAnswer(
    c,
    ctx,
    {
      layout: 'site',
      title: 'Pricing',
      description: `Plans and credits: one answered question costs ${creditText(settings.credits.per_answer)}.`,
      data: [
        ...siteData(c, terms),
        questionsData(pricingQuestions(settings.credits, terms)),
        wayTo(c, ['Pricing', urls.pricing]),
      ],
    },
    <PricingPage
      period={period}
      currency={currency}
      typed={typed}
      signedIn={ctx.user !== null}
      credits={settings.credits}
      terms={terms}
      free={{ storage_mb: settings.storage.free_mb, seats: settings.seats.free }}
      calculator={{ ...reckoned, period, currency, perAnswer: settings.credits.per_answer, terms }}
    />,
  )
}

const DOCUMENTATION: [name: string, path: string] = ['Documentation', urls.documentation]

const guides = () => GUIDES.map((slug) => document(`guides/${slug}`))

const showDocumentation: Handler<VisitorCtx> = (ctx, c) => {
  const typed = (c.req.query('q') ?? '').trim().slice(0, 100)
  return pageAnswer(
    c,
    ctx,
    {
      layout: 'site',
      title: 'Documentation',
      description: `Guides to ${SITE.name} and the reference of its API.`,
      data: [wayTo(c, DOCUMENTATION)],
    },
    <DocumentationPage guides={guides()} typed={typed} hits={search(typed)} />,
  )
}

const showGuide: Handler<VisitorCtx> = (ctx, c) => {
  const slugs: readonly string[] = GUIDES
  const at = slugs.indexOf(c.req.param('guide') ?? '')
  const guide = guides()[at]
  if (!guide) throw new AppError('not_found', 'There is no such guide.')
  return pageAnswer(
    c,
    ctx,
    {
      layout: 'site',
      title: guide.title,
      description: guide.summary,
      data: [wayTo(c, DOCUMENTATION, [guide.title, c.req.path])],
    },
    <GuidePage guide={guide} guides={guides()} before={guides()[at - 1] ?? null} next={guides()[at + 1] ?? null} />,
  )
}

function legal(slug: LegalSlug) {
  function showLegal(ctx: VisitorCtx, c: HttpContext): Response {
    const all = LEGAL.map((it) => document(`legal/${it}`))
    const page = document(`legal/${slug}`)
    return pageAnswer(
      c,
      ctx,
      { layout: 'site', title: page.title, description: page.summary, data: [wayTo(c, [page.title, c.req.path])] },
      <LegalPage document={page} all={all} />,
    )
  }
  return visitor(showLegal)
}

export const siteRoutes = new Hono<Env>()
  .get(urls.home, visitor(showHome))
  .post(urls.theme, visitor(chooseTheme))
  .get(urls.aboutUs, visitor(showAbout))
  .get(urls.contactUs, visitor(showContact))
  .post(urls.contactUs, visitor(submitContact))
  .get(urls.pricing, visitor(showPricing))
  .get(urls.documentation, visitor(showDocumentation))
  .get(urls.guide, visitor(showGuide))
  .get(urls.privacy, legal('privacy'))
  .get(urls.terms, legal('terms'))
  .get(urls.cookies, legal('cookies'))
  .get(urls.refund, legal('refund'))
  .get(urls.cancellation, legal('cancellation'))
