/** A share as a percentage that never rounds something to nothing, or less than all to all. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return '<0.1 %'
  if (share < 1 && share > 0.999) return '>99.9 %'
  return `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %`
}
