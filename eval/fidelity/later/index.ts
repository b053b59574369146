import type { Case } from '../case.ts'
import { PUBLIC } from './public.ts'
import { SHEETS } from './sheets.ts'
import { TRADE } from './trade.ts'
import { TREES } from './trees.ts'
import { WORK } from './work.ts'

/** Files of many trades by a further author, written with their truth before the reader or any other case was read. Half are held out. */
export const LATER: Case[] = [...WORK, ...TRADE, ...PUBLIC, ...SHEETS, ...TREES]
