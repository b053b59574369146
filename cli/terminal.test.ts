import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { tableLines } from './print.ts'

/** Runs a piece of the command line on a terminal of its own; what it prints, with its escapes. */
async function onTerminal(code: string, columns: number, env: Record<string, string> = {}): Promise<string> {
  let seen = ''
  const decoder = new TextDecoder()
  const child = Bun.spawn([process.execPath, '-e', code], {
    env: { PATH: process.env.PATH!, TERM: 'xterm', ...env },
    cwd: join(import.meta.dir, '..'),
    terminal: {
      cols: columns,
      rows: 24,
      data(_terminal, bytes) {
        seen += decoder.decode(bytes, { stream: true })
      },
    },
  })
  await child.exited
  return seen
}
const TABLE = `import { sayTable } from './cli/print.ts'
sayTable([{ name: 'NAME' }, { name: 'CREDITS', right: true }], [['${'東京'.repeat(30)}', '1,204'], ['Ada', '7']])`

describe('on a terminal', () => {
  test('tables fit its width, cut cells are marked and numbers stay whole', async () => {
    const lines = (await onTerminal(TABLE, 30)).split(/\r?\n/).map((line) => Bun.stripANSI(line))
    for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(30)
    expect(lines[2]).toMatch(/^(東京)+東?… +1,204$/)
    expect(lines[3]).toMatch(/^Ada +7$/)
  })

  test('a row that fits no more is told line by line, nothing of it cut', async () => {
    const wide = `import { sayTable } from './cli/print.ts'
sayTable([{ name: 'ID', whole: true }, { name: 'NAME' }, { name: 'CREDITS', right: true }], [['0199d3c4-8f2a-7c31', '', '7'], ['0199d3c4-8f2a-7c32', 'Ada', '1,204']])`
    const lines = (await onTerminal(wide, 24)).trim().split(/\r?\n/)
    expect(lines).toEqual([
      'ID       0199d3c4-8f2a-7c31',
      'CREDITS  7',
      '',
      'ID       0199d3c4-8f2a-7c32',
      'NAME     Ada',
      'CREDITS  1,204',
    ])
  })

  test('help fits a narrow one too', async () => {
    const help = `import { program } from './cli/program.ts'
program.commands.find((it) => it.name() === 'credits').outputHelp()`
    const told = (await onTerminal(help, 40)).split('Examples:')[0]!
    for (const line of told.split(/\r?\n/).slice(1)) expect([line, line.length <= 42]).toEqual([line, true])
    expect(told).toMatch(/ history \[options\]\r?\n {6}list what your credits/)
  })

  test('the head is bold, unless NO_COLOR or a dumb terminal says otherwise', async () => {
    expect(await onTerminal(TABLE, 80)).toContain('\x1b[1m')
    expect(await onTerminal(TABLE, 80, { NO_COLOR: '1' })).not.toContain('\x1b[')
    expect(await onTerminal(TABLE, 80, { TERM: 'dumb' })).not.toContain('\x1b[')
  })
})

test('cells are cut between letters as people see them', () => {
  const lines = tableLines([{ name: 'a' }], [['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧'], [`e\u0301${'x'.repeat(20)}`]], 6)
  expect(lines.slice(2)).toEqual(['👩‍👩‍👧👩‍👩‍👧…', `e\u0301xxxx…`])
})

test('a very long cell costs no time', () => {
  const [, , line] = tableLines([{ name: 'a' }, { name: 'b' }], [['x'.repeat(2_000_000), 'y']], 40)
  expect(Bun.stringWidth(line!)).toBe(40)
})
