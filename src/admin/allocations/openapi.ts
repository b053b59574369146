import { z } from 'zod'
import { count } from '#base/answer.ts'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { waitingAnswer } from '../rules/approval.ts'
import {
  ALLOCATION_LIMITS,
  allocation,
  allocationBody,
  allocationFileBody,
  allocationList,
  dryRunQuery,
} from '../rules/credit-allocation.ts'
import { person } from '../rules/person.ts'

const kind = z.enum(['grant', 'deduct'])
const { credits, fileCredits, lines } = ALLOCATION_LIMITS

const allocated = z.object({
  id: z.string().nullable().describe('Null of a dry run.'),
  kind,
  user: person,
  credits: count,
  expires_at: moment.nullable(),
  balance: z.object({ before: count, after: count }),
  held: count.describe('Set aside for running questions: never taken away.'),
  repeated: z.boolean().describe('This key had done it before; nothing was done now.'),
})
const file = z.object({
  id: z.string().optional().describe('Of the file, once it was given.'),
  hash: z.string(),
  name: z.string(),
  lines: z.array(
    z.object({
      line: count,
      email: z.string(),
      user_id: z.string().nullable(),
      credits: count.nullable(),
      expires_at: moment.nullable(),
      reason: z.string(),
      problem: z.string().nullable(),
    }),
  ),
  wrong: count,
  people: count,
  credits: count,
  given: z
    .object({ id: z.string(), at: moment, by: z.string() })
    .nullable()
    .describe('This very file was given before.'),
  repeated: z.boolean().optional(),
})

export const allocationApi: Described[] = [
  describe('get', urls.apiAdminCreditAllocations, {
    tag: 'Admin',
    summary: 'Credits that were given and taken by hand',
    description:
      'Newest first. `q` is a person or an allocation, `by` who did it: beginnings of words of a name or address, or a whole id. `file` is the id of a file. As CSV all of them at once, at most 100,000 lines.',
    query: allocationList.query,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(allocation),
    errors: ['forbidden'],
  }),
  describe('post', urls.apiAdminCreditAllocations, {
    tag: 'Admin',
    summary: 'Give credits, or take them away',
    description: `Of one person (\`person\` is an email address or an id), at most ${credits} credits; \`deduct\` takes free credits only. Or of many with \`csv\`: columns email, credits, expiry and reason, at most ${lines} lines and ${fileCredits} credits; all lines or none, and the same file once. Above the limit of System Settings it waits for a second finance admin, and nobody gives or takes for their own account. With \`?dry_run=1\` nothing is done and a file answers with every line that is wrong.`,
    query: dryRunQuery,
    body: z.union([allocationBody, allocationFileBody]),
    answer: z.union([allocated, file]),
    waiting: waitingAnswer,
    errors: ['forbidden', 'conflict', 'unprocessable'],
  }),
]
