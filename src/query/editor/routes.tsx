import { Hono } from 'hono'
import { answerOf } from '#base/answer.ts'
import { validationMessage } from '#base/validation-message.ts'
import { can, denyText } from '#organizations/rules/permission.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { resultPage } from '../rules/answers.ts'
import { editorForm, editorQuery } from '../rules/editor.ts'
import { verifiedInput } from '../rules/verified.ts'
import * as statements from '../statements.ts'
import * as verified from '../verified.ts'
import { EditorPage } from './pages/editor.tsx'
import { type Asked, editorError, screenOf } from './screen.ts'

const SAID = { saved: 'Saved as a verified query.', removed: 'The verified query was removed.' }

async function draw(ctx: WorkspaceCtx, c: HttpContext, asked: Asked, status = 200) {
  const body = <EditorPage place={ctx} screen={await screenOf(ctx, asked)} />
  return pageAnswer(c, ctx, { layout: 'app', title: `SQL in ${ctx.workspace.name}`, status }, body)
}

const showEditor: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { said, ...asked } = readQuery(c, editorQuery)
  return draw(ctx, c, { ...asked, said: said ? SAID[said] : null })
}

/** The page without script: runs the statement, or keeps and removes verified queries. */
const submitEditor: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { act, sql, source, question, query } = await readBody(c, editorForm)
  const asked = { sql, source }
  const refused = { message: denyText('UPDATE_FILES'), candidates: [], position: null }
  if (act !== 'run' && !can(ctx.workspace.role, 'UPDATE_FILES')) return draw(ctx, c, { ...asked, error: refused }, 403)
  const back = (said: keyof typeof SAID) =>
    c.redirect(href(urls.workspaceSql, { id: ctx.workspace.id }, { said, ...asked }), 303)
  try {
    if (act === 'save') {
      const wanted = verifiedInput.safeParse({ question, sql, source }, { error: validationMessage })
      const problem = wanted.success ? null : (wanted.error.issues[0]?.message ?? 'Write the question that it answers.')
      if (!wanted.success) return draw(ctx, c, { ...asked, error: { ...refused, message: problem ?? '' } }, 400)
      await verified.add(ctx, wanted.data)
      return back('saved')
    }
    if (act === 'remove') {
      await verified.remove(ctx, query)
      return back('removed')
    }
    if (!sql) return draw(ctx, c, { ...asked, error: { ...refused, message: 'Write a statement.' } }, 400)
    const found = await statements.run(ctx, { sql, source, signal: c.req.raw.signal })
    return draw(ctx, c, { ...asked, result: answerOf(resultPage, found) })
  } catch (error) {
    return draw(ctx, c, { ...asked, error: editorError(error) }, 422)
  }
}

export const editorRoutes = new Hono<Env>()
  .get(urls.workspaceSql, mayInWorkspace('VIEW_FILES')(showEditor))
  .post(urls.workspaceSql, mayInWorkspace('VIEW_FILES')(submitEditor))
