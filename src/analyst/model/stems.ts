const IRREGULAR = new Map([
  ['people', 'person'],
  ['persons', 'person'],
  ['men', 'man'],
  ['women', 'woman'],
  ['children', 'child'],
  ['movies', 'movie'],
  ['data', 'data'],
  ['status', 'status'],
  ['statuses', 'status'],
  ['address', 'address'],
  ['addresses', 'address'],
  ['series', 'series'],
  ['species', 'species'],
  ['analyses', 'analysis'],
  ['criteria', 'criterion'],
  ['indices', 'index'],
  ['sales', 'sale'],
  ['is', 'is'],
  ['was', 'was'],
  ['has', 'has'],
  ['does', 'does'],
  ['this', 'this'],
  ['bus', 'bus'],
  ['gas', 'gas'],
  ['yes', 'yes'],
  ['campus', 'campus'],
  ['bonus', 'bonus'],
  ['heroes', 'hero'],
  ['ids', 'id'],
  ['aged', 'age'],
  ['campuses', 'campus'],
  ['buses', 'bus'],
  ['bonuses', 'bonus'],
])

/** Singular, lower-case form by which words of questions and of names in the catalog meet ("Cities" and "city"). */
export function stem(word: string): string {
  const w = word.toLowerCase()
  const known = IRREGULAR.get(w)
  if (known) return known
  if (w.length < 4) return w
  if (w.endsWith('ies') && w.length > 4) return `${w.slice(0, -3)}y`
  if (/(ss|sh|ch|x|zz)es$/.test(w)) return w.slice(0, -2)
  if (w.endsWith('s') && !/(ss|us|is)$/.test(w)) return w.slice(0, -1)
  return w
}

/** Root for looser matching: "shipped", "shipping" and "shipment" meet; never used for exact matches. */
export function root(word: string): string {
  const s = stem(word)
  if (s.length < 6) return s
  const cut = s.replace(/(ations?|ments?|ings?|ers?|ors?|ed|ion|al|ly)$/, '')
  const base = cut.length >= 4 ? cut : s
  return base.replace(/(.)\1$/, '$1').replace(/e$/, '')
}

/** What abbreviations in names of columns stand for. */
const SHORTHAND = new Map([
  ['fname', ['first', 'name']],
  ['lname', ['last', 'name']],
  ['mname', ['middle', 'name']],
  ['dob', ['date', 'of', 'birth']],
  ['num', ['number']],
  ['qty', ['quantity']],
  ['amt', ['amount']],
  ['dept', ['department']],
  ['emp', ['employee']],
  ['stu', ['student']],
  ['cust', ['customer']],
  ['desc', ['description']],
  ['addr', ['address']],
  ['pct', ['percentage']],
  ['yr', ['year']],
  ['avg', ['average']],
  ['prof', ['professor']],
])
const INITIALS = new Map([
  ['f', 'first'],
  ['l', 'last'],
])

function spelled(word: string, next: string | undefined): string[] {
  const initial = next === 'name' ? INITIALS.get(word) : undefined
  return initial ? [initial] : (SHORTHAND.get(word) ?? [word])
}

/** Words of a name in the catalog: splits snake_case, camelCase, digits kept, stemmed. */
export function nameWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .flatMap((word, index, all) => spelled(word.toLowerCase(), all[index + 1]?.toLowerCase()))
    .map(stem)
}
