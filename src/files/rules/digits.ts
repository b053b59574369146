/** First digits of scripts that have their own: Arabic, Persian, Devanagari, Bengali, Gujarati, Tamil, Telugu, Kannada, Thai, Burmese, Khmer, full width. */
const NOUGHTS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0ae6, 0x0be6, 0x0c66, 0x0ce6, 0x0e50, 0x1040, 0x17e0, 0xff10]
/** Marks that stand between them, and what they are beside Latin digits. */
const MARKS: [written: string, mark: string][] = [
  ...([...'٬，'].map((sign) => [sign, ',']) as [string, string][]),
  ...([...'٫．'].map((sign) => [sign, '.']) as [string, string][]),
  ['－', '-'],
  ['＋', '+'],
  ['／', '/'],
  ['：', ':'],
  ['％', '%'],
  ['٪', '%'],
]
const PAIRS: [written: string, digit: string][] = [
  ...NOUGHTS.flatMap((nought) =>
    Array.from({ length: 10 }, (_, digit): [string, string] => [String.fromCodePoint(nought + digit), String(digit)]),
  ),
  ...MARKS,
]
/** All of them, and in the same order what stands for each: as `translate` of SQL takes them. */
export const OTHER_DIGITS: readonly [written: string, digits: string] = [
  PAIRS.map(([written]) => written).join(''),
  PAIRS.map(([, digit]) => digit).join(''),
]
const byWritten = new Map(PAIRS)
const ANY = new RegExp(
  `[${NOUGHTS.map((nought) => `${String.fromCodePoint(nought)}-${String.fromCodePoint(nought + 9)}`).join('')}]`,
  'u',
)
/** Whether digits of a text are those of another script. */
export const hasOtherDigits = (text: string): boolean => ANY.test(text)
/** The same text with Latin digits. */
export const latinDigits = (text: string): string => [...text].map((sign) => byWritten.get(sign) ?? sign).join('')
