import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

/**
 * While something runs in the background, refreshes the page's data: every `everyMs` for at most `forMs`, and when the window
 * regains focus or the network is back. Waits for a refresh or navigation in progress, which another one would start again.
 */
export function usePolling(isRunning: boolean, { everyMs, forMs = Infinity }: { everyMs: number; forMs?: number }): void {
	const { revalidate, state } = useRevalidator()
	const navigation = useNavigation()
	const isIdle = useRef(true)
	useEffect(() => {
		isIdle.current = state === 'idle' && navigation.state === 'idle'
	})
	useEffect(() => {
		if (!isRunning) return
		const read = () => isIdle.current && void revalidate()
		const timer = setInterval(read, everyMs)
		const end = Number.isFinite(forMs) ? setTimeout(() => clearInterval(timer), forMs) : undefined
		globalThis.addEventListener('focus', read)
		globalThis.addEventListener('online', read)
		return () => {
			clearInterval(timer)
			clearTimeout(end)
			globalThis.removeEventListener('focus', read)
			globalThis.removeEventListener('online', read)
		}
	}, [isRunning, everyMs, forMs, revalidate])
}
