import { describe, expect, test } from 'bun:test'
import { plain, tableLines } from './print.ts'
import { bytesText } from './progress.ts'

describe('a table', () => {
  test('aligns text to the left and numbers to the right', () => {
    const lines = tableLines(
      [{ name: 'city' }, { name: 'orders', right: true }],
      [
        ['Pune', '1,204'],
        ['Austin', '88'],
      ],
      80,
    )
    expect(lines).toEqual(['city    orders', '──────  ──────', 'Pune     1,204', 'Austin      88'])
  })

  test('counts wide characters as the terminal does', () => {
    const lines = tableLines(
      [{ name: 'name' }, { name: 'n', right: true }],
      [
        ['東京', '1'],
        ['Rome', '2'],
      ],
      80,
    )
    expect(lines.slice(2)).toEqual(['東京  1', 'Rome  2'])
  })

  test('cuts its widest columns until a line fits', () => {
    const long = 'a very long description that goes on and on'
    const lines = tableLines([{ name: 'id' }, { name: 'text' }, { name: 'more' }], [['1', long, long]], 40)
    for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(40)
    expect(lines[2]).toContain('…')
    expect(lines[2]).toStartWith('1 ')
  })

  test('cuts no time while another column can give', () => {
    const [head, , row] = tableLines(
      [{ name: 'TIME (UTC)' }, { name: 'TEXT' }],
      [['2026-11-22 02:24', 'x'.repeat(60)]],
      30,
    )
    expect([head, row]).toEqual(['TIME (UTC)        TEXT', `2026-11-22 02:24  ${'x'.repeat(11)}…`])
  })

  test('cuts an id or a number only when nothing else is left to cut', () => {
    const columns = [{ name: 'ID', whole: true }, { name: 'text' }, { name: 'n', right: true }]
    const row = ['01a1ffed-1060-7304-8899-1d287092f83c', 'x'.repeat(60), '1,204,000']
    expect(tableLines(columns, [row], 60)[2]).toBe(`${row[0]}  ${'x'.repeat(10)}…  1,204,000`)
    for (const width of [40, 25])
      for (const line of tableLines(columns, [row], width)) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width)
  })

  test('without rows is its head', () => {
    expect(tableLines([{ name: 'a' }], [], 80)).toEqual(['a', '─'])
  })

  test('keeps a cell with line breaks on its line', () => {
    expect(tableLines([{ name: 'a' }], [['x\ny\r\n\tz']], 80)[2]).toBe('x y z')
  })
})

describe('text of others', () => {
  test('cannot steer the terminal', () => {
    const hostile = '\x1b[2J\x1b]0;owned\x07red\x1b[31m\x9b31m\x00\x08!'
    expect(plain(hostile)).not.toMatch(/\p{Cc}/u)
    expect(plain(`${hostile}\n`, true).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })

  test('keeps its lines where prose may have them', () => {
    expect(plain('one\ntwo', true)).toBe('one\ntwo')
    expect(plain('one\ntwo')).toBe('one two')
  })
})

test('bytes are written for people', () => {
  expect([0, 999, 1000, 1536, 999_950, 2_000_000_000].map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1.5 kB',
    '1.0 MB',
    '2.0 GB',
  ])
})
