import type { Case } from '../case.ts'
import { COLUMNAR } from './columnar.ts'
import { FINANCE } from './finance.ts'
import { GOODS } from './goods.ts'
import { HEALTH } from './health.ts'
import { MARKETING } from './marketing.ts'
import { MEDIA } from './media.ts'
import { SOCIETY } from './society.ts'
import { TRAVEL } from './travel.ts'
import { UTILITIES } from './utilities.ts'

/** Files of more trades, programs and countries, written with their truth before any was read. Half of them were held out once. */
export const NEWEST: Case[] = [
  ...TRAVEL,
  ...MARKETING,
  ...UTILITIES,
  ...SOCIETY,
  ...FINANCE,
  ...GOODS,
  ...HEALTH,
  ...MEDIA,
  ...COLUMNAR,
]
