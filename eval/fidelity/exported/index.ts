import type { Case } from '../case.ts'
import { MEASURED } from './measured.ts'
import { MONEY } from './money.ts'
import { PUBLIC } from './public.ts'
import { SHOPS } from './shops.ts'
import { WORK } from './work.ts'

/**
 * What thirty kinds of offices, shops, devices and services export, two files a kind, written before the reader was read. Of half of the
 * kinds both files are held out, of the others one.
 */
export const EXPORTED: Case[] = [...MONEY, ...SHOPS, ...WORK, ...MEASURED, ...PUBLIC]
