import { Hono } from 'hono'
import { z } from 'zod'
import type { Env, Handler } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { listOrCsv } from '../answer.ts'
import { admin } from '../guard.ts'
import {
  ALLOCATION_COLUMNS,
  allocationBody,
  allocationFileBody,
  allocationLine,
  allocationsQuery,
  dryRunQuery,
} from '../rules/credit-allocation.ts'
import * as acts from './acts.ts'
import * as file from './file.ts'
import * as allocations from './list.ts'

const listAllocations: Handler<AdminCtx> = (ctx, c) => {
  const filter = readQuery(c, allocationsQuery)
  return listOrCsv(c, {
    name: 'credit-allocations',
    columns: ALLOCATION_COLUMNS,
    line: allocationLine,
    read: (page) => allocations.list(ctx, filter, page),
  })
}

/** Which of the two a body is: a file has its text in `csv`. */
const kindOfBody = z.looseObject({ csv: z.unknown().optional() })

const allocateCredits: Handler<AdminCtx> = async (ctx, c) => {
  const { dry_run: dry } = readQuery(c, dryRunQuery)
  const { csv } = await readBody(c, kindOfBody)
  if (csv !== undefined) {
    const given = await readBody(c, allocationFileBody)
    return c.json(dry ? await file.plan(ctx, given) : await file.give(ctx, given))
  }
  const order = await readBody(c, allocationBody)
  return c.json(dry ? await acts.preview(ctx, order) : await acts.allocate(ctx, order))
}

export const allocationRoutes = new Hono<Env>()
  .get(urls.apiAdminCreditAllocations, admin('finance', listAllocations))
  .post(urls.apiAdminCreditAllocations, admin('finance', allocateCredits))
