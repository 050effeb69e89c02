import { dropTokens } from './tokens.ts'
import { legacyId, ofShop, shopRow, type Env, type SubscriptionRow } from '../state.ts'
import { notify } from '../webhooks/webhooks.ts'

/** The app leaves the shop: its subscribers hear it once more, then its tokens and subscriptions are gone. */
export function uninstall(env: Env): void {
  const row = shopRow(env)
  if (!row) return
  notify(env, 'APP_UNINSTALLED', {
    id: Number(legacyId(row.id)),
    name: row.name,
    domain: row.domain,
    myshopify_domain: row.domain,
    email: `owner@${row.domain}`,
  })
  for (const subscription of ofShop<SubscriptionRow>(env, 'subscription'))
    env.context.store.delete('subscription', subscription.id)
  dropTokens(env, true)
  env.context.store.put('shop', row.domain, { ...row, installed: false, scopes: [] })
}
