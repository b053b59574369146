import type { Case } from './case.ts'
import { EVERYDAY } from './everyday/index.ts'
import { EXPORTED } from './exported/index.ts'
import { FORMATS } from './formats.ts'
import { FRESH } from './fresh/index.ts'
import { GATHERED } from './gathered/index.ts'
import { LATER } from './later/index.ts'
import { LATEST } from './latest/index.ts'
import { PROGRAMS } from './programs.ts'
import { RECORDS } from './records.ts'
import { SHAPES } from './shapes.ts'
import { TEXTS } from './texts.ts'
import { UNSEEN } from './unseen/index.ts'
import { VALUES } from './values.ts'
import { VARIED } from './varied/index.ts'

/** Every ugly file with what it was meant to be. */
export const CASES: Case[] = [
  ...SHAPES,
  ...TEXTS,
  ...VALUES,
  ...FORMATS,
  ...PROGRAMS,
  ...RECORDS,
  ...LATEST,
  ...UNSEEN,
  ...EXPORTED,
  ...EVERYDAY,
  ...GATHERED,
  ...LATER,
  ...FRESH,
  ...VARIED,
]

/** The newest sets. Half of each is held out, by a fixed hash: only its scores are told. */
export const SPLIT: Record<string, Case[]> = { later: LATER, fresh: FRESH, varied: VARIED }
export const isHeld = (one: Case): boolean =>
  Object.values(SPLIT).some((set) => set.includes(one)) && Number(Bun.hash.wyhash(one.id, 17n) % 2n) === 0
