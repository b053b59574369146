/** Text that a spreadsheet takes for a formula: RE2 and JavaScript read this pattern alike. */
export const NEUTRALISED = '^\\s*[=+\\-@\\t\\r\\n＝＋－＠]'
const PATTERN = new RegExp(NEUTRALISED, 'u')

/** `text` as it may stand in a spreadsheet: with an apostrophe in front when it would run as a formula. */
export const neutralised = (text: string): string => (PATTERN.test(text) && !isNumber(text) ? `'${text}` : text)

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))
