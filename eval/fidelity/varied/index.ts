import type { Case } from '../case.ts'
import { INSTRUMENTS } from './instruments.ts'
import { PRINTS } from './prints.ts'
import { VARIED_PROGRAMS } from './programs.ts'
import { VARIED_SHEETS } from './sheets.ts'

/** Files of instruments, programs, printers, banks, clubs and services, written with their truths before the reader had seen any. Two thirds are held out. */
export const VARIED: Case[] = [...INSTRUMENTS, ...PRINTS, ...VARIED_PROGRAMS, ...VARIED_SHEETS]
