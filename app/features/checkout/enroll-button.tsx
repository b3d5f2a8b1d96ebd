import { useEffect, useState } from 'react'

import { fetchWithKey } from '#app/lib/backend.ts'
import { countStep } from '#app/lib/cookie-choice.ts'
import { AgeNote } from '#app/ui/age-note.tsx'
import { Button, type ButtonVariant } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { paths } from '#contracts/paths.ts'

import { useCheckout } from './use-checkout.ts'

/** @param couponCode code confirmed by the server, or null */
export type CheckoutOrder = { productName: string; couponCode: string | null }

type Answer = { url?: unknown; error?: unknown; code?: unknown }

/**
 * Creates a checkout.
 * @returns the URL to redirect the buyer to; the course's URL if the buyer already owns it
 * @throws Error with the server's message, `Function call failed`, or `No checkout URL received`; TypeError if the server can't
 * be reached
 */
export async function startCheckout({ productName, couponCode }: CheckoutOrder): Promise<{ url: string }> {
	const response = await fetchWithKey('/functions/v1/create-payment', {
		method: 'POST',
		body: JSON.stringify(couponCode === null ? { productName } : { productName, couponCode }),
	})
	const answer = (await response.json().catch(() => ({}))) as Answer
	if (answer.code === 'already_owned') return { url: paths.continueLearning }
	if (!response.ok) throw new Error(typeof answer.error === 'string' && answer.error !== '' ? answer.error : 'Function call failed')
	if (typeof answer.url !== 'string' || answer.url === '') throw new Error('No checkout URL received')
	countStep('checkout')
	return { url: answer.url }
}

type EnrollButtonProps = {
	productName: string
	/** Code that the server has confirmed; null for the regular price. */
	couponCode?: string | null
	/** True while a code is being checked. A click then waits for the result, so that the discount isn't lost. */
	isCheckingCode?: boolean
	label: string
	busyLabel: string
	variant?: ButtonVariant
}

/** Creates a checkout and redirects to it. Without JavaScript, the browser posts the same form. */
export function EnrollButton({
	productName,
	couponCode = null,
	isCheckingCode = false,
	label,
	busyLabel,
	variant = 'primary',
}: EnrollButtonProps) {
	const { status, begin } = useCheckout({
		start: () => startCheckout({ productName, couponCode }),
		leave: (url) => window.location.assign(url),
		onFailed: toast,
	})
	const [isWaiting, setWaiting] = useState(false)
	useEffect(() => {
		if (!isWaiting || isCheckingCode) return
		setWaiting(false)
		void begin()
	}, [isWaiting, isCheckingCode, begin])
	const isBusy = isWaiting || status === 'starting'
	return (
		<form
			className="contents"
			method="post"
			action={paths.startCheckout}
			onSubmit={(event) => {
				event.preventDefault()
				if (isCheckingCode) setWaiting(true)
				else void begin()
			}}
		>
			<input type="hidden" name="productName" value={productName} />
			{couponCode !== null && <input type="hidden" name="couponCode" value={couponCode} />}
			<Button type="submit" size="lg" variant={variant} pending={isBusy}>
				{isBusy ? busyLabel : label}
			</Button>
			<AgeNote />
		</form>
	)
}
