/** Attributes of the root element (app/root.tsx) hold the course order, because progress records can't access loader data. */
const root = () => document.documentElement.dataset

export const courseOrder = (): number[] => (root().modules ?? '').split(' ').filter(Boolean).map(Number)

/** Returns the module in which the learner picks a project, or null. */
export const projectModule = (): number | null => (root().projectModule === undefined ? null : Number(root().projectModule))
