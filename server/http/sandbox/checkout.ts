import { Hono } from 'hono'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitBody } from '#server/http/limits.ts'
import { findTestCard, TEST_CARDS } from '#server/sandbox/stripe/cards.ts'
import { type CheckoutView, readCheckout } from '#server/sandbox/stripe/checkout-view.ts'
import { postOverHttp, type PostWebhook } from '#server/sandbox/stripe/deliver-event.ts'
import { payCheckout, removeEnteredCode, enterCode } from '#server/sandbox/stripe/use-checkout.ts'
import type { Deps } from '#server/services/context.ts'

import { type CheckoutValues, checkValues, EMPTY_VALUES, readBilling, readValues, withoutCard, withTestCard } from './checkout-form.ts'
import { isCsrfTokenValid, issueCsrfToken } from './csrf.ts'
import { type SandboxPage, showSandboxPage } from './sandbox-page.ts'

const MAX_FORM_BYTES = 16 * 1024

type Visit = { c: HttpContext; deps: Deps; view: CheckoutView; values: CheckoutValues; post: PostWebhook }

type Messages = Partial<Pick<Extract<SandboxPage, { page: 'checkout' }>, 'errors' | 'alert' | 'notice'>>

function show({ c, view, values }: Visit, messages: Messages = {}, status: 200 | 403 | 422 = 200) {
	const form = { values: { ...values, email: view.fixedEmail ?? values.email }, errors: {}, alert: null, notice: null, ...messages }
	const cards = TEST_CARDS.map(({ number, label }) => ({ number, label }))
	return showSandboxPage(c, { page: 'checkout', view, ...form, cards, csrf: issueCsrfToken(c) }, status)
}

function showClosed(c: HttpContext, view: CheckoutView | null) {
	if (view?.status === 'complete') return c.redirect(view.urls.success, 303)
	if (view === null) return showSandboxPage(c, { page: 'closed', title: 'Checkout not found', text: 'We can’t find that checkout.' }, 404)
	const text = 'This checkout is no longer open and nothing was charged. Start again from the offer.'
	return showSandboxPage(c, { page: 'closed', title: 'This checkout has expired', text }, 410)
}

async function showChanged(visit: Visit, messages: Messages) {
	const view = await readCheckout(visit.deps, visit.view.id)
	return view?.status === 'open' ? show({ ...visit, view }, messages) : showClosed(visit.c, view)
}

async function applyTypedCode(visit: Visit) {
	const { deps, view, values } = visit
	const refusal = values.code === '' ? 'Enter a code.' : await enterCode(deps, view.id, values.code)
	if (refusal !== null) return show(visit, { errors: { code: refusal } }, 422)
	return showChanged({ ...visit, values: { ...values, code: '' } }, { notice: 'The code was applied. The new total is below.' })
}

async function pay(visit: Visit, answer?: 'confirmed' | 'refused') {
	const { c, deps, view, values, post } = visit
	// If the buyer entered a code without applying it, apply it now: otherwise they would pay the full price.
	if (values.code !== '' && view.code === null) return applyTypedCode({ ...visit, values: withoutCard(values) })
	const needsCard = view.totalCents > 0
	const entered = { ...values, email: view.fixedEmail ?? values.email }
	const errors = checkValues(entered, { needsCard, needsTerms: view.terms !== null, needsBilling: view.asksBilling }, c.var.ctx.now())
	const kept = { ...visit, values: withoutCard(values) }
	if (Object.keys(errors).length > 0) return show(kept, { errors, alert: 'Please check the marked fields.' }, 422)
	const card = needsCard ? findTestCard(entered.number) : null
	const billing = view.asksBilling ? readBilling(entered) : null
	const buyer = { email: entered.email.toLowerCase(), card, acceptsTerms: entered.terms === 'accepted', answer, billing }
	const paid = await payCheckout(deps, { id: view.id, ...buyer }, post)
	if (paid.outcome === 'challenge') return showSandboxPage(c, { page: 'challenge', view, values: entered, csrf: issueCsrfToken(c) })
	if (paid.outcome === 'declined') return show(kept, { alert: paid.message })
	if (paid.outcome === 'used-up') return show(kept, { alert: 'The promotion code has just been used up. Remove it to continue.' })
	if (paid.outcome === 'terms-missing') return show(kept, { errors: { terms: 'Please check this box to continue.' } }, 422)
	return c.redirect(view.urls.success, 303)
}

async function act(visit: Visit, action: string) {
	const { c, deps, view, values } = visit
	switch (action) {
		case 'pay':
			return pay(visit)
		case 'bank-confirm':
			return pay(visit, 'confirmed')
		case 'bank-refuse':
			return pay(visit, 'refused')
		case 'apply-code':
			return applyTypedCode({ ...visit, values: withoutCard(values) })
		case 'remove-code':
			await removeEnteredCode(deps, view.id)
			return showChanged({ ...visit, values: withoutCard(values) }, { notice: 'The code was removed.' })
		case 'cancel':
			return c.redirect(view.urls.cancel, 303)
		default: {
			const card = findTestCard(action.replace('fill-', ''))
			return card ? show({ ...visit, values: withTestCard(values, card) }) : show(visit, {}, 422)
		}
	}
}

/**
 * Creates the sandbox's checkout: plain forms, no scripts, test cards only. Mounted only while the sandbox is on.
 * @param post sends the webhook; by default over HTTP to our own port
 */
export function createSandboxCheckout(deps: Deps, post: PostWebhook = postOverHttp): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody(MAX_FORM_BYTES))
		.get('/checkout/:id', async (c) => {
			const view = await readCheckout(deps, c.req.param('id'))
			return view?.status === 'open' ? show({ c, deps, view, values: EMPTY_VALUES, post }) : showClosed(c, view)
		})
		.post('/checkout/:id', async (c) => {
			const view = await readCheckout(deps, c.req.param('id'))
			if (view?.status !== 'open') return showClosed(c, view)
			const form = await c.req.formData().catch(() => new FormData())
			const visit: Visit = { c, deps, view, values: readValues(form), post }
			if (!isCsrfTokenValid(c, form.get('csrf')))
				return show({ ...visit, values: withoutCard(visit.values) }, { alert: 'This page was open for too long. Please try again.' }, 403)
			const action = form.get('action')
			return act(visit, typeof action === 'string' ? action : '')
		})
}
