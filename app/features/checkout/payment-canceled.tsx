import { useEffect, useState } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { WayRule } from '#app/ui/way-rule.tsx'
import type { PaymentPages } from '#content/schema/payment-pages.ts'
import type { QuestionAnswer } from '#content/schema/primitives.ts'
import type { OrderBySession } from '#contracts/payments.ts'
import { formatPrice } from '#domain/pricing/money.ts'

import { OrderReceipt } from './order-receipt.tsx'
import { withCode } from './order-words.ts'
import { PaymentFrame } from './payment-frame.tsx'
import { askForOrder } from './use-order-status.ts'

type PaymentCanceledProps = {
	words: PaymentPages['canceled']
	orderIdLabel: string
	questions: readonly QuestionAnswer[]
	/** From the URL; null if it has none. */
	sessionId: string | null
}

type KnownOrder = Exclude<OrderBySession, { status: 'unknown' }>

/** Asks the server once for the state of the order. Null until it answers, and without a session id. */
function useKnownOrder(sessionId: string | null): KnownOrder | null {
	const [known, setKnown] = useState<KnownOrder | null>(null)
	useEffect(() => {
		if (sessionId === null) return
		const leaving = new AbortController()
		askForOrder(sessionId, leaving.signal).then(
			(order) => setKnown(order.status === 'unknown' ? null : order),
			() => undefined,
		)
		return () => leaving.abort()
	}, [sessionId])
	return known
}

/** /payment-canceled: no charge, and the offer is still open; a paid order shows its receipt instead. */
export function PaymentCanceled({ words, orderIdLabel, questions, sessionId }: PaymentCanceledProps) {
	const order = useKnownOrder(sessionId)
	const paid = order?.status === 'paid' ? order : null
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
					{order?.discountCode && (
						<p className="mt-3 text-lg">
							Your code <strong>{order.discountCode}</strong> is kept: {formatPrice(order.amounts.totalCents, order.amounts.currency)}{' '}
							instead of {formatPrice(order.amounts.subtotalCents, order.amounts.currency)}.
						</p>
					)}
					<div className="mt-8 flex flex-wrap gap-4">
						<LinkButton size="lg" to={withCode(words.retry.href, order?.discountCode ?? null)}>
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
