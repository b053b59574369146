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
  const { stdin } = process
  // First of all: whoever types as soon as they are asked must not be seen either.
  stdin.setRawMode(true)
  stdin.resume()
  process.stderr.write(question)
  try {
    return await secretLine(stdin)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    process.stderr.write('\n')
  }
}

/** What is typed up to Enter. It only listens: a stream that was read to an end could not be asked again. */
const secretLine = (stdin: NodeJS.ReadStream): Promise<string> =>
  new Promise((done) => {
    const decoder = new TextDecoder()
    let typed = ''
    const take = (chunk: Buffer | string) => {
      for (const char of typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })) {
        if (char === '\r' || char === '\n' || char === '\x04') {
          stdin.off('data', take)
          return done(typed)
        }
        if (char === '\x03') {
          stdin.setRawMode(false)
          process.exit(130)
        }
        typed = char === '\x7f' || char === '\b' ? [...typed].slice(0, -1).join('') : typed + char
      }
    }
    stdin.on('data', take)
  })

export const firstLine = async (): Promise<string> => (await Bun.stdin.text()).split(/\r?\n/)[0] ?? ''

function needTerminal(instead: string): void {
  if (!process.stdin.isTTY) throw new AppError('invalid', `There is no terminal to ask on. ${instead}`)
}
