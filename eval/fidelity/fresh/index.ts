import type { Case } from '../case.ts'
import { MEASURED } from './measured.ts'
import { MONEY } from './money.ts'
import { PEOPLE } from './people.ts'
import { PUBLIC } from './public.ts'
import { SHEETS } from './sheets.ts'
import { TRADE } from './trade.ts'
import { TREES } from './trees.ts'

/** Files of sources that no other set has, written with their truth before the reader was read. Half of them are held out. */
export const FRESH: Case[] = [...MONEY, ...PUBLIC, ...MEASURED, ...PEOPLE, ...TRADE, ...SHEETS, ...TREES]
