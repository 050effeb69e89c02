import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'
import { inTurn, perSecond } from '../kit/time.ts'
import type { Call, Question } from './caller.ts'

/** Sends requests from a thread of its own, so that what it takes to ask is not on the server's time. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const send = ({ url, body, headers }: Call): Promise<void> =>
  new Promise((done, fail) => {
    const sent = request(
      url,
      { agent, method: body === undefined ? 'GET' : 'POST', headers: { ...headers, 'accept-encoding': 'identity' } },
      (response) => {
        const parts: Buffer[] = []
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('error', fail)
          .on('end', () => {
            const text = Buffer.concat(parts).toString()
            if (response.statusCode === 200 && !hasFailed(JSON.parse(text))) done()
            else fail(new Error(`${url}: ${response.statusCode} ${text.slice(0, 300)}`))
          })
      },
    ).on('error', fail)
    sent.end(body)
  })

/** Of many that are saved, each may be refused alone. */
const hasFailed = ({ success, data }: { success?: boolean; data?: { failed?: unknown[] } }) =>
  success === false || (data?.failed?.length ?? 0) > 0

/** The calls of a list take turns. */
const nth = (calls: readonly Call[]) => {
  let n = 0
  return () => send(calls[n++ % calls.length] as Call)
}

parentPort?.on('message', async (question: Question) => {
  const answer =
    'rounds' in question
      ? await inTurn(question.rounds, ...question.sides.map(nth))
      : await perSecond(question.calls.length, question.callers, (n) => send(question.calls[n] as Call))
  parentPort?.postMessage(answer)
})
