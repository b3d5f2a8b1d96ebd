import type { HttpContext } from '#server/http/environment.ts'
import { renderStandalonePage } from '#server/http/react/answer-by-react.ts'
import type { TestCard } from '#server/sandbox/stripe/cards.ts'
import type { CheckoutView } from '#server/sandbox/stripe/checkout-view.ts'
import type { Fault } from '#server/sandbox/stripe/faults.ts'
import type { PanelEvent, PanelPayment } from '#server/sandbox/stripe/panel.ts'

import type { CheckoutErrors, CheckoutValues } from './checkout-form.ts'

export type SandboxPage =
	| {
			page: 'checkout'
			view: CheckoutView
			values: CheckoutValues
			errors: CheckoutErrors
			/** Reason for a decline; screen readers announce it immediately (assertive). */
			alert: string | null
			/** The last change; screen readers announce it politely. */
			notice: string | null
			cards: readonly Pick<TestCard, 'number' | 'label'>[]
			csrf: string
	  }
	| { page: 'challenge'; view: CheckoutView; values: CheckoutValues; csrf: string }
	/** Checkout that has ended or never existed. */
	| { page: 'closed'; title: string; text: string }
	| {
			page: 'payments'
			payments: readonly PanelPayment[]
			events: readonly PanelEvent[]
			faults: readonly { name: Fault; label: string; isOn: boolean }[]
			notice: string | null
			csrf: string
	  }

export function showSandboxPage(c: HttpContext, page: SandboxPage, status = 200): Promise<Response> {
	c.header('X-Robots-Tag', 'noindex')
	return renderStandalonePage(c, page, { route: '/sandbox', status, isScriptless: true })
}
