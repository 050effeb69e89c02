import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks a person on the error output, so that the standard output holds results alone. @param hidden shows nothing of the answer */
export async function ask(question: string, hidden?: 'hidden'): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true })
  const end = new AbortController()
  // Ctrl C and Ctrl D leave the question without an answer.
  lines.once('SIGINT', () => {
    process.emit('SIGINT')
    lines.close()
  })
  lines.once('close', () => end.abort())
  if (hidden) process.stderr.write(question)
  try {
    return (await lines.question(hidden ? '' : question, { signal: end.signal })).trim()
  } catch (error) {
    throw end.signal.aborted ? new Error('Nothing was entered.') : error
  } finally {
    lines.close()
    if (hidden) process.stderr.write('\n')
  }
}
