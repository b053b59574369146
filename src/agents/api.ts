import { z } from 'zod'
import type { Runner } from '#definitions/check.ts'
import { api, del, get, post, put } from '#web/api.ts'
import { mayInWorkspace } from '#workspaces/guard.ts'
import { urls } from '../urls.ts'
import * as agents from './agents.ts'
import { agent, agentBody, versionBody } from './rules/answers.ts'

const FAILURES = ['conflict', 'unavailable'] as const

/** @param runner how queries are run */
export const agentsApi = (runner: Runner) =>
  api('Agents', [
    get(urls.apiAgents, mayInWorkspace('VIEW_AGENTS'), {
      summary: 'The agents of a workspace',
      description:
        'The one that every workspace has first, then by name. Drafts of which nothing is published are shown to those who may change agents.',
      paged: true,
      answer: z.array(agent),
      handle: (ctx, { page }) => agents.list(ctx, page),
    }),
    post(urls.apiAgents, mayInWorkspace('CREATE_AGENTS'), {
      summary: 'Create an agent',
      description:
        'Its queries are run first, over the tables that it may use. What it may use holds for every statement, search and value of its answers: other tables are not there for it, whatever instructions say.',
      body: agentBody,
      answer: agent,
      status: 201,
      errors: FAILURES,
      handle: (ctx, { body: { publish, ...input } }) => agents.save(ctx, runner, { input, publish }),
    }),
    get(urls.apiAgent, mayInWorkspace('VIEW_AGENTS'), {
      summary: 'An agent in the version that people ask',
      description: 'Its newest one where none is published.',
      answer: agent,
      handle: (ctx, { agentId }) => agents.get(ctx, agentId),
    }),
    put(urls.apiAgent, mayInWorkspace('UPDATE_AGENTS'), {
      summary: 'Change an agent',
      description: 'Makes a new version: a draft, or with `publish` the one that people ask.',
      body: agentBody,
      answer: agent,
      errors: FAILURES,
      handle: (ctx, { agentId: of, body: { publish, ...input } }) => agents.save(ctx, runner, { input, of, publish }),
    }),
    del(urls.apiAgent, mayInWorkspace('DELETE_AGENTS'), {
      summary: 'Delete an agent',
      description: 'Its versions stay, and answers go on saying its name.',
      errors: ['conflict'],
      handle: (ctx, { agentId }) => agents.remove(ctx, agentId),
    }),
    get(urls.apiAgentVersions, mayInWorkspace('VIEW_AGENTS'), {
      summary: 'The versions of an agent',
      description:
        'Newest first, at most 50 beside the published one, which is what people see who may not change agents.',
      answer: z.array(agent),
      handle: (ctx, { agentId }) => agents.versions(ctx, agentId),
    }),
    post(urls.apiAgentPublish, mayInWorkspace('UPDATE_AGENTS'), {
      summary: 'Publish the draft of an agent',
      answer: agent,
      errors: FAILURES,
      handle: (ctx, { agentId }) => agents.publish(ctx, runner, agentId),
    }),
    post(urls.apiAgentRestore, mayInWorkspace('UPDATE_AGENTS'), {
      summary: 'Make a draft of an older version',
      body: versionBody,
      answer: agent,
      errors: FAILURES,
      handle: (ctx, { agentId, body: { version } }) => agents.restore(ctx, runner, agentId, version),
    }),
  ])
