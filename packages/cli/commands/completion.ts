import type { Command } from '../command.ts'
import { common } from '../help.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** @param others all commands but this one */
export const completionCommand = (others: readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print a script that completes commands and options with the Tab key',
  arguments: [{ name: 'SHELL', summary: 'Your shell', choices: shells }],
  examples: [
    'source <(motto completion bash)',
    'motto completion zsh > "${fpath[1]}/_motto"',
    'motto completion fish > ~/.config/fish/completions/motto.fish',
  ],
  local: true,
  async run({ terminal, argument }) {
    const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }
    const shell = argument('SHELL') as (typeof shells)[number]
    await terminal.write(scripts[shell]([...others, completionCommand(others)]))
  },
})

const optionsOf = ({ options = {} }: Command) => Object.entries({ ...options, ...common })
const flagsOf = (command: Command) => optionsOf(command).map(([name]) => `--${name}`)
const choicesOf = ({ arguments: list = [] }: Command) => list.flatMap(({ choices = [] }) => choices)

/** What may follow some words: `''`, `orders`, `orders list`. */
function followers(commands: readonly Command[]): Map<string, string[]> {
  const words = new Map<string, string[]>([['', ['--help', '--version']]])
  const add = (before: string, word: string) => words.set(before, [...new Set([...(words.get(before) ?? []), word])])
  for (const command of commands) {
    const parts = command.name.split(' ')
    for (const [at, part] of parts.entries()) add(parts.slice(0, at).join(' '), part)
    for (const word of [...choicesOf(command), ...flagsOf(command)]) add(command.name, word)
  }
  return words
}

function bashScript(commands: readonly Command[]): string {
  const cases = [...followers(commands)].map(([before, words]) => `    '${before}') words='${words.join(' ')}' ;;`)
  return `# bash completion for motto
_motto() {
  local words='' typed='' at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in -*) break ;; esac
    [ "$at" -gt 2 ] && break
    typed="\${typed:+$typed }\${COMP_WORDS[at]}"
  done
  case "$typed" in
${cases.join('\n')}
    *' '*) typed="\${typed%% *}" ;;
  esac
  if [ -z "$words" ]; then
    case "$typed" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=()
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _motto motto
`
}

const zshScript = (commands: readonly Command[]): string =>
  `#compdef motto
autoload -U +X bashcompinit && bashcompinit
${bashScript(commands).replace('# bash completion for motto\n', '')}`

function fishScript(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
  const groups = new Set(commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])))
  const firstWords = commands.filter(({ name }) => !name.includes(' '))
  const seen = (words: string) =>
    words
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ')
  return `# fish completion for motto
complete -c motto -f
${[...groups].map((group) => `complete -c motto -n __fish_use_subcommand -a ${group}`).join('\n')}
${firstWords.map(({ name, summary }) => `complete -c motto -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`).join('\n')}
${commands.flatMap((command) => fishLines(command, seen, quoted)).join('\n')}
`
}

function fishLines(command: Command, seen: (words: string) => string, quoted: (text: string) => string): string[] {
  const [group = '', action] = command.name.split(' ')
  const files = command.arguments?.some(({ name }) => name === 'FILE')
    ? [`complete -c motto -n ${quoted(seen(command.name))} -F`]
    : []
  return [
    ...(action ? [`complete -c motto -n ${quoted(seen(group))} -a ${action} -d ${quoted(command.summary)}`] : []),
    ...choicesOf(command).map((choice) => `complete -c motto -n ${quoted(seen(command.name))} -a ${choice}`),
    ...optionsOf(command).map(
      ([name, { summary, flag }]) =>
        `complete -c motto -n ${quoted(seen(command.name))} -l ${name}${flag ? '' : ' -r'} -d ${quoted(summary)}`,
    ),
    ...files,
  ]
}
