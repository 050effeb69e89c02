import { z } from 'zod'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'

const TIMEOUT_MS = 60_000
const MOST_TOKENS = 2000
const MOST_ANSWER_CHARS = 200_000
export const UNREADABLE = 'The AI service returned an unusable answer. Try again.'
const AWAY = 'The AI service didn’t respond. Try again in a moment.'

/** What is read of an answer of OpenAI's chat API, which many servers speak. @see https://platform.openai.com/docs/api-reference/chat */
const Answer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).partial().optional(),
})

interface Question<T> {
  /** What it is to do. */
  task: string
  /** What it may know, as data. */
  data: object
  /** What the answer is called and looks like. The service is told the same shape, so it has no limits: some services know none. */
  name: string
  shape: z.ZodType<T>
}

/** Asks the operator's service. @throws unavailable, also where it answered something else than was asked */
export async function ask<T>({ services, organizationId }: Ctx, { task, data, name, shape }: Question<T>): Promise<T> {
  const { ai } = services.config
  if (!ai) throw new Error('No service is configured')
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), services.stopping])
  const refused = (reason: string) => {
    services.log.warn({ organizationId, reason }, 'the text service did not answer')
    return new AppError('unavailable', AWAY, { retryAfterSeconds: 30 })
  }
  const response = await fetch(`${ai.url}/chat/completions`, {
    method: 'POST',
    signal,
    redirect: 'error',
    headers: { 'content-type': 'application/json', ...(ai.key && { authorization: `Bearer ${ai.key}` }) },
    body: JSON.stringify({
      model: ai.model,
      temperature: 0,
      max_tokens: MOST_TOKENS,
      messages: [
        { role: 'system', content: task },
        { role: 'user', content: JSON.stringify(data) },
      ],
      response_format: { type: 'json_schema', json_schema: { name, schema: schemaOf(shape), strict: true } },
    }),
  }).catch((error: unknown) => {
    throw refused(error instanceof Error ? error.name : 'failed')
  })
  if (!response.ok) throw refused(`status ${response.status}`)
  const text = await response.text().catch(() => '')
  const read = Answer.safeParse(text.length <= MOST_ANSWER_CHARS ? parsed(text) : undefined)
  const content = read.data?.choices[0]?.message.content
  if (!content) throw refused('no answer in its answer')
  const { prompt_tokens: sent, completion_tokens: answered } = read.data?.usage ?? {}
  services.log.info({ organizationId, model: ai.model, sent, answered }, 'the text service answered')
  const answer = shape.safeParse(parsed(content))
  if (!answer.success) throw new AppError('unavailable', UNREADABLE)
  return answer.data
}

/** Its dialect is left out: a service takes it for a keyword that it does not know. */
const schemaOf = (shape: z.ZodType) => ({ ...z.toJSONSchema(shape), $schema: undefined })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON has not the shape that was asked for, and is refused there.
    return undefined
  }
}
