import { PLAIN } from '#base/format.ts'

/** In whose way numbers and days are written on this page, as a BCP 47 tag: the server says it on the document. */
export const region = (): string => globalThis.document?.documentElement?.dataset.locale || PLAIN
