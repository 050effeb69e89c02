import { isPassing, type ReadyListing } from '#channels/channel.ts'
import { builtDescription } from '#contract/channels/all.ts'
import type { Problem, Problems } from '#domain/listings/problems/problem.ts'
import { referenceProblem } from '#domain/listings/references.ts'
import type { Ctx } from '../../context.ts'
import type { Connected } from '../integrations/connections/connections.ts'
import { lookupOf } from '../integrations/lookups.ts'

/** An answer this old does not condemn: what the listing refers to may just have been made. */
const FRESH_MS = 5_000

/** What a listing refers to in the seller's account and is gone there, by field. Where the channel does not answer, nothing is said. */
export async function goneReferences(ctx: Ctx, connected: Connected, ready: ReadyListing): Promise<Problems> {
  const { channel, connection } = connected
  const references = Object.entries(channel.refersTo?.(ready, connection.settings) ?? {})
  const described = builtDescription(channel.id)?.fields ?? []
  const problems = await Promise.all(
    references.map(async ([name, id]): Promise<[string, Problem][]> => {
      const field = described.find((candidate) => candidate.name === name)
      if (!field?.asks || !id) return []
      const { lookup } = field.asks
      const judge = async (freshMs?: number) =>
        referenceProblem(field, id, await answerOf(ctx, connected, lookup, freshMs))
      const problem = (await judge()) && (await judge(FRESH_MS))
      return problem ? [[name, problem]] : []
    }),
  )
  return Object.fromEntries(problems.flat())
}

/** @returns undefined where the channel is silent, or wants to be left alone */
async function answerOf(ctx: Ctx, connected: Connected, lookup: string, freshMs: number | undefined): Promise<unknown> {
  try {
    return await lookupOf(ctx, connected, lookup, { freshMs })
  } catch (error) {
    if (isPassing(error)) return undefined
    throw error
  }
}
