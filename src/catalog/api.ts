import { z } from 'zod'
import { MAX_LIMIT, pageRequest } from '#base/paging.ts'
import { demand } from '#organizations/guard.ts'
import { api, del, get, patch, post } from '#web/api.ts'
import { nextPage } from '#web/response.ts'
import { inWorkspace, mayInWorkspace } from '#workspaces/guard.ts'
import { urls } from '../urls.ts'
import * as catalog from './catalog.ts'
import { declareRelation } from './declare-relation.ts'
import * as edit from './edit.ts'
import * as outline from './outline.ts'
import type { Query } from './query.ts'
import * as relations from './relations.ts'
import * as answers from './rules/answers.ts'
import { catalogQuery, namesQuery, relationInput, tableChange } from './rules/input.ts'

/** @param query how rows are read for measuring relations */
export const catalogApi = (query: Query) =>
  api('Data', [
    get(urls.apiCatalog, inWorkspace, {
      summary: 'Every table that can be asked',
      description:
        'Without `limit` and `cursor` up to 200 tables come at once. Further ones are in the page that the `Link` header names.',
      query: catalogQuery,
      answer: z.array(answers.table),
      handle: async (ctx, { query }, c) => {
        const hidden = query.hidden === 'true'
        // What is hidden is for those who may show it again.
        if (hidden) await demand(ctx, ctx.workspace.role, 'UPDATE_FILES')
        const request = pageRequest(query.limit || query.cursor ? query : { limit: String(MAX_LIMIT) })
        const { items: ids, next } = await catalog.page(ctx, request, { hidden })
        nextPage(c, { next })
        return catalog.tables(ctx, { hidden, ids })
      },
    }),
    get(urls.apiCatalogNames, inWorkspace, {
      summary: 'Names of tables',
      description:
        'Tables by a part of their name or of that of a column: what is called so letter for letter comes first. `columns` is their number; `hits` are columns that the table was found by.',
      query: namesQuery,
      answer: z.array(answers.tableName),
      handle: async (ctx, { query: { q, source, ...page } }, c) => {
        const { items, next } = await outline.names(ctx, { q, source, ...pageRequest(page) })
        nextPage(c, { next })
        return items
      },
    }),
    get(urls.apiCatalogRelations, mayInWorkspace('VIEW_FILES'), {
      summary: 'The relations between tables',
      description: 'By table and column; 200 a page unless `limit` says fewer.',
      paged: true,
      answer: z.array(answers.relation),
      handle: (ctx, _input, c) => relations.list(ctx, pageRequest({ limit: String(MAX_LIMIT), ...c.req.query() })),
    }),
    post(urls.apiCatalogRelations, mayInWorkspace('UPDATE_FILES'), {
      summary: 'Declare a relation',
      description: 'It is measured at once; where few values meet, `cleaned` says what finds more.',
      body: relationInput,
      answer: answers.relation,
      status: 201,
      errors: ['unprocessable', 'conflict', 'timeout', 'unavailable', 'unsupported'],
      handle: (ctx, { body }) => declareRelation(ctx, query, body),
    }),
    del(urls.apiCatalogRelation, mayInWorkspace('UPDATE_FILES'), {
      summary: 'Remove a relation',
      handle: (ctx, { relationId }) => relations.remove(ctx, relationId),
    }),
    // After the calls whose addresses are words: an id would match them too.
    get(urls.apiCatalogTable, inWorkspace, {
      summary: 'A table with its columns',
      answer: answers.table,
      handle: (ctx, { tableId }) => edit.tableOf(ctx, tableId),
    }),
    patch(urls.apiCatalogTable, mayInWorkspace('UPDATE_FILES'), {
      summary: 'Describe, hide or show a table and its columns',
      description: 'What is hidden cannot be read by anybody, in questions, statements or exports.',
      body: tableChange,
      answer: answers.table,
      handle: (ctx, { tableId, body }) => edit.change(ctx, tableId, body),
    }),
  ])
