import { Hono } from 'hono'
import { visitor } from '#auth/guard.ts'
import { AppError } from '#base/errors.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { Ctx, User } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { DemoAnswerView } from '../pages/demo-answer.tsx'
import { drawHome } from '../pages/draw-home.tsx'
import { type DemoAnswer, demoForm, demoQuestion } from '../rules/demo.ts'
import { ask, FEATURED } from './answers.ts'

type VisitorCtx = Ctx & { user: User | null }

const STREAM = 'application/x-ndjson'

/** One answer: as JSON, or for the page as lines of JSON, a step each, and the answer as it is drawn at the end. */
const askDemo: Handler<VisitorCtx> = async (ctx, c) => {
  const { question } = await readBody(c, demoQuestion)
  if (c.req.header('accept') !== STREAM) return c.json(await ask(ctx, question))
  return streamed(ctx, c, question)
}

/** Whoever is refused before anything runs gets a status; what fails later ends the stream with its sentence. */
function streamed(ctx: VisitorCtx, c: HttpContext, question: string): Response {
  const encoder = new TextEncoder()
  let gone = false
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (line: object) => {
        if (!gone) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      }
      try {
        const answer = await ask(ctx, question, (step) => send({ step: { title: step.title, state: step.state } }))
        send({ html: String(await html(answer)) })
      } catch (error) {
        if (!(error instanceof AppError)) ctx.log.error('the demo failed', { error })
        send({
          problem: error instanceof AppError ? error.message : 'Something went wrong on our side. Please ask again.',
        })
      }
      if (!gone) controller.close()
    },
    cancel() {
      gone = true
    },
  })
  return c.body(body, 200, { 'Content-Type': STREAM, 'Cache-Control': 'no-store' })
}

const html = (answer: DemoAnswer) => <DemoAnswerView answer={answer} />

/** The start page with the answer in it, for browsers without script. */
const submitDemo: Handler<VisitorCtx> = async (ctx, c) => {
  const { question = '', suggestion } = await readBody(c, demoForm)
  const typed = suggestion ?? question
  const read = demoQuestion.safeParse({ question: typed })
  if (!read.success) return drawHome(ctx, c, { typed, answer: FEATURED, problem: read.error.issues[0]!.message }, 400)
  try {
    return drawHome(ctx, c, { typed, answer: await ask(ctx, read.data.question), problem: null })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const wait = error.details?.retry_after
    if (typeof wait === 'number') c.header('Retry-After', String(wait))
    return drawHome(ctx, c, { typed, answer: FEATURED, problem: error.message }, error.status)
  }
}

export const demoRoutes = new Hono<Env>().post(urls.apiDemo, visitor(askDemo)).post(urls.home, visitor(submitDemo))
