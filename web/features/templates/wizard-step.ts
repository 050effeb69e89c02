/** Where a method's part of the wizard is. */
export interface WizardStep {
  step: number
  setStep: (step: number) => void
}
