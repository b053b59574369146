import { gzipSync, zstdCompressSync } from 'node:zlib'

/**
 * What must become of an ugly file. `shape`: rows and columns; `types` of all columns in order; `lines`: the first rows, cells between bars,
 * ∅ for none; `names` of all columns; `rejected`: the lines that are left out; `says`: what stands in a note; `error`: the sentence of a refusal.
 */
type Outcome = {
  shape?: [rows: number, columns: number]
  names?: string[]
  types?: string[]
  lines?: string[]
  rejected?: number[]
  says?: RegExp
  encoding?: string
  error?: RegExp
}
export type Ugly = [name: string, content: string | Uint8Array, outcome: Outcome]

const utf16le = (text: string, mark = true) => new Uint8Array(Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le'))
const utf16be = (text: string, mark = true) =>
  new Uint8Array(Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le').swap16())
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))))
function utf32(text: string, little: boolean): Uint8Array {
  const points = [...`\ufeff${text}`].map((char) => char.codePointAt(0)!)
  const buffer = Buffer.alloc(points.length * 4)
  for (const [at, point] of points.entries())
    if (little) buffer.writeUInt32LE(point, at * 4)
    else buffer.writeUInt32BE(point, at * 4)
  return new Uint8Array(buffer)
}
const lines = (count: number, row: (n: number) => string) => Array.from({ length: count }, (_, n) => row(n)).join('\n')
const V = 'VARCHAR'
const I = 'BIGINT'
const D = 'DATE'

export const CORPUS: Ugly[] = [
  // Encodings
  ['utf-8 with a mark', '\ufeffid,name\n1,Zoë\n', { names: ['id', 'name'], lines: ['1|Zoë'], encoding: 'utf-8' }],
  [
    'utf-16 little endian with a mark',
    utf16le('id,name\n1,Zoë\n2,Łukasz\n'),
    { shape: [2, 2], lines: ['1|Zoë', '2|Łukasz'], encoding: 'utf-16le' },
  ],
  ['utf-16 big endian with a mark', utf16be('id;name\n1;Zoë\n'), { lines: ['1|Zoë'], encoding: 'utf-16be' }],
  [
    'utf-16 without a mark',
    utf16le('id,name\n1,Ann\n2,Bob\n', false),
    { lines: ['1|Ann', '2|Bob'], encoding: 'utf-16le' },
  ],
  ['utf-16 as spreadsheets export it, with tabs', utf16le('id\tname\r\n1\tA,B\r\n'), { lines: ['1|A,B'] }],
  ['utf-32 little endian', utf32('id,name\n1,Zoë 😀\n', true), { lines: ['1|Zoë 😀'], encoding: 'utf-32le' }],
  ['utf-32 big endian', utf32('id,name\n1,Zoë\n', false), { lines: ['1|Zoë'], encoding: 'utf-32be' }],
  ['latin-1', latin1('id,city\n1,Málaga\n2,Köln\n'), { lines: ['1|Málaga', '2|Köln'], encoding: 'windows-1252' }],
  [
    'windows-1252 with its own signs',
    bytes('id,price\n1,', [0x80], '5\n2,', [0x80], '7\n'),
    { lines: ['1|5', '2|7'], encoding: 'windows-1252' },
  ],
  [
    'utf-8 with a damaged byte',
    bytes(`id,city\n${lines(60, (n) => `${n},Köln und Zürich`)}\n99,K`, [0xf6], 'ln\n'),
    { shape: [61, 2], encoding: 'utf-8', says: /damaged/ },
  ],
  [
    'utf-8 in one row and latin-1 in the next',
    bytes('id,city\n1,Köln\n2,M', [0xe1], 'laga\n3,Z', [0xfc], 'rich\n'),
    { shape: [3, 2] },
  ],
  // Quotes
  ['doubled quotes', 'a,b\n1,"say ""hi"""\n', { lines: ['1|say "hi"'] }],
  ['quotes escaped with a backslash', 'a,b\n1,"say \\"hi\\""\n2,"x"\n', { lines: ['1|say "hi"', '2|x'] }],
  ['single quotes', "a,b\n1,'x, y'\n2,'z'\n", { lines: ['1|x, y', '2|z'] }],
  ['a quote inside a bare value', 'size,name\n1,5" pipe\n2,6" pipe\n', { lines: ['1|5" pipe', '2|6" pipe'] }],
  [
    'a quote opened and never closed',
    `a,b\n${lines(50, (n) => `${n},x`)}\n50,"open\n51,y\n`,
    { shape: [51, 2], rejected: [52] },
  ],
  ['text after a closing quote', 'a,b\n1,"x" y\n2,z\n', { shape: [2, 2], lines: ['1|"x" y', '2|z'] }],
  ['spaces around quotes', 'a, b\n1, "x, y"\n2, "z"\n', { names: ['a', 'b'], lines: ['1|x, y', '2|z'] }],
  ['line breaks in quotes', 'a,b\n1,"x\ny"\n2,"z"\n', { lines: ['1|x\ny', '2|z'] }],
  ['a line break in a quoted name', '"first\nname",b\nAnn,2\n', { names: ['first name', 'b'], lines: ['Ann|2'] }],
  ['only quotes', 'a,b\n"",""\n1,2\n', { shape: [1, 2], lines: ['1|2'], rejected: [2] }],
  ['typographic quotes', 'a,b\n1,“x”\n2,“y”\n', { lines: ['1|“x”', '2|“y”'] }],
  // Ragged rows
  ['short rows', `a,b,c\n${lines(30, (n) => `${n},2,3`)}\n99,2\n`, { shape: [30, 3], rejected: [32] }],
  ['a long row', `a,b\n${lines(40, (n) => `${n},2`)}\n1,2,3,4\n`, { shape: [40, 2], rejected: [42] }],
  ['delimiters at the ends of rows', 'a,b,\n1,2,\n3,4,\n', { lines: ['1|2', '3|4'] }],
  [
    'delimiters at the ends of rows but not of the names',
    'a,b\n1,2,\n3,4,\n',
    { shape: [2, 2], lines: ['1|2', '3|4'] },
  ],
  [
    'names without one for the row number',
    'x,y\n1,5,6\n2,7,8\n3,9,10\n',
    { names: ['row_id', 'x', 'y'], shape: [3, 3] },
  ],
  [
    'every row of another length',
    'a\n1,2,3\n4,5\n6,7,8,9,10\n11,12,13,14\n',
    { shape: [4, 5], says: /as many columns as the longest has/ },
  ],
  [
    'many short rows',
    `a,b,c\n${lines(8, (n) => (n % 2 ? `${n},2` : `${n},2,3`))}\n`,
    { shape: [8, 3], says: /4 rows were shorter/ },
  ],
  // Size
  [
    '2,000 columns',
    `${Array.from({ length: 2000 }, (_, n) => `c${n}`).join(',')}\n${Array.from({ length: 2000 }, (_, n) => n).join(',')}\n`,
    { shape: [1, 2000] },
  ],
  [
    '2,001 columns',
    `${Array.from({ length: 2001 }, (_, n) => `c${n}`).join(',')}\n1\n`,
    { error: /2001 columns; at most 2000/ },
  ],
  ['a huge value', `a,b\n1,${'x'.repeat(900_000)}\n2,y\n`, { shape: [2, 2] }],
  ['a huge quoted value', `a,b\n1,"${'x, '.repeat(250_000)}"\n2,y\n`, { shape: [2, 2] }],
  ['a line of 3 MB', `a,b\n1,${'y'.repeat(3_000_000)}\n2,z\n`, { shape: [2, 2] }],
  // Names
  ['the same name three times', 'a,A,a\n1,2,3\n', { names: ['a', 'A_2', 'a_3'] }],
  ['empty names', 'a,,\n1,2,3\n', { names: ['a', 'column_2', 'column_3'] }],
  [
    'years as names',
    'region,2023,2024\nNorth,1,2\nSouth,3,4\n',
    { names: ['region', '2023', '2024'], types: [V, I, I] },
  ],
  ['no names, numbers only', '1,2\n3,4\n5,6\n', { names: ['column_1', 'column_2'], shape: [3, 2] }],
  ['no names, text in the first column', 'Ann,5\nBob,6\nCid,7\n', { names: ['column_1', 'column_2'], shape: [3, 2] }],
  [
    'names with signs, emoji and control characters',
    'a b,€ paid,😀\u0007x\n1,2,3\n',
    { names: ['a b', '€ paid', '😀 x'] },
  ],
  ['a name as long as a novel', `${'n'.repeat(500)},b\n1,2\n`, { shape: [1, 2], names: ['n'.repeat(120), 'b'] }],
  [
    'names like words of SQL',
    'select,from,"drop table x;--"\n1,2,3\n',
    { names: ['select', 'from', 'drop table x;--'] },
  ],
  // Numbers
  [
    'decimal comma beside semicolons',
    'a;b\n1,5;x\n2,25;y\n',
    { types: ['DECIMAL(18,2)', V], lines: ['1.50|x', '2.25|y'] },
  ],
  ['decimal comma in quotes', 'a,b\n"1,5",x\n"2,25",y\n', { types: ['DECIMAL(18,2)', V] }],
  [
    'thousands with commas',
    'a,b\n"1,234.50",x\n"22,000.25",y\n',
    { types: ['DECIMAL(18,2)', V], lines: ['1234.50|x', '22000.25|y'] },
  ],
  ['lakhs and crores', 'a,b\n"1,23,456.00",x\n"12,34,567.50",y\n', { lines: ['123456.00|x', '1234567.50|y'] }],
  ['thousands with points, decimal comma', 'a;b\n1.234,50;x\n22.000,25;y\n', { lines: ['1234.50|x', '22000.25|y'] }],
  ['thousands with spaces', 'a;b\n1 234,50;x\n22 000,25;y\n', { lines: ['1234.50|x', '22000.25|y'] }],
  [
    'signs of several currencies, which must not be lost',
    'a,b\n$5.00,$5.00\n₹7.50,$7.50\n€1.25,$1.25\n',
    { types: [V, 'DECIMAL(18,2)'], lines: ['$5.00|5.00', '₹7.50|7.50', '€1.25|1.25'] },
  ],
  ['leading zeros', 'zip,n\n00501,1\n10001,2\n', { types: [V, I], lines: ['00501|1', '10001|2'] }],
  [
    'identifiers of 20 digits',
    'id,n\n12345678901234567890,1\n12345678901234567891,2\n',
    { types: [V, I], lines: ['12345678901234567890|1', '12345678901234567891|2'] },
  ],
  ['telephone numbers', 'tel,n\n+4915112345678,1\n+911234567890,2\n', { types: [V, I] }],
  ['scientific notation', 'a,b\n1.5e3,x\n2E-2,y\n', { types: ['DOUBLE', V], lines: ['1500.0|x', '0.02|y'] }],
  [
    'words for no value',
    'a,b\n1,x\nN/A,y\nnull,z\n-,w\n',
    { types: [I, V, V], lines: ['1|∅|x', '∅|N/A|y', '∅|null|z', '∅|-|w'] },
  ],
  [
    'a mistake among numbers',
    `a,b\n${lines(60, (n) => `${n},x`)}\noops,y\n`,
    { shape: [61, 3], types: [I, V, V], names: ['a', 'a_as_written', 'b'], says: /the first is "oops" in line 62/ },
  ],
  [
    'words for an unknown number',
    `No of games,b\n${lines(20, (n) => `${n % 3 ? n : 'Unknown'},x`)}\n`,
    { shape: [20, 3], types: [I, V, V], names: ['No of games', 'No of games (as written)', 'b'] },
  ],
  ['words for no number', `a,b\n${lines(20, (n) => `${n % 3 ? n : 'NA'},x`)}\n`, { shape: [20, 2], types: [I, V] }],
  ['one mistake in few numbers', `a,b\n${lines(8, (n) => `${n},x`)}\nIndef.,y\n`, { shape: [9, 3], types: [I, V, V] }],
  [
    'a total in a column of numbers',
    `a,b\n${lines(40, (n) => `${n},${n}`)}\nGrand total,820\n`,
    { shape: [40, 2], types: [I, I], rejected: [42] },
  ],
  [
    'names repeated within',
    `year,sold\n${lines(20, (n) => `${n},1`)}\nyear,sold\n${lines(20, (n) => `${n},1`)}\n`,
    { shape: [40, 2], types: [I, I], rejected: [22] },
  ],
  [
    'a note below',
    `year,sold,name\n${lines(40, (n) => `${n},1,x`)}\nfigures as published,see the annex,\n`,
    { shape: [40, 3], types: [I, I, V], rejected: [42] },
  ],
  ['codes among numbers', `a,b\n${lines(60, (n) => `${n},x`)}\nA17,y\n`, { shape: [61, 2], types: [V, V] }],
  ['booleans in words', 'a,b\ntrue,1\nFALSE,2\n', { types: ['BOOLEAN', I], lines: ['true|1', 'false|2'] }],
  ['yes and no stay words', 'a,b\nyes,1\nno,2\n', { types: [V, I] }],
  ['negative numbers and signs', 'a,b\n-5,x\n+7,y\n', { shape: [2, 2] }],
  // Dates
  [
    'days before months',
    'd,n\n31/12/2024,1\n01/02/2024,2\n',
    { types: [D, I], lines: ['2024-12-31|1', '2024-02-01|2'] },
  ],
  [
    'months before days',
    'd,n\n12/31/2024,1\n02/01/2024,2\n',
    { types: [D, I], lines: ['2024-12-31|1', '2024-02-01|2'] },
  ],
  [
    'dates that could be both',
    'd,n\n01/02/2024,1\n03/04/2024,2\n',
    { types: [D, I], lines: ['2024-02-01|1', '2024-04-03|2'], says: /would also be a date/ },
  ],
  ['dates of both orders in one column', 'd,n\n31/12/2024,1\n12/31/2024,2\n', { types: [V, I], says: /kept as text/ }],
  ['dates with points', 'd;n\n31.12.2024;1\n', { types: [D, I] }],
  ['names of months', 'd,n\n5-Jan-2024,1\n17-Feb-2024,2\n', { types: [D, I], lines: ['2024-01-05|1', '2024-02-17|2'] }],
  [
    'moments with zones',
    'at,n\n2024-01-01T10:00:00+05:30,1\n2024-01-01T10:00:00Z,2\n',
    { types: ['TIMESTAMP', I], lines: ['2024-01-01 04:30:00|1', '2024-01-01 10:00:00|2'], says: /UTC/ },
  ],
  [
    'days that do not exist',
    'd,n\n2024-02-30,1\n2024-03-01,2\n',
    { shape: [2, 2], types: [V, I], says: /kept as text/ },
  ],
  // Bytes and lines
  [
    'zero bytes',
    bytes('a,b\n1,x', [0], 'y\n'),
    { shape: [1, 2], says: /Zero bytes between the letters were left out/ },
  ],
  ['more than letters', bytes('a,b\n1,x', [0, 2, 0], 'y\n'), { error: /binary data/ }],
  ['carriage returns only', 'a,b\r1,2\r3,4\r', { lines: ['1|2', '3|4'] }],
  ['carriage returns with line feeds', 'a,b\r\n1,2\r\n3,4\r\n', { lines: ['1|2', '3|4'] }],
  ['line ends of both kinds', 'a,b\r\n1,2\n3,4\r\n5,6\n', { lines: ['1|2', '3|4', '5|6'] }],
  ['no line end at the end', 'a,b\n1,2', { lines: ['1|2'] }],
  ['blank lines', 'a,b\n\n1,2\n\n\n3,4\n\n', { lines: ['1|2', '3|4'] }],
  ['lines of spaces', 'a,b\n1,2\n   \n3,4\n', { shape: [2, 2], rejected: [3] }],
  // Above and below the table
  [
    'a title and a note above',
    'Sales report\nmade on Monday\n\na,b,c\n1,2,3\n4,5,6\n7,8,9\n',
    { names: ['a', 'b', 'c'], shape: [3, 3] },
  ],
  [
    'a title filled up with empty values',
    'Sales report;;;\n;;;\nday;shop;total;units\n1;x;3;4\n5;y;7;8\n',
    { names: ['day', 'shop', 'total', 'units'], shape: [2, 4] },
  ],
  ['comments above', '# made by a tool\n# version 2\na,b,c\n1,2,3\n4,5,6\n', { names: ['a', 'b', 'c'], shape: [2, 3] }],
  ['sep= as spreadsheets write it', 'sep=;\na;b\n1;2\n3;4\n', { names: ['a', 'b'], shape: [2, 2] }],
  ['a total below', `a,b\n${lines(40, (n) => `x${n},${n}`)}\nTotal: 780\n`, { shape: [40, 2], rejected: [42] }],
  // Delimiters
  ['semicolons', 'a;b\n1;2\n', { lines: ['1|2'] }],
  ['vertical bars', 'a|b\n1|2\n', { lines: ['1|2'] }],
  ['two vertical bars', 'a||b\n1||2\n', { lines: ['1|2'] }],
  ['tabs with commas inside', 'a\tb\n1\tx, y\n2\tz, w\n', { lines: ['1|x, y', '2|z, w'] }],
  ['unit separators', 'a\u001fb\n1\u001f2\n', { lines: ['1|2'] }],
  ['control-A as Hive writes it', 'a\u0001b\n1\u00012\n3\u00014\n', { lines: ['1|2', '3|4'] }],
  ['tildes', 'a~b\n1~2\n3~4\n', { lines: ['1|2', '3|4'] }],
  // Little
  ['nothing', '', { error: /empty/ }],
  ['only line ends', '\n\n\n', { error: /empty/ }],
  ['only a mark', '\ufeff', { error: /empty/ }],
  ['only names', 'a,b,c\n', { error: /column names but no rows/ }],
  ['one column', 'name\nAnn\nBob\n', { names: ['name'], lines: ['Ann', 'Bob'] }],
  ['one cell', '42\n', { shape: [1, 1], lines: ['42'] }],
  // Scripts
  ['emoji and families of them', 'a,b\n1,👩‍👩‍👧‍👦\n2,🇮🇳\n', { lines: ['1|👩‍👩‍👧‍👦', '2|🇮🇳'] }],
  ['from right to left', 'שם,גיל\nדנה,31\nيوسف,40\n', { names: ['שם', 'גיל'], lines: ['דנה|31', 'يوسف|40'] }],
  ['combining marks', 'a,b\n1,e\u0301\n2,\u0915\u094d\u0937\n', { lines: ['1|é', '2|क्ष'] }],
  ['zero-width characters in names', 'a\u200b,\u2060b\n1,2\n', { names: ['a', 'b'] }],
  // What runs elsewhere
  ['formulas', 'a,b\n=1+1,x\n@cmd,y\n', { lines: ['=1+1|x', '@cmd|y'] }],
  ['script in values', 'a,b\n1,<script>alert(1)</script>\n', { lines: ['1|<script>alert(1)</script>'] }],
  ['paths in values', 'a,b\n1,/etc/passwd\n2,../../x\n', { lines: ['1|/etc/passwd', '2|../../x'] }],
  // Packed and mislabelled
  ['packed with gzip', new Uint8Array(gzipSync('a,b\n1,2\n')), { lines: ['1|2'] }],
  ['packed with zstd', new Uint8Array(zstdCompressSync('a,b\n1,2\n')), { lines: ['1|2'] }],
  ['packed twice', new Uint8Array(gzipSync(gzipSync('a,b\n1,2\n'))), { error: /packed twice/ }],
  ['a bomb', new Uint8Array(gzipSync(Buffer.alloc(25_000_000, 'a,b\n'))), { error: /unfolds to far more/ }],
  [
    'half of a packed file',
    new Uint8Array(gzipSync(`a,b\n${lines(999, (n) => `${n},${n * 7919}`)}`)).slice(0, 900),
    { error: /damaged/ },
  ],
  ['a picture', bytes([0x89], 'PNG\r\n\u001a\n'), { error: /PNG picture/ }],
  ['a PDF', '%PDF-1.7\n1 0 obj\n', { error: /PDF document/ }],
  ['a web page', '<!DOCTYPE html>\n<html><body>Please sign in</body></html>', { error: /web page/ }],
  ['JSON under another name', '[{"a":1},{"a":2}]', { types: [I], lines: ['1', '2'] }],
]
