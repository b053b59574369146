import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import type { Env, HttpContext } from '#web/handler.ts'
import type { UserCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as credits from './credits.ts'

const showBalance = async (ctx: UserCtx, c: HttpContext) => c.json(await credits.balance(ctx))

export const billingRoutes = new Hono<Env>().get(urls.apiCreditBalance, signedIn(showBalance))
