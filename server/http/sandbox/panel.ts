import { Hono } from 'hono'

import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { SandboxApiError } from '#server/sandbox/stripe/api-error.ts'
import { postOverHttp, type PostWebhook } from '#server/sandbox/stripe/deliver-event.ts'
import { FAULT_NAMES, readFaults, setFaults } from '#server/sandbox/stripe/faults.ts'
import { actOnPayment, readPanel } from '#server/sandbox/stripe/panel.ts'
import type { Deps } from '#server/services/context.ts'

import { checkoutPolicy } from './checkout-page.ts'
import { isCsrfTokenRight, issueCsrfToken } from './csrf.ts'
import { panelPage } from './panel-page.ts'

const MAX_FORM_BYTES = 16 * 1024

async function show(c: HttpContext, deps: Deps, says: { notice: string | null; status: 200 | 403 | 409 }) {
	c.header('Content-Security-Policy', checkoutPolicy(c.var.ctx.config.siteUrl))
	c.header('X-Robots-Tag', 'noindex')
	const shown = { csrf: issueCsrfToken(c), siteName: c.var.ctx.content.site.name, notice: says.notice }
	return c.html(panelPage({ ...(await readPanel(deps)), faults: await readFaults(deps), ...shown }), says.status)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** `/sandbox/payments`: the provider's side of the payment sandbox, mounted only while the sandbox is on. */
export function createSandboxPanel(deps: Deps, post: PostWebhook = postOverHttp): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody(MAX_FORM_BYTES))
		.get('/', (c) => show(c, deps, { notice: null, status: 200 }))
		.post('/', async (c) => {
			// A body that is not a form has no token, and is refused for that.
			const form = await c.req.formData().catch(() => new FormData())
			if (!isCsrfTokenRight(c, form.get('csrf')))
				return show(c, deps, { notice: 'This page was open for too long. Please try again.', status: 403 })
			const name = textOf(form.get('action'))
			if (name === 'faults') {
				await setFaults(
					deps,
					FAULT_NAMES.filter((fault) => form.getAll('fault').includes(fault)),
				)
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
