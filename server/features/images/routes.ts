import type { App } from '../../http/route.ts'

/** The area's endpoints. */
export default function mount(_app: App) {}
