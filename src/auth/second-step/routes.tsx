import { Hono } from 'hono'
import { emptyForm, type FormState, submit } from '#web/form.ts'
import { anyone, type Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import * as api from '../api.ts'
import { visitor } from '../guard.ts'
import { SecondStepPage } from '../pages/second-step.tsx'
import { nextOf, redirectSignedIn } from '../redirect.ts'
import { secondStepCode } from '../rules/account.ts'
import * as secondStep from '../second-step.ts'

const draw = async (ctx: Ctx, c: HttpContext, form: FormState, status?: number) => {
  const body = <SecondStepPage form={form} next={await nextOf(c)} />
  return pageAnswer(c, ctx, { layout: 'site', title: 'Second step', status }, body)
}

/** Whoever has not started to sign in, or took too long, starts again. */
const showSecondStep: Handler<Ctx & { user: User | null }> = async (ctx, c) =>
  !ctx.user && (await secondStep.isAwaited(ctx, api.requester(c).cookies))
    ? draw(ctx, c, emptyForm())
    : c.redirect(href(urls.login, {}, { next: (await nextOf(c)) ?? undefined }), 303)

const submitSecondStep: Handler<Ctx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const session = await secondStep.take(ctx, await readBody(c, secondStepCode), api.requester(c))
      return redirectSignedIn(c, session, urls.organizations, { login: 'second_factor' })
    },
    (form, status) => draw(ctx, c, { ...form, values: {} }, status),
  )

export const secondStepRoutes = new Hono<Env>()
  .get(urls.signInSecondStep, visitor(showSecondStep))
  .post(urls.signInSecondStep, anyone(submitSecondStep))
