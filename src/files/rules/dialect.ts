import { z } from 'zod'

/** Encodings that a person may choose; `auto` detects it from the bytes. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'iso-8859-2',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'koi8-r',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'macintosh',
] as const
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
export const COLUMN_TYPES = ['text', 'integer', 'decimal', 'double', 'date', 'timestamp', 'time', 'boolean'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]
const MOST_SKIPPED = 1000

/** How a person says that a delimited text is to be read; what is left out is found by itself. */
export const dialectChoices = z.object({
  delimiter: z
    .string()
    .min(1, 'Give the character between two values.')
    .max(4, 'At most four characters stand between two values.')
    .regex(/^[^\r\n"\ufeff]+$/, 'A line break or a quote cannot stand between two values.')
    .optional(),
  quote: z.enum(['"', "'", '']).optional().describe('Empty: quotes are ordinary characters.'),
  encoding: z.enum(ENCODINGS).optional(),
  header: z.boolean().optional().describe('Whether the first row names the columns.'),
  skipped_lines: z
    .number()
    .int()
    .min(0, 'Give a number of lines.')
    .max(MOST_SKIPPED, `At most ${MOST_SKIPPED} lines can be passed over.`)
    .optional()
    .describe('Lines above the table.'),
  decimal: z.enum(['.', ',']).optional(),
  dates: z.enum(DATE_ORDERS).optional().describe('For dates whose values do not settle their order.'),
  set_apart: z.boolean().optional().describe('False: totals and notes below the table count as rows.'),
  types: z
    .record(z.string().max(200), z.enum(COLUMN_TYPES))
    .optional()
    .describe('By the name of a column; a value that does not fit is kept as text beside it.'),
})
export type DialectChoices = z.infer<typeof dialectChoices>

/** Formats in whose files totals are set apart. */
export const WITH_TOTALS: ReadonlySet<string> = new Set(['csv', 'xlsx', 'json', 'ndjson', 'parquet'])

export const hasChoices = (choices: DialectChoices): boolean => Object.keys(choices).length > 0

export const DATE_ORDER_NAMES: Record<DateOrder, string> = {
  dmy: 'day, month, year',
  mdy: 'month, day, year',
  ymd: 'year, month, day',
}

export const DELIMITER_NAMES: Record<string, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
  '||': 'Two vertical bars',
  ':': 'Colon',
  '~': 'Tilde',
  '^': 'Caret',
  ' ': 'Space',
  '\u0001': 'Control-A',
  '\u001f': 'Unit separator',
}

/** What a form sends, where an empty field leaves the choice to us. */
export const dialectForm = z
  .record(z.string(), z.string())
  .transform((fields) => {
    const filled = Object.entries(fields).filter(([, value]) => value !== '')
    const types = filled.filter(([name]) => name.startsWith('types.')).map(([name, type]) => [name.slice(6), type])
    const { quote, header, set_apart: apart, skipped_lines: skipped, ...rest } = Object.fromEntries(filled)
    return {
      ...Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('types.'))),
      ...(quote ? { quote: quote === 'none' ? '' : quote } : {}),
      ...(header ? { header: header === 'true' } : {}),
      ...(apart ? { set_apart: apart === 'true' } : {}),
      ...(skipped ? { skipped_lines: /^\d+$/.test(skipped) ? Number(skipped) : -1 } : {}),
      ...(types.length > 0 ? { types: Object.fromEntries(types) } : {}),
    }
  })
  .pipe(dialectChoices)
