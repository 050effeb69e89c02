import type { ComponentType } from 'react'
import { channelIds } from '#contract/channels/names.ts'

type Load = () => Promise<ComponentType>

const landing: Load = async () => (await import('../features/marketing/landing-page.tsx')).LandingPage
const words = () => import('../features/marketing/text-pages.tsx')

const consent: Load = async () => (await import('../features/integrations/oauth-page.tsx')).OAuthPage

/** Behind `/login/` stands which provider sent the browser back. */
export const signOn: Load = async () => (await import('../features/accounts/sign-on/sign-on-page.tsx')).SignOnPage

/** An address at which nothing lives, for whoever is not signed in. */
export const nowhere: Load = async () => (await import('./fallback-pages.tsx')).NowherePage

/** Every page that needs no session, only half of one, or a window of its own, by its path. */
export const outsidePages: Partial<Record<string, Load>> = {
  '/': landing,
  '/home': landing,
  '/about': async () => (await words()).AboutPage,
  '/contact': async () => (await words()).ContactPage,
  '/privacy': async () => (await words()).PrivacyPage,
  '/terms': async () => (await words()).TermsPage,
  '/pricing': async () => (await words()).PricingPage,
  '/login': async () => (await import('../features/accounts/login-page.tsx')).LoginPage,
  '/createAccount': async () => (await import('../features/accounts/create-account-page.tsx')).CreateAccountPage,
  '/forgotPassword': async () => (await import('../features/accounts/forgot-password-page.tsx')).ForgotPasswordPage,
  '/resetPassword': async () => (await import('../features/accounts/reset-password-page.tsx')).ResetPasswordPage,
  '/confirmEmail': async () => (await import('../features/accounts/confirm-email-page.tsx')).ConfirmEmailPage,
  '/invitation': async () => (await import('../features/accounts/invitation-page.tsx')).InvitationPage,
  '/unsubscribe': async () => (await import('../features/notifications/unsubscribe-page.tsx')).UnsubscribePage,
  '/unsubscribe/report': async () =>
    (await import('../features/analytics/reports/stop-report-page.tsx')).StopReportPage,
  ...Object.fromEntries(channelIds.map((id) => [`/oauth/${id}`, consent])),
  '/selectClient': async () => (await import('../features/organizations/select-client-page.tsx')).SelectClientPage,
}
