import { z } from 'zod'
import { xaiConfig } from '#records/rules/xai.ts'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { restoreBody, xaiBody, xaiTestBody } from '../rules/config-request.ts'
import { configVersion } from '../rules/config-version.ts'

const view = z.object({
  version: z.number().int().describe('0: as the environment says.'),
  config: xaiConfig,
  address: z.string().describe('Where the model is asked; empty for the built-in analyst.'),
  api: z.enum(['responses', 'chat']),
  key: z
    .enum(['none', 'saved', 'environment', 'lost'])
    .describe('Where its key comes from. The key itself is never returned.'),
})

export const xaiApi: Described[] = [
  describe('get', urls.apiAdminXaiConfig, { tag: 'Admin', summary: 'The XAI Configuration', answer: view }),
  describe('put', urls.apiAdminXaiConfig, {
    tag: 'Admin',
    summary: 'Change the XAI Configuration',
    description:
      'Saves a new version; every server follows within ten seconds, and running answers keep what they began with.',
    body: xaiBody,
    answer: view,
    errors: ['conflict'],
  }),
  describe('post', urls.apiAdminXaiTest, {
    tag: 'Admin',
    summary: 'Ask the model one tiny question',
    description: 'Tries what is saved, or what `config` and `key` would make of it. Nothing is kept.',
    body: xaiTestBody,
    answer: z.object({
      ok: z.boolean(),
      steps: z.array(z.object({ name: z.string(), state: z.enum(['pass', 'fail', 'skipped']), note: z.string() })),
      first_ms: z.number().int().nullable().describe('Milliseconds until the first word.'),
      latency_ms: z.number().int().nullable(),
      said: z.string(),
      input_tokens: z.number().int(),
      output_tokens: z.number().int(),
    }),
  }),
  describe('get', urls.apiAdminXaiVersions, {
    tag: 'Admin',
    summary: 'Versions of the XAI Configuration, the latest first and the defaults last',
    paged: true,
    forms: ['text/csv'],
    answer: z.array(configVersion),
  }),
  describe('post', urls.apiAdminXaiVersions, {
    tag: 'Admin',
    summary: 'Go back to an earlier version',
    description: 'Its values and its key are saved as a new version; those of version 0 are what the environment says.',
    body: restoreBody,
    answer: view,
    errors: ['not_found', 'unprocessable'],
  }),
]
