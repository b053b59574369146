import { Command } from 'commander'
import { AppError, ERROR_KINDS } from '../../src/base/errors.ts'
import { say } from '../print.ts'
import { sayItems } from '../record.ts'

/** What each exit code means: those of the table of errors, and those of shells. */
export function exitCodes(): [code: number, meaning: string][] {
  const kinds = Object.entries(ERROR_KINDS)
  const codes = [...new Set(kinds.map(([, { exit }]) => exit))].sort((a, b) => a - b)
  const meant = codes.map((code): [number, string] => {
    const of = kinds.filter(([, { exit }]) => exit === code)
    return [code, of.map(([kind, { status }]) => `${kind.replaceAll('_', ' ')} (${status})`).join(', ')]
  })
  return [[0, 'done'], ...meant, [130, 'interrupted by Ctrl-C, or a question answered with no']]
}

const TOPICS: Record<string, () => void> = {
  'exit-codes': () => {
    say('A command ends with one of these codes; in brackets the HTTP status it stands for.\n')
    sayItems(exitCodes(), { '#CODE': ([code]) => code, MEANING: ([, text]) => text })
  },
  environment: () =>
    sayItems(
      [
        ['TABLETALK_URL', 'server to talk to; --url is stronger'],
        ['TABLETALK_PROFILE', 'kept sign-in to use; --profile is stronger'],
        ['TABLETALK_API_KEY', 'act with this key instead of a kept sign-in'],
        ['XDG_CONFIG_HOME', 'sign-ins are kept in its folder tabletalk; default ~/.config'],
        ['NO_COLOR', 'no colours and no bold text, unless it is empty'],
      ],
      { VARIABLE: ([name]) => name, MEANING: ([, text]) => text },
    ),
}

/** `help`, `help users show`, `help exit-codes`. */
export function helpCommand(program: Command): Command {
  return new Command('help')
    .description('show help for a command, or about exit-codes or environment')
    .argument('[words...]', 'a command, exit-codes or environment')
    .action((words: string[]) => {
      const topic = words.length === 1 && Object.hasOwn(TOPICS, words[0]!) ? TOPICS[words[0]!] : null
      if (topic) return topic()
      let at = program
      for (const word of words) {
        const next = at.commands.find((command) => command.name() === word)
        if (!next) throw new AppError('invalid', `There is no command ${words.join(' ')}. See: tabletalk help`)
        at = next
      }
      at.outputHelp()
    })
}
