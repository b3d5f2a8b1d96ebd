import { createMiddleware } from 'hono/factory'
import { setTimeout as sleep } from 'node:timers/promises'

import { ServiceError } from '#server/kernel/errors.ts'

import type { HttpContext, HttpEnv } from './environment.ts'

/** A page that is open twice asks twice: the second waits this long for the first. */
const PATIENCE_MS = 3000
const MAX_WAITING = 2
const RETRY_AFTER_SECONDS = 2
/** Longest turn, for a reader that stalls or whose end goes unnoticed. */
const MAX_TURN_MS = 60_000

const MESSAGE = 'Your last request is still being answered. Please try again in a moment.'
const busy = () => new ServiceError('rate-limited', 'over_request_rate_limit', MESSAGE, { retryAfterSeconds: RETRY_AFTER_SECONDS })

/** Turns of each account, and of each view of one: the end of the current one, and how many wait for it. */
const turns = new Map<string, { ended: Promise<void>; waiting: number }>()

/** No await between the check for a free turn and taking it: two waiting calls would both find it. */
function beginTurn(holder: string): () => void {
	const { promise, resolve } = Promise.withResolvers<void>()
	const turn = { ended: promise, waiting: 0 }
	turns.set(holder, turn)
	const endTurn = () => {
		clearTimeout(longest)
		if (turns.get(holder) === turn) turns.delete(holder)
		resolve()
	}
	const longest = setTimeout(endTurn, MAX_TURN_MS).unref()
	return endTurn
}

/**
 * Heavy reads, one answer at a time for each account. Visitors share addresses, so only the limits per address apply to them.
 * @returns the function that ends the turn
 * @throws ServiceError over_request_rate_limit (429) with Retry-After when others wait already, or the turn does not come soon
 */
export async function takeHeavyTurn(c: HttpContext): Promise<() => void> {
	const { actor, onlyReads } = c.var.ctx
	if (actor.type !== 'learner') return () => {}
	// Operator previews must not block the learner's own requests.
	const holder = onlyReads ? actor.sessionId : actor.userId
	const patience = sleep(PATIENCE_MS, 'over', { ref: false })
	for (let running = turns.get(holder); running; running = turns.get(holder)) {
		if (running.waiting >= MAX_WAITING) throw busy()
		running.waiting += 1
		const first = await Promise.race([running.ended, patience])
		running.waiting -= 1
		if (first === 'over') throw busy()
	}
	return beginTurn(holder)
}

/** Runs a route's answers one at a time per account. */
export const oneAtATime = createMiddleware<HttpEnv>(async (c, next) => {
	const endTurn = await takeHeavyTurn(c)
	try {
		await next()
	} finally {
		endTurn()
	}
})
