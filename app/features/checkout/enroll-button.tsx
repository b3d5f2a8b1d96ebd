import { Button, type ButtonVariant } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { paths } from '#contracts/paths.ts'

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

/** Buys: asks the server for a checkout and goes there. Without our code the browser posts the same wish by itself. */
export function EnrollButton({ productName, couponCode = null, label, busyLabel, variant = 'primary' }: EnrollButtonProps) {
	const { status, begin } = useCheckout({
		start: () => startCheckout({ productName, couponCode }),
		leave: (url) => window.location.assign(url),
		onFailed: toast,
	})
	return (
		<form
			className="contents"
			method="post"
			action={paths.startCheckout}
			onSubmit={(event) => {
				event.preventDefault()
				void begin()
			}}
		>
			<input type="hidden" name="productName" value={productName} />
			{couponCode !== null && <input type="hidden" name="couponCode" value={couponCode} />}
			<Button type="submit" size="lg" variant={variant} pending={status === 'starting'}>
				{status === 'starting' ? busyLabel : label}
			</Button>
		</form>
	)
}
