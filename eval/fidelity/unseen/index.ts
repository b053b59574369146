import type { Case } from '../case.ts'
import { BOOKS } from './books.ts'
import { DEVICES } from './devices.ts'
import { KEPT } from './papers.ts'
import { WRITTEN } from './programs.ts'
import { TREES } from './trees.ts'

/** Files as programs, people, devices and services put them out, written by somebody who had not seen the reader. Half are held out. */
export const UNSEEN: Case[] = [...WRITTEN, ...KEPT, ...DEVICES, ...TREES, ...BOOKS]
