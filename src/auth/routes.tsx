import { Hono } from 'hono'
import { anyone, type Env } from '#web/handler.ts'
import { urls } from '../urls.ts'
import * as api from './api.ts'
import { signedIn } from './guard.ts'

export const authRoutes = new Hono<Env>()
  .post(urls.apiRegister, anyone(api.register))
  .post(urls.apiLogin, anyone(api.login))
  .post(urls.apiAdminLogin, anyone(api.adminLogin))
  .post(urls.apiLogout, anyone(api.logout))
  .get(urls.apiToken, signedIn(api.refreshToken))
  .get(urls.apiProfile, signedIn(api.sendProfile))
  .put(urls.apiProfile, signedIn(api.updateProfile))
  .get(urls.apiAdminStatus, signedIn(api.sendAdminStatus))
