import { type CallOptions, type OperationName, operationNames } from '../../client/index.ts'
import { type Command, UsageError } from '../command.ts'
import { escaped } from '../terminal/text.ts'
import { resent } from './shared.ts'

const isOperation = (name: string): name is OperationName => (operationNames as readonly string[]).includes(name)

export const callCommands: Command[] = [
  {
    name: 'call',
    summary: 'Call any operation of the API by its name',
    arguments: [
      { name: 'OPERATION', summary: 'An operationId of /api/v2/openapi.json' },
      {
        name: 'INPUT',
        summary: 'JSON with params, query and body; - reads it from the standard input',
        optional: true,
      },
    ],
    examples: ['motto call listTemplates', `motto call getProduct '{"params": {"id": 12}}'`],
    options: { ...resent },
    async run({ motto, terminal, argument, text: option }) {
      const name = argument('OPERATION')
      if (!isOperation(name)) throw new UsageError(`There is no operation "${name}". /api/v2/openapi.json lists them.`)
      const text = argument('INPUT') === '-' ? await terminal.readInput() : argument('INPUT')
      const call = motto[name] as (input: object, options: CallOptions) => Promise<unknown>
      const reply = await call(inputOf(text || '{}'), { idempotencyKey: option('key') })
      if (!(reply instanceof Response)) return terminal.write(`${escaped(JSON.stringify(reply, undefined, 2))}\n`)
      const reader = reply.body?.getReader()
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) await terminal.write(part.value)
    },
  },
]

function inputOf(text: string): object {
  try {
    const input: unknown = JSON.parse(text)
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UsageError('INPUT is JSON like {"query": {"limit": 5}}.')
}
