import { Hono } from 'hono'

import type { HttpEnv } from '#server/http/environment.ts'
import type { FormLimits } from '#server/http/form-limits.ts'
import { presentPage } from '#server/http/present-page.ts'
import { limitRate } from '#server/http/rate-limit.ts'

import { accountForms } from './account-forms.ts'
import { leadForms } from './lead-forms.ts'
import { findReceipt, ORDER_PATH, orderForm } from './order-form.ts'
import { postForm } from './post-form.ts'

/** What a browser posts by itself where our script does not run; each form is answered with a page. */
export function createPageForms(limits: FormLimits): Hono<HttpEnv> {
	const surface = new Hono<HttpEnv>()
	for (const form of [...leadForms(limits), ...accountForms(limits), orderForm()]) surface.post(form.path, ...postForm(form))
	surface.get(ORDER_PATH, limitRate({ name: 'order-page', points: 120, seconds: 600 }), async (c, next) => {
		const receipt = await findReceipt(c)
		return receipt ? presentPage(c, c.req.path, { receipt }) : next()
	})
	return surface
}
