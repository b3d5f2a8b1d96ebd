import { html } from 'hono/html'

import { formatMoney } from '#domain/pricing/money.ts'
import type { CheckoutView } from '#server/sandbox/stripe/checkout-view.ts'

import type { CheckoutValues } from './checkout-form.ts'
import { frame } from './checkout-page.ts'

/**
 * The bank's page between the card and the payment (strong customer authentication). The number it posts is a test card's; no
 * other gets this far.
 */
export const challengePage = (view: CheckoutView, values: CheckoutValues, { csrf, siteName }: { csrf: string; siteName: string }) =>
	frame(
		{ title: 'Your bank asks', siteName },
		html`<h1>Your bank asks: is this you?</h1>
			<p class="lead">
				A payment of ${formatMoney(view.totalCents, view.currency)} waits for your word. At the real provider this page belongs to your
				bank.
			</p>
			<form class="closed" method="post" action="/sandbox/checkout/${view.id}">
				<input type="hidden" name="csrf" value="${csrf}" />
				${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
				<div>
					<button class="primary" type="submit" name="action" value="bank-confirm">Yes, complete the payment</button>
					<p class="cancel"><button class="link" type="submit" name="action" value="bank-refuse">No, stop it</button></p>
				</div>
			</form>`,
	)
