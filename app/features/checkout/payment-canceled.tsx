import { useEffect, useState } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Divider } from '#app/ui/divider.tsx'
import { InlineScript } from '#app/ui/raw-html.tsx'
import type { PaymentPages } from '#content/schema/payment-pages.ts'
import type { QuestionAnswer } from '#content/schema/primitives.ts'
import { paths } from '#contracts/paths.ts'
import { formatPrice } from '#domain/pricing/money.ts'

import { OrderReceipt } from './order-receipt.tsx'
import { type KnownOrder, toOffer } from './order-words.ts'
import { OfferLine, PaymentFrame } from './payment-frame.tsx'
import { fetchOrder } from './use-order-status.ts'

export type OfferPages = Readonly<Record<string, string>>

/** Reads `offer` and `coupon` from the query of a canceled checkout. An unknown code leads to the first offer. */
export function readRetryHref(query: URLSearchParams, pages: OfferPages): string {
	const code = query.get('offer')
	const page = (code !== null && Object.hasOwn(pages, code) && pages[code]) || paths.offer
	const coupon = query.get('coupon')
	return coupon ? `${page}?${new URLSearchParams({ coupon: coupon.slice(0, 64) })}#pricing` : page
}

export const RETRY_LINK_ID = 'retry-payment'

/**
 * Inline script that sets the link's URL like `readRetryHref`, before hydration. Placed right after the link, so that no one can click it
 * earlier.
 */
export const retryScript = (pages: OfferPages): string =>
	`{let p=${JSON.stringify(pages)},q=new URLSearchParams(location.search),o=q.get("offer"),c=q.get("coupon"),a=document.getElementById("${RETRY_LINK_ID}");` +
	`if(a){if(Object.hasOwn(p,o))a.setAttribute("href",p[o]);if(c)a.setAttribute("href",a.getAttribute("href")+"?"+new URLSearchParams({coupon:c.slice(0,64)})+"#pricing")}}`

const GONE = 'This offer has ended. You can still choose from our current offers.'

type PaymentCanceledProps = {
	words: PaymentPages['canceled']
	showsTrial: boolean
	orderIdLabel: string
	questions: Readonly<Record<string, readonly QuestionAnswer[]>>
	pages: OfferPages
	/** Query of the URL: `session_id`, `offer` and `coupon`. */
	query: URLSearchParams
}

/** Requests the order once. Returns null while loading, and for an unknown order. */
function useKnownOrder(sessionId: string | null): KnownOrder | null {
	const [known, setKnown] = useState<KnownOrder | null>(null)
	useEffect(() => {
		if (sessionId === null) return
		const leaving = new AbortController()
		fetchOrder(sessionId, leaving.signal).then(
			(order) => setKnown(order.status === 'unknown' ? null : order),
			() => undefined,
		)
		return () => leaving.abort()
	}, [sessionId])
	return known
}

/** Returns the questions of the order's offer; for an unknown order, those that all offers share. */
function questionsFor(order: KnownOrder | null, questions: PaymentCanceledProps['questions']): readonly QuestionAnswer[] {
	if (order) return questions[order.product.code] ?? []
	const [first = [], ...others] = Object.values(questions)
	return first.filter((own) =>
		others.every((list) => list.some(({ question, answer }) => question === own.question && answer === own.answer)),
	)
}

/** The /payment-canceled page. If the order was paid after all, it shows the receipt. */
export function PaymentCanceled({ words, showsTrial, orderIdLabel, questions, pages, query }: PaymentCanceledProps) {
	const order = useKnownOrder(query.get('session_id') || null)
	const paid = order?.status === 'paid' ? order : null
	const isGone = order?.product.page === null
	const shown = questionsFor(order, questions)
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
					<p className="mt-3 text-lg">{isGone ? GONE : words.offerText}</p>
					<div className="mt-8 flex flex-wrap gap-4">
						<LinkButton
							id={RETRY_LINK_ID}
							suppressHydrationWarning
							size="lg"
							to={order ? toOffer(words.retry.href, order) : readRetryHref(query, pages)}
						>
							{isGone ? 'See current offers' : words.retry.label}
						</LinkButton>
						{showsTrial && (
							<LinkButton size="lg" variant="secondary" to={words.freeTrial.href}>
								{words.freeTrial.label}
							</LinkButton>
						)}
					</div>
					<InlineScript code={retryScript(pages)} />
					{/* Below the buttons, so that they don't move under the pointer when the order has loaded. */}
					{order && Object.keys(pages).length > 1 && <OfferLine order={order} />}
					{!isGone && order?.discountCode && (
						<p className="mt-6 text-lg">
							Your code <strong>{order.discountCode}</strong> still applies: {formatPrice(order.amounts.totalCents, order.amounts.currency)}{' '}
							instead of {formatPrice(order.amounts.subtotalCents, order.amounts.currency)}.
						</p>
					)}
				</PaymentFrame>
			)}
			<Divider />
			{shown.length > 0 && (
				<section className="page py-14">
					<h2 className="mb-4">{words.questionsTitle}</h2>
					<div className="max-w-[60rem]">
						{shown.map(({ question, answer }) => (
							<Disclosure key={question} name="payment-questions" summary={question}>
								<p className="max-w-[42rem]">{answer}</p>
							</Disclosure>
						))}
					</div>
				</section>
			)}
		</>
	)
}
