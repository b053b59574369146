import { z } from 'zod'
import { CONSENT_DAYS } from '#records/rules/consent.ts'
import { EVENT_NAMES, MOST_AT_ONCE } from '#records/rules/tracking.ts'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { consentChange } from '../rules/consent.ts'

const consent = z.object({
  necessary: z.literal(true),
  analytics: z.boolean().describe('What counts: false too where the browser sends a signal.'),
  decided_on: z.iso.date().nullable().describe('Null where nothing was chosen.'),
  days: z.number().int().describe('How long a choice counts.'),
  version: z.number().int().describe('Of what is asked; everybody is asked again when it changes.'),
  signal: z.enum(['gpc', 'dnt']).nullable().describe('Global Privacy Control or Do Not Track: a no without asking.'),
})

export const trackingApi: Described[] = [
  describe('get', urls.apiConsent, { tag: 'Consent', summary: 'What this browser agreed to', answer: consent }),
  describe('put', urls.apiConsent, {
    tag: 'Consent',
    summary: 'Agree to statistics, or take it back',
    description: `Kept in a cookie for ${CONSENT_DAYS} days. Taking it back forgets the random name of the browser.`,
    body: consentChange,
    answer: consent,
    errors: ['conflict'],
  }),
  describe('post', urls.apiEvents, {
    tag: 'Consent',
    summary: 'Tell what a visitor did',
    description: `Pages send this for visitors who agreed. Events: ${EVENT_NAMES.join(', ')}; each with the parameters of its kind and no others. An \`id\` counts once.`,
    body: z.object({
      page: z.string().optional().describe('Path of the page, for a batch without events.'),
      events: z
        .array(
          z.object({
            id: z.uuid(),
            name: z.enum(EVENT_NAMES),
            page: z.string().describe('Path without query.'),
            params: z.looseObject({}),
          }),
        )
        .max(MOST_AT_ONCE),
    }),
    status: 202,
    answer: z.object({ accepted: z.number().int().describe('How many were new.') }),
    errors: ['forbidden', 'rate_limited'],
  }),
]
