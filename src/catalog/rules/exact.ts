/** Tables up to this many rows are counted exactly; in larger ones the distinct values of some columns are estimated (about 2 % off). */
export const EXACT_ROWS = 300_000
