import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import type { Env } from '#web/handler.ts'
import { inWorkspace, mayInWorkspace } from '#workspaces/guard.ts'
import { urls } from '../urls.ts'
import * as api from './api.ts'

export const sourceRoutes = new Hono<Env>()
  .post(urls.apiFileUpload, mayInWorkspace('UPLOAD_FILES', api.uploadFile))
  .post(urls.apiFileSample, mayInWorkspace('UPLOAD_FILES', api.attachSample))
  .get(urls.apiFiles, mayInWorkspace('VIEW_FILES', api.listFiles))
  .get(urls.apiFile, mayInWorkspace('VIEW_FILES', api.sendFile))
  .get(urls.apiFileDownload, mayInWorkspace('VIEW_FILES', api.downloadFile))
  .delete(urls.apiFile, mayInWorkspace('DELETE_FILES', api.deleteFile))
  .get(urls.apiCatalog, inWorkspace(api.sendCatalog))
  .get(urls.apiDataSourceConfig, signedIn(api.sendDataSources))
