/** `name` as the engine's SQL writes it. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `text` as a string of the engine's SQL, which cannot hold the character of code 0. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`
