import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { cache } from '../cache.ts'
import { Dialogs } from '../ui/dialogs/dialogs.tsx'
import { onDemand } from '../ui/layout/on-demand.tsx'
import { colorSchemeManager, theme } from '../ui/theme/theme.ts'

const ToastHost = onDemand(async () => (await import('../ui/dialogs/toast-host.tsx')).ToastHost)

/** Toasts wait until what draws them has come with the first one. */
function Toasts() {
  const [used, setUsed] = useState(false)
  const { notifications } = useNotifications()
  if (!used && notifications.length > 0) setUsed(true)
  return used ? <ToastHost /> : null
}

/** What every page of the shell may use: data, components, dialogs, toasts. @param env `test` draws without transitions */
export function Providers({ children, env }: { children: ReactNode; env?: 'test' }) {
  return (
    <QueryClientProvider client={cache}>
      <MantineProvider
        theme={theme}
        env={env}
        // They are in `variables.css`: to work them out took a fifth of the first drawing of each page.
        withCssVariables={false}
        withGlobalClasses={env !== 'test'}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        {children}
        <Dialogs />
        <Toasts />
      </MantineProvider>
    </QueryClientProvider>
  )
}
