import type { Child } from 'hono/jsx'
import { z } from 'zod'
import { type Page, type PageRequest, pageRequest } from '#base/paging.ts'
import { unfolded } from '#records/settings.ts'
import { bothParts, emptyForm, type FormState, submitted } from '#web/form.ts'
import type { HttpContext } from '#web/http-context.ts'
import { readBody, readForm } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href } from '../../urls.ts'
import { readOrNull } from '../list-response.ts'
import { reasonAnswer } from '../pages/action.tsx'
import type { ConfigState } from '../pages/config-form.tsx'
import { adminPage } from '../pages/page.tsx'
import { restoreAction } from '../pages/versions.tsx'
import { reasonBody } from '../rules/action.ts'
import type { Version } from '../rules/config-version.ts'

/** Settings with a page of their own, kept in versions. */
type ConfigPage<Change> = {
  title: string
  address: string
  restoreAddress: (version: string) => string
  draw: (ctx: AdminCtx, state: ConfigState) => Child
  values: (ctx: AdminCtx) => Record<string, string>
  versions: (ctx: AdminCtx, page: PageRequest) => Promise<Page<Version>>
  /** What a form would change: its settings as a tree, and its other fields. */
  changeOf: (settings: unknown, fields: Record<string, string>) => Change
  /** Checks a change, and keeps nothing. @throws AppError invalid */
  tried: (ctx: AdminCtx, change: Change) => unknown
  save: (ctx: AdminCtx, change: Change, reason: string, version: number) => Promise<unknown>
  restore: (ctx: AdminCtx, version: number, reason: string) => Promise<unknown>
  /** The button that sends the form without saving it, and what that shows. */
  other: string
  find: (ctx: AdminCtx, change: Change) => Child | Promise<Child>
}

const saving = reasonBody.extend({ version: z.coerce.number().int().min(0) })

export function configPage<Change>(page: ConfigPage<Change>) {
  type Drawn = { form?: FormState; status?: number; found?: Child }
  async function draw(ctx: AdminCtx, c: HttpContext, { form, status, found = null }: Drawn = {}): Promise<Response> {
    const request = pageRequest({ cursor: c.req.query('cursor') })
    const versions = await readOrNull(ctx, () => page.versions(ctx, request))
    const saved = c.req.query('done') === 'saved' && !form
    const state = { form: form ?? emptyForm(page.values(ctx)), versions, cursor: request.cursor, saved, found }
    return adminPage(c, ctx, page.title, page.draw(ctx, state), status)
  }
  const again = (ctx: AdminCtx, c: HttpContext, form: FormState, status: number) =>
    draw(ctx, c, { form: { ...form, values: withoutKeys(form.values) }, status })
  const done = () => href(page.address, {}, { done: 'saved' })

  async function save(ctx: AdminCtx, c: HttpContext): Promise<Response> {
    const sent = await readForm(c)
    return submitted(ctx, c, again, async () => {
      const fields = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]))
      const dotted = Object.entries(fields).filter(([name]) => name.includes('.'))
      const change = page.changeOf(unfolded(Object.fromEntries(dotted)), fields)
      if (fields[page.other] !== undefined)
        return draw(ctx, c, { form: emptyForm(withoutKeys(fields)), found: await page.find(ctx, change) })
      const tried = Promise.try(() => page.tried(ctx, change))
      const [{ reason, version }] = await bothParts(readBody(c, saving), tried)
      await page.save(ctx, change, reason, version)
      return c.redirect(done(), 303)
    })
  }

  function restore(ctx: AdminCtx, c: HttpContext): Promise<Response> {
    const version = c.req.param('version')!
    return reasonAnswer(c, ctx, {
      work: async (reason) => {
        await page.restore(ctx, Number(version), reason)
        return done()
      },
      question: async () => ({
        action: restoreAction(Number(version), page.restoreAddress(version)),
        back: page.address,
      }),
    })
  }
  return { show: (ctx: AdminCtx, c: HttpContext) => draw(ctx, c), save, restore }
}

/** Keys that were typed are never sent back. */
const withoutKeys = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/^(\w+_)?key$/.test(name)))
