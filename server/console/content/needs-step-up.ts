import type { Plan } from './plan-release.ts'

/** Prices, consents, payment details, legal texts, and what appears on invoices. Texts and looks are public again with the next release. */
const SENSITIVE = /^(?:offers|checkout-consent)\.json$|^company\/(?:bank-transfer|seller)\.json$|^legal\/|^marketing\/disclaimers\.json$/

/** True if a release changes prices, payments or legal texts, so publishing it needs a step-up. */
export const needsStepUp = ({ files }: Pick<Plan, 'files'>): boolean => files.some((file) => SENSITIVE.test(file))
