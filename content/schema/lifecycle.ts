import { z } from 'zod'

const Text = z.strictObject({
	subject: z.string().min(1).max(150).meta({ title: 'Subject' }),
	body: z.string().min(1).max(5000).meta({ title: 'Text', description: 'Markdown, as far as emails support it.' }),
})

/** content/lifecycle.json: automatic emails (server/services/people/lifecycle/automations.ts). */
export const LifecycleSchema = z.strictObject({
	// Optional, because texts that were edited before these automations existed don't have them.
	welcome: Text.optional().meta({ title: 'To a new subscriber', entry: 'email to a new subscriber' }),
	bought: Text.optional().meta({ title: 'To a new buyer', entry: 'email to a new buyer' }),
	'unpaid-checkout': Text.meta({ title: 'After a checkout without a payment' }),
	certificate: Text.meta({ title: 'After the certificate' }),
	finished: Text.meta({ title: 'After the last module, without a certificate' }),
	stalled: Text.meta({ title: 'To an inactive learner' }),
	own: z
		.record(z.string().regex(/^[a-z0-9-]{1,60}$/), Text)
		.optional()
		.meta({ title: 'Automations you added', entry: 'automation' }),
})
