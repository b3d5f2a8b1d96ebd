import { Hono } from 'hono'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitBody } from '#server/http/limits.ts'
import { postOverHttp, type PostWebhook } from '#server/sandbox/stripe/deliver-event.ts'
import { FAULT_NAMES, WEBHOOK_FAULTS, readFaults, setFaults } from '#server/sandbox/stripe/faults.ts'
import { actOnPayment, readPanel } from '#server/sandbox/stripe/panel.ts'
import { SandboxApiError } from '#server/sandbox/stripe/protocol.ts'
import type { Deps } from '#server/services/context.ts'

import { isCsrfTokenValid, issueCsrfToken } from './csrf.ts'
import { showSandboxPage } from './sandbox-page.ts'

const MAX_FORM_BYTES = 16 * 1024

async function show(c: HttpContext, deps: Deps, { notice, status }: { notice: string | null; status: 200 | 403 | 409 }) {
	const on = await readFaults(deps)
	const faults = FAULT_NAMES.map((name) => ({ name, label: WEBHOOK_FAULTS[name], isOn: on.has(name) }))
	return showSandboxPage(c, { page: 'payments', ...(await readPanel(deps)), faults, notice, csrf: issueCsrfToken(c) }, status)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Creates `/sandbox/payments`, which acts as the payment provider. Mounted only while the sandbox is on. */
export function createSandboxPanel(deps: Deps, post: PostWebhook = postOverHttp): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody(MAX_FORM_BYTES))
		.get('/', (c) => show(c, deps, { notice: null, status: 200 }))
		.post('/', async (c) => {
			// A body that isn't a form has no token, so it is refused.
			const form = await c.req.formData().catch(() => new FormData())
			if (!isCsrfTokenValid(c, form.get('csrf')))
				return show(c, deps, { notice: 'This page was open for too long. Please try again.', status: 403 })
			const name = textOf(form.get('action'))
			if (name === 'faults') {
				const faults = FAULT_NAMES.filter((fault) => form.getAll('fault').includes(fault))
				await setFaults(deps, faults)
				return show(c, deps, { notice: 'Saved. It applies from the next webhook on.', status: 200 })
			}
			try {
				await actOnPayment(deps, { name, id: textOf(form.get('id')) }, post)
				return await show(c, deps, { notice: 'Done.', status: 200 })
			} catch (error) {
				if (!(error instanceof SandboxApiError)) throw error
				return show(c, deps, { notice: error.message, status: 409 })
			}
		})
}
