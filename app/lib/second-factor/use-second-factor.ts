import { useEffect, useState } from 'react'

import type { SecondFactorWay } from '#contracts/account.ts'

import { readSecondFactor } from './second-factor-calls.ts'

/** `ways`: at least one, and one of them is still asked for. */
export type FactorQuestion = { step: 'asking' } | { step: 'free' } | { step: 'needed'; ways: readonly SecondFactorWay[] }

/**
 * Whether this session still has to show a second factor. When the question cannot be asked the person goes on; the server
 * holds back what needs the factor.
 * @param isSignedIn nothing is asked before
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
