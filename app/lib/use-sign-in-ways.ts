import { useEffect, useState } from 'react'

import { loadSignInWays, type SignInWays, DEFAULT_SIGN_IN_WAYS } from './sign-in-ways.ts'

/** Time to wait for the server's list before the default methods are shown, so that the buttons usually appear all at once. */
const MAX_WAIT_MS = 500

/** @returns null while loading; the fallback if the request fails or takes too long, until the response arrives */
export function useSignInWays(): SignInWays | null {
	const [ways, setWays] = useState<SignInWays | null>(null)
	useEffect(() => {
		let isHere = true
		const settle = () => setWays((known) => known ?? DEFAULT_SIGN_IN_WAYS)
		const timer = setTimeout(settle, MAX_WAIT_MS)
		loadSignInWays().then((loaded) => isHere && setWays(loaded), settle)
		return () => {
			isHere = false
			clearTimeout(timer)
		}
	}, [])
	return ways
}
