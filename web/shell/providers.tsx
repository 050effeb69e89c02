import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cache } from '../cache.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from '../ui/theme.ts'
import { toastMs } from '../ui/toast.tsx'

/** What every page of the shell may use: data, components, dialogs, toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={cache}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <ModalsProvider>{children}</ModalsProvider>
        <Notifications position="bottom-right" containerWidth={340} autoClose={toastMs} limit={5} zIndex={400} />
      </MantineProvider>
    </QueryClientProvider>
  )
}
