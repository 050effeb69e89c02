import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AuditEntry } from '../organizations/organizations.ts'
import { Product } from './products.ts'
import { Id, IdParam, pageOf, pageQuery } from '../shapes.ts'

export const productHistory = endpoint({
  method: 'GET',
  path: '/products/{id}/history',
  summary: 'List a product’s changes, newest first',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  query: z.object(pageQuery),
  reply: pageOf(AuditEntry),
  errors: ['not_found'],
})
export const undoProductChange = endpoint({
  method: 'POST',
  path: '/products/undo',
  summary: 'Undo a change of a product',
  needs: 'products:write',
  /** `changeId`: the number of the change in the product's history. */
  body: z.object({ id: Id, changeId: Id }),
  reply: Product,
  errors: ['not_found', 'cannot_undo', 'edit_conflict', 'sku_taken', 'stock_conflict'],
  changes: ['products', 'listings'],
})
