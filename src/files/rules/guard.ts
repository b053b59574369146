/** What some programs write before a text so that no spreadsheet reads it as a number or a formula: `'0123`, `="0123"`, `'+49…`. */
const GUARDED = /^'[-=+@\d][^']*$|^="[^"]*"$/
/** Before digits it may as well be an apostrophe: '90s. */
const BEFORE_SIGN = /^'[-=+@][^']*$/

/** Whether cells of a column are guarded: all of them, or just those that would be formulas. */
export function guardOf(values: string[]): 'all' | 'formulas' | null {
  const filled = values.filter((value) => value.trim() !== '')
  if (filled.length === 0) return null
  if (filled.every((value) => GUARDED.test(value))) return 'all'
  const isGuarded = filled.some((value) => BEFORE_SIGN.test(value)) && !filled.some((value) => /^[-=+@]/.test(value))
  return isGuarded ? 'formulas' : null
}

/** A cell as it is meant. */
export const unguarded = (value: string, guard: ReturnType<typeof guardOf>): string =>
  (guard === 'all' && GUARDED.test(value)) || (guard === 'formulas' && BEFORE_SIGN.test(value))
    ? value.replace(/^'|^="|"$/g, '')
    : value
