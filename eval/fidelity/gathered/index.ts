import type { Case } from '../case.ts'
import { LEDGERS } from './ledgers.ts'
import { MACHINES } from './machines.ts'
import { PEOPLE } from './people.ts'
import { SHEETS } from './sheets.ts'
import { TREES } from './trees.ts'

/** Files gathered by trade and program, written with their truth before the reader or any other case was read. Half are held out. */
export const GATHERED: Case[] = [...LEDGERS, ...PEOPLE, ...MACHINES, ...SHEETS, ...TREES]
