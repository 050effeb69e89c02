import { searchRecords } from '#contract/search.ts'
import { type App, route } from '../../http/route.ts'
import { search } from './service.ts'

export default function mount(app: App) {
  route(app, searchRecords, (ctx, { query }) => search(ctx, query))
}
