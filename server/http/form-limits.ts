import { createLimiter } from './rate-limit.ts'

const hourly = (name: string, points: number) => createLimiter({ name, points, seconds: 3600 })

/** Rate limits of forms per network: by our script and by the browser itself, counted together. */
export const createFormLimits = () => ({
	contact: hourly('contact', 10),
	applications: hourly('applications', 5),
	// Files stay for two years: no network fills our space with them by coming back every hour.
	applicationsDaily: createLimiter({ name: 'applications-daily', points: 20, seconds: 86_400 }),
	newsletter: hourly('newsletter', 10),
	unsubscribeLink: hourly('unsubscribe-link', 10),
	earlyAccess: hourly('early-access', 10),
	feedback: hourly('feedback', 10),
	actionPlan: hourly('action-plan', 10),
	// Card testing opens checkouts by the thousand; a person opens a few.
	checkout: hourly('checkout', 20),
})

export type FormLimits = ReturnType<typeof createFormLimits>
