import { Hono } from 'hono'

import type { HttpEnv } from '#server/http/environment.ts'
import type { FormLimits } from '#server/http/form-limits.ts'

import { accountForms } from './account-forms.ts'
import { leadForms } from './lead-forms.ts'
import { postForm } from './post-form.ts'

/** What a browser posts by itself where our script does not run; each form is answered with a page. */
export function createPageForms(limits: FormLimits): Hono<HttpEnv> {
	const surface = new Hono<HttpEnv>()
	for (const form of [...leadForms(limits), ...accountForms(limits)]) surface.post(form.path, ...postForm(form))
	return surface
}
