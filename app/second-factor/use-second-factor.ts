import { useEffect, useState } from 'react'

import type { SecondFactorWay } from '#contracts/account.ts'

import { readSecondFactor } from './second-factor-calls.ts'

/** `needed`: one of the factors in `ways` is required. */
export type FactorQuestion = { step: 'asking' } | { step: 'free' } | { step: 'needed'; ways: readonly SecondFactorWay[] }

/**
 * Loads whether the factor is needed. If that fails, it counts as not needed: the server refuses calls that need it anyway.
 * @param isSignedIn nothing is requested until it is true
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
