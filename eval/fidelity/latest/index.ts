import type { Case } from '../case.ts'
import { BUSINESS } from './business.ts'
import { MEASURED } from './measured.ts'
import { PEOPLE } from './people.ts'
import { COLUMNAR, RECORDS } from './records.ts'
import { SHEETS } from './sheets.ts'

/** Files of trades and countries that no other set has, written with their truth before any was read. Half of them are held out. */
export const LATEST: Case[] = [...PEOPLE, ...BUSINESS, ...MEASURED, ...SHEETS, ...RECORDS, ...COLUMNAR]
