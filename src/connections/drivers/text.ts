/** One field of the CSV that driver.ts describes: quoted whenever it is text, empty when it is null. */
export const field = (value: string | null | undefined): string =>
  value === null || value === undefined ? '' : `"${value.replaceAll('"', '""')}"`

/** A field whose text cannot contain a quote, comma or line break: numbers, dates. */
export const bare = (value: string | null | undefined): string => value ?? ''

/** A name in the double quotes of standard SQL. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Text in single quotes, for servers where a backslash means nothing. */
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`
