import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import type { AfterCommit, ConsoleActionRequest } from './console-request.ts'

export const OUTCOME_UNKNOWN = 'outcome_unknown'

function outcomeUnknown({ ctx: { log } }: ConsoleActionRequest, error: unknown): ServiceError {
	log.error('outcome of an action is unknown', { error })
	return new ServiceError(
		'overloaded',
		OUTCOME_UNKNOWN,
		'We can’t tell whether this went through. Check the current state before you try again.',
	)
}

/** Carries the response of a refused action, so that its transaction is rolled back. */
class Refused extends Error {
	readonly answer: Response

	constructor(answer: Response) {
		super('the action was refused')
		this.answer = answer
	}
}

type Act = (request: ConsoleActionRequest) => Response | Promise<Response>

/** True if PostgreSQL reported the error and so has rolled back. Otherwise the outcome is unknown. */
const isAnswered = (error: unknown) =>
	error instanceof Error && 'code' in error && /^(?!08|57)[0-9A-Z]{5}$/.test(String(error.code)) && 'severity' in error

/**
 * Runs an action in one transaction with its activity log entry; `ctx.db` is the transaction. If anything fails, logging
 * included, nothing is changed.
 * @throws the action's error after the rollback; ServiceError outcome_unknown (503) if the result of the commit is unknown
 */
export async function runAction(request: ConsoleActionRequest, act: Act): Promise<Response> {
	let after: AfterCommit[] = []
	let isCommitting = false
	try {
		const answer = await inTransaction(request.ctx.db, async (tx) => {
			after = []
			isCommitting = false
			const done = await act({ ...request, ctx: { ...request.ctx, db: tx }, afterCommit: (run) => void after.push(run) })
			if (done.status >= 400) throw new Refused(done)
			isCommitting = true
			return done
		})
		for (const run of after) await run()
		return answer
	} catch (error) {
		if (error instanceof Refused) return error.answer
		throw isCommitting && !isAnswered(error) ? outcomeUnknown(request, error) : error
	}
}

/** Runs an action that manages its own transactions. After an unexpected error, some of them may be committed. */
export async function runWithOwnTransactions(request: ConsoleActionRequest, act: Act): Promise<Response> {
	try {
		return await act(request)
	} catch (error) {
		if (error instanceof ServiceError) throw error
		throw outcomeUnknown(request, error)
	}
}
