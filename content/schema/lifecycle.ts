import { z } from 'zod'

const Text = z.strictObject({
	subject: z.string().min(1).max(150),
	/** Markdown, as a mail can show it. */
	body: z.string().min(1).max(5000),
})

/** content/lifecycle.json: the letters that rules write (server/services/people/lifecycle/rules.ts). */
export const LifecycleSchema = z.strictObject({ 'unpaid-checkout': Text, certificate: Text })
