import { z } from 'zod'
import { accountRuleOf } from '#contract/tokens/accounts.ts'
import { isOpenToAgents, scopesOf } from '#contract/tokens/access.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { type RoleId, may, roleNames, roles } from '#contract/permissions.ts'
import { holds } from '#contract/tokens/scopes.ts'
import type { Grant } from '../../../http/tokens/grants.ts'
import { actingTools } from './acting.ts'
import { figureTools } from './figures.ts'
import { listingTools } from './listings.ts'
import { orderTools } from './orders.ts'
import { productTools } from './products.ts'
import { proposalTools } from './proposals.ts'
import { proposingTools } from './proposing.ts'
import { type Tool, tool } from './tool.ts'

/** What works with every token. */
const describeAccess = tool({
  name: 'describe_access',
  title: 'Describe the access of this token',
  description: 'Returns what this token may do: its scopes, the tools it can use, and the tools that need more scopes.',
  effect: 'reads',
  input: z.object({}),
  data: z.object({
    scopes: z.array(z.string()),
    role: z.string(),
    tools: z.array(z.string()),
    closed: z.array(z.object({ tool: z.string(), needs: z.array(z.string()) })),
  }),
  uses: [],
  async run(_call, _input, session) {
    const open = toolsOf(session)
    return {
      data: {
        scopes: [...session.token.scopes],
        role: roleNames[(session.roleId ?? roles.guest) as RoleId],
        tools: open.map(({ name }) => name),
        closed: tools
          .filter((candidate) => !open.includes(candidate))
          .map(({ name, uses }) => ({ tool: name, needs: [...new Set(uses.flatMap((used) => scopesOf(used) ?? []))] })),
      },
    }
  },
})

export const tools: readonly Tool[] = [
  describeAccess,
  ...productTools,
  ...listingTools,
  ...orderTools,
  ...figureTools,
  ...proposingTools,
  ...actingTools,
  ...proposalTools,
]

/** Whether a token may call an endpoint. It is checked again when it does. */
export const mayCall = ({ roleId, token }: Grant['session'], endpoint: AnyEndpoint): boolean => {
  const needed = scopesOf(endpoint)
  return (
    needed !== undefined &&
    needed.every((scope) => holds(token.scopes, scope)) &&
    may(roleId, endpoint.needs) &&
    (token.usedBy !== 'agent' || isOpenToAgents(endpoint)) &&
    (!token.accounts || accountRuleOf(endpoint) !== 'closed')
  )
}

/** The tools that a token may use. @param named of them the one of this name; all unless told */
export const toolsOf = (session: Grant['session'], named?: string): readonly Tool[] =>
  tools.filter(
    ({ name, uses, usesOne }) =>
      (named === undefined || name === named) &&
      uses.every((endpoint) => mayCall(session, endpoint)) &&
      (!usesOne || usesOne.some((endpoint) => mayCall(session, endpoint))),
  )
