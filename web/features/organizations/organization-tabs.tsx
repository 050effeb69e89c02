import { PageTabs } from '#web/ui/tabs.tsx'

/** The organization and, beside it, what was done in it. */
export const OrganizationTabs = ({ active }: { active: 'organization' | 'log' }) => (
  <PageTabs
    label="Organization"
    tabs={[
      {
        label: 'Organization',
        link: { to: '/admin/{-$clientId}', params: { clientId: undefined }, search: {} },
        active: active === 'organization',
      },
      { label: 'Audit log', link: { to: '/admin/log', search: {} }, active: active === 'log' },
    ]}
  />
)
