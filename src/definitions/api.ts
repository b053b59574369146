import { z } from 'zod'
import type { Query } from '#catalog/query.ts'
import { demand } from '#organizations/guard.ts'
import { api, del, get, post, put } from '#web/api.ts'
import { boundedBody } from '#web/middleware.ts'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import type { Runner } from './check.ts'
import * as definitions from './definitions.ts'
import { exported, importFile } from './exchange.ts'
import { definition, importAnswer } from './rules/answers.ts'
import { decisionBody, importQuery, listQuery, proposalBody } from './rules/input.ts'

/** Largest file that is imported, in bytes. */
export const MOST_BYTES = 20_000_000

const FAILURES = ['unprocessable', 'conflict', 'timeout', 'unavailable', 'unsupported'] as const

/** Keeps a version; one that is to count at once is for owners. */
export async function save(ctx: WorkspaceCtx, runner: Runner, proposal: definitions.Proposal) {
  if (proposal.approve) await demand(ctx, ctx.workspace.role, 'UPDATE_FILES')
  return definitions.propose(ctx, runner, proposal)
}

/** @param runner how metrics and queries are run */
export const definitionsApi = (runner: Runner & Query) =>
  api('Definitions', [
    get(urls.apiDefinitions, mayInWorkspace('VIEW_FILES'), {
      summary: 'Metrics, terms, verified queries and instructions',
      description: 'By name; a page may have fewer than `limit` where some are hidden.',
      paged: true,
      query: listQuery,
      answer: z.array(definition),
      handle: (ctx, { query, page }) => definitions.list(ctx, query, page),
    }),
    post(urls.apiDefinitions, mayInWorkspace('UPDATE_AGENTS'), {
      summary: 'Propose a definition',
      description:
        'A metric or a query is run first. With `approve` it counts at once, which takes the permission UPDATE_FILES.',
      body: proposalBody,
      answer: definition,
      status: 201,
      errors: FAILURES,
      handle: (ctx, { body: { definition: input, note, approve } }) => save(ctx, runner, { input, note, approve }),
    }),
    get(urls.apiDefinitionsExport, mayInWorkspace('VIEW_FILES'), {
      summary: 'All definitions as a YAML file',
      answer: z.string(),
      answerType: 'application/yaml',
      handle: async (ctx, _input, c) =>
        c.body(await exported(ctx), 200, {
          'Content-Type': 'application/yaml; charset=utf-8',
          'Content-Disposition': 'attachment; filename="definitions.yaml"',
        }),
    }),
    post(urls.apiDefinitionsImport, mayInWorkspace('UPDATE_FILES'), {
      summary: 'Import definitions of a file',
      description:
        'The body is a `manifest.json` of dbt (versions 10 to 12: descriptions, tests of relationships, metrics) or a YAML file as the export gives it, of up to 20 MB. Nothing that is there is overwritten. `mode=preview` changes nothing, `propose` adds definitions as proposals, `approve` at once.',
      query: importQuery,
      body: z.string(),
      bodyType: 'application/octet-stream',
      answer: importAnswer,
      errors: ['too_large'],
      handle: async (ctx, { query: { mode } }, c) => {
        await boundedBody(c, MOST_BYTES)
        return importFile(ctx, runner, await c.req.text(), mode)
      },
    }),
    get(urls.apiDefinition, mayInWorkspace('VIEW_FILES'), {
      summary: 'A definition as it counts now',
      description: 'Its newest version where none counts.',
      answer: definition,
      handle: (ctx, { definitionId }) => definitions.get(ctx, definitionId),
    }),
    put(urls.apiDefinition, mayInWorkspace('UPDATE_AGENTS'), {
      summary: 'Propose a change of a definition',
      body: proposalBody,
      answer: definition,
      errors: FAILURES,
      handle: (ctx, { definitionId: of, body: { definition: input, note, approve } }) =>
        save(ctx, runner, { input, note, of, approve }),
    }),
    del(urls.apiDefinition, mayInWorkspace('UPDATE_FILES'), {
      summary: 'Remove a definition',
      description: 'Its versions stay, and an older one may be saved again.',
      handle: (ctx, { definitionId }) => definitions.remove(ctx, definitionId),
    }),
    get(urls.apiDefinitionVersions, mayInWorkspace('VIEW_FILES'), {
      summary: 'The versions of a definition',
      description: 'Newest first, at most 50.',
      answer: z.array(definition),
      handle: (ctx, { definitionId }) => definitions.versions(ctx, definitionId),
    }),
    post(urls.apiDefinitionDecision, mayInWorkspace('UPDATE_FILES'), {
      summary: 'Approve or reject a proposal',
      description: 'What is approved is run again first.',
      body: decisionBody,
      answer: definition,
      errors: FAILURES,
      handle: (ctx, { definitionId: id, body: { version_id: version, approve, reason } }) =>
        definitions.decide(ctx, runner, { id, version, approve, reason }),
    }),
  ])
