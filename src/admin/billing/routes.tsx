import { Hono } from 'hono'
import type { Env } from '#web/handler.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import * as api from './api.ts'

export const billingAdminRoutes = new Hono<Env>()
  .get(urls.adminBillingInvoicePdf, admin('finance', api.sendAnyInvoicePdf))
  .get(urls.apiAdminBilling, admin('finance', api.sendAnomalies))
  .get(urls.apiAdminOrders, admin('finance', api.listOrders))
  .get(urls.apiAdminPayments, admin('finance', api.listPayments))
  .get(urls.apiAdminInvoices, admin('finance', api.listAllInvoices))
  .get(urls.apiAdminWebhooks, admin('finance', api.listWebhooks))
  .post(urls.apiAdminReconcile, admin('finance', api.reconcileOrder))
  .post(urls.apiAdminWebhookReplay, admin('finance', api.replayWebhook))
  .post(urls.apiAdminInvoiceSend, admin('finance', api.mailInvoice))
  .get(urls.apiAdminInvoicePdf, admin('finance', api.sendAnyInvoicePdf))
