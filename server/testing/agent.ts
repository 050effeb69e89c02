import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** The revisions of the protocol that clients speak: the newest one, and those before it. */
export const revisions = ['2026-07-28', 'legacy'] as const
export type Revision = (typeof revisions)[number]

/** What a tool tells of the shop. `id` is there where it is about one record. */
type Data = { id: number } & Record<string, unknown>

export interface Answered {
  isError: boolean
  /** What a model reads first. */
  text: string
  /** The same as the text, of a success. */
  structured: { notice: string; next?: string; data: Data } | undefined
  data: Data
  error: string | undefined
}
export interface Agent {
  client: Client
  tools(): Promise<string[]>
  use(name: string, input?: object): Promise<Answered>
  close(): Promise<void>
}

/** Connects the official client of the protocol to a running server, with a token. */
export async function connectAgent(origin: string, secret: string, revision: Revision = '2026-07-28'): Promise<Agent> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    revision === 'legacy' ? {} : { versionNegotiation: { mode: { pin: revision } } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
  })
  await client.connect(transport)
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use(name, input = {}) {
      const result = await client.callTool({ name, arguments: input as Record<string, unknown> })
      const [content] = result.content as { type: string; text: string }[]
      const text = content?.text ?? ''
      const parsed = text.startsWith('{') ? JSON.parse(text) : { data: {} }
      return {
        isError: result.isError === true,
        text,
        structured: result.structuredContent as Answered['structured'],
        data: parsed.data,
        error: parsed.error,
      }
    },
    close: () => client.close(),
  }
}
