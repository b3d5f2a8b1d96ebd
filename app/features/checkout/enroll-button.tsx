import { useEffect, useState } from 'react'

import { AgeNote } from '#app/ui/age-note.tsx'
import { Button, type ButtonVariant } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { paths } from '#contracts/paths.ts'

import { startCheckout } from './start-checkout.ts'
import { useCheckout } from './use-checkout.ts'

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
