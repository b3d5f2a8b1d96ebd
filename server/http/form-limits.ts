import { createLimiter } from './rate-limit.ts'

const hourly = (name: string, points: number) => createLimiter({ name, points, seconds: 3600 })

/** Creates the rate limits of forms per network. Posts by our script and by the browser itself count together. */
export const createFormLimits = () => ({
	contact: hourly('contact', 10),
	applications: hourly('applications', 5),
	// Files are kept for two years, so one network must not fill our storage.
	applicationsDaily: createLimiter({ name: 'applications-daily', points: 20, seconds: 86_400 }),
	newsletter: hourly('newsletter', 10),
	unsubscribeLink: hourly('unsubscribe-link', 10),
	earlyAccess: hourly('early-access', 10),
	feedback: hourly('feedback', 10),
	actionPlan: hourly('action-plan', 10),
	// Card testing opens thousands of checkouts; a buyer opens a few.
	checkout: hourly('checkout', 20),
})

export type FormLimits = ReturnType<typeof createFormLimits>
