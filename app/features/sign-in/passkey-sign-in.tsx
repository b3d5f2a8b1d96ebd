import { type MouseEventHandler, useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { offerPasskeys } from '#app/lib/passkey-calls.ts'
import { Button } from '#app/ui/button.tsx'

type PasskeySignInProps = {
	isBusy: boolean
	onPress: MouseEventHandler<HTMLButtonElement>
	/** Called when a passkey was picked from the email field's autofill. */
	onSignedIn: () => void
}

const never = () => () => {}
const hasPasskeys = () => 'PublicKeyCredential' in window

/** Passkey button, in browsers that support it. Also offers passkeys in the email field's autofill if possible. */
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
