import { AppError, conflict, notFound } from '#base/errors.ts'
import * as remote from '#connections/remote.ts'
import * as definitions from '#definitions/definitions.ts'
import type { Definition } from '#definitions/rules/answers.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { VerifiedQuery } from './rules/answers.ts'
import { WORKSPACE_SOURCE } from './rules/request.ts'
import type { VerifiedInput } from './rules/verified.ts'
import * as query from './run.ts'

/** Verified queries are the approved definitions of the kind `query`. */
export const queryOf = (found: Definition): VerifiedQuery[] =>
  found.kind === 'query' && found.state === 'approved'
    ? [
        {
          ...{ id: found.id, question: found.name, ...found.content },
          verified_by: found.decided_by ?? found.proposed_by,
          created_at: found.created_at,
          updated_at: found.decided_at ?? found.created_at,
        },
      ]
    : []

/** Those that name nothing hidden: what models are told, and people who could not show it again. */
export const listVisible = async (ctx: WorkspaceCtx): Promise<VerifiedQuery[]> =>
  (await definitions.approved(ctx, { kind: 'query', visible: true })).flatMap(queryOf)

export const seen = async (ctx: WorkspaceCtx): Promise<VerifiedQuery[]> =>
  (await definitions.approved(ctx, { kind: 'query' })).flatMap(queryOf)

/** @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<VerifiedQuery> {
  const [found] = queryOf(await definitions.get(ctx, id).catch(() => Promise.reject(notFound('Verified query'))))
  if (!found) throw notFound('Verified query')
  return found
}

/**
 * Keeps a query with the question that it answers. It is run first: what does not run is not verified.
 * @throws AppError as `query.run` does; conflict `question_taken` when the question has its query already
 */
export async function add(ctx: WorkspaceCtx, { question: name, ...content }: VerifiedInput): Promise<VerifiedQuery> {
  const source =
    content.source === WORKSPACE_SOURCE ? WORKSPACE_SOURCE : (await remote.sourceNamed(ctx, content.source)).name
  const input = { kind: 'query' as const, name, ...content, source }
  const { id } = await definitions.propose(ctx, query, { input, approve: true }).catch((error) => {
    if (!(error instanceof AppError) || error.code !== 'name_taken') throw error
    throw conflict('This question has a verified query already. Remove that one first.', 'question_taken')
  })
  return get(ctx, id)
}

/** @throws AppError not_found */
export async function remove(ctx: WorkspaceCtx, id: string): Promise<void> {
  await get(ctx, id)
  await definitions.remove(ctx, id)
}
