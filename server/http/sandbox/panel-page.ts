import { html } from 'hono/html'

import { formatMoney } from '#domain/pricing/money.ts'
import { type Fault, FAULT_NAMES, FAULTS } from '#server/sandbox/stripe/faults.ts'
import type { PanelEvent, PanelPayment } from '#server/sandbox/stripe/panel.ts'

import { frame } from './checkout-page.ts'

export type PanelView = {
	payments: PanelPayment[]
	events: PanelEvent[]
	faults: ReadonlySet<Fault>
	csrf: string
	siteName: string
	notice: string | null
}

const faultsForm = ({ faults, csrf }: PanelView) =>
	html`<section aria-labelledby="faults-title">
		<h2 id="faults-title">What goes wrong with webhooks</h2>
		<form class="closed" method="post" action="/sandbox/payments">
			<input type="hidden" name="csrf" value="${csrf}" />
			<div>
				${FAULT_NAMES.map(
					(fault) =>
						html`<label class="tick" for="fault-${fault}">
							<input id="fault-${fault}" name="fault" type="checkbox" value="${fault}" ${faults.has(fault) ? html`checked` : ''} />
							<span>${FAULTS[fault]}</span>
						</label>`,
				)}
				<button type="submit" name="action" value="faults">Save</button>
			</div>
		</form>
	</section>`

const paymentItem = (payment: PanelPayment, csrf: string) =>
	html`<li>
		<p>
			<b>${formatMoney(payment.amountCents, payment.currency)}</b> ${payment.email ?? 'no address yet'}<br /><span>${payment.state}</span>
		</p>
		${payment.actions.map(
			({ name, label, id }) =>
				html`<form class="inline" method="post" action="/sandbox/payments">
					<input type="hidden" name="csrf" value="${csrf}" />
					<input type="hidden" name="id" value="${id}" />
					<button type="submit" name="action" value="${name}" aria-label="${label}: ${payment.email ?? payment.sessionId}">${label}</button>
				</form>`,
		)}
	</li>`

const eventItem = ({ type, attempts, delivered, lastError }: PanelEvent) =>
	html`<div>
		<dt>${type}</dt>
		<dd>${delivered ? 'delivered' : 'waiting'} · ${attempts} ${attempts === 1 ? 'try' : 'tries'}${lastError ? ` · ${lastError}` : ''}</dd>
	</div>`

/** The provider's side of the sandbox: what a bank or a dashboard would do, and faults on the way to the shop. */
export const panelPage = (view: PanelView) =>
	frame(
		{ title: 'Payments of the sandbox', siteName: view.siteName },
		html`<h1>Payments of the sandbox</h1>
			<p class="lead">
				What the provider, or a buyer’s bank, can do. The shop hears about it by webhook, just as it would from the real one.
			</p>
			${view.notice ? html`<p class="notice" role="status">${view.notice}</p>` : ''} ${faultsForm(view)}
			<section aria-labelledby="payments-title">
				<h2 id="payments-title">Newest checkouts</h2>
				${
					view.payments.length === 0
						? html`<p>No one has opened a checkout yet.</p>`
						: html`<ul class="payments">
								${view.payments.map((payment) => paymentItem(payment, view.csrf))}
							</ul>`
				}
			</section>
			<section aria-labelledby="events-title">
				<h2 id="events-title">Newest webhooks</h2>
				${view.events.length === 0 ? html`<p>No events yet.</p>` : html`<dl>${view.events.map(eventItem)}</dl>`}
			</section>`,
	)
