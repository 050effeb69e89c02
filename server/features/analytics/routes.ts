import { getAttention, getSales } from '#contract/analytics.ts'
import { type App, route } from '../../http/route.ts'
import { attention, sales } from './service.ts'

export default function mount(app: App) {
  route(app, getSales, (ctx) => sales(ctx))
  route(app, getAttention, (ctx) => attention(ctx))
}
