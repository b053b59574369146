import { z } from 'zod'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { demoQuestion } from '../rules/demo.ts'

export const demoApi: Described[] = [
  describe('post', urls.apiDemo, {
    tag: 'Demo',
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
      elapsed_ms: z.number().int(),
    }),
    forms: ['application/x-ndjson'],
    errors: ['rate_limited', 'unavailable'],
  }),
]
