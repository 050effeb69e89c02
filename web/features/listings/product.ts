import type { CallReply } from '#contract/endpoint.ts'
import type { getProduct } from '#contract/products/products.ts'

export type Product = CallReply<typeof getProduct>
