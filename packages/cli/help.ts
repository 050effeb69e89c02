import type { Command, Option } from './command.ts'

/** Options of every command. */
export const common: Readonly<Record<string, Option>> = {
  json: { summary: 'Print JSON for programs', flag: true },
  help: { summary: 'Show this help', flag: true, short: 'h' },
}

const usageOf = ({ name, arguments: list = [] }: Command): string =>
  `motto ${[name, ...list.map((argument) => (argument.optional ? `[${argument.name}]` : argument.name))].join(' ')}`

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

const optionText = ([name, { short, value }]: [string, Option]) =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`
const choicesText = (choices?: readonly string[]) => (choices ? ` (${choices.join(', ')})` : '')

export function helpOf(command: Command): string {
  const { summary, arguments: list = [], options = {}, examples = [] } = command
  const parts = [
    `${summary}.`,
    `Usage: ${usageOf(command)} [options]`,
    ...(list.length > 0
      ? [columns(list.map(({ name, summary, choices }) => [name, summary + choicesText(choices)]))]
      : []),
    `Options:\n${columns(
      Object.entries({ ...options, ...common }).map((option) => [
        optionText(option),
        option[1].summary + choicesText(option[1].choices),
      ]),
    )}`,
    ...(examples.length > 0 ? [`Examples:\n${examples.map((line) => `  ${line}`).join('\n')}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'rejected, or failed'],
  ['2', 'typed wrong'],
  ['3', 'not logged in, or the token may not do this'],
  ['4', 'not found'],
  ['5', 'no answer, or the outcome is unknown'],
  ['130', 'stopped by Ctrl C'],
] as const

/** @param group the commands of one group; all of them when left out */
export function overview(commands: readonly Command[], group?: string): string {
  const listed = commands.filter(({ name }) => group === undefined || name.startsWith(`${group} `))
  const rows = listed.map((command) => [usageOf(command), command.summary] as const)
  if (group !== undefined) return `${columns(rows)}\n\nmotto ${group} COMMAND --help tells more.\n`
  return `The command line of Motto.

${columns(rows)}

motto COMMAND --help tells more. MOTTO_URL and MOTTO_TOKEN say where Motto is and who you are; motto login keeps both.

Exit codes:
${columns(EXIT_CODES)}
`
}
