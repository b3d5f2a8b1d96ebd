import { LinkButton } from '#app/ui/button.tsx'
import type { PaymentPages } from '#content/schema/payment-pages.ts'

import { PaymentFrame } from './payment-frame.tsx'

/** /success: enrolled, and the way into the course (spec A §2). */
export function EnrollmentConfirmed({ words }: { words: PaymentPages['enrolled'] }) {
	return (
		<PaymentFrame mood="reached" title={words.title}>
			<p className="mt-5 text-lg">{words.text}</p>
			<LinkButton size="lg" className="mt-8" to={words.button.href}>
				{words.button.label}
			</LinkButton>
		</PaymentFrame>
	)
}
