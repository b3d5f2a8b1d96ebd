import { Button, type ButtonVariant } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { startCheckout } from './start-checkout.ts'
import { useCheckout } from './use-checkout.ts'

type EnrollButtonProps = {
	productName: string
	/** Confirmed by the server before; null for the plain price. */
	couponCode?: string | null
	label: string
	/** Shown while the checkout is being made (spec A §4: Processing). */
	busyLabel: string
	variant?: ButtonVariant
}

/** Buys: asks the server for a checkout and goes there. */
export function EnrollButton({ productName, couponCode = null, label, busyLabel, variant = 'primary' }: EnrollButtonProps) {
	const { status, begin } = useCheckout({
		start: () => startCheckout({ productName, couponCode }),
		leave: (url) => window.location.assign(url),
		onFailed: toast,
	})
	return (
		<Button size="lg" variant={variant} pending={status === 'starting'} onClick={() => void begin()}>
			{status === 'starting' ? busyLabel : label}
		</Button>
	)
}
