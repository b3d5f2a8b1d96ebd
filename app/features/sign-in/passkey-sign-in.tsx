import { type MouseEventHandler, useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { offerPasskeys } from '#app/lib/passkey-calls.ts'
import { Button } from '#app/ui/button.tsx'

type PasskeySignInProps = {
	isBusy: boolean
	onPress: MouseEventHandler<HTMLButtonElement>
	/** A passkey was picked from the suggestions of the email field. */
	onSignedIn: () => void
}

const never = () => () => {}
const hasPasskeys = () => 'PublicKeyCredential' in window

/** A button where the browser knows passkeys; where it can also suggest them in the email field, it does. */
export function PasskeySignIn({ isBusy, onPress, onSignedIn }: PasskeySignInProps) {
	const isOffered = useSyncExternalStore(never, hasPasskeys, () => false)
	const arrive = useEffectEvent(onSignedIn)

	useEffect(() => {
		if (!isOffered) return
		const abort = new AbortController()
		void offerPasskeys(abort.signal).then((isSignedIn) => {
			if (isSignedIn && !abort.signal.aborted) arrive()
		})
		return () => abort.abort()
	}, [isOffered])

	if (!isOffered) return null
	return (
		<Button variant="secondary" pending={isBusy} onClick={onPress}>
			Sign in with a passkey
		</Button>
	)
}
