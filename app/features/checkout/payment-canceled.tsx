import { useEffect, useState } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { WayRule } from '#app/ui/way-rule.tsx'
import type { PaymentPages } from '#content/schema/payment-pages.ts'
import type { QuestionAnswer } from '#content/schema/primitives.ts'
import type { OrderBySession } from '#contracts/payments.ts'

import { OrderReceipt } from './order-receipt.tsx'
import { PaymentFrame } from './payment-frame.tsx'
import { askForOrder } from './use-order-status.ts'

type PaymentCanceledProps = {
	words: PaymentPages['canceled']
	orderIdLabel: string
	questions: readonly QuestionAnswer[]
	/** Of the address; null where it carries none. */
	sessionId: string | null
}

type KnownOrder = Exclude<OrderBySession, { status: 'unknown' }>

/** One question to the server: was this order paid after all? Null while it is open or the answer is no. */
function usePaidOrder(sessionId: string | null): KnownOrder | null {
	const [paid, setPaid] = useState<KnownOrder | null>(null)
	useEffect(() => {
		if (sessionId === null) return
		const leaving = new AbortController()
		askForOrder(sessionId, leaving.signal).then(
			(order) => setPaid(order.status === 'paid' ? order : null),
			() => undefined,
		)
		return () => leaving.abort()
	}, [sessionId])
	return paid
}

/** /payment-canceled (spec A §2): no charge, the offer stands; a paid order shows its receipt instead. */
export function PaymentCanceled({ words, orderIdLabel, questions, sessionId }: PaymentCanceledProps) {
	const paid = usePaidOrder(sessionId)
	return (
		<>
			{paid ? (
				<PaymentFrame mood="reached" title={words.alreadyPaid.title}>
					<p className="mt-5 text-lg">{words.alreadyPaid.text}</p>
					<div className="mt-8">
						<OrderReceipt order={paid} orderIdLabel={orderIdLabel} />
					</div>
					<div className="mt-8 flex flex-wrap gap-4">
						{words.alreadyPaid.actions.map((action, index) => (
							<LinkButton key={action.href} to={action.href} variant={index === 0 ? 'primary' : 'secondary'}>
								{action.label}
							</LinkButton>
						))}
					</div>
				</PaymentFrame>
			) : (
				<PaymentFrame mood="turned" title={words.title}>
					<p className="mt-5 text-lg">{words.text}</p>
					<p className="mt-3 text-lg">{words.offerText}</p>
					<div className="mt-8 flex flex-wrap gap-4">
						<LinkButton size="lg" to={words.retry.href}>
							{words.retry.label}
						</LinkButton>
						<LinkButton size="lg" variant="secondary" to={words.freeTrial.href}>
							{words.freeTrial.label}
						</LinkButton>
					</div>
				</PaymentFrame>
			)}
			<WayRule />
			<section className="page max-w-[60rem] py-14">
				<h2 className="mb-4">{words.questionsTitle}</h2>
				{questions.map(({ question, answer }) => (
					<Disclosure key={question} name="payment-questions" summary={question}>
						<p className="max-w-[42rem]">{answer}</p>
					</Disclosure>
				))}
			</section>
		</>
	)
}
