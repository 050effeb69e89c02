import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'

/** What an app may read and change is set on its page, for all merchants; no consent asks for it. */
const all = ['Merchant', 'Inventory', 'Orders', 'Payments', 'Customers'] as const

interface Row {
  allowed: string[]
}
const allowedOf = ({ store }: SimContext): readonly string[] => store.get<Row>('permissions', 'app')?.allowed ?? all
export const allows = (context: SimContext, permission: string): boolean => allowedOf(context).includes(permission)

/** The app's page in the developer dashboard. */
export function permissionsPage(context: SimContext, request: SimRequest): SimAnswer {
  if (request.method === 'POST') {
    const allowed = new URLSearchParams(request.rawBody.toString()).getAll('allow')
    context.store.put('permissions', 'app', { allowed } satisfies Row)
  }
  const boxes = all.map(
    (name) =>
      `<label><input type="checkbox" name="allow" value="${name}"${allows(context, name) ? ' checked' : ''}> ${name}</label>`,
  )
  return htmlPage({
    title: 'Permissions · Clover developer dashboard',
    main: `<main><h1>Requested permissions</h1>
<form method="post" action="${escapeHtml(`${context.baseUrl}/developer/permissions`)}">
${boxes.join('\n')}
<button type="submit">Save</button>
</form></main>`,
  })
}
