import { Argument, Command, type Option } from 'commander'
import { commandOf } from '../command.ts'
import { say } from '../print.ts'

/** What may stand next; `files`: names of files, which the shell knows better. */
type Candidates = { words: [word: string, about: string][]; files: boolean }

/**
 * What may follow on the line.
 * @param words those after `tabletalk`, the last one still being typed
 */
function candidates(program: Command, words: string[]): Candidates {
  const typed = words.at(-1) ?? ''
  let at = program
  let pending: Option | null = null
  let places = 0
  for (const word of words.slice(0, -1)) {
    // bash hands over --role=support as three words.
    if (pending && word === '=') continue
    if (pending) pending = null
    else if (word.startsWith('-')) pending = waiting(at, program, word)
    else {
      const next = at.commands.find((command) => command.name() === word)
      if (next) at = next
      else places++
    }
  }
  const fitting = (found: [string, string][], prefix = typed): Candidates => ({
    words: found.filter(([word]) => word.startsWith(prefix)),
    files: false,
  })
  if (pending) {
    // What bash is about to complete may be the sign itself.
    if (pending.argChoices)
      return fitting(
        pending.argChoices.map((choice) => [choice, '']),
        typed === '=' ? '' : typed,
      )
    return { words: [], files: /file|output/.test(pending.flags) }
  }
  const [, name] = /^(--[\w-]+)=/.exec(typed) ?? []
  const valued = name ? waiting(at, program, name) : null
  if (valued) return fitting((valued.argChoices ?? []).map((choice) => [`${name}=${choice}`, '']))
  if (typed.startsWith('-')) return fitting(optionsOf(at, program))
  if (at.commands.length > 0) return fitting(visible(at))
  const argument = at.registeredArguments[Math.min(places, at.registeredArguments.length - 1)]
  if (argument?.argChoices) return fitting(argument.argChoices.map((choice) => [choice, '']))
  return { words: [], files: /file/.test(argument?.name() ?? '') }
}

const visible = (command: Command): [string, string][] =>
  command.commands.filter((it) => !it.name().startsWith('_')).map((it) => [it.name(), it.description()])

function optionsOf(command: Command, program: Command): [string, string][] {
  const usual = command.commands.find((it) => it.name() === 'list' || it.name() === 'show' || it.name() === 'events')
  const own = command.commands.length > 0 ? (usual?.options ?? []) : command.options
  const all = [...new Set([...own, ...program.options])]
  return [
    ...all.filter((it) => it.long && !it.hidden).map((it): [string, string] => [it.long!, it.description]),
    ['--help', 'show help'],
  ]
}

/** The option of a word that is still without its value. */
function waiting(command: Command, program: Command, word: string): Option | null {
  const commands = [command, ...command.commands, program]
  const option = commands.flatMap((it) => it.options).find((it) => it.long === word || it.short === word)
  return option && (option.required || option.optional) ? option : null
}

/** The script that a shell reads: it asks the command itself what may follow. */
const SCRIPTS = {
  bash: `# bash completion for tabletalk: source <(tabletalk completion bash)
_tabletalk() {
  local IFS=$'\\n' line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ':files' ]]; then
      compopt -o default 2>/dev/null
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _tabletalk tabletalk
`,
  zsh: `#compdef tabletalk
# zsh completion for tabletalk: tabletalk completion zsh > "\${fpath[1]}/_tabletalk"
_tabletalk() {
  local -a found
  local line about
  local files=0
  while IFS= read -r line; do
    if [[ $line == ':files' ]]; then
      files=1
    else
      about="\${line#*$'\\t'}"
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}\${about:+:$about}")
    fi
  done < <("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( files )) && _files
  (( \${#found} )) && _describe 'tabletalk' found
}
if [[ $funcstack[1] == _tabletalk ]]; then
  _tabletalk "$@"
else
  compdef _tabletalk tabletalk
fi
`,
  fish: `# fish completion for tabletalk: tabletalk completion fish > ~/.config/fish/completions/tabletalk.fish
function __tabletalk_complete
  set -l typed (commandline -opc)[2..-1] (commandline -ct)
  for line in (command tabletalk __complete -- $typed 2>/dev/null)
    if test "$line" = ':files'
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c tabletalk -f -a '(__tabletalk_complete)'
`,
} as const
type Shell = keyof typeof SCRIPTS

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
