import { z } from 'zod'

import { DownloadIdSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

const JourneyStepSchema = z.strictObject({
	number: z.int().min(1).max(4),
	title: TextSchema,
	description: TextSchema,
	badge: z.enum(['Active Now', 'Early Access', 'Coming Soon']),
})

/** content/marketing/signup.json: texts of /signup. The page fills in `{brand}`, `{firstName}` and `{email}`. */
export const SignupTextsSchema = z.strictObject({
	page: z.strictObject({ title: TextSchema, text: TextSchema }),
	modal: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		nameLabel: TextSchema,
		emailLabel: TextSchema,
		submitLabel: TextSchema,
		busyLabel: TextSchema,
		privacyNote: TextSchema,
		signInText: TextSchema,
		signInLink: LinkSchema,
	}),
	missingToast: ToastSchema,
	successToast: ToastSchema,
	failureToast: ToastSchema,
	welcome: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		offerText: TextSchema,
		discountTitle: TextSchema,
		/** Empty if there is no discount code (content/promises/promises.ts). */
		discountCode: z.string(),
		discountText: z.string(),
		startButton: LinkSchema,
		offerLink: LinkSchema,
	}),
	confirm: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		codeLabel: TextSchema,
		submitLabel: TextSchema,
		laterNote: TextSchema,
	}),
	template: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		downloadId: DownloadIdSchema,
		buttonLabel: TextSchema,
		busyLabel: TextSchema,
		doneToast: ToastSchema,
	}),
	journey: z.strictObject({ title: TextSchema, intro: TextSchema, steps: z.array(JourneyStepSchema).length(4) }),
})
export type Signup = z.infer<typeof SignupTextsSchema>
