/** How many cases a property tries: few in every run, which tries the same ones, and as many times more as PROPERTY_RUNS says. */
export const cases = (count: number) => ({ numRuns: count * Number(process.env.PROPERTY_RUNS ?? 1) })
