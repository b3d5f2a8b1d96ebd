/** Steps of a visit that aren't recorded in any other table. */
export const VISIT_STEPS = ['visit', 'quiz', 'signup', 'checkout'] as const
export type VisitStep = (typeof VISIT_STEPS)[number]
