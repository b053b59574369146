import { Argument, Command } from 'commander'
import { commandOf } from '../command.ts'
import { candidates, SCRIPTS, type Shell } from '../completion.ts'
import { say } from '../print.ts'

export const completion = commandOf('completion', 'print the script that completes commands in your shell', [
  'source <(tabletalk completion bash)',
  `tabletalk completion zsh > "\${fpath[1]}/_tabletalk"`,
  'tabletalk completion fish > ~/.config/fish/completions/tabletalk.fish',
])
  .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
  .action((shell: Shell) => void process.stdout.write(SCRIPTS[shell]))

/** What the scripts ask: the words of the line so far, after `--`. */
export const complete = (program: Command): Command =>
  new Command('__complete')
    .argument('[words...]')
    .allowUnknownOption()
    .action((words: string[]) => {
      const { words: found, files } = candidates(program, words)
      for (const [word, about] of found) say(`${word}\t${about}`)
      if (files) say(':files')
    })
