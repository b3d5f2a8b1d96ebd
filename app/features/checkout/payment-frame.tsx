import type { ReactNode } from 'react'

import { PaymentPicture, type PaymentMood } from './payment-picture.tsx'

/** Layout of all payment states: text on one side, illustration on the other. */
export function PaymentFrame({ mood, title, children }: { mood: PaymentMood; title: string; children: ReactNode }) {
	return (
		<div className="page grid gap-x-16 gap-y-8 py-8 lg:grid-cols-[6fr_5fr] lg:py-14">
			<div className="lg:py-6">
				<div aria-live="polite">
					<h1>{title}</h1>
				</div>
				{children}
			</div>
			<PaymentPicture mood={mood} className="order-first h-60 w-full lg:order-none lg:h-full lg:max-h-[40rem] lg:min-h-[30rem]" />
		</div>
	)
}
