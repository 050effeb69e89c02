// First, so that our own styles come after it and win.
import './ui/theme/mantine.css'
import './ui/theme/variables.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.ts'
import { onSessionChange, sessionUser } from './session.ts'
import { Providers } from './shell/providers.tsx'
import { setOwnCurrency } from './ui/format.ts'
import { printLight } from './ui/theme/print-light.ts'

// The page's own script is asked for beside the shell's first drawing, not after it.
void router.load()

export function mount(root: HTMLElement): void {
  setOwnCurrency(sessionUser()?.currency ?? 'USD')
  printLight()
  // The guards look at the session: whenever it changes, they look again.
  onSessionChange(() => void router.invalidate())
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}
