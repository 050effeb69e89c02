import { makeRouter } from './routes/make-router.ts'

export const router = makeRouter()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
