import type { Hono } from 'hono'

import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import type { FindPage } from '#server/http/forms/answer-page.ts'
import { limitRate } from '#server/http/rate-limit.ts'

import { openWork, requireOwnForm, requireStepUp } from './guard.ts'
import type { Role } from './role.ts'
import type { Work } from './work.ts'

type Answer = Response | Promise<Response>

/** A page or an action of the console, and the least role that may use it. */
export type ConsoleRoute = { method: 'GET' | 'POST'; path: string; role: Role; answer: (work: Work) => Answer; bodyBytes?: number }

export const page = (path: string, role: Role, answer: ConsoleRoute['answer']): ConsoleRoute => ({ method: 'GET', path, role, answer })

type Action = (work: Work, fields: Readonly<Record<string, string>>) => Answer

/** What a form does. It is read only after it was proven to be ours. */
export const action = (path: string, role: Role, act: Action): ConsoleRoute => ({
	method: 'POST',
	path,
	role,
	answer: async (work) => act(work, await requireOwnForm(work.c, work.by)),
})

/** The same where money moves, access ends or data is erased: for operators, with the second factor freshly shown. */
export const guardedAction = (path: string, act: Action): ConsoleRoute =>
	action(path, 'operator', async (work, fields) => {
		await requireStepUp(work, fields)
		return act(work, fields)
	})

/** The same with a file of at most so many bytes: `work.c.req.parseBody()` gives it. For operators. */
export const upload = (path: string, bodyBytes: number, act: Action): ConsoleRoute => ({ ...action(path, 'operator', act), bodyBytes })

const FORM_BYTES = 256 * 1024

/** Every route of the console passes the same guard. */
export function mountRoutes(app: Hono<HttpEnv>, routes: readonly ConsoleRoute[], findPage: FindPage): void {
	const limit = limitRate({ name: 'console', points: 1200, seconds: 300 })
	const usualBody = limitBody(FORM_BYTES)
	for (const { method, path, role, answer, bodyBytes } of routes)
		app.on([method], [path], limit, bodyBytes === undefined ? usualBody : limitBody(bodyBytes), async (c) => {
			const work = await openWork(c, role)
			return work instanceof Response ? work : answer({ ...work, findPage })
		})
}
