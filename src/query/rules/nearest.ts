/** Letter pairs of a name, case and punctuation apart: what two spellings of one thing share. */
function pairs(name: string): Set<string> {
  const text = ` ${name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
  const found = new Set<string>()
  for (let i = 0; i < text.length - 1; i++) found.add(text.slice(i, i + 2))
  return found
}

/** Share of letter pairs that two names have in common, 0 to 1. */
function likeness(a: Set<string>, b: Set<string>): number {
  let common = 0
  for (const pair of a) if (b.has(pair)) common++
  return (2 * common) / (a.size + b.size)
}

/** The names most like `name`, best first: at most `count`, none that has little in common with it. */
export function nearest(name: string, names: Iterable<string>, count = 3): string[] {
  const wanted = pairs(name)
  return [...new Set(names)]
    .map((each) => ({ each, score: likeness(wanted, pairs(each)) }))
    .filter(({ score }) => score >= 0.3)
    .sort((a, b) => b.score - a.score || a.each.localeCompare(b.each))
    .slice(0, count)
    .map(({ each }) => each)
}
