/** Of so many values one need not fit, and of twice as many two, even where that is more than the share of a long column. */
const VALUES_PER_MISFIT = 8
/** Values that need not fit the type of their column: they are kept as text beside it, instead of the whole column becoming text. */
export const mostMisfits = (values: number): number =>
  Math.max(values * 0.05, Math.min(2, Math.floor(values / VALUES_PER_MISFIT)))

/** Whether (nearly) all values fit; those that do not must look like mistakes, not like codes. */
export function fits(
  values: string[],
  test: (value: string) => boolean,
  mistake: (value: string) => boolean = () => true,
): boolean {
  const wrong = values.filter((value) => !test(value))
  return wrong.length <= mostMisfits(values.length) && wrong.every(mistake)
}
