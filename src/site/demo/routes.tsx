import { Hono } from 'hono'
import { z } from 'zod'
import { visitor } from '#auth/guard.ts'
import { count } from '#base/answer.ts'
import { AppError } from '#base/errors.ts'
import { api, post } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { Ctx, User } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { DemoAnswerView } from '../pages/demo-answer.tsx'
import { drawHome } from '../pages/home.tsx'
import { type DemoAnswer, demoForm, demoQuestion } from '../rules/demo.ts'
import { ask, FEATURED } from './answers.ts'

type VisitorCtx = Ctx & { user: User | null }

const STREAM = 'application/x-ndjson'

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

const demoApi = api('Demo', [
  post(urls.apiDemo, visitor, {
    summary: 'Ask the sample online store',
    description:
      'What the start page does: the built-in analyst answers over the sample data, nothing is kept and nothing is charged. At most 30 questions of an address in ten minutes. `Accept: application/x-ndjson` gives lines of JSON: `step`s while it works, and at the end `html` or `problem`.',
    body: demoQuestion,
    answer: z.object({
      question: z.string(),
      status: z.enum(['answered', 'clarify', 'refused', 'failed', 'stopped', 'interrupted']),
      text: z.string(),
      numbers: z.array(z.looseObject({ text: z.string(), state: z.enum(['bound', 'derived', 'quoted', 'unbound']) })),
      steps: z.array(z.looseObject({ title: z.string(), state: z.string() })),
      checks: z.array(z.looseObject({ name: z.string(), state: z.string(), note: z.string() })),
      result: z
        .looseObject({ columns: z.array(z.looseObject({})), rows: z.array(z.array(z.unknown())), sql: z.string() })
        .nullable(),
      chart: z.looseObject({}).nullable(),
      suggestions: z.array(z.string()),
      note: z.string().nullable().describe('Why there is no answer, or what is asked back.'),
      elapsed_ms: count,
    }),
    forms: [STREAM],
    errors: ['rate_limited', 'unavailable'],
    // As JSON, or for the page as lines of JSON: a step each, and at the end the answer as it is drawn.
    handle: async (ctx, { body: { question } }, c) =>
      c.req.header('accept') === STREAM ? streamed(ctx, c, question) : c.json(await ask(ctx, question)),
  }),
])

export const demoRoutes = new Hono<Env>().route('/', demoApi).post(urls.home, visitor(submitDemo))
