/** What the records of a browser must know of the course stands on the page's root element (app/root.tsx): they have no page's data. */
const root = () => document.documentElement.dataset

/** The course's modules by number, in their order. */
export const courseOrder = (): number[] => (root().modules ?? '').split(' ').filter(Boolean).map(Number)

/** The module in which the learner picks a project, or null. */
export const projectModule = (): number | null => (root().projectModule === undefined ? null : Number(root().projectModule))
