import { useCallback, useEffect, useState } from 'react'

/**
 * Counts down by the clock, so the value is correct after a tab was suspended.
 * @param initialSeconds countdown that starts immediately; 0 for none
 */
export function useCountdown(initialSeconds: number): { secondsLeft: number; start: (seconds: number) => void } {
	const [secondsLeft, setSecondsLeft] = useState(initialSeconds)
	const [wait, setWait] = useState({ seconds: initialSeconds })

	useEffect(() => {
		const endsAt = Date.now() + wait.seconds * 1000
		if (wait.seconds <= 0) return
		const timer = setInterval(() => {
			const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
			setSecondsLeft(left)
			if (left === 0) clearInterval(timer)
		}, 250)
		return () => clearInterval(timer)
	}, [wait])

	const start = useCallback((seconds: number) => {
		setSecondsLeft(seconds)
		setWait({ seconds })
	}, [])
	return { secondsLeft, start }
}
