/** The root element's attributes (app/root.tsx) contain the course order, because progress records can't read loader data. */
const root = () => document.documentElement.dataset

export const courseOrder = (): number[] => (root().modules ?? '').split(' ').filter(Boolean).map(Number)

/** Returns the module in which the learner picks a project, or null. */
export const projectModule = (): number | null => (root().projectModule === undefined ? null : Number(root().projectModule))
