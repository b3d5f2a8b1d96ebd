import { useEffect, useState } from 'react'

import { loadSignInWays, type SignInWays, DEFAULT_SIGN_IN_WAYS } from './sign-in-ways.ts'

/** Maximum wait in milliseconds, so that all sign-in methods usually appear together. */
const PATIENCE_MS = 500

/** @returns null while loading; the fallback if the request fails or takes too long, until the response arrives */
export function useSignInWays(): SignInWays | null {
	const [ways, setWays] = useState<SignInWays | null>(null)
	useEffect(() => {
		let isHere = true
		const settle = () => setWays((known) => known ?? DEFAULT_SIGN_IN_WAYS)
		const timer = setTimeout(settle, PATIENCE_MS)
		loadSignInWays().then((loaded) => isHere && setWays(loaded), settle)
		return () => {
			isHere = false
			clearTimeout(timer)
		}
	}, [])
	return ways
}
