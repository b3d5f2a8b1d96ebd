/** The steps of a visit that no row of ours shows. */
export const VISIT_STEPS = ['visit', 'quiz', 'signup', 'checkout'] as const
export type VisitStep = (typeof VISIT_STEPS)[number]
