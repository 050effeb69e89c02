export const AboutPage = () => <main />
export const ContactPage = () => <main />
export const PrivacyPage = () => <main />
export const TermsPage = () => <main />
export const PricingPage = () => <main />
