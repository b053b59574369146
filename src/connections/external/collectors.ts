import type { ExternalKind } from '../rules/connection.ts'
import { bucketCollector } from './bucket.ts'
import type { Collector } from './collector.ts'
import { fileCollector } from './file.ts'
import { sheetCollector } from './google-sheet.ts'
import { restCollector } from './rest.ts'

/** How each kind of address is read. */
export const COLLECTORS: Record<ExternalKind, Collector> = {
  url: fileCollector,
  google_sheet: sheetCollector(),
  s3: bucketCollector,
  rest: restCollector,
}
