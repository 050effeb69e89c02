import { createClient, MottoError } from '../client/index.ts'
import { type Context, UsageError } from './command.ts'
import { commands } from './commands/all.ts'
import { ConfigError, readAccess } from './config.ts'
import { helpOf, overview } from './help.ts'
import { commandOf, readWords } from './parse.ts'
import { type Streams, openTerminal } from './terminal/terminal.ts'
import { clean } from './terminal/text.ts'
import { VERSION } from './version.ts'

/** Runs one command. @returns the code that the process ends with */
export async function run(words: string[], streams: Streams): Promise<number> {
  const isJson = words.includes('--json')
  try {
    return await dispatch(words, streams)
  } catch (error) {
    if (streams.signal.aborted) return 130
    streams.writeError(isJson ? `${JSON.stringify(jsonOf(error))}\n` : sentencesOf(error))
    return codeOf(error)
  }
}

async function dispatch(words: string[], streams: Streams): Promise<number> {
  const [first] = words
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    await streams.write(overview(commands))
    return 0
  }
  if (first === '--version') {
    await streams.write(`${VERSION}\n`)
    return 0
  }
  const typed = commandOf(commands, words)
  if (!typed) return unknownCommand(words, streams)
  const { command, rest } = typed
  const input = readWords(command, rest)
  if (input.isSet('help')) {
    await streams.write(helpOf(command))
    return 0
  }
  const context = { ...input, terminal: openTerminal(streams, input.isSet('json')) }
  if (!command.local) return (await command.run({ ...context, motto: await openClient(streams) })) ?? 0
  await command.run(context)
  return 0
}

/** `motto orders` shows the commands about orders. */
async function unknownCommand(words: string[], streams: Streams): Promise<number> {
  const [group = '', second] = words
  if (commands.some(({ name }) => name.startsWith(`${group} `)) && (second === undefined || second.startsWith('-'))) {
    await streams.write(overview(commands, group))
    return second === undefined ? 2 : 0
  }
  throw new UsageError(`There is no command "${words.slice(0, 2).join(' ')}". See motto --help.`)
}

async function openClient({ env, signal, fetch }: Streams): Promise<Context['motto']> {
  try {
    return createClient({ ...(await readAccess(env)), signal, ...(fetch && { fetch }) })
  } catch (error) {
    if (error instanceof TypeError) throw new ConfigError(`MOTTO_URL is not an address of Motto. ${error.message}`)
    throw error
  }
}

function codeOf(error: unknown): number {
  if (error instanceof UsageError) return 2
  if (error instanceof ConfigError) return 3
  if (!(error instanceof MottoError)) return 1
  if (error.status === 401 || error.status === 403) return 3
  if (error.status === 404) return 4
  const isOpen = ['no_answer', 'outcome_unknown', 'unavailable', 'request_running'].includes(error.code)
  return isOpen || error.status === 429 ? 5 : 1
}

const jsonOf = (error: unknown): object =>
  error instanceof MottoError
    ? {
        code: error.code,
        message: error.message,
        fields: error.fields,
        status: error.status,
        idempotencyKey: error.idempotencyKey,
      }
    : { code: error instanceof UsageError ? 'usage' : 'failed', message: messageOf(error) }

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function sentencesOf(error: unknown): string {
  const fields = error instanceof MottoError ? Object.entries(error.fields) : []
  const key = error instanceof MottoError ? error.idempotencyKey : undefined
  const lines = [
    clean(messageOf(error)),
    ...(key === undefined
      ? []
      : [`It may have been done: look before you send it again. Where the command takes it, --key ${key} is safe.`]),
    ...fields.map(([field, sentence]) => `  ${clean(field)}: ${clean(sentence)}`),
  ]
  return `motto: ${lines.join('\n')}\n`
}
