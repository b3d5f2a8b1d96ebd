import { useCallback, useEffect, useState } from 'react'

/**
 * Whole seconds left of a wait. Counts against the clock, so that a sleeping tab wakes up to the right number.
 * @returns the seconds left, 0 when nothing runs, and how to start the wait
 */
export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void } {
	const [endsAt, setEndsAt] = useState<number | null>(null)
	const [secondsLeft, setSecondsLeft] = useState(0)

	useEffect(() => {
		if (endsAt === null) return
		const tick = () => {
			const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
			setSecondsLeft(left)
			if (left === 0) setEndsAt(null)
		}
		tick()
		const timer = setInterval(tick, 1000)
		return () => clearInterval(timer)
	}, [endsAt])

	const start = useCallback((seconds: number) => {
		setSecondsLeft(seconds)
		setEndsAt(Date.now() + seconds * 1000)
	}, [])
	return { secondsLeft, start }
}
