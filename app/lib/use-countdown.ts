import { useCallback, useEffect, useState } from 'react'

/**
 * Whole seconds left of a wait. Counts against the clock, so that a sleeping tab wakes up to the right number.
 * @param initialSeconds the wait that begins with the component; 0 for none
 * @returns the seconds left, 0 when nothing runs, and a function that starts another wait
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
