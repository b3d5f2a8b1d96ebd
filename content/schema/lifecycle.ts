import { z } from 'zod'

const Text = z.strictObject({
	subject: z.string().min(1).max(150).meta({ title: 'Subject' }),
	body: z.string().min(1).max(5000).meta({ title: 'Text', description: 'Markdown, as a mail can show it.' }),
})

/** content/lifecycle.json: automatic mails (server/services/people/lifecycle/rules.ts). */
export const LifecycleSchema = z.strictObject({
	'unpaid-checkout': Text.meta({ title: 'After a checkout without a payment' }),
	certificate: Text.meta({ title: 'After the certificate' }),
	finished: Text.meta({ title: 'After the last module, without a certificate' }),
	stalled: Text.meta({ title: 'To an inactive learner' }),
})
