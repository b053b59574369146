import { isText } from './head.ts'

/** `# Column 3: Depth (m)`, `name 2 = depth`, `Ch1,Depth`, `[1] depth`: a word and a number, and what is called so. */
const NUMBERED = /^[^\p{L}\d]*([\p{L}_ ]*?)[ _.]*[[(]?(\d{1,3})(?:[\])]|(?=\s*[:=,;\t ]))[\s:=.,;-]*(\p{L}.*)$/u
/** `; columns: time, depth` */
const LISTED =
  /^[^\p{L}\d]*(?:columns?|column names|fields?|field names|names|variables|header|parameters?|spalten|felder|colonnes|champs|columnas|campos|colunas|kolommen)\s*[:=]\s*(\S.*)$/iu
const REMARK = /^\s*[#%;!*]+\s*(?=\p{L})/u
const GAPS = [/\s*[,;|\t]\s*/, /\s{2,}/, /\s+/]

const bare = (text: string) => text.trim().replace(/^["'](.*)["']$/, '$1')

/**
 * Names of the columns of a table without a line of names, which the lines above it tell: one below the other with a number each, or in one line
 * that says so, or is the last remark.
 */
export function namesTold(above: readonly string[], count: number): string[] | null {
  const numbered = above.map((line) => NUMBERED.exec(line)).filter((found) => found !== null)
  for (const said of Map.groupBy(numbered, ([, word]) => word!.toLowerCase()).values()) {
    const from = Number(said[0]![2])
    const areAll = said.length === count && from <= 1 && said.every(([, , number], at) => Number(number) === from + at)
    const names = said.map(([, , , name]) => bare(name!))
    if (areAll && areNames(names)) return names
  }
  const listed = above.flatMap((line) => LISTED.exec(line)?.[1] ?? [])
  const last = above.findLast((line) => line.trim() !== '') ?? ''
  const remark = REMARK.test(last) ? [last.replace(REMARK, '')] : []
  for (const line of [...listed, ...remark])
    for (const gap of GAPS) {
      const names = line.trim().split(gap).map(bare)
      if (names.length === count && areNames(names)) return names
    }
  return null
}

const areNames = (names: string[]) => names.length > 1 && names.every(isText) && new Set(names).size === names.length
