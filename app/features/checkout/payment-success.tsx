import { type ReactNode, useEffect, useState } from 'react'

import { rememberGuestPurchase } from '#app/lib/owned-course.ts'
import { readStoredUser, saveStoredUser } from '#app/lib/stored-user.ts'
import { BenefitList } from '#app/ui/benefit-list.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import type { PaymentPages } from '#content/schema/payment-pages.ts'
import { OUTBOX_PATH, paths } from '#contracts/paths.ts'

import { OrderReceipt } from './order-receipt.tsx'
import { type OrderPageState, chooseOrderPage } from './order-words.ts'
import { OfferLine, PaymentFrame } from './payment-frame.tsx'
import { useOrderStatus } from './use-order-status.ts'

/**
 * Unlocks the course in the browser in which a guest has just paid.
 * @param email buyer's email, returned by the server only to the browser that paid; null elsewhere and for signed-in buyers
 */
function usePayingGuest(email: string | null, paidAt: string | null): void {
	useEffect(() => {
		if (email === null) return
		const user = readStoredUser()
		// Modules open only with a stored email; a name isn't enough.
		if (!user?.email) saveStoredUser({ name: user?.name ?? '', email })
		if (paidAt !== null) rememberGuestPurchase(paidAt)
	}, [email, paidAt])
}

type PaymentSuccessProps = {
	words: PaymentPages['success']
	benefits: Readonly<Record<string, readonly string[]>>
	/** Null if the URL has no session ID; the page then stays on "Verifying". */
	sessionId: string | null
	/** Renders the form for the code in the access email, for a guest who has just paid in this browser. */
	renderSignIn: (email: string) => ReactNode
	isGuest: boolean
}

/** The page after a payment. It shows the order's state from the server and trusts nothing in the URL. */
export function PaymentSuccess({ words, benefits, sessionId, renderSignIn, isGuest }: PaymentSuccessProps) {
	const { view, askAgain } = useOrderStatus(sessionId)
	const page = chooseOrderPage(view, words)
	const guestOrder = isGuest && page.page === 'paid' ? page.order : null
	usePayingGuest(guestOrder?.signInAs ?? null, guestOrder?.paidAt ?? null)

	if (page.page === 'paid')
		return (
			<Paid
				words={words.paid}
				benefits={benefits[page.order.product.code] ?? []}
				order={page.order}
				signIn={<SignIn order={page.order} isGuest={isGuest} render={renderSignIn} />}
				isGuest={isGuest}
			/>
		)
	if (page.page === 'verifying') return <Verifying words={words.verifying} isSlow={page.isSlow} />
	const order = view.kind === 'unreachable' || view.order?.status === 'unknown' ? null : view.order
	return (
		<PaymentFrame mood="turned" title={page.words.title}>
			<p className="mt-5 text-lg">{page.words.text}</p>
			{order && Object.keys(benefits).length > 1 && <OfferLine order={order} />}
			<div className="mt-8 flex flex-wrap gap-4">
				{page.mayAskAgain && <Button onClick={askAgain}>Ask Again</Button>}
				{page.words.actions.map((action, index) => (
					<LinkButton key={action.href} to={action.href} variant={index === 0 && !page.mayAskAgain ? 'primary' : 'secondary'}>
						{action.label}
					</LinkButton>
				))}
			</div>
		</PaymentFrame>
	)
}

function Verifying({ words, isSlow }: { words: PaymentPages['success']['verifying']; isSlow: boolean }) {
	return (
		<PaymentFrame mood="waiting" title={words.title}>
			<p className="mt-5 flex items-start gap-4 text-lg">
				<span className="mt-1.5 flex flex-none text-accent-ink">
					<Spinner />
				</span>
				{words.text}
			</p>
			<noscript>
				<p className="mt-6">
					This page needs JavaScript to check your payment. Without it, look for our receipt in your email, or{' '}
					<a href={paths.contact}>write to us</a>.
				</p>
			</noscript>
			<div aria-live="polite">
				{isSlow && (
					<div className="mt-8">
						<p>{words.slowText}</p>
						<div className="mt-5 flex flex-wrap gap-4">
							{words.slowActions.map((action) => (
								<LinkButton key={action.href} to={action.href} variant="secondary">
									{action.label}
								</LinkButton>
							))}
						</div>
					</div>
				)}
			</div>
		</PaymentFrame>
	)
}

type PaidOrder = Extract<OrderPageState, { page: 'paid' }>['order']

/** Sign-in for a guest: the code form in the browser that paid, otherwise a link to the sign-in page. */
function SignIn({ order, isGuest, render }: { order: PaidOrder; isGuest: boolean; render: (email: string) => ReactNode }) {
	// Stays true after sign-in, so that the form can confirm it.
	const [wasGuest, setWasGuest] = useState(isGuest)
	if (isGuest && !wasGuest) setWasGuest(true)
	if (!wasGuest) return null
	if (order.signInAs === null)
		return isGuest ? (
			<p className="mt-8">
				<a className="link" href={paths.login}>
					Sign in with the email address of this order
				</a>{' '}
				to open everything you bought.
			</p>
		) : null
	return (
		<section aria-labelledby="sign-in-here" className="mt-8 grid gap-4 border-t-2 border-ink pt-6">
			<h2 id="sign-in-here">Open your course here</h2>
			{isGuest && (
				<p>
					We sent a six-digit code to <strong className="[overflow-wrap:anywhere]">{order.signInAs}</strong>. Enter it, and you’re signed
					in.
					{order.isMailSandbox && (
						<>
							{' Test mode: the email is in the '}
							<a className="link" href={`${OUTBOX_PATH}?to=${encodeURIComponent(order.signInAs)}`} target="_blank" rel="noreferrer">
								outbox
							</a>
							.
						</>
					)}
				</p>
			)}
			{render(order.signInAs)}
		</section>
	)
}

type PaidProps = {
	words: PaymentPages['success']['paid']
	benefits: readonly string[]
	order: PaidOrder
	signIn: ReactNode
	isGuest: boolean
}

function Paid({ words, benefits, order, signIn, isGuest }: PaidProps) {
	return (
		<>
			<PaymentFrame mood="reached" title={words.title}>
				<p className="mt-5 text-lg">{words.text}</p>
				{signIn}
				<div className="mt-8 flex flex-wrap gap-4">
					<LinkButton size="lg" variant={isGuest ? 'secondary' : 'primary'} to={words.modulesButton.href}>
						{words.modulesButton.label}
					</LinkButton>
					<LinkButton size="lg" variant="secondary" to={words.homeButton.href}>
						{words.homeButton.label}
					</LinkButton>
				</div>
				<div className="mt-10">
					<OrderReceipt order={order} orderIdLabel={words.orderIdLabel} />
				</div>
				<p className="mt-5">
					{words.supportText} <a href={words.supportLink.href}>{words.supportLink.label}</a>
				</p>
				{order.testMode && <p className="mt-3 font-semibold text-accent-ink">Test mode: no real money was taken.</p>}
			</PaymentFrame>
			<div className="bg-spruce text-on-spruce">
				<div className="page grid gap-x-16 gap-y-10 py-14 lg:grid-cols-[5fr_6fr]">
					{benefits.length > 0 && (
						<section>
							<h2>{words.benefitsTitle}</h2>
							<BenefitList heading="h2" items={benefits} className="mt-5 gap-3 text-lg" tick="" />
						</section>
					)}
					<section>
						<h2>{words.nextStepsTitle}</h2>
						<ol className="mt-5 grid gap-5">
							{words.nextSteps.map((step, index) => (
								<li key={step.title} className="grid grid-cols-[2.5rem_1fr]">
									<span className="text-2xl leading-none font-semibold" aria-hidden="true">
										{index + 1}
									</span>
									<div>
										<h3>{step.title}</h3>
										<p className="mt-1">{step.text}</p>
									</div>
								</li>
							))}
						</ol>
					</section>
				</div>
			</div>
		</>
	)
}
