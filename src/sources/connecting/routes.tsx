import { Hono } from 'hono'
import type { Env } from '#web/handler.ts'
import { mayInWorkspace } from '#workspaces/guard.ts'
import { urls } from '../../urls.ts'
import { databaseConnections, externalConnections } from './api.ts'

export const connectionRoutes = new Hono<Env>()
  .get(urls.apiDatabaseConnections, mayInWorkspace('VIEW_FILES', databaseConnections.listConnections))
  .post(urls.apiDatabaseConnections, mayInWorkspace('CONNECT_DATABASE', databaseConnections.createConnection))
  .post(urls.apiDatabaseConnectionTest, mayInWorkspace('CONNECT_DATABASE', databaseConnections.testConnection))
  .get(urls.apiDatabaseConnection, mayInWorkspace('VIEW_FILES', databaseConnections.sendConnection))
  .patch(urls.apiDatabaseConnection, mayInWorkspace('CONNECT_DATABASE', databaseConnections.updateConnection))
  .delete(urls.apiDatabaseConnection, mayInWorkspace('CONNECT_DATABASE', databaseConnections.deleteConnection))
  .post(urls.apiDatabaseConnectionRefresh, mayInWorkspace('CONNECT_DATABASE', databaseConnections.refreshConnection))
  .get(urls.apiExternalConnections, mayInWorkspace('VIEW_FILES', externalConnections.listConnections))
  .post(urls.apiExternalConnections, mayInWorkspace('CONNECT_DATABASE', externalConnections.createConnection))
  .post(urls.apiExternalConnectionTest, mayInWorkspace('CONNECT_DATABASE', externalConnections.testConnection))
  .get(urls.apiExternalConnection, mayInWorkspace('VIEW_FILES', externalConnections.sendConnection))
  .patch(urls.apiExternalConnection, mayInWorkspace('CONNECT_DATABASE', externalConnections.updateConnection))
  .delete(urls.apiExternalConnection, mayInWorkspace('CONNECT_DATABASE', externalConnections.deleteConnection))
  .post(urls.apiExternalConnectionRefresh, mayInWorkspace('CONNECT_DATABASE', externalConnections.refreshConnection))
