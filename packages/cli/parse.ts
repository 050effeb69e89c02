import { parseArgs } from 'node:util'
import { type Command, type Option, type Typed, UsageError } from './command.ts'
import { common } from './help.ts'

/** The command that words begin with, and what follows it. */
export function commandOf(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command; rest: string[] } | undefined {
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(' '))
    if (command) return { command, rest: words.slice(length) }
  }
  return undefined
}

/** Reads options and arguments. @throws UsageError */
export function readWords(command: Command, words: string[]): Typed {
  const options: Readonly<Record<string, Option>> = { ...command.options, ...common }
  const { values, positionals } = parsed(options, words)
  const named = command.arguments ?? []
  if (positionals.length > named.length)
    throw new UsageError(`"${positionals[named.length]}" is one word too many. See motto ${command.name} --help.`)
  const texts = (name: string) => [values[name] ?? []].flat().filter((value) => typeof value === 'string')
  if (!values.help) {
    for (const [at, { name, optional, choices }] of named.entries()) {
      const value = positionals[at]
      if (value === undefined && !optional)
        throw new UsageError(`${name} is missing. See motto ${command.name} --help.`)
      if (value !== undefined) mustBeChoice(name, value, choices)
    }
    for (const [name, { choices }] of Object.entries(options))
      for (const value of texts(name)) mustBeChoice(`--${name}`, value, choices)
  }
  return {
    argument: (name) => positionals[named.findIndex((argument) => argument.name === name)] ?? '',
    text: (name) => texts(name)[0],
    texts,
    isSet: (name) => values[name] === true,
  }
}

function parsed(options: Readonly<Record<string, Option>>, words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { flag, short, many }]) => [
          name,
          {
            type: flag ? ('boolean' as const) : ('string' as const),
            ...(short && { short }),
            ...(many && { multiple: true }),
          },
        ]),
      ),
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function mustBeChoice(name: string, value: string, choices: readonly string[] | undefined) {
  if (choices && !choices.includes(value)) throw new UsageError(`${name} is one of ${choices.join(', ')}.`)
}
