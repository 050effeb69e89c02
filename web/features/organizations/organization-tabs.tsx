import { PageTabs } from '#web/ui/layout/tabs.tsx'

/** The organization and, beside it, what was done in it. */
export const OrganizationTabs = ({ active }: { active: 'organization' | 'rates' | 'log' }) => (
  <PageTabs
    label="Organization"
    tabs={[
      {
        label: 'Organization',
        link: { to: '/admin/{-$clientId}', params: { clientId: undefined }, search: {} },
        active: active === 'organization',
      },
      { label: 'Exchange rates', link: { to: '/admin/rates', search: {} }, active: active === 'rates' },
      { label: 'Audit log', link: { to: '/admin/log', search: {} }, active: active === 'log' },
    ]}
  />
)
