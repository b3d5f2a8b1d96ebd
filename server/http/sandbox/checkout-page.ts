import { html, raw } from 'hono/html'
import { createHash } from 'node:crypto'

import { paths } from '#contracts/paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { TEST_CARDS } from '#server/sandbox/stripe/cards.ts'
import type { CheckoutView } from '#server/sandbox/stripe/checkout-view.ts'

import type { CheckoutErrors, CheckoutField, CheckoutValues } from './checkout-form.ts'
import { CHECKOUT_STYLE } from './checkout-style.ts'

export type CheckoutForm = {
	values: CheckoutValues
	errors: CheckoutErrors
	/** Announced at once: why the card was refused. */
	alert: string | null
	/** Announced politely: what has just changed. */
	notice: string | null
	csrf: string
	siteName: string
}

const STYLE_HASH = createHash('sha256').update(CHECKOUT_STYLE).digest('base64')
// In one piece, outside the template: the hash covers every byte between the tags.
const STYLE_TAG = raw(`<style>${CHECKOUT_STYLE}</style>`)

/**
 * No script at all. `form-action` covers the redirects after a form post, so it names the shop's own origin.
 * @param siteUrl origin of the success and cancel pages
 */
export const checkoutPolicy = (siteUrl: string) =>
	`default-src 'none'; style-src 'sha256-${STYLE_HASH}'; font-src 'self'; img-src 'self'; form-action 'self' ${siteUrl}; frame-ancestors 'none'; base-uri 'none'`

/** A page of the sandbox: it first says that it is one, then shows the name and logo that a shop gives to its provider. */
export const frame = ({ title, siteName }: { title: string; siteName: string }, body: unknown) =>
	html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>${title} (test mode)</title>
				${STYLE_TAG}
			</head>
			<body>
				<header>
					<p class="test-mode">TEST MODE: no money moves</p>
					<p class="brand"><img src="/favicon.svg" width="40" height="40" alt="" />${siteName}</p>
				</header>
				<main>${body}</main>
			</body>
		</html>`

type FieldShape = { name: CheckoutField; label: string; attributes: unknown; hint?: string }

function field({ values, errors }: CheckoutForm, { name, label, attributes, hint }: FieldShape) {
	const error = errors[name]
	const isFirstError = error !== undefined && Object.keys(errors)[0] === name
	const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
	return html`<div class="field">
		<label for="${name}">${label}</label>
		<input
			id="${name}"
			name="${name}"
			value="${values[name]}"
			${attributes}
			${error ? html`aria-invalid="true"` : ''}
			${described ? html`aria-describedby="${described}"` : ''}
			${isFirstError ? html`autofocus` : ''}
		/>
		${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
		${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
	</div>`
}

const cardFields = (form: CheckoutForm) =>
	html`<fieldset>
		<legend>Card</legend>
		<details>
			<summary>Test cards</summary>
			<p class="hint">
				This is the sandbox’s own payment page. It only accepts these cards and sends the shop the same signed messages as the real one.
				Press a button to fill in its card.
			</p>
			<ul class="cards" aria-label="Test cards">
				${TEST_CARDS.map(
					(card) =>
						html`<li>
							<button type="submit" name="action" value="fill-${card.number}" formnovalidate>
								<b>${card.label}</b><span>… ${card.number.slice(-4)}</span>
							</button>
						</li>`,
				)}
			</ul>
		</details>
		${field(form, {
			name: 'number',
			label: 'Card or account number',
			attributes: html`type="text" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"`,
		})}
		<div class="pair">
			${field(form, {
				name: 'expiry',
				label: 'Expiry date',
				attributes: html`type="text" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"`,
			})}
			${field(form, {
				name: 'cvc',
				label: 'Security code',
				attributes: html`type="text" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"`,
			})}
		</div>
	</fieldset>`

/** As the provider asks where the shop makes invoices. */
const billingFields = (form: CheckoutForm) =>
	html`<fieldset>
		<legend>Billing address</legend>
		${field(form, { name: 'name', label: 'Name', attributes: html`type="text" autocomplete="name" required`, hint: 'Of a person or company; it stands on the invoice.' })}
		${field(form, { name: 'line1', label: 'Street and number', attributes: html`type="text" autocomplete="address-line1" required` })}
		<div class="pair">
			${field(form, { name: 'postcode', label: 'Postal code', attributes: html`type="text" autocomplete="postal-code" required` })}
			${field(form, { name: 'city', label: 'City', attributes: html`type="text" autocomplete="address-level2" required` })}
		</div>
		<div class="pair">
			${field(form, { name: 'country', label: 'Country, two letters', attributes: html`type="text" autocomplete="country" maxlength="2" required` })}
			${field(form, { name: 'taxId', label: 'VAT id (companies)', attributes: html`type="text" autocomplete="off"` })}
		</div>
	</fieldset>`

const codeFields = (view: CheckoutView, form: CheckoutForm) => {
	if (!view.canTypeCode) return ''
	if (view.code !== null)
		return html`<button class="link" type="submit" name="action" value="remove-code" formnovalidate>Remove code ${view.code}</button>`
	const { code: error } = form.errors
	return html`<div class="field">
		<label for="code">Promotion code</label>
		<div class="code">
			<input
				id="code"
				name="code"
				type="text"
				value="${form.values.code}"
				autocomplete="off"
				${error ? html`aria-invalid="true" aria-describedby="code-error" autofocus` : ''}
			/>
			<button type="submit" name="action" value="apply-code" formnovalidate>Apply</button>
		</div>
		${error ? html`<p class="error" id="code-error">${error}</p>` : ''}
	</div>`
}

const summary = (view: CheckoutView, form: CheckoutForm) =>
	html`<section class="summary" aria-labelledby="summary-title">
		<h2 id="summary-title">Your order</h2>
		<dl>
			${view.lines.map(
				({ description, quantity, amountCents }) =>
					html`<div>
						<dt>${description}${quantity > 1 ? ` × ${quantity}` : ''}</dt>
						<dd>${formatMoney(amountCents, view.currency)}</dd>
					</div>`,
			)}
			${
				view.discountCents > 0
					? html`<div>
								<dt>Subtotal</dt>
								<dd>${formatMoney(view.subtotalCents, view.currency)}</dd>
							</div>
							<div class="off">
								<dt>Code ${view.code}</dt>
								<dd>-${formatMoney(view.discountCents, view.currency)}</dd>
							</div>`
					: ''
			}
			<div class="total">
				<dt>Total</dt>
				<dd>${formatMoney(view.totalCents, view.currency)}</dd>
			</div>
		</dl>
		${codeFields(view, form)}
	</section>`

const termsField = (view: CheckoutView, form: CheckoutForm) => {
	const { terms: error } = form.errors
	return html`${view.note === null ? '' : html`<p class="note">${view.note} <a href="${paths.terms}" target="_blank">Terms</a></p>`}
	${
		view.terms === null
			? ''
			: html`<div class="field">
					<label class="tick" for="terms">
						<input
							id="terms"
							name="terms"
							type="checkbox"
							value="accepted"
							required
							${form.values.terms === 'accepted' ? html`checked` : ''}
							${error ? html`aria-invalid="true" aria-describedby="terms-error"` : ''}
						/>
						<span>${view.terms}</span>
					</label>
					${error ? html`<p class="error" id="terms-error">${error}</p>` : ''}
				</div>`
	}`
}

/** The open checkout. Its default button, for the Enter key, pays. */
export function checkoutPage(view: CheckoutView, form: CheckoutForm) {
	const isFree = view.totalCents === 0
	const payLabel = isFree ? 'Complete order' : `Pay ${formatMoney(view.totalCents, view.currency)}`
	const email = view.fixedEmail !== null
	return frame(
		{ title: 'Checkout', siteName: form.siteName },
		html`<h1>Checkout</h1>
			${form.alert ? html`<p class="alert" role="alert">${form.alert}</p>` : ''}
			${form.notice ? html`<p class="notice" role="status">${form.notice}</p>` : ''}
			<form method="post" action="/sandbox/checkout/${view.id}" novalidate>
				<button class="enter" type="submit" name="action" value="pay" tabindex="-1" aria-hidden="true">Pay</button>
				<input type="hidden" name="csrf" value="${form.csrf}" />
				${summary(view, form)}
				<div class="pay">
					<fieldset>
						<legend>Contact</legend>
						${field(form, {
							name: 'email',
							label: 'Email',
							attributes: html`type="email" autocomplete="email" required ${email ? html`readonly` : ''}`,
							hint: 'The receipt and your access go to this address.',
						})}
					</fieldset>
					${view.asksBilling ? billingFields(form) : ''} ${isFree ? '' : cardFields(form)} ${termsField(view, form)}
					<button class="primary" type="submit" name="action" value="pay">${payLabel}</button>
					<p class="cancel"><button class="link" type="submit" name="action" value="cancel" formnovalidate>Cancel and go back</button></p>
				</div>
			</form>`,
	)
}

type ClosedPage = { title: string; siteName: string; text: string; link: { label: string; href: string } }

/** The page for a checkout that has ended or never existed. */
export const closedPage = ({ title, siteName, text, link }: ClosedPage) =>
	frame(
		{ title, siteName },
		html`<h1>${title}</h1>
			<p class="lead">${text}</p>
			<p><a class="button" href="${link.href}">${link.label}</a></p>`,
	)
