import { useCallback, useEffect, useRef, useState } from 'react'

import { reportProblem } from '#app/ui/report-problem.ts'
import type { ToastWords } from '#content/schema/primitives.ts'

/** Toast for every failure. The reason is only logged in the browser's console. */
export const PAYMENT_ERROR = {
	title: 'Payment Error',
	description: 'Unable to process payment. Please try again.',
	variant: 'destructive',
} as const satisfies ToastWords

type CheckoutSteps = {
	start: () => Promise<{ url: string }>
	leave: (url: string) => void
	onFailed: (toast: ToastWords) => void
}

/** Starts a checkout and tracks its state. A failure resets the state and shows a toast. Clicks are ignored while it starts. */
export function useCheckout({ start, leave, onFailed }: CheckoutSteps) {
	const [status, setStatus] = useState<'idle' | 'starting'>('idle')
	const isStarting = useRef(false)

	const reset = useCallback(() => {
		isStarting.current = false
		setStatus('idle')
	}, [])

	// The back/forward cache may restore this page while its button is still disabled.
	useEffect(() => {
		const onReturn = (event: PageTransitionEvent) => event.persisted && reset()
		window.addEventListener('pageshow', onReturn)
		return () => window.removeEventListener('pageshow', onReturn)
	}, [reset])

	async function begin() {
		if (isStarting.current) return
		isStarting.current = true
		setStatus('starting')
		try {
			const { url } = await start()
			leave(url)
		} catch (error) {
			reportProblem('The checkout couldn’t be started', error)
			reset()
			onFailed(PAYMENT_ERROR)
		}
	}

	return { status, begin }
}
