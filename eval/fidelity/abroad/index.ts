import type { Case } from '../case.ts'
import { BOOKS } from './books.ts'
import { MEASURED } from './measured.ts'
import { OFFICES } from './offices.ts'
import { TREES } from './trees.ts'

/** Exports of banks, ledgers, loggers, consoles, offices of many countries, services and workbooks. Half are held out. */
export const ABROAD: Case[] = [...BOOKS, ...MEASURED, ...OFFICES, ...TREES]
