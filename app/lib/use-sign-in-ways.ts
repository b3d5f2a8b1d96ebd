import { useEffect, useState } from 'react'

import { loadSignInWays, type SignInWays, USUAL_WAYS } from './sign-in-ways.ts'

/** Longest wait for all sign-in methods to appear at once. */
const PATIENCE_MS = 500

/** @returns null while the server is asked; the defaults if it does not answer in time, until it does */
export function useSignInWays(): SignInWays | null {
	const [ways, setWays] = useState<SignInWays | null>(null)
	useEffect(() => {
		let isHere = true
		const settle = () => setWays((known) => known ?? USUAL_WAYS)
		const timer = setTimeout(settle, PATIENCE_MS)
		loadSignInWays().then((loaded) => isHere && setWays(loaded), settle)
		return () => {
			isHere = false
			clearTimeout(timer)
		}
	}, [])
	return ways
}
