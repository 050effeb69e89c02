import { run } from '../run.ts'

export const token = `motto_pat_${'a'.repeat(36)}`
export const access = { MOTTO_URL: 'https://motto.example.com', MOTTO_TOKEN: token }
/** An answer of Motto. */
export const ok = (data: unknown) => Response.json({ success: true, data, message: 'OK' })

interface Setting {
  env?: Record<string, string>
  /** What Motto answers, in order. */
  answers?: Response[]
  input?: string
  /** What a person types when asked; left out where nobody is there. */
  reply?: string
}

/** Runs a command in a terminal that is not there. */
export async function motto(line: string, { env = {}, answers = [], input = '', reply }: Setting = {}) {
  let [output, errors] = ['', '']
  const sent: { method: string; url: string; authorization: string | null }[] = []
  const code = await run(line.split(' ').filter(Boolean), {
    env,
    write: async (text) => void (output += typeof text === 'string' ? text : new TextDecoder().decode(text)),
    writeError: (text) => void (errors += text),
    readInput: async () => input,
    ask: async () => reply ?? '',
    isInteractive: reply !== undefined,
    signal: new AbortController().signal,
    fetch: async (url, init) => {
      const authorization = new Headers(init?.headers).get('authorization')
      sent.push({ method: init?.method ?? 'GET', url: String(url), authorization })
      const answer = answers.shift()
      if (!answer) throw new Error('No more answers.')
      return answer
    },
  })
  return { code, output, errors, sent }
}
