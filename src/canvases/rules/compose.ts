type Named = { name: string; sql: string }

const CALLED = /\br[1-9]\d*\b/g
const WITH = /^\s*with\s+(recursive\s+)?/i

/**
 * A statement that names earlier results (r1, r2 …) as one that stands alone: what made them comes first, as common tables.
 * @param earlier the results that it may name, oldest first
 */
export function composed(sql: string, earlier: Named[]): string {
  const needed = new Set<Named>()
  const need = (text: string) => {
    for (const name of text.toLowerCase().match(CALLED) ?? []) {
      const one = earlier.findLast((each) => each.name === name && !text.includes(each.sql))
      if (!one || needed.has(one)) continue
      need(one.sql)
      needed.add(one)
    }
  }
  need(sql)
  if (needed.size === 0) return sql
  const tables = [...needed].map((one) => `${one.name} AS (\n${withoutEnd(one.sql)}\n)`).join(', ')
  const [own = '', recursive] = WITH.exec(sql) ?? []
  return own ? `WITH ${recursive ? 'RECURSIVE ' : ''}${tables}, ${sql.slice(own.length)}` : `WITH ${tables}\n${sql}`
}

const withoutEnd = (sql: string) => sql.trim().replace(/;\s*$/, '')
