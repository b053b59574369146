/** Chinese, Japanese and Korean letters, with their punctuation and wide forms: a class of a regular expression. */
export const CJK = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\u3000-\u303F\uFF00-\uFFEF`

/** Scripts whose letters Inter does not have, each as such a class, and the family of Noto Sans that has them. */
export const FAMILIES: [letters: string, family: string][] = [
  [String.raw`\p{scx=Deva}`, 'devanagari'],
  [String.raw`\p{scx=Beng}`, 'bengali'],
  [String.raw`\p{scx=Taml}`, 'tamil'],
  [String.raw`\p{scx=Telu}`, 'telugu'],
  [String.raw`\p{scx=Gujr}`, 'gujarati'],
  [String.raw`\p{scx=Knda}`, 'kannada'],
  [String.raw`\p{scx=Mlym}`, 'malayalam'],
  [String.raw`\p{scx=Guru}`, 'gurmukhi'],
  [String.raw`\p{scx=Orya}`, 'oriya'],
  [String.raw`\p{scx=Arab}`, 'arabic'],
  [String.raw`\p{scx=Hebr}`, 'hebrew'],
  [String.raw`\p{scx=Thai}`, 'thai'],
]

/** What Inter has: Latin, Greek and Cyrillic letters, punctuation, currencies. */
const INTER = String.raw`\n\x20-\x7E\u00A0-\u024F\u0370-\u03FF\u0400-\u052F\u1E00-\u1EFF\u2010-\u2027\u2030-\u203A\u20A0-\u20C0№™`

/** Texts that files can print, but for letters so rare that no font of theirs has them. Joiners shape letters of India and Arabia. */
export const PRINTABLE = new RegExp(
  `^[${INTER}${CJK}${FAMILIES.map(([letters]) => letters).join('')}\\u200C\\u200D]*$`,
  'u',
)
