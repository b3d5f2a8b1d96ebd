import { Hono } from 'hono'

import { paths } from '#contracts/paths.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/limits.ts'
import { presentError, renderStandalonePage } from '#server/http/react/answer-by-react.ts'
import {
	type Availability,
	type DayServed,
	AVAILABILITY_TARGET,
	readDaysServed,
	sumAvailability,
} from '#server/services/operations/server-figures/served-minutes.ts'

const PERIOD_DAYS = 30

/** Status page with the availability, rendered by app/admin/routes/status without scripts. */
export type StatusPage = { at: Date; promised: number; periodDays: number } & (
	| { isUp: true; all: Availability; days: readonly DayServed[] }
	/**
	 * `isUp` is null if the request itself was refused, for example by a rate limit, so the page can't say whether the academy
	 * works.
	 */
	| { isUp: false | null; problem: string }
)

function show(c: HttpContext, page: StatusPage, status = 200): Promise<Response> {
	c.header('X-Robots-Tag', 'noindex')
	return renderStandalonePage(c, page, { route: '/status', status, isScriptless: true })
}

/** Creates the status page, which shows visitors whether the academy works, and its availability. */
export function createStatusPage(): Hono<HttpEnv> {
	const common = (c: HttpContext) => ({ at: c.var.ctx.now(), promised: AVAILABILITY_TARGET, periodDays: PERIOD_DAYS })
	return new Hono<HttpEnv>()
		.onError((thrown, c) => {
			const { message, status } = presentError(c, thrown)
			return show(c, { ...common(c), isUp: status < 500 ? null : false, problem: message }, status)
		})
		.get(paths.status, limitRate({ name: 'status-page', points: 120, seconds: 600 }), async (c) => {
			const days = await readDaysServed(c.var.ctx, PERIOD_DAYS)
			return show(c, { ...common(c), isUp: true, all: sumAvailability(days), days })
		})
}
