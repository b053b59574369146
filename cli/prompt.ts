import { createInterface } from 'node:readline/promises'
import { AppError } from '../src/base/errors.ts'

/** Asks on the terminal. @throws AppError invalid that says how to go without, when there is no terminal */
export async function ask(question: string, instead: string): Promise<string> {
  needTerminal(instead)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(question)).trim()
  } finally {
    lines.close()
  }
}

/** Asks for a secret: what is typed is not shown. */
export async function askSecret(question: string, instead: string): Promise<string> {
  needTerminal(instead)
  process.stderr.write(question)
  const { stdin } = process
  stdin.setRawMode(true)
  let typed = ''
  try {
    for await (const chunk of stdin) {
      for (const char of String(chunk)) {
        if (char === '\r' || char === '\n' || char === '\x04') return typed
        if (char === '\x03') process.exit(130)
        typed = char === '\x7f' || char === '\b' ? [...typed].slice(0, -1).join('') : typed + char
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    process.stderr.write('\n')
  }
}

/** The first line of standard input. */
export const firstLine = async (): Promise<string> => (await Bun.stdin.text()).split(/\r?\n/)[0] ?? ''

function needTerminal(instead: string): void {
  if (!process.stdin.isTTY) throw new AppError('invalid', `There is no terminal to ask on. ${instead}`)
}
