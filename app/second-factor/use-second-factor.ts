import { useEffect, useState } from 'react'

import type { SecondFactorWay } from '#contracts/account.ts'

import { readSecondFactor } from './second-factor-calls.ts'

/** `ways`: at least one; the session needs one of them. */
export type FactorQuestion = { step: 'asking' } | { step: 'free' } | { step: 'needed'; ways: readonly SecondFactorWay[] }

/**
 * True if this session still has to show a second factor. If that cannot be found out, the person continues; the server refuses what needs
 * the factor.
 * @param isSignedIn nothing is requested before that
 */
export function useSecondFactor(isSignedIn: boolean): FactorQuestion {
	const [question, setQuestion] = useState<FactorQuestion>({ step: 'asking' })
	useEffect(() => {
		if (!isSignedIn) return
		const abort = new AbortController()
		readSecondFactor(abort.signal).then(
			({ isNeeded, ways }) => setQuestion(isNeeded && ways.length > 0 ? { step: 'needed', ways } : { step: 'free' }),
			() => abort.signal.aborted || setQuestion({ step: 'free' }),
		)
		return () => abort.abort()
	}, [isSignedIn])
	return question
}
