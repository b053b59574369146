import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { waitingAnswer } from '../rules/approval.ts'
import { person } from '../rules/person.ts'
import { planChangeBody } from '../rules/plan-change.ts'

export const planApi: Described[] = [
  describe('post', urls.apiAdminPlanChanges, {
    tag: 'Admin',
    summary: 'Give somebody a plan, or end one that was given',
    description:
      'From now on, without a payment, for a month or a year; `person` is an email address or an id. What they paid for is interrupted and goes on after it. `free` ends what was given. Nobody changes their own plan. Above the limit of System Settings, by the credits of all its months, it waits for a second finance admin.',
    body: planChangeBody,
    answer: z.object({
      user: person,
      plan: z.string(),
      until: moment.nullable(),
    }),
    waiting: waitingAnswer,
    errors: ['forbidden', 'conflict'],
  }),
]
