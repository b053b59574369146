import { z } from 'zod'
import * as comments from '#comments/comments.ts'
import { commentChange, ofBlock } from '#comments/rules/comment.ts'
import { resultPage } from '#query/rules/answers.ts'
import * as query from '#query/run.ts'
import * as shares from '#sharing/rules/sharing.ts'
import { api, del, get, patch, post, put } from '#web/api.ts'
import { mayInWorkspace } from '#workspaces/guard.ts'
import { urls } from '../urls.ts'
import * as canvases from './canvases.ts'
import { ofCanvas } from './comments.ts'
import * as embedding from './embedding.ts'
import { proposedFor, readTables, valuesFor } from './filter-offers.ts'
import { demandFiltering, filteredBlocks, textOfSet } from './filters.ts'
import { mayInCanvas } from './guard.ts'
import { events } from './live.ts'
import { markOf, rowsOfMark } from './marks.ts'
import { remember } from './memory.ts'
import { boundStatement } from './parameters.ts'
import { pin } from './pin.ts'
import { blocksJson, read } from './read.ts'
import { refresh } from './refresh.ts'
import * as answers from './rules/answers.ts'
import * as embeddings from './rules/embedding.ts'
import * as sharing from './sharing.ts'
import { demandSeen } from './withheld.ts'

const viewers = mayInCanvas('VIEW_CANVASES')
const writers = mayInCanvas('UPDATE_CANVASES')
const commenters = mayInCanvas('VIEW_CANVASES', 'comment')

const commentJson = ({ partId, ...comment }: comments.Comment) => ({ ...comment, blockId: partId })

export const canvasesApi = api('Canvases', [
  get(urls.apiCanvases, mayInWorkspace('VIEW_CANVASES'), {
    summary: 'The canvases of a workspace, the last changed first',
    paged: true,
    answer: z.array(answers.listedCanvas),
    handle: (ctx, { page }) => canvases.list(ctx, page),
  }),
  post(urls.apiCanvases, mayInWorkspace('CREATE_CANVASES'), {
    summary: 'Create a canvas',
    description: 'Empty, of a template, or as a copy of another one.',
    body: answers.newCanvas,
    answer: answers.madeCanvas,
    status: 201,
    errors: ['conflict', 'unprocessable'],
    handle: (ctx, { body }) => canvases.create(ctx, body),
  }),
  get(urls.apiCanvas, viewers, {
    summary: 'A canvas with its blocks and what they show',
    description: 'Nothing is run: `stale` says which blocks a refresh would run.',
    query: answers.canvasQuery,
    answer: answers.canvas,
    handle: async (ctx, { query: { since, filters } }) =>
      read(ctx, { since, set: await demandFiltering(ctx, filters) }),
  }),
  patch(urls.apiCanvas, writers, {
    summary: 'Rename a canvas, describe it, or change its tabs, filters or parameters',
    body: answers.canvasChange,
    answer: answers.canvas,
    handle: async (ctx, { body }) => read({ ...ctx, canvas: await canvases.update(ctx, body) }),
  }),
  del(urls.apiCanvas, mayInCanvas('DELETE_CANVASES'), {
    summary: 'Delete a canvas',
    handle: (ctx) => canvases.remove(ctx),
  }),
  patch(urls.apiCanvasBlocks, writers, {
    summary: 'Move blocks, or change their sizes',
    description: 'A board has 12 columns. Blocks that are gone meanwhile stay so.',
    body: answers.placesBody,
    handle: (ctx, { body }) => canvases.place(ctx, body.blocks),
  }),
  put(urls.apiCanvasBlock, writers, {
    summary: 'Add a block, or change it',
    description: 'The id is yours: a UUID. Of two people who change one block, the later one stays.',
    body: answers.blockBody,
    answer: answers.block,
    errors: ['conflict'],
    handle: async (ctx, { blockId, body }) => {
      await demandSeen(ctx, blockId)
      return (await blocksJson(ctx, [await canvases.putBlock(ctx, blockId, body)]))[0]!
    },
  }),
  del(urls.apiCanvasBlock, writers, {
    summary: 'Remove a block',
    handle: async (ctx, { blockId }) => {
      await demandSeen(ctx, blockId)
      await canvases.removeBlock(ctx, blockId)
    },
  }),
  post(urls.apiCanvasPin, writers, {
    summary: 'Pin a chart, result, number or the words of an answer',
    description:
      'The block keeps statements and how they are shown, so that it is refreshed without a model and without credits.',
    body: answers.pinBody,
    answer: answers.block,
    status: 201,
    errors: ['conflict', 'unprocessable'],
    handle: async (ctx, { body }) => (await blocksJson(ctx, [await pin(ctx, body)]))[0]!,
  }),
  post(urls.apiCanvasRefresh, viewers, {
    summary: 'Refresh blocks',
    description:
      'Runs statements whose tables changed since; `force` runs all. However many ask, each runs once at a time. Costs nothing.',
    body: answers.refreshBody,
    answer: z.array(answers.block),
    errors: ['timeout', 'conflict'],
    handle: async (ctx, { body: { blocks: ids, force, filters } }) => {
      const set = await demandFiltering(ctx, filters)
      const chosen = (await canvases.blocks(ctx)).filter(({ id }) => !ids || ids.includes(id))
      const shown = [...(await filteredBlocks(ctx, chosen, set)).values()].map(({ shown }) => shown)
      const ran = await refresh(ctx, shown, { force })
      await remember(ctx, chosen, shown, textOfSet(set))
      // Of what only those see who set the same filters, nobody is told.
      if (ran.length > 0 && set.set.length === 0) await canvases.touch(ctx, ran)
      return blocksJson(ctx, chosen, set)
    },
  }),
  post(urls.apiCanvasRun, writers, {
    summary: 'Run a statement as a block of the canvas would',
    description: 'With the values of parameters that it names as `{{name}}`. Nothing of the canvas changes.',
    body: answers.runBody,
    answer: resultPage,
    errors: ['timeout', 'unprocessable', 'unavailable'],
    handle: async (ctx, { body: { filters, ...statement } }, c) => {
      const { values } = await demandFiltering(ctx, filters)
      return query.run(ctx, { ...(await boundStatement(ctx, statement, values)), signal: c.req.raw.signal })
    },
  }),
  get(urls.apiCanvasColumns, writers, {
    summary: 'The columns that filters of a canvas can be on',
    description: 'Of the tables that its blocks read.',
    answer: z.array(answers.readTable),
    handle: (ctx) => readTables(ctx),
  }),
  get(urls.apiCanvasPlaces, writers, {
    summary: 'Propose the columns of a filter',
    description:
      'Of each table that blocks read the column that the filter would be about, as the catalog knows relations.',
    query: answers.placesQuery,
    answer: answers.places,
    handle: (ctx, { query: { kind, ...seed } }) => proposedFor(ctx, seed, kind),
  }),
  get(urls.apiCanvasValues, viewers, {
    summary: 'The values that a filter can be set to, the most frequent first',
    description: 'Those that remain under the other filters that are set.',
    query: answers.valuesQuery,
    answer: answers.listedValues,
    errors: ['timeout', 'unprocessable'],
    handle: async (ctx, { filterId, query: { filters, ...wanted } }, c) =>
      valuesFor(ctx, { filterId, ...wanted, set: await demandFiltering(ctx, filters) }, c.req.raw.signal),
  }),
  post(urls.apiCanvasMark, viewers, {
    summary: 'What a click on cells of a block can do',
    description: 'Nothing is run.',
    body: answers.markBody,
    answer: answers.mark,
    handle: async (ctx, { blockId, body: { cells, filters } }) =>
      markOf(ctx, { blockId, cells, set: await demandFiltering(ctx, filters) }),
  }),
  post(urls.apiCanvasRows, viewers, {
    summary: 'The rows behind cells of a block',
    description: 'Of the groups that the cells tell, as you may see them.',
    body: answers.markBody,
    answer: resultPage,
    errors: ['timeout', 'unprocessable'],
    handle: async (ctx, { blockId, body: { cells, filters } }, c) =>
      rowsOfMark(ctx, { blockId, cells, set: await demandFiltering(ctx, filters) }, c.req.raw.signal),
  }),
  get(urls.apiCanvasEvents, viewers, {
    summary: 'Be told of changes of a canvas',
    description:
      'A server-sent event with the version, now and after each change: `GET` with `since` says what is new. `tables` is another text once tables of the workspace have other rows. `people`: who looks at the canvas now, programs with keys apart.',
    answer: z.string(),
    answerType: 'text/event-stream',
    handle: (ctx) => events(ctx),
  }),
  get(urls.apiCanvasComments, viewers, {
    summary: 'The comments of a canvas, the oldest first',
    paged: true,
    answer: z.array(ofBlock.comment),
    handle: async (ctx, { page }) => {
      const { items, next } = await comments.list(ofCanvas(ctx), page)
      return { items: items.map(commentJson), next }
    },
  }),
  post(urls.apiCanvasComments, commenters, {
    summary: 'Comment on a block of a canvas',
    description:
      'Who may see the canvas, unless it is shared with them to be viewed only. The event stream of the canvas tells of it.',
    body: ofBlock.created,
    answer: ofBlock.comment,
    status: 201,
    errors: ['conflict', 'rate_limited'],
    handle: async (ctx, { body: { block_id: part, ...said } }) =>
      commentJson(await comments.create(ofCanvas(ctx), { part, ...said })),
  }),
  patch(urls.apiCanvasComment, commenters, {
    summary: 'Change a comment, or resolve it',
    description: 'Its words only by its author; it is resolved by its author and owners of the workspace.',
    body: commentChange,
    answer: ofBlock.comment,
    handle: async (ctx, { commentId, body }) => commentJson(await comments.update(ofCanvas(ctx), commentId, body)),
  }),
  del(urls.apiCanvasComment, commenters, {
    summary: 'Delete a comment',
    description: 'By its author, and by owners of the workspace.',
    handle: (ctx, { commentId }) => comments.remove(ofCanvas(ctx), commentId),
  }),
  get(urls.apiCanvasSharing, writers, {
    summary: 'What the workspace and people by name may do with a canvas',
    answer: shares.sharing,
    handle: sharing.sharing,
  }),
  put(urls.apiCanvasSharing, writers, {
    summary: 'Say what everybody in the workspace may do with a canvas',
    description:
      'Within their role, which is never widened; all of them see it. For whoever made the canvas, and owners of the workspace.',
    body: shares.workspaceLevel,
    answer: shares.sharing,
    handle: async (ctx, { body }) => {
      await sharing.setLevel(ctx, body.level)
      return sharing.sharing({ ...ctx, canvas: { ...ctx.canvas, level: body.level ?? 'view' } })
    },
  }),
  put(urls.apiCanvasShare, writers, {
    summary: 'Share a canvas with somebody of the workspace by name',
    description: 'They are told. For whoever made the canvas, and owners of the workspace.',
    body: shares.personLevel,
    answer: shares.sharing,
    errors: ['conflict', 'rate_limited'],
    handle: async (ctx, { userId, body }) => {
      await sharing.share(ctx, userId, body.level)
      return sharing.sharing(ctx)
    },
  }),
  del(urls.apiCanvasShare, writers, {
    summary: 'Take back what somebody was given by name',
    handle: (ctx, { userId }) => sharing.unshare(ctx, userId),
  }),
  get(urls.apiCanvasVersions, viewers, {
    summary: 'Earlier versions of a canvas, the last first',
    paged: true,
    answer: z.array(answers.version),
    handle: (ctx, { page }) => canvases.versions(ctx, page),
  }),
  post(urls.apiCanvasRestore, writers, {
    summary: 'Put a canvas back as it was',
    description: 'What it is now is kept as a version.',
    answer: answers.canvas,
    handle: async (ctx, { versionId }) => read({ ...ctx, canvas: await canvases.restore(ctx, versionId) }),
  }),
  get(urls.apiEmbedding, mayInWorkspace('UPDATE_WORKSPACE'), {
    summary: 'Where canvases of a workspace may be embedded',
    answer: embeddings.embedding,
    handle: (ctx) => embedding.get(ctx),
  }),
  put(urls.apiEmbedding, mayInWorkspace('UPDATE_WORKSPACE'), {
    summary: 'Say which sites may show canvases in a frame',
    body: embeddings.embeddingChange,
    answer: embeddings.embedding,
    handle: (ctx, { body }) => embedding.allow(ctx, body.hosts),
  }),
  post(urls.apiEmbeddingSecret, mayInWorkspace('UPDATE_WORKSPACE'), {
    summary: 'Make the secret that tokens of embedded canvases are signed with',
    description:
      'In place of the one before, whose tokens are void. A token is a JSON Web Token (HS256) with `canvas`, `exp` within 24 hours, and `filters`: the values that rows must have, by `table.column` or the id of a filter of the canvas. Its page is `/embed/canvases/{token}`.',
    answer: embeddings.embeddingSecret,
    status: 201,
    secret: true,
    handle: (ctx) => embedding.renewSecret(ctx),
  }),
  del(urls.apiEmbedding, mayInWorkspace('UPDATE_WORKSPACE'), {
    summary: 'End the embedding of canvases of a workspace',
    handle: (ctx) => embedding.remove(ctx),
  }),
])
