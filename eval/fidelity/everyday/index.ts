import type { Case } from '../case.ts'
import { BOOKS } from './books.ts'
import { HOME } from './home.ts'
import { OFFICE } from './office.ts'
import { TREES } from './trees.ts'

/** Files as households, clubs, schools, farms, wards and offices have them, written with their truth before any was read. Half are held out. */
export const EVERYDAY: Case[] = [...HOME, ...OFFICE, ...BOOKS, ...TREES]
