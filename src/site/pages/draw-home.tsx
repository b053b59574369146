import { SITE } from '#base/site.ts'
import { planTerms } from '#billing/rules/plan.ts'
import type { HttpContext } from '#web/http-context.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User } from '../../ctx.ts'
import { siteData } from '../site-data.ts'
import type { DemoProps } from './demo.tsx'
import { HomePage } from './home.tsx'

/** The start page; signed-in people find their own ways on. */
export const drawHome = (ctx: Ctx & { user: User | null }, c: HttpContext, demo: DemoProps, status?: number) => {
  const { credits, limits } = ctx.settings()
  const terms = planTerms(ctx.settings())
  return pageAnswer(
    c,
    ctx,
    { layout: 'site', title: SITE.title, status, data: siteData(c, terms) },
    <HomePage
      signedIn={ctx.user !== null}
      trial={credits.trial}
      perAnswer={credits.per_answer}
      terms={terms}
      uploadMaxMb={limits.upload_mb}
      demo={demo}
    />,
  )
}
