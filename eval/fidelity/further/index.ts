import type { Case } from '../case.ts'
import { INSTRUMENTS } from './instruments.ts'
import { OFFICES } from './offices.ts'
import { SHEETS } from './sheets.ts'
import { TRADES } from './trades.ts'

/** Files of more trades, offices and instruments, written with their truth before any was read. Half of them are held out. */
export const FURTHER: Case[] = [...TRADES, ...OFFICES, ...INSTRUMENTS, ...SHEETS]
