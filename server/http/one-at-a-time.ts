import { createMiddleware } from 'hono/factory'
import { setTimeout as sleep } from 'node:timers/promises'

import { ServiceError } from '#server/kernel/errors.ts'

import type { HttpContext, HttpEnv } from './environment.ts'

/** Time a request may wait for its turn. A page that is open twice sends every request twice. */
const MAX_WAIT_MS = 3000
const MAX_WAITING = 2
const RETRY_AFTER_SECONDS = 2
/** Maximum duration of a turn: a client may stall, or disconnect without the server noticing. */
const MAX_TURN_MS = 60_000

const MESSAGE = 'Your previous request is still running. Please try again in a moment.'
const busy = () => new ServiceError('rate-limited', 'over_request_rate_limit', MESSAGE, { retryAfterSeconds: RETRY_AFTER_SECONDS })

/** Current turn and number of waiting requests, per account or operator's view. */
const turns = new Map<string, { ended: Promise<void>; waiting: number }>()

/** Begins a turn. Must be synchronous: with an `await` between check and assignment, two requests could take the same turn. */
function beginTurn(holder: string): () => void {
	const { promise, resolve } = Promise.withResolvers<void>()
	const turn = { ended: promise, waiting: 0 }
	turns.set(holder, turn)
	const endTurn = () => {
		clearTimeout(timer)
		if (turns.get(holder) === turn) turns.delete(holder)
		resolve()
	}
	const timer = setTimeout(endTurn, MAX_TURN_MS).unref()
	return endTurn
}

/**
 * Waits for the account's turn. Visitors share IP addresses, so only the rate limits apply to them.
 * @returns a function that ends the turn
 * @throws ServiceError over_request_rate_limit (429) with Retry-After if too many are waiting, or the turn doesn't come in time
 */
export async function acquireAccountLock(c: HttpContext): Promise<() => void> {
	const { actor, onlyReads } = c.var.ctx
	if (actor.type !== 'learner') return () => {}
	// An operator's view must not block the learner's own requests.
	const holder = onlyReads ? actor.sessionId : actor.userId
	const timeout = sleep(MAX_WAIT_MS, 'over', { ref: false })
	for (let running = turns.get(holder); running; running = turns.get(holder)) {
		if (running.waiting >= MAX_WAITING) throw busy()
		running.waiting += 1
		const first = await Promise.race([running.ended, timeout])
		running.waiting -= 1
		if (first === 'over') throw busy()
	}
	return beginTurn(holder)
}

/** Middleware that handles requests one at a time per account, across all routes that use it. */
export const oneRequestPerAccount = createMiddleware<HttpEnv>(async (c, next) => {
	const endTurn = await acquireAccountLock(c)
	try {
		await next()
	} finally {
		endTurn()
	}
})
