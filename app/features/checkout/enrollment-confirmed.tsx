import { LinkButton } from '#app/ui/button.tsx'
import type { PaymentPages, PaymentStateWords } from '#content/schema/payment-pages.ts'

import { PaymentFrame } from './payment-frame.tsx'

/** `missing`: the learner doesn't own the course. `unknown`: the request failed. */
export type Enrollment = 'asking' | 'held' | 'missing' | 'guest' | 'unknown'

/** The /success page. It says that the learner is enrolled only if the server confirms it; otherwise it shows the next step. */
export function EnrollmentPage({ words, enrollment }: { words: PaymentPages['enrolled']; enrollment: Enrollment }) {
	if (enrollment === 'held')
		return (
			<PaymentFrame mood="reached" title={words.title}>
				<p className="mt-5 text-lg">{words.text}</p>
				<LinkButton size="lg" className="mt-8" to={words.button.href}>
					{words.button.label}
				</LinkButton>
			</PaymentFrame>
		)
	if (enrollment === 'asking')
		return (
			<PaymentFrame mood="waiting" title={words.asking.title}>
				<p className="mt-5 text-lg" role="status">
					{words.asking.text}
				</p>
			</PaymentFrame>
		)
	return <Other words={words[enrollment]} />
}

const Other = ({ words }: { words: PaymentStateWords }) => (
	<PaymentFrame mood="turned" title={words.title}>
		<p className="mt-5 text-lg">{words.text}</p>
		<div className="mt-8 flex flex-wrap gap-4">
			{words.actions.map((action, index) => (
				<LinkButton key={action.href} size="lg" to={action.href} variant={index === 0 ? 'primary' : 'secondary'}>
					{action.label}
				</LinkButton>
			))}
		</div>
	</PaymentFrame>
)
