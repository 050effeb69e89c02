import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks a person on the error output, so that the standard output holds results alone. @param hidden shows nothing of the answer */
export async function ask(question: string, hidden?: 'hidden'): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true })
  if (hidden) process.stderr.write(question)
  try {
    return (await lines.question(hidden ? '' : question)).trim()
  } finally {
    lines.close()
    if (hidden) process.stderr.write('\n')
  }
}
