import { useEffect, useEffectEvent, useState } from 'react'

import { signOut } from '#app/lib/auth-calls.ts'
import { readSecondFactor } from '#app/lib/second-factor/second-factor-calls.ts'
import { SecondFactorForm } from '#app/lib/second-factor/second-factor-form.tsx'
import { Button } from '#app/ui/button.tsx'
import type { SecondFactorWay } from '#contracts/account.ts'

import { AccountFrame } from './account-frame.tsx'

/**
 * Between signing in and the page behind it: asks for the second factor where the account has one. When the question cannot
 * be asked, the person goes on; the server holds back what needs the factor.
 */
export function SecondFactorGate({ onPassed, onLeft }: { onPassed: () => void; onLeft: () => void }) {
	const [ways, setWays] = useState<readonly SecondFactorWay[] | null>(null)
	const pass = useEffectEvent(onPassed)

	useEffect(() => {
		const abort = new AbortController()
		readSecondFactor(abort.signal).then(
			(state) => (state.isNeeded ? setWays(state.ways) : pass()),
			() => abort.signal.aborted || pass(),
		)
		return () => abort.abort()
	}, [])

	if (!ways)
		return (
			<AccountFrame title="Signing you in">
				<p role="status">One moment…</p>
			</AccountFrame>
		)
	return (
		<AccountFrame title="One more step" intro={<p>Your account asks for a second factor.</p>}>
			<SecondFactorForm ways={ways} onPassed={onPassed} />
			<p className="mt-8">
				<Button
					variant="quiet"
					onClick={() => {
						void signOut()
						onLeft()
					}}
				>
					Sign in as somebody else
				</Button>
			</p>
		</AccountFrame>
	)
}
