/**
 * What a number of a statement is made of: a sum of products of values of the data (`x*y`, by their ids) with typed factors; the product of
 * nothing (``) is a typed number by itself. `isTyped`: a typed number was added that says more than the data.
 */
export type Form = { terms: ReadonlyMap<string, number>; isTyped: boolean }

/**
 * What a product is made of. data: any value of the data; whole: one without decimals; flag: yes or no, or a sign; typed: numbers that the
 * statement says, without telling which.
 */
export type AtomKind = 'data' | 'whole' | 'flag' | 'typed'

/** Names of what forms are made of, so that the same expression in two places is the same. */
export class Atoms {
  private readonly ids = new Map<string, string>()
  private readonly parts = new Map<string, string>()

  form(kind: AtomKind, name: string, isTyped = false): Form {
    return { terms: new Map([[`${this.id(kind, name)}^1`, 1]]), isTyped }
  }

  /** The same values as those of another item of FROM: rows of a query that is read twice are not the same. */
  renamed({ terms, isTyped }: Form, of: string): Form {
    const moved = [...terms].map(([product, factor]): [string, number] => {
      const powers = powersOf(product).map(([id, power]): [string, number] => [
        this.id(kindOf(id), `${of}/${id}`),
        power,
      ])
      return [productOf(powers), factor]
    })
    return { terms: new Map(moved), isTyped }
  }

  /** Whether one atom was made of another one, as rounded: their quotient hardly depends on the data. */
  isMadeOf(id: string, other: string): boolean {
    return kindOf(id) === 'whole' && (this.parts.get(id) ?? '').includes(`${other}^`)
  }

  private id(kind: AtomKind, name: string): string {
    const key = `${kind} ${name}`
    const id = this.ids.get(key) ?? `${kind}${this.ids.size}`
    this.ids.set(key, id)
    this.parts.set(id, name)
    return id
  }
}

const kindOf = (id: string) => id.replace(/\d+$/, '') as AtomKind
const powersOf = (product: string): [string, number][] =>
  product === ''
    ? []
    : product.split('*').map((part) => {
        const [id, power] = part.split('^')
        return [id!, Number(power)]
      })
const productOf = (powers: [string, number][]): string =>
  powers
    .filter(([, power]) => power !== 0)
    .map(([id, power]) => `${id}^${power}`)
    .sort()
    .join('*')

export const constant = (value: number): Form => ({ terms: new Map(value === 0 ? [] : [['', value]]), isTyped: false })
/** The same for two forms only if they have the same value. */
export const keyOf = ({ terms }: Form): string =>
  [...terms]
    .map(([product, factor]) => `${factor}·${product}`)
    .sort()
    .join('+')

export const kindsOf = ({ terms }: Form): AtomKind[] =>
  [...terms.keys()].flatMap((product) => powersOf(product).map(([id]) => kindOf(id)))
export const reads = (form: Form): boolean => kindsOf(form).some((kind) => kind !== 'typed')
/** The number that it is whatever the data say; null where it depends on something. */
export const numberOf = ({ terms }: Form): number | null =>
  terms.size === 0 ? 0 : terms.size === 1 ? (terms.get('') ?? null) : null

/** Sums of more products are one value. */
const MOST_TERMS = 16

export const scaled = ({ terms, isTyped }: Form, factor: number): Form => ({
  terms: new Map(factor === 0 ? [] : [...terms].map(([product, own]) => [product, own * factor])),
  isTyped: isTyped && factor !== 0,
})

/** Numbers that are added to others for what they are, whatever the data say: to count from one, percent, degrees. */
const CONVERSIONS = new Set([32, 273.15])
const NEUTRAL = new Set([0, 1, -1])
const isNeutralTerm = (value: number) => NEUTRAL.has(value) || Math.abs(value) === 100

/** @param isSaid whether people said a number themselves */
export function sum(a: Form, b: Form, isSaid: (value: number) => boolean): Form {
  const terms = new Map(a.terms)
  for (const [product, factor] of b.terms) {
    const before = terms.get(product) ?? 0
    const after = before + factor
    // Equal values leave nothing, but for the last digits of doubles.
    if (Math.abs(after) <= 1e-9 * Math.max(Math.abs(before), Math.abs(factor))) terms.delete(product)
    else terms.set(product, after)
  }
  const added = numberOf(a) ?? numberOf(b)
  const other = numberOf(a) === null ? a : b
  const isShift = added !== null && numberOf(other) === null && added !== 0
  const isPlain = (value: number) => isNeutralTerm(value) || isSaid(Math.abs(value))
  const isFine =
    !isShift ||
    CONVERSIONS.has(Math.abs(added)) ||
    (isPlain(added) && (!other.terms.has('') || isPlain(terms.get('') ?? 0))) ||
    isStep(other, added)
  return { terms, isTyped: a.isTyped || b.isTyped || !isFine }
}

/** Whole numbers in steps that are longer than what is added: the upper end of a class, 20 to 29. */
const isStep = ({ terms }: Form, added: number): boolean => {
  const [only, ...others] = terms
  return !!only && others.length === 0 && /^whole\d+\^1$/.test(only[0]) && Math.abs(only[1]) > Math.abs(added)
}

const multiplied = (a: string, b: string, sign: 1 | -1): string => {
  const powers = new Map(powersOf(a))
  for (const [id, power] of powersOf(b)) powers.set(id, (powers.get(id) ?? 0) + sign * power)
  return productOf([...powers])
}

/** Null where it has too many terms to be followed. */
export function product(a: Form, b: Form): Form | null {
  if (a.terms.size * b.terms.size > MOST_TERMS) return null
  let whole: Form = { terms: new Map(), isTyped: false }
  for (const [left, factor] of a.terms)
    for (const [right, other] of b.terms)
      whole = sum(whole, { terms: new Map([[multiplied(left, right, 1), factor * other]]), isTyped: false }, () => true)
  return { ...whole, isTyped: whole.terms.size > 0 && (a.isTyped || b.isTyped) }
}

/** Null where nothing cancels out, and the divisor is a sum. */
export function quotient(a: Form, b: Form, atoms: Atoms): Form | null {
  const [divisor, ...others] = b.terms
  if (!divisor) return constant(0)
  if (others.length > 0) {
    const [first] = a.terms
    const share = first && b.terms.has(first[0]) ? first[1] / b.terms.get(first[0])! : null
    return share !== null && keyOf(scaled(b, share)) === keyOf(a) ? constant(share) : null
  }
  const [below, factor] = divisor
  const terms = new Map([...a.terms].map(([own, of]) => [multiplied(own, below, -1), of / factor]))
  const isRounded = [...terms.keys()].some((product) => {
    const powers = powersOf(product)
    return powers.some(([id]) => powers.some(([other, power]) => power < 0 && atoms.isMadeOf(id, other)))
  })
  return { terms, isTyped: a.isTyped || b.isTyped || isRounded }
}

/**
 * What a form says of a cell. typed: the data do not decide what stands there. `numbers`: a cell that holds one of these was typed, any
 * other one was read.
 */
export function verdictOf(form: Form, isSaid: (value: number) => boolean): 'typed' | { numbers: number[] } {
  const value = numberOf(form)
  if (form.isTyped || (value === null && !reads(form))) return 'typed'
  if (value !== null) return { numbers: [value] }
  const factors = [...form.terms.values()]
  const isOfFlags = kindsOf(form).every((kind) => kind === 'flag')
  if (isOfFlags && factors.some((factor) => !NEUTRAL.has(factor) && !isSaid(Math.abs(factor)))) return 'typed'
  const added = form.terms.get('')
  // Thousands and percent of one are no claims.
  const multiples =
    factors.length === 1 ? factors.filter((factor) => !/^-?10*(?:\.0+)?$|^-?0\.0*1$/.test(plain(factor))) : []
  return { numbers: [...multiples, ...(added === undefined || isNeutralTerm(added) ? [] : [added])] }
}
const plain = (value: number) =>
  Number(value.toPrecision(12)).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 15 })
