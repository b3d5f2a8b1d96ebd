import { z } from 'zod'

import { VISIT_STEPS } from '#domain/visits/visit-step.ts'

/** Body of `POST /api/visits`: one step of a visit. */
export const VisitReportSchema = z.strictObject({
	step: z.enum(VISIT_STEPS),
	/** `utm_source` in the URL with which the page was opened. */
	name: z.string().max(100).optional(),
	/** Host of the referring page. */
	host: z.string().max(253).optional(),
})
export type VisitReport = z.input<typeof VisitReportSchema>
