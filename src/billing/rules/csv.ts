/** A text that a spreadsheet would run as a formula is told to be text. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows as CSV below a line of names; numbers stay numbers, null is empty. */
export const csvOf = <Name extends string>(
  columns: readonly Name[],
  rows: readonly Record<Name, string | number | null>[],
): string =>
  [
    columns.join(','),
    ...rows.map((row) =>
      columns
        .map((name) => {
          const value = row[name]
          return typeof value === 'string' ? quoted(harmless(value)) : (value ?? '')
        })
        .join(','),
    ),
    '',
  ].join('\r\n')
