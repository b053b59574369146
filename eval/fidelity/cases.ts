import type { Case } from './case.ts'
import { EXPORTS } from './exports.ts'
import { FORMATS } from './formats.ts'
import { PROGRAMS } from './programs.ts'
import { SHAPES } from './shapes.ts'
import { TEXTS } from './texts.ts'
import { VALUES } from './values.ts'

/** Every ugly file with what it was meant to be. */
export const CASES: Case[] = [...SHAPES, ...TEXTS, ...VALUES, ...FORMATS, ...EXPORTS, ...PROGRAMS]
